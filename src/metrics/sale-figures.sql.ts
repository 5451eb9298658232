// SQL: all figures of a screen in one statement, so that they are of one moment.
import type { OrderStatus } from '../generated/prisma/enums.js';
import { statement } from '../platform/database/statement.js';
import type { Counter } from '../quotas/counter.sql.js';
import { placedBySource, SOURCES } from './order-sources.sql.js';
import { rankedBuyers, TOTALS } from './sales.sql.js';

/** Money as text: it comes in JSON. */
export interface SumsRow {
  orders: number;
  quotas: number;
  revenue: string;
}

export interface TotalsRow {
  status: OrderStatus;
  orders: number;
  quotas: number;
  value: string;
}

/** Source and campaign are "" where none was sent. */
export interface SourceRow extends SumsRow {
  source: string;
  campaign: string;
  placed: number;
  pending: number;
}

export interface RankedRow {
  userId: string;
  name: string;
  orders: number;
  quotas: number;
  value: string;
}

export type SaleRow = Pick<Counter, 'sellable' | 'reserved' | 'allocated' | 'returned' | 'spent'> & {
  fakeSoldPercentage: number | null;
};

export interface SaleFiguresRow {
  /** `step` is "2030-01-31 09:00". Those of the period before too, only where something was sold. */
  steps: (SumsRow & { step: string })[];
  compared: SumsRow;
  comparedBefore: SumsRow;
  totals: TotalsRow[];
  /** Of the orders that were placed in the period. */
  placed: TotalsRow[];
  sources: SourceRow[];
  buyers: number;
  openRaffles: number;
  /** Null of all raffles. */
  sale: SaleRow | null;
  byQuotas: RankedRow[];
  byValue: RankedRow[];
}

const SUMS = `coalesce(sum(orders), 0)::int AS orders, coalesce(sum(quotas), 0)::float8 AS quotas, coalesce(sum(revenue), 0)::bigint::text AS revenue`;
const list = (rows: string): string => `(SELECT coalesce(json_agg(x), '[]') FROM (${rows}) x)`;
const row = (of: string): string => `(SELECT row_to_json(x) FROM (${of}) x)`;

interface Scope {
  raffleId?: string;
  hours: string;
  totals: string;
  buyers: string;
  openRaffles: string;
  sale: string;
  ranked(by: 'allocated' | 'paid_value', name: string): string;
}

/** $1 the first hour of the period before, $2 the period's first, $3 and until; $4 hour or day; compared until $5, before until $6. */
const figures = (of: Scope): string => `
  WITH sold AS MATERIALIZED (
    SELECT h.hour, sum(h.orders) AS orders, sum(h.quotas) AS quotas, sum(h.revenue) AS revenue
    FROM sales_hours h WHERE ${of.hours}h.hour >= $1::timestamp AND h.hour < $3::timestamp GROUP BY h.hour
  ), ${placedBySource('$2', '$3', of.raffleId)}
  SELECT ${list(`SELECT to_char(date_trunc($4, hour), 'YYYY-MM-DD HH24:MI') AS step, ${SUMS} FROM sold GROUP BY 1`)} AS steps,
         ${row(`SELECT ${SUMS} FROM sold WHERE hour >= $2::timestamp AND hour < $5::timestamp`)} AS compared,
         ${row(`SELECT ${SUMS} FROM sold WHERE hour < $6::timestamp`)} AS "comparedBefore",
         ${list(`SELECT t.status, t.orders, t.quotas, t.value::text FROM (SELECT status, ${TOTALS} FROM order_totals${of.totals} GROUP BY status) t`)} AS totals,
         ${list(`SELECT p.status, p.orders, p.quotas, p.value::text FROM (SELECT status, ${TOTALS} FROM placed GROUP BY status) p`)} AS placed,
         ${list(SOURCES)} AS sources,
         ${of.buyers} AS buyers, ${of.openRaffles} AS "openRaffles", ${of.sale} AS sale,
         ${of.ranked('allocated', 'quotas')} AS "byQuotas", ${of.ranked('paid_value', 'value')} AS "byValue"`;

export const selectFiguresOfAll = statement<SaleFiguresRow>(
  'select_sale_figures_of_all',
  figures({
    hours: '',
    totals: '',
    buyers: '(SELECT coalesce(sum(buyers), 0)::int FROM raffle_counters)',
    openRaffles: "(SELECT count(*)::int FROM raffles WHERE status = 'OPEN' AND deleted_at IS NULL)",
    sale: 'NULL::json',
    ranked: () => "'[]'::json",
  }),
);

/** $7 the raffle, $8 how many buyers. No row of a raffle that is not there. A raffle with a certificate shows what is really sold. */
export const selectFiguresOfRaffle = statement<SaleFiguresRow>(
  'select_sale_figures_of_raffle',
  `${figures({
    raffleId: '$7',
    hours: 'h.raffle_id = $7 AND ',
    totals: ' WHERE raffle_id = $7',
    buyers: 'c.buyers',
    openRaffles: "(r.status = 'OPEN')::int",
    sale: `json_build_object('sellable', c.sellable, 'reserved', c.reserved, 'allocated', c.allocated, 'returned', c.returned,
           'spent', c.spent, 'fakeSoldPercentage', CASE WHEN r.certificate_code IS NULL THEN r.fake_sold_percentage END)`,
    ranked: (by, name) =>
      list(`SELECT b."userId", b.name, b.orders, b.quotas, b.value::text FROM (${rankedBuyers(by, name, '$7', '$8')}) b`),
  })}
  FROM raffles r JOIN raffle_counters c ON c.raffle_id = r.id WHERE r.id = $7 AND r.deleted_at IS NULL`,
);
