import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { badField, DomainError, notFound } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import { decodeCursor, encodeCursor, pageOf, UUID, type Page, type PageRequest } from '../platform/page.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import {
  countCommissionEntries,
  countReferrers,
  insertPayout,
  lockReferrer,
  selectCommissionEntries,
  selectPayout,
  selectReferrer,
  selectReferrers,
  type CommissionEntryRow,
  type ReferrerRow,
} from './commission.sql.js';

const NOTHING: Omit<ReferrerRow, 'userId'> = { orders: 0, accrued: 0n, reversed: 0n, paidOut: 0n, balance: 0n };

/** Above every balance and id, and every UUID: an index finds the first page as it does any other. */
const ABOVE_ALL = [String(2n ** 63n - 1n), 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** What a user earned by referring; all zero for one who never did. NOT_FOUND for no customer. */
export async function findReferrer(ctx: Context, userId: string): Promise<ReferrerRow> {
  const id = await customerOf(ctx, userId);
  return (await ctx.db.query(selectReferrer, [id]))[0] ?? { userId: id, ...NOTHING };
}

async function customerOf({ loaders }: Context, userId: string): Promise<string> {
  const user = isUuid(userId) ? await loaders.user.load(userId.toLowerCase()) : null;
  if (user?.role !== 'USER') throw notFound('user');
  return user.id;
}

/** What the caller earned. */
export function findOwnReferrals(ctx: Context): Promise<ReferrerRow> {
  const { principal } = ctx;
  if (principal.role !== 'USER') throw notFound('user');
  return findReferrer(ctx, principal.id);
}

/** Everybody who ever earned, those who are owed most first. */
export async function listReferrers({ db }: Context, page: PageRequest): Promise<Page<ReferrerRow>> {
  const [balance, userId] = page.after == null ? ABOVE_ALL : decodeCursor(page.after, [/^-?\d{1,18}$/, UUID]);
  const rows = await db.query(selectReferrers, [balance, userId, page.first + 1]);
  return pageOf(
    rows,
    page,
    (row) => encodeCursor(row.balance, row.userId),
    async () => (await db.query(countReferrers))[0]?.count ?? 0,
  );
}

/** The caller's own statement. */
export function listOwnCommissionEntries(ctx: Context, page: PageRequest): Promise<Page<CommissionEntryRow>> {
  const { principal } = ctx;
  if (principal.role !== 'USER') throw notFound('user');
  return listCommissionEntries(ctx, principal.id, page);
}

/** A referrer's statement, newest first. NOT_FOUND for no customer. */
export async function listCommissionEntries(ctx: Context, id: string, page: PageRequest): Promise<Page<CommissionEntryRow>> {
  const userId = await customerOf(ctx, id);
  const { db } = ctx;
  const [below] = page.after == null ? ABOVE_ALL : decodeCursor(page.after, [/^\d{1,18}$/]);
  const rows = await db.query(selectCommissionEntries, [userId, below, page.first + 1]);
  return pageOf(
    rows,
    page,
    ({ id }) => encodeCursor(id),
    async () => (await db.query(countCommissionEntries, [userId]))[0]?.count ?? 0,
  );
}

/**
 * Writes down that commissions were paid outside the service; audited. The same reference again changes nothing; CONFLICT when it stood
 * for another amount, and for more than is payable. NOT_FOUND for no customer, BAD_USER_INPUT by field.
 */
export async function payOutCommission(
  ctx: Context,
  { userId, amount, reference, note }: { userId: string; amount: bigint; reference: string; note?: string | null | undefined },
): Promise<ReferrerRow> {
  if (amount === 0n) throw badField('amount', 'must be above 0');
  const id = await customerOf(ctx, userId);
  return ctx.db.transaction(async (tx) => {
    const [referrer] = await tx.query(lockReferrer, [id]);
    const [before] = await tx.query(selectPayout, [id, reference]);
    if (before?.amount === amount) return referrer ?? { userId: id, ...NOTHING };
    if (before) {
      const problem = `stands for a payout of ${formatMoney(before.amount)} already`;
      throw new DomainError('CONFLICT', `This reference ${problem}.`, { reference: [problem] });
    }
    const payable = referrer && referrer.balance > 0n ? referrer.balance : 0n;
    if (!referrer || amount > payable) {
      const problem = `is more than what is payable, ${formatMoney(payable)}`;
      throw new DomainError('CONFLICT', `The amount ${problem}.`, { amount: [problem] });
    }
    await tx.query(insertPayout, [id, amount, reference, note ?? null]);
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'payOutCommission',
      subjectType: 'user',
      subjectId: id,
      details: { amount: formatMoney(amount), reference, note: note ?? null },
    });
    return { ...referrer, paidOut: referrer.paidOut + amount, balance: referrer.balance - amount };
  });
}
