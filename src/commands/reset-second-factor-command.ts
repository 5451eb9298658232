import { createLog } from '../platform/log.js';
import { StartProblem } from '../platform/start-problem.js';
import { resetByCommand } from '../second-factor/second-factor.service.js';
import { runCommand, withDatabase } from './command.js';

const USAGE = 'Name the operator: npm run reset-second-factor -- boss@example.com';

/** `npm run reset-second-factor -- email`, for an operator who lost the device and the recovery codes. */
async function resetSecondFactor(): Promise<void> {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new StartProblem(USAGE);
  await withDatabase(createLog({ logLevel: 'error' }), async (db) => {
    await resetByCommand({ db }, email);
    console.log(
      `${email} logs in with the password alone from now on, and sets up a second factor again. Their sessions have ended.`,
    );
  });
}

runCommand(resetSecondFactor);
