import type { Context } from '../context.js';
import type { User } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { refuse } from '../platform/domain-error.js';
import { hashPassword } from '../platform/passwords.js';
import { actorOf, type Actor } from '../platform/principal.js';
import { provePassword } from '../users/customer.service.js';
import { parsePhone } from '../users/phone.js';
import { buyerByCode } from './auth.service.js';
import { setPasswordHash } from './operator-password.js';
import { openSession, type SignedIn } from './session.service.js';

/**
 * Gives the caller another password: every token and session of theirs ends, and they get new ones. BAD_USER_INPUT on `currentPassword`,
 * which is guessed no faster here than by logging in (RATE_LIMITED); CONFLICT when it was changed just now.
 */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<SignedIn> {
  const actor = actorOf(ctx);
  const user = actor && (await ctx.db.prisma.user.findUnique({ where: { id: actor.id, deletedAt: null, blockedAt: null } }));
  if (!actor || !user) throw refuse('users.accountGone');
  await provePassword(ctx, actor.id, currentPassword);
  return setPassword(ctx, { user, newPassword, by: actor, action: 'changePassword' });
}

/** The same for a buyer who has lost theirs, and proves by a code to have the phone. UNAUTHENTICATED like a login by code. */
export async function resetPassword(
  ctx: Context,
  { phone, code, newPassword }: { phone: string; code: string; newPassword: string },
): Promise<SignedIn> {
  const user = await buyerByCode(ctx, parsePhone(phone) ?? phone, code);
  const by = { id: user.id, address: null, requestId: null };
  return setPassword(ctx, { user, newPassword, by, action: 'resetPassword' });
}

async function setPassword(
  ctx: Context,
  { user, newPassword, by, action }: { user: User; newPassword: string; by: Actor; action: string },
): Promise<SignedIn> {
  const passwordHash = await hashPassword(newPassword);
  const { passwordHash: _, ...row } = user;
  return ctx.db.transaction(async (tx) => {
    const set = await setPasswordHash(tx, user, passwordHash);
    if (!set) throw refuse('auth.accountChanged');
    await writeAudit(tx, { by, action, subjectType: 'user', subjectId: user.id, details: {} });
    return openSession(ctx, tx, { ...row, tokenVersion: set.tokenVersion });
  });
}
