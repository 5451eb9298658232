import type { Context } from '../context.js';
import type { Referrer } from '../generated/prisma/client.js';
import { writeAudit } from '../platform/audit.js';
import { refuse, refuseField, textOf } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import type { Page, PageRequest } from '../platform/page.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import {
  commissionEntries,
  insertPayout,
  referrerList,
  selectDisputedCommissions,
  selectPendingCommissions,
  selectReferrer,
  selectReferrerToPay,
  type CommissionEntryRow,
} from './commission.sql.js';
import { countChangesOf } from './count-changes.js';
import type { PayOutCommissionInput } from './referrer.input.js';

const NOTHING: Omit<Referrer, 'userId'> = { orders: 0, accrued: 0n, reversed: 0n, paidOut: 0n, balance: 0n };

/** All zero for a user who never referred anybody. NOT_FOUND: no such customer. */
export async function findReferrer(ctx: Context, userId: string): Promise<Referrer> {
  const id = await customerOf(ctx, userId);
  const [referrer] = await ctx.db.query(selectReferrer, [id]);
  return referrer ?? { userId: id, ...NOTHING };
}

async function customerOf({ loaders }: Context, userId: string): Promise<string> {
  const user = isUuid(userId) ? await loaders.user.load(userId.toLowerCase()) : null;
  if (user?.role !== 'USER') throw refuse('users.notFound');
  return user.id;
}

export function findOwnReferrals(ctx: Context): Promise<Referrer> {
  return findReferrer(ctx, callerOf(ctx));
}

function callerOf({ principal }: Context): string {
  if (principal.role !== 'USER') throw refuse('users.notFound');
  return principal.id;
}

export function listReferrers({ db }: Context, page: PageRequest): Promise<Page<Referrer>> {
  return referrerList.page(db, page);
}

export function listOwnCommissionEntries(ctx: Context, page: PageRequest): Promise<Page<CommissionEntryRow>> {
  return listCommissionEntries(ctx, callerOf(ctx), page);
}

export async function listCommissionEntries(ctx: Context, id: string, page: PageRequest): Promise<Page<CommissionEntryRow>> {
  return commissionEntries.page(ctx.db, page, [await customerOf(ctx, id)]);
}

/** In centavos. */
export interface Standing {
  payable: bigint;
  withheld: bigint;
  overpaid: bigint;
}

/** Of what is no longer pending. Nothing is payable of disputed money, and to a user who is blocked or deleted. */
function standingOf(
  { balance, pending, disputed }: Record<'balance' | 'pending' | 'disputed', bigint>,
  isBarred: boolean,
): Standing {
  const due = balance - pending;
  if (due <= 0n) return { payable: 0n, withheld: 0n, overpaid: -due };
  const withheld = isBarred || disputed > due ? due : disputed;
  return { payable: due - withheld, withheld, overpaid: 0n };
}

export async function findStanding({ loaders }: Context, { userId, balance }: Referrer): Promise<Standing> {
  const [pending, disputed, user] = await Promise.all([
    loaders.pendingCommission.load(userId),
    loaders.disputedCommission.load(userId),
    loaders.user.load(userId),
  ]);
  return standingOf({ balance, pending, disputed }, user === null || user.blockedAt !== null || user.deletedAt !== null);
}

/**
 * Idempotent by reference. CONFLICT for another amount under the same reference, above what is payable, and while the referrer is
 * blocked or deleted.
 */
export async function payOutCommission(
  ctx: Context,
  { userId, amount, reference, note }: PayOutCommissionInput,
): Promise<Referrer> {
  if (amount === 0n) throw refuseField('amount', 'platform.above', { min: 0 });
  const id = await customerOf(ctx, userId);
  return ctx.db.transaction(async (tx) => {
    await countChangesOf(tx, [id]);
    const [referrer] = await tx.query(selectReferrerToPay, [id]);
    const before = await tx.prisma.commissionEntry.findFirst({ where: { referrerId: id, reference } });
    if (before?.amount === amount) return referrer ?? { userId: id, ...NOTHING };
    if (before) {
      const problem = textOf('referrals.referenceTaken', { amount: formatMoney(before.amount) });
      throw refuse('referrals.reference', { problem }, { fields: { reference: [problem] } });
    }
    if (referrer?.isBarred) throw refuse('referrals.barred');
    const [pending] = await tx.query(selectPendingCommissions, [[id]]);
    const [disputed] = await tx.query(selectDisputedCommissions, [[id]]);
    const sums = { balance: referrer?.balance ?? 0n, pending: pending?.amount ?? 0n, disputed: disputed?.amount ?? 0n };
    const { payable } = standingOf(sums, false);
    if (!referrer || amount > payable) {
      const problem = textOf('referrals.morePayable', { max: formatMoney(payable) });
      throw refuse('referrals.amount', { problem }, { fields: { amount: [problem] } });
    }
    await tx.query(insertPayout, [id, amount, reference, note ?? null]);
    const details = { amount: formatMoney(amount), reference, note: note ?? null };
    await writeAudit(tx, { by: actorOf(ctx), action: 'payOutCommission', subjectType: 'user', subjectId: id, details });
    return { ...referrer, paidOut: referrer.paidOut + amount, balance: referrer.balance - amount };
  });
}
