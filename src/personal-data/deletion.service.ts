import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { refuse } from '../platform/domain-error.js';
import type { Transaction } from '../platform/database/database.js';
import { forgetBuyer } from '../quotas/forget-buyer.sql.js';
import { provePassword } from '../users/customer.service.js';
import { lockedUser, requireAnotherOwner, userAudit } from '../users/user-desk.service.js';
import type { UserRow } from '../users/user.sql.js';
import { selectRafflesUnderWay } from './personal-data.sql.js';

/** What an account is called that was a buyer's; one word, so that masking leaves it whole. */
const NOBODY = 'Anônimo';

/**
 * Deletes a user: a buyer becomes nobody, an operator keeps the name that the audit log speaks of; audited. NOT_FOUND, as when it is deleted
 * again; CONFLICT while a buyer holds quotas of a raffle that is not over, and for the last owner.
 */
export async function deleteUser(ctx: Context, id: string): Promise<UserRow> {
  return ctx.db.transaction(async (tx) => anonymise(ctx, tx, await lockedUser(tx, id), 'deleteUser'));
}

/** Deletes the caller's own account. BAD_USER_INPUT on `currentPassword`; RATE_LIMITED; CONFLICT as for `deleteUser`. */
export async function deleteMyAccount(ctx: Context, currentPassword: string): Promise<UserRow> {
  const { principal } = ctx;
  if (principal.role === 'PUBLIC') throw refuse('personalData.logInFirst');
  await provePassword(ctx, principal.id, currentPassword);
  return ctx.db.transaction(async (tx) => anonymise(ctx, tx, await lockedUser(tx, principal.id), 'deleteMyAccount'));
}

/**
 * Takes from a locked user all that says who they are. What was sold, paid and won stays under their id, which names nobody any more; who a
 * bank said had paid stays with the payment, which the tax authorities may ask for.
 */
async function anonymise(ctx: Context, tx: Transaction, user: UserRow, action: string): Promise<UserRow> {
  const { id, role } = user;
  if (role === 'USER') {
    const underWay = (await tx.query(selectRafflesUnderWay, [id])).map(({ title }) => `"${title}"`);
    if (underWay.length > 0) {
      const raffles = underWay.join(', ');
      throw refuse('personalData.quotasInRaffles', { raffles });
    }
    await tx.query(forgetBuyer, [id]);
  } else await requireAnotherOwner(tx, user);
  await writeAudit(tx, userAudit(ctx, action, id, { role }));
  return tx.prisma.user.update({
    where: { id },
    data: {
      ...(role === 'USER' && { name: NOBODY, phone: null, cpf: null, birthDate: null, blockedReason: null }),
      email: null,
      passwordHash: null,
      deletedAt: new Date(),
    },
    omit: { passwordHash: true },
  });
}
