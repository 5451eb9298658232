import { v7 as uuidv7 } from 'uuid';
import type { App, Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { saidOfOperatorPassword } from '../platform/operator-password.js';
import { hashPassword } from '../platform/passwords.js';
import { insertFirstOwner, selectHasOwner } from './login.sql.js';
import type { Transaction } from '../platform/database/database.js';
import { StartProblem } from '../platform/start-problem.js';

/** Creates the first owner, at a start of any process. StartProblem for a password that is no operator's, in production. */
export async function ensureAdmin(
  app: Pick<App, 'db' | 'config'>,
  credentials: { email: string; password: string },
): Promise<void> {
  const email = credentials.email.trim().toLowerCase();
  const [found] = await app.db.query(selectHasOwner);
  if (found?.hasOwner) return;
  const problem = app.config.production && saidOfOperatorPassword(credentials.password, [email]);
  if (problem) throw new StartProblem(`ADMIN_PASSWORD ${problem}.`);
  const id = uuidv7();
  const passwordHash = await hashPassword(credentials.password);
  await app.db.transaction(async (tx) => {
    const [made] = await tx.query(insertFirstOwner, [id, 'Operator', email, passwordHash]);
    if (!made) return;
    const details = { operatorRole: 'OWNER' };
    await writeAudit(tx, { by: null, action: 'createFirstOperator', subjectType: 'user', subjectId: id, details });
  });
}

/** For the person who runs the service. Ends all sessions of the operator. StartProblem. */
export async function setOperatorPassword({ db }: Pick<Context, 'db'>, email: string, password: string): Promise<void> {
  const operator = await db.prisma.user.findFirst({
    where: { email: email.trim().toLowerCase(), role: 'ADMIN', deletedAt: null, blockedAt: null },
    select: { id: true, tokenVersion: true, name: true, email: true },
  });
  if (!operator) throw new StartProblem(`There is no operator with the email ${email}, or they are blocked.`);
  const problem = saidOfOperatorPassword(password, [operator.name, operator.email ?? '']);
  if (problem) throw new StartProblem(`The password ${problem}.`);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const set = await setPasswordHash(tx, operator, passwordHash);
    if (!set) throw new StartProblem('The account was changed just now: run this again.');
    await writeAudit(tx, { by: null, action: 'setOperatorPassword', subjectType: 'user', subjectId: operator.id, details: {} });
  });
}

/** Ends all sessions. Undefined if the account changed since it was read. */
export async function setPasswordHash(
  { prisma }: Transaction,
  { id, tokenVersion }: { id: string; tokenVersion: number },
  passwordHash: string,
): Promise<{ tokenVersion: number } | undefined> {
  const [changed] = await prisma.user.updateManyAndReturn({
    where: { id, tokenVersion, deletedAt: null, blockedAt: null },
    data: { passwordHash },
    select: { tokenVersion: true },
  });
  return changed;
}
