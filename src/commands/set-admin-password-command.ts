import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setOperatorPassword } from '../auth/operator.service.js';
import { readConfig } from '../config.js';
import { openDatabase } from '../platform/database/database.js';
import { createLog } from '../platform/log.js';
import { StartProblem } from '../platform/start-problem.js';
import { openCommandDatabase, runCommand } from './command.js';

const USAGE = 'Name the operator: npm run set-admin-password -- boss@example.com';

/**
 * `npm run set-admin-password -- email`: sets an operator's password. The service may run. It prompts without echo, or reads
 * standard input when there is no terminal. Never an argument: every process of the machine can read those.
 */
async function setAdminPassword(): Promise<void> {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new StartProblem(USAGE);
  const password = await askPassword(`New password of ${email}: `);
  const config = readConfig();
  const log = createLog({ logLevel: 'error' });
  const database = await openCommandDatabase(config, log);
  const db = openDatabase({
    url: database.url,
    poolSize: 2,
    preparedStatements: config.preparedStatements,
    onError: (error) => log.warn({ err: error, event: 'database.connection.failed' }, 'a database connection failed'),
  });
  try {
    await setOperatorPassword({ db }, email, password);
    console.log(`${email} logs in with the new password from now on; whoever was logged in with the old one no longer is.`);
  } finally {
    await db.close();
    await database.close();
  }
}

async function askPassword(question: string): Promise<string> {
  const isAsked = process.stdin.isTTY;
  if (isAsked) process.stdout.write(question);
  // No echo.
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output: hidden, terminal: isAsked });
  const lines = input[Symbol.asyncIterator]();
  const { value = '' } = await lines.next();
  input.close();
  if (isAsked) process.stdout.write('\n');
  return value;
}

runCommand(setAdminPassword);
