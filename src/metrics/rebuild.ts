import type pg from 'pg';
import type { Database, Transaction } from '../platform/database/database.js';
import { lockCounters } from '../quotas/counter.sql.js';
import { repairBuyers, repairBuyersCount } from '../quotas/repair-buyers.sql.js';
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
 * that whose days and hours are counted. Answers what it repaired.
 */
export async function rebuildMetrics(db: Database, timeZone: string): Promise<RepairedFigure[]> {
  const reader = await db.pool.connect();
  try {
    // One at a time: two would each add what is missing.
    await reader.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await reader.query(patiently("SELECT pg_advisory_lock(hashtext('metrics:rebuild'))"));
    await db.transaction((tx) => tx.query(setTimeZone, [timeZone]));
    // Whole raffles are read: by the plan that fits, and for as long as it takes.
    await reader.query('SET plan_cache_mode = auto; SET enable_seqscan = on; SET jit = on');
    const repaired: RepairedFigure[] = [];
    for (let pass = 0; pass < PASSES; pass++) {
      const found = await repairAll({ db, reader, timeZone });
      if (found.length === 0) break;
      for (const figure of found) repaired.push(figure);
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
}

async function repairAll(rebuild: Rebuild): Promise<RepairedFigure[]> {
  const repaired: RepairedFigure[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await rebuild.reader.query<{ id: string }>('SELECT id FROM raffles WHERE id > $1 ORDER BY id LIMIT $2', [
      after,
      RAFFLES_A_READ,
    ]);
    for (const { id } of rows) for (const figure of await repairRaffle(rebuild, id)) repaired.push(figure);
    if (rows.length < RAFFLES_A_READ) return repaired;
    after = rows.at(-1)!.id;
  }
}

async function repairRaffle({ db, reader, timeZone }: Rebuild, raffleId: string): Promise<RepairedFigure[]> {
  const read = async (text: string): Promise<sql.DifferenceRow[]> =>
    (await reader.query<sql.DifferenceRow>(patiently(text, [raffleId, timeZone]))).rows;
  const totals = await read(sql.ORDER_TOTALS_DIFFERENCES);
  const hours = await read(sql.SALES_HOURS_DIFFERENCES);
  const days = await read(sql.BUYER_DAYS_DIFFERENCES);
  const buyers = await read(sql.BUYERS_DIFFERENCES);
  const count = await read(sql.BUYERS_COUNT_DIFFERENCES);
  const tables = { order_totals: totals, sales_hours: hours, buyer_days: days, raffle_buyers: buyers, raffle_counters: count };
  const repaired = Object.entries(tables).flatMap(([table, rows]) =>
    rows.map((row) => ({ raffleId, table: table as RepairedFigure['table'], ...repairedOf(row) })),
  );
  if (repaired.length === 0) return repaired;

  // What is missing is added, so each is right by itself: none keeps the counter's lock, or this process, for long.
  const locked = (work: (tx: Transaction) => Promise<unknown>): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.query(lockCounters, [[raffleId]]);
      await work(tx);
    });
  await locked((tx) => tx.query(sql.repairOrderTotals, [raffleId, ...figures(totals)]));
  for (const part of partsOf(hours)) await locked((tx) => tx.query(sql.repairSalesHours, [raffleId, ...figures(part)]));
  for (const part of partsOf(days)) {
    const values = [raffleId, ...figures(part), part.map(({ key }) => key[1]), reachedAtOf(part)];
    await locked((tx) => tx.query(sql.repairBuyerDays, values));
  }
  for (const part of partsOf(buyers)) {
    const [users, orders, , values] = figures(part);
    await locked((tx) => tx.query(repairBuyers, [raffleId, users, orders, values, reachedAtOf(part)]));
  }
  await locked(async (tx) => {
    await tx.query(repairBuyersCount, [raffleId, count[0]?.orders ?? '0']);
    await tx.query(sql.deleteEmptyHours, [raffleId]);
  });
  return repaired;
}

function partsOf(rows: sql.DifferenceRow[]): sql.DifferenceRow[][] {
  const count = Math.ceil(rows.length / ROWS_A_REPAIR);
  return Array.from({ length: count }, (_, index) => rows.slice(index * ROWS_A_REPAIR, (index + 1) * ROWS_A_REPAIR));
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
