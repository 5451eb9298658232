// SQL: orders by where their buyers came from, counted by blocks of orders when the books are checked: the sale does no work for them.
import { statement } from '../platform/database/statement.js';
import { CHANGED_ORDER_BLOCKS } from '../reconciliation/books/sums.sql.js';
import { MOST_SOURCES } from './sale-figures-limits.js';

/** Strangers can send a new source with every order. Those that paid most are kept. */
const SOURCES_A_BLOCK = 32;
/** Those that a statement counts itself: with more of them it would be compiled first, which takes longer than all of it. */
const BLOCKS_COUNTED_NOW = 32;
/** The source of all others. */
export const OTHER_SOURCES = '*';
const ALL_RAFFLES = '00000000-0000-0000-0000-000000000000';

const text = (...names: string[]): string =>
  `lower(left(coalesce(${names.map((name) => `o.tracking ->> '${name}'`).join(', ')}, ''), 60)) COLLATE "C"`;

/** Of blocks `n` (block), an order a row. Figures need a time zone also where the calendar is missing. */
const ORDERS = `
  SELECT n.block, o.raffle_id, (o.created_at AT TIME ZONE coalesce((SELECT c.time_zone FROM business_calendar c), 'America/Sao_Paulo'))::date AS day,
         ${text('utmSource', 'src')} AS source, ${text('utmCampaign')} AS campaign, o.status, 1 AS orders, o.quota_quantity AS quotas,
         o.total_value AS value
  FROM n CROSS JOIN LATERAL (
    SELECT x.raffle_id, x.created_at, x.tracking, x.status, x.quota_quantity, x.total_value FROM orders x
    WHERE x.id >= n.block << 10 AND x.id < (n.block + 1) << 10 ORDER BY x.id LIMIT 1024
  ) o`;
/** What was counted of blocks `n`, to be taken off. */
const COUNTED = `
  SELECT n.block, s.raffle_id, s.day, s.source, s.campaign, s.status, -s.orders, -s.quotas, -s.value
  FROM n CROSS JOIN LATERAL (SELECT * FROM order_sources x WHERE x.block = n.block OFFSET 0) s`;
const SUMS = 'sum(orders)::int AS orders, sum(quotas)::bigint AS quotas, sum(value)::bigint AS value';

/** Writes only what differs: most blocks of a round are as they were. $1 blocks. */
export const keepOrderSources = statement<object>(
  'keep_order_sources',
  `
  WITH n AS MATERIALIZED (SELECT block FROM unnest($1::bigint[]) AS b(block)), placed AS MATERIALIZED (${ORDERS}),
  large AS MATERIALIZED (
    SELECT r.block, r.source, r.campaign FROM (
      SELECT p.block, p.source, p.campaign, row_number() OVER (
               PARTITION BY p.block
               ORDER BY sum(p.value) FILTER (WHERE p.status = 'PAID') DESC NULLS LAST, count(*) DESC, p.source, p.campaign
             ) AS rank
      FROM placed p GROUP BY p.block, p.source, p.campaign
    ) r WHERE r.rank <= ${SOURCES_A_BLOCK}
  ), moved AS MATERIALIZED (
    SELECT block, raffle_id, day, source, campaign, status, ${SUMS} FROM (
      SELECT p.block, p.raffle_id, p.day, coalesce(l.source, '${OTHER_SOURCES}') AS source, coalesce(l.campaign, '') AS campaign, p.status,
             p.orders, p.quotas, p.value
      FROM placed p LEFT JOIN large l ON (l.block, l.source, l.campaign) = (p.block, p.source, p.campaign)
      UNION ALL ${COUNTED}
    ) d
    GROUP BY block, raffle_id, day, source, campaign, status HAVING (sum(orders), sum(quotas), sum(value)) <> (0, 0, 0)
  ), counted AS (
    INSERT INTO order_sources AS s (block, raffle_id, day, source, campaign, status, orders, quotas, value)
    SELECT m.block, m.raffle_id, m.day, m.source, m.campaign, m.status, m.orders, m.quotas, m.value FROM moved m
    ON CONFLICT (block, raffle_id, day, source, campaign, status) DO UPDATE
    SET orders = s.orders + excluded.orders, quotas = s.quotas + excluded.quotas, value = s.value + excluded.value
  )
  INSERT INTO order_source_totals AS t (raffle_id, day, source, campaign, status, orders, quotas, value)
  SELECT coalesce(m.raffle_id, '${ALL_RAFFLES}'), m.day, m.source, m.campaign, m.status, ${SUMS}
  FROM moved m GROUP BY GROUPING SETS ((m.raffle_id, m.day, m.source, m.campaign, m.status), (m.day, m.source, m.campaign, m.status))
  ON CONFLICT (raffle_id, day, source, campaign, status) DO UPDATE
  SET orders = t.orders + excluded.orders, quotas = t.quotas + excluded.quotas, value = t.value + excluded.value`,
);

