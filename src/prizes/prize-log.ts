import type { Context } from '../context.js';
import type { PrizeEvent } from '../generated/prisma/client.js';
import type { Sql } from '../platform/database/database.js';
import { notFound } from '../platform/domain-error.js';
import type { Page, PageRequest } from '../platform/page.js';
import { isUuid } from '../platform/uuid.js';
import type { Counter } from '../quotas/counter.sql.js';
import { isSold } from '../raffles/once-sold.js';
import { insertPrizeEvent, prizeLog, selectIsLogged, type PrizeLogRow } from './prize-log.sql.js';

/** More than a raffle ever has: the whole log is read at once. */
const WHOLE = 2 ** 31 - 1;

/**
 * Whether a raffle's boxes and quota prizes stand as they are published: from the first sale on, and since the first line of the log, which
 * follows on how they began, though every order ended unpaid. The counter is locked.
 */
export async function prizesStand(tx: Sql, counter: Counter): Promise<boolean> {
  if (isSold(counter)) return true;
  return (await tx.query(selectIsLogged, [counter.raffleId]))[0]?.isLogged ?? false;
}

/** Writes down what is done to a prize, in the transaction that does it. The raffle's counter is locked; `ordinal` is its `allocated`. */
export async function writePrizeEvent(
  tx: Sql,
  event: { raffleId: string; ordinal: number; type: PrizeEvent; prizeId: string },
): Promise<void> {
  await tx.query(insertPrizeEvent, [event.raffleId, event.ordinal, event.type, event.prizeId]);
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
