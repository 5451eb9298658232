import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setOperatorPassword } from '../auth/operator.service.js';
import { createLog } from '../platform/log.js';
import { StartProblem } from '../platform/start-problem.js';
import { runCommand, withDatabase } from './command.js';

const USAGE = 'Name the operator: npm run set-admin-password -- boss@example.com';

/** `npm run set-admin-password -- email`. The password is no argument: every process of the machine can read those. */
async function setAdminPassword(): Promise<void> {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new StartProblem(USAGE);
  const password = await askPassword(`New password of ${email}: `);
  await withDatabase(createLog({ logLevel: 'error' }), async (db) => {
    await setOperatorPassword({ db }, email, password);
    console.log(`${email} logs in with the new password from now on; sessions with the old one have ended.`);
  });
}

async function askPassword(question: string): Promise<string> {
  const isAsked = process.stdin.isTTY;
  if (isAsked) process.stdout.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output: hidden, terminal: isAsked });
  const lines = input[Symbol.asyncIterator]();
  const { value = '' } = await lines.next();
  input.close();
  if (isAsked) process.stdout.write('\n');
  return value;
}

runCommand(setAdminPassword);