const KEY = 'day, source, campaign, status';

/** Nothing stays of what an order was tracked by and is no more: it may name a person. After `keepOrderSources`. $1 blocks. */
export const dropEmptyOrderSources = statement<object>(
  'drop_empty_order_sources',
  `
  WITH gone AS (
    DELETE FROM order_sources WHERE block = ANY ($1::bigint[]) AND orders = 0 RETURNING raffle_id, ${KEY}
  )
  DELETE FROM order_source_totals t
  WHERE t.orders = 0 AND (t.raffle_id, t.day, t.source, t.campaign, t.status) IN (
    SELECT raffle_id, ${KEY} FROM gone UNION ALL SELECT '${ALL_RAFFLES}', ${KEY} FROM gone
  )`,
);

/**
 * CTEs: `placed` has the orders that were placed from the day of `first` on and before that of `until`, by source, campaign and status. Blocks
 * that changed since they were counted are counted now, so that the figures are of this moment, or in a rush of some seconds before.
 */
export const placedBySource = (first: string, until: string, raffleId?: string): string => {
  const isIn = (days: string): string => `${days} >= ${first}::timestamp::date AND ${days} < ${until}::timestamp::date`;
  return `
  n AS MATERIALIZED (SELECT c.block FROM (${CHANGED_ORDER_BLOCKS}) c LIMIT ${BLOCKS_COUNTED_NOW}), placed AS MATERIALIZED (
    SELECT source, campaign, status, ${SUMS} FROM (
      SELECT t.source, t.campaign, t.status, t.orders, t.quotas, t.value FROM order_source_totals t
      WHERE t.raffle_id = ${raffleId ?? `'${ALL_RAFFLES}'`} AND ${isIn('t.day')}
      UNION ALL
      SELECT c.source, c.campaign, c.status, c.orders, c.quotas, c.value FROM (${ORDERS} UNION ALL ${COUNTED}) c
      WHERE ${raffleId === undefined ? '' : `c.raffle_id = ${raffleId} AND `}${isIn('c.day')}
    ) p GROUP BY source, campaign, status HAVING sum(orders) <> 0
  ), ranked AS MATERIALIZED (
    SELECT s.*, row_number() OVER (ORDER BY s.source = '${OTHER_SOURCES}', s.revenue DESC, s.placed DESC, s.source, s.campaign) AS rank
    FROM (
      SELECT source, campaign, sum(orders) AS placed, ${ofStatus('PENDING', 'orders')} AS pending, ${ofStatus('PAID', 'orders')} AS orders,
             ${ofStatus('PAID', 'quotas')} AS quotas, ${ofStatus('PAID', 'value')} AS revenue
      FROM placed GROUP BY source, campaign
    ) s
  )`;
};

function ofStatus(status: 'PENDING' | 'PAID', figure: string): string {
  return `coalesce(sum(${figure}) FILTER (WHERE status = '${status}'), 0)`;
}

/** After `placedBySource`. The rest is the last row. */
export const SOURCES = `
  SELECT source, campaign, placed::int, pending::int, orders::int, quotas::float8, revenue::text
  FROM (
    SELECT source, campaign, placed, pending, orders, quotas, revenue, rank FROM ranked
    WHERE rank <= ${MOST_SOURCES} AND source <> '${OTHER_SOURCES}'
    UNION ALL
    SELECT '${OTHER_SOURCES}', '', sum(placed), sum(pending), sum(orders), sum(quotas), sum(revenue), ${MOST_SOURCES + 1} FROM ranked
    WHERE rank > ${MOST_SOURCES} OR source = '${OTHER_SOURCES}' HAVING count(*) > 0
  ) s ORDER BY rank`;
