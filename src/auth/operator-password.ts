import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { hashPassword } from '../platform/passwords.js';
import { StartProblem } from '../platform/start-problem.js';

const LEAST = 12;
const MOST = 200;

/**
 * Gives an operator another password, for whoever runs the service: they need not know the old one, nor does anybody have to be logged
 * in. Every token and session of theirs ends. Throws a StartProblem where there is no such operator or the password is too short.
 */
export async function setOperatorPassword({ db }: Pick<Context, 'db'>, email: string, password: string): Promise<void> {
  if (password.length < LEAST || password.length > MOST)
    throw new StartProblem(`The password must have ${LEAST} to ${MOST} characters.`);
  const operator = await db.prisma.user.findFirst({
    where: { email: email.trim().toLowerCase(), role: 'ADMIN', deletedAt: null, blockedAt: null },
    select: { id: true, tokenVersion: true },
  });
  if (!operator) throw new StartProblem(`There is no operator with the email ${email}, or they are blocked.`);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const set = await setPasswordHash(tx, operator, passwordHash);
    if (!set) throw new StartProblem('The account was changed just now: run this again.');
    await writeAudit(tx, { by: null, action: 'setOperatorPassword', subjectType: 'user', subjectId: operator.id, details: {} });
  });
}

/** Another password, which ends all tokens and sessions of before; undefined where something else ended them since `user` was read. */
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
