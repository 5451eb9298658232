import type pg from 'pg';
import type { Database, Transaction } from '../platform/database/database.js';
import { lockCounters, repairBuyers, repairBuyersCount } from '../quotas/counter.sql.js';
import { setTimeZone } from './business-calendar.js';
import * as sql from './rebuild.sql.js';

const DAY_MS = 24 * 3_600_000;
/** How often differences are looked for again: sales under way while the time zone changed are counted in the old one. */
const PASSES = 3;
const RAFFLES_A_READ = 100;
const ROWS_A_REPAIR = 2_000;

/** A figure of a raffle that was not what its orders say; it is now. Money in centavos. */
export interface RepairedFigure {
  raffleId: string;
  table: 'order_totals' | 'sales_hours' | 'buyer_days' | 'raffle_buyers' | 'raffle_counters';
  /** The status, the hour, the day and the buyer, the buyer, or the word "buyers", whose number then is `orders`. */
  key: string[];
  /** What was missing of it, below zero where it had too much. */
  missing: { orders: number; quotas: number; value: bigint };
}

/**
 * Computes the figures of all raffles anew from their orders, beside the service or without it, and repairs those that differ: what is
 * missing is added, under the lock of the raffle's counter, while the orders themselves are read under no lock. `timeZone` becomes
 * that whose days and hours are counted. Tells of each that it repaired, of which there may be as many as orders, and answers how many.
 */
export async function rebuildMetrics(db: Database, timeZone: string, tell?: (figure: RepairedFigure) => void): Promise<number> {
  const reader = await db.pool.connect();
  try {
    // One at a time: two would each add what is missing.
    await reader.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await reader.query(patiently("SELECT pg_advisory_lock(hashtext('metrics:rebuild'))"));
    await db.transaction((tx) => tx.query(setTimeZone, [timeZone]));
    // Whole raffles are read: by the plan that fits, and for as long as it takes.
    await reader.query('SET plan_cache_mode = auto; SET enable_seqscan = on; SET jit = on; SET cursor_tuple_fraction = 1');
    let repaired = 0;
    for (let pass = 0; pass < PASSES; pass++) {
      const found = await repairAll({ db, reader, timeZone, tell });
      if (found === 0) break;
      repaired += found;
    }
    return repaired;
  } finally {
    // It is not lent again with these settings.
    reader.release(true);
  }
}

/** The driver gives a statement up by itself, whatever the database was told. */
function patiently(text: string, values: unknown[] = []): pg.QueryConfig {
  const query: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: DAY_MS };
  return query;
}

interface Rebuild {
  db: Database;
  reader: pg.PoolClient;
  timeZone: string;
  tell: ((figure: RepairedFigure) => void) | undefined;
}

async function repairAll(rebuild: Rebuild): Promise<number> {
  let repaired = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await rebuild.reader.query<{ id: string }>('SELECT id FROM raffles WHERE id > $1 ORDER BY id LIMIT $2', [
      after,
      RAFFLES_A_READ,
    ]);
    for (const { id } of rows) repaired += await repairRaffle(rebuild, id);
    if (rows.length < RAFFLES_A_READ) return repaired;
    after = rows.at(-1)!.id;
  }
}

/** What is missing is added, so each part is right by itself: none keeps the counter's lock, or this process, for long. */
async function repairRaffle(rebuild: Rebuild, raffleId: string): Promise<number> {
  const { db, tell } = rebuild;
  let repaired = 0;
  const repair = async (
    table: RepairedFigure['table'],
    differences: string,
    add: (tx: Transaction, part: sql.DifferenceRow[]) => Promise<unknown>,
  ): Promise<void> => {
    for await (const part of differencesOf(rebuild, differences, raffleId)) {
      await db.transaction(async (tx) => {
        await tx.query(lockCounters, [[raffleId]]);
        await add(tx, part);
      });
      repaired += part.length;
      for (const row of part) tell?.({ raffleId, table, ...repairedOf(row) });
    }
  };

  await repair('order_totals', sql.ORDER_TOTALS_DIFFERENCES, (tx, part) =>
    tx.query(sql.repairOrderTotals, [raffleId, ...figures(part)]),
  );
  await repair('sales_hours', sql.SALES_HOURS_DIFFERENCES, async (tx, part) => {
    await tx.query(sql.repairSalesHours, [raffleId, ...figures(part)]);
    await tx.query(sql.deleteEmptyHours, [raffleId]);
  });
  await repair('buyer_days', sql.BUYER_DAYS_DIFFERENCES, (tx, part) =>
    tx.query(sql.repairBuyerDays, [raffleId, ...figures(part), part.map(({ key }) => key[1]), reachedAtOf(part)]),
  );
  await repair('raffle_buyers', sql.BUYERS_DIFFERENCES, (tx, part) => {
    const [users, orders, , values] = figures(part);
    return tx.query(repairBuyers, [raffleId, users, orders, values, reachedAtOf(part)]);
  });
  await repair('raffle_counters', sql.BUYERS_COUNT_DIFFERENCES, (tx, [count]) =>
    tx.query(repairBuyersCount, [raffleId, count?.orders ?? '0']),
  );
  return repaired;
}

/** What of a raffle's figures differs at this moment, in parts: of a time zone that changed it is nearly all, a row for each buyer and day. */
async function* differencesOf(
  { reader, timeZone }: Rebuild,
  text: string,
  raffleId: string,
): AsyncGenerator<sql.DifferenceRow[]> {
  await reader.query(patiently(`DECLARE differences NO SCROLL CURSOR WITH HOLD FOR ${text}`, [raffleId, timeZone]));
  for (;;) {
    const { rows } = await reader.query<sql.DifferenceRow>(patiently(`FETCH ${ROWS_A_REPAIR} FROM differences`));
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_A_REPAIR) break;
  }
  await reader.query('CLOSE differences');
}

const reachedAtOf = (rows: sql.DifferenceRow[]): (string | null)[] => rows.map(({ reachedAt }) => reachedAt);

/** By column, as the statements take them. */
function figures(rows: sql.DifferenceRow[]) {
  return [
    rows.map(({ key }) => key[0]),
    rows.map((row) => row.orders),
    rows.map((row) => row.quotas),
    rows.map((row) => row.value),
  ];
}

function repairedOf({ key, orders, quotas, value }: sql.DifferenceRow): Pick<RepairedFigure, 'key' | 'missing'> {
  return { key, missing: { orders: Number(orders), quotas: Number(quotas), value: BigInt(value) } };
}
