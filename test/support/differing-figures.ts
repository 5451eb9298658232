import * as sql from '../../src/metrics/rebuild.sql.js';
import type { TestServer } from './start.js';

/** Rows of what was added up and is another sum than that of the orders. $1 raffle, $2 time zone. */
export const DIFFERING_FIGURES = {
  order_totals: sql.ORDER_TOTALS_DIFFERENCES,
  sales_hours: sql.SALES_HOURS_DIFFERENCES,
  buyer_days: sql.BUYER_DAYS_DIFFERENCES,
  raffle_buyers: sql.BUYERS_DIFFERENCES,
  raffle_counters: sql.BUYERS_COUNT_DIFFERENCES,
};

export async function differingFigures({ app }: Pick<TestServer, 'app'>, raffleId?: string): Promise<string[]> {
  const { pool } = app.db;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM raffles WHERE $1::uuid IS NULL OR id = $1', [
    raffleId ?? null,
  ]);
  const differing: string[] = [];
  for (const { id } of rows)
    for (const [table, text] of Object.entries(DIFFERING_FIGURES)) {
      const found = await pool.query(text, [id, app.config.businessTimeZone]);
      differing.push(...found.rows.map((row) => `${table} of ${id}: ${JSON.stringify(row)}`));
    }
  return differing;
}
