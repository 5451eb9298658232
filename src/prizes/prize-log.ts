import type { Context } from '../context.js';
import type { PrizeEvent, PrizeLogEntry } from '../generated/prisma/client.js';
import type { Sql, Transaction } from '../platform/database/database.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { BIGINT, type Page, type PageRequest } from '../platform/page.js';
import type { Counter } from '../quotas/counter.sql.js';
import { isSold } from '../raffles/change-raffle.js';
import { findVisibleRaffle } from '../raffles/raffle-access.js';

/** A change of a prize; it applies to blocks that begin at `ordinal` or above. */
interface PrizeLogRow extends Omit<PrizeLogEntry, 'id' | 'raffleId'> {
  id: string;
}

const prizeLog = keysetList<PrizeLogRow>({
  name: 'prize_log',
  columns: 'l.id::text, l.ordinal, l.type, l.prize_id AS "prizeId", l.created_at AS "createdAt"',
  from: 'prize_log l',
  where: 'l.raffle_id = $1',
  key: [['id', BIGINT, 'l.id']],
  order: 'ASC',
  nullsLast: ['id'],
});

/** More lines than any log has. */
const WHOLE = 2 ** 31 - 1;

/** Final from the first sale, or from the first line of the log, also when all orders ended unpaid. The counter is locked. */
export async function prizesStand(tx: Transaction, counter: Counter): Promise<boolean> {
  if (isSold(counter)) return true;
  return isPrizeLogged(tx, counter.raffleId);
}

export async function isPrizeLogged({ prisma }: Transaction, raffleId: string): Promise<boolean> {
  return (await prisma.prizeLogEntry.findFirst({ where: { raffleId }, select: { id: true } })) !== null;
}

/** The counter is locked; `ordinal` is its `allocated`. */
export async function writePrizeEvent(
  { prisma }: Transaction,
  event: { raffleId: string; ordinal: number; type: PrizeEvent; prizeId: string },
): Promise<void> {
  await prisma.prizeLogEntry.create({ data: event });
}

/** As a proof has it. */
export async function wholePrizeLog(db: Sql, raffleId: string): Promise<[ordinal: number, type: PrizeEvent, prizeId: string][]> {
  const rows = await prizeLog.first(db, WHOLE, [raffleId]);
  return rows.map(({ ordinal, type, prizeId }) => [ordinal, type, prizeId]);
}

export async function listPrizeLog(ctx: Context, raffleId: string, page: PageRequest): Promise<Page<PrizeLogRow>> {
  const { id } = await findVisibleRaffle(ctx, raffleId);
  return prizeLog.page(ctx.db, page, [id]);
}
