import type { Context } from '../context.js';
import type { PrizeEvent } from '../generated/prisma/client.js';
import type { Sql, Transaction } from '../platform/database/database.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { notFound } from '../platform/domain-error.js';
import { BIGINT, type Page, type PageRequest } from '../platform/page.js';
import { isUuid } from '../platform/uuid.js';
import type { Counter } from '../quotas/counter.sql.js';
import { isSold } from '../raffles/change-raffle.js';

/** What was done to a prize: it holds for the blocks that begin at the ordinal or above. */
export interface PrizeLogRow {
  id: string;
  ordinal: number;
  type: PrizeEvent;
  prizeId: string;
  createdAt: Date;
}

/** In the order it was done. $1 raffle id. */
const prizeLog = keysetList<PrizeLogRow>({
  name: 'prize_log',
  columns: 'l.id::text, l.ordinal, l.type, l.prize_id AS "prizeId", l.created_at AS "createdAt"',
  from: 'prize_log l',
  where: 'l.raffle_id = $1',
  key: [['id', BIGINT, 'l.id']],
  order: 'ASC',
  nullsLast: ['id'],
});

/** More than a raffle ever has: the whole log is read at once. */
const WHOLE = 2 ** 31 - 1;

/**
 * Whether a raffle's boxes and quota prizes stand as they are published: from the first sale on, and since the first line of the log, which
 * follows on how they began, though every order ended unpaid. The counter is locked.
 */
export async function prizesStand(tx: Transaction, counter: Counter): Promise<boolean> {
  if (isSold(counter)) return true;
  return isPrizeLogged(tx, counter.raffleId);
}

/** Whether anything was done to the prizes of a raffle. */
export async function isPrizeLogged({ prisma }: Transaction, raffleId: string): Promise<boolean> {
  return (await prisma.prizeLogEntry.findFirst({ where: { raffleId }, select: { id: true } })) !== null;
}

/** Writes down what is done to a prize, in the transaction that does it. The raffle's counter is locked; `ordinal` is its `allocated`. */
export async function writePrizeEvent(
  { prisma }: Transaction,
  event: { raffleId: string; ordinal: number; type: PrizeEvent; prizeId: string },
): Promise<void> {
  await prisma.prizeLogEntry.create({ data: event });
}

/** All that was done to a raffle's prizes, in order, as it stands in a proof. */
export async function wholePrizeLog(db: Sql, raffleId: string): Promise<[ordinal: number, type: PrizeEvent, prizeId: string][]> {
  const rows = await prizeLog.first(db, WHOLE, [raffleId]);
  return rows.map(({ ordinal, type, prizeId }) => [ordinal, type, prizeId]);
}

/** A page of it, for anyone. NOT_FOUND for no raffle. */
export async function listPrizeLog(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<PrizeLogRow>> {
  const raffle = isUuid(raffleId) ? await ctx.raffles.get(raffleId.toLowerCase()) : undefined;
  if (!raffle || (raffle.status === 'DRAFT' && ctx.principal.role !== 'ADMIN')) throw notFound('raffle');
  return prizeLog.page(ctx.db, page, [raffleId]);
}
