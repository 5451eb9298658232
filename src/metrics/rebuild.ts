import type pg from 'pg';
import type { Database, Transaction } from '../platform/database/database.js';
import { WITHOUT_TIMEOUTS } from '../platform/database/guards.js';
import { lockCounters, repairBuyers, repairBuyersCount } from '../quotas/counter.sql.js';
import { setTimeZone } from './business-calendar.js';
import * as sql from './rebuild.sql.js';

const DAY_MS = 24 * 3_600_000;
/** Sales during a change of the time zone are counted in the old one, so look again. */
const PASSES = 3;
const RAFFLES_A_READ = 100;
const ROWS_A_REPAIR = 2_000;

/** A figure that was repaired. Money in centavos. */
export interface RepairedFigure {
  raffleId: string;
  table: 'order_totals' | 'sales_hours' | 'buyer_days' | 'raffle_buyers' | 'raffle_counters';
  /** The status, the hour, the day and the buyer, the buyer, or "buyers", whose number is `orders`. */
  key: string[];
  missing: { orders: number; quotas: number; value: bigint };
}

/**
 * Recomputes the figures of all raffles from their orders, repairs differences, and returns their number. It adds what is missing
 * under the lock of the raffle's counter, so the service may run. `timeZone` becomes the time zone of days and hours.
 */
export async function rebuildMetrics(
  db: Database,
  timeZone: string,
  onRepair?: (figure: RepairedFigure) => void,
): Promise<number> {
  const reader = await db.pool.connect();
  try {
    // One transaction: behind a pooler the next statement may run in another session, without its settings and locks.
    await reader.query(`BEGIN; ${READER_SETTINGS}`);
    // One run at a time: two would both add what is missing.
    await reader.query(withoutTimeout("SELECT pg_advisory_xact_lock(hashtext('metrics:rebuild'))"));
    await db.transaction((tx) => tx.query(setTimeZone, [timeZone]));
    let repaired = 0;
    for (let pass = 0; pass < PASSES; pass++) {
      const found = await repairAll({ db, reader, timeZone, onRepair });
      if (found === 0) break;
      repaired += found;
    }
    await reader.query('COMMIT');
    reader.release();
    return repaired;
  } catch (error) {
    reader.release(true);
    throw error;
  }
}

/** `transaction_timeout` is there from PostgreSQL 17 on. */
const READER_SETTINGS = `
  ${WITHOUT_TIMEOUTS}
  SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout';
  SET LOCAL plan_cache_mode = auto; SET LOCAL enable_seqscan = on; SET LOCAL jit = on; SET LOCAL cursor_tuple_fraction = 1`;

/** The driver has its own timeout. */
function withoutTimeout(text: string, values: unknown[] = []): pg.QueryConfig {
  const query: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: DAY_MS };
  return query;
}

interface Rebuild {
  db: Database;
  reader: pg.PoolClient;
  timeZone: string;
  onRepair: ((figure: RepairedFigure) => void) | undefined;
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

/** Repairs in parts, each correct by itself, so that no part holds the counter's lock for long. */
async function repairRaffle(rebuild: Rebuild, raffleId: string): Promise<number> {
  const { db, onRepair } = rebuild;
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
      for (const row of part) onRepair?.({ raffleId, table, ...repairedOf(row) });
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

async function* differencesOf(
  { reader, timeZone }: Rebuild,
  text: string,
  raffleId: string,
): AsyncGenerator<sql.DifferenceRow[]> {
  await reader.query(withoutTimeout(`DECLARE differences NO SCROLL CURSOR FOR ${text}`, [raffleId, timeZone]));
  for (;;) {
    const { rows } = await reader.query<sql.DifferenceRow>(withoutTimeout(`FETCH ${ROWS_A_REPAIR} FROM differences`));
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_A_REPAIR) break;
  }
  await reader.query('CLOSE differences');
}

const reachedAtOf = (rows: sql.DifferenceRow[]): (string | null)[] => rows.map(({ reachedAt }) => reachedAt);

function figures(rows: sql.DifferenceRow[]) {
  return [
    rows.map(({ key }) => key[0]),
    rows.map((row) => row.orders),
    rows.map((row) => row.quotas),
    rows.map((row) => row.value),
  ];
}

function repairedOf({ key, orders, quotas, value }: sql.DifferenceRow) {
  return { key, missing: { orders: Number(orders), quotas: Number(quotas), value: BigInt(value) } };
}
