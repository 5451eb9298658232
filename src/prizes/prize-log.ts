import type { Context } from '../context.js';
import type { BookEntry, Raffle } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { INT, type Page, type PageRequest } from '../platform/page.js';
import type { LockedQuotas } from '../quotas/locked-quotas.js';
import { findVisibleRaffle } from '../raffles/raffle-access.js';

/** A prize that was sent to the close; it applies to the leaves of the book after it. */
type PrizeLogRow = Pick<BookEntry, 'leaf' | 'ordinal' | 'prizeId' | 'createdAt'>;

const prizeLog = keysetList<PrizeLogRow>({
  name: 'prize_log',
  columns: 'l.leaf, l.ordinal, l.prize_id AS "prizeId", l.created_at AS "createdAt"',
  from: 'book_entries l',
  where: 'l.raffle_id = $1 AND l.prize_id IS NOT NULL',
  key: [['leaf', INT, 'l.leaf']],
  order: 'ASC',
});

/** Final from the first order, or from the first leaf of the book, also when all orders ended unpaid. */
export async function prizesStand(quotas: LockedQuotas, raffleId: string): Promise<boolean> {
  return quotas.counterOf(raffleId).leaves > 0 || quotas.isOrdered(raffleId);
}

/** Anybody may have seen its prizes: what they say about chances stands from then on. */
export async function canBeBought(
  quotas: LockedQuotas,
  { id, status, startsAt }: Pick<Raffle, 'id' | 'status' | 'startsAt'>,
): Promise<boolean> {
  const isShown = status !== 'DRAFT' && (startsAt === null || startsAt.getTime() <= Date.now());
  return isShown || prizesStand(quotas, id);
}

/** For a caller without the counter, which is locked. */
export async function isPrizeLogged({ prisma }: Transaction, raffleId: string): Promise<boolean> {
  return (await prisma.bookEntry.findFirst({ where: { raffleId }, select: { leaf: true } })) !== null;
}

export async function listPrizeLog(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<PrizeLogRow>> {
  const { id } = await findVisibleRaffle(ctx, raffleId);
  return prizeLog.page(ctx.db, page, [id]);
}
