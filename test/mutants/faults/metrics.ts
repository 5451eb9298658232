import type { Mutant } from '../mutant.js';

const METRICS = 'test/metrics.test.ts';
const WATCHED = 'test/sales-metrics.test.ts';

/** Figures that are not what was sold, or told to who may not see them. */
export const metricsMutants: Mutant[] = [
  {
    name: 'orders that leave a status stay counted in it',
    file: 'prisma/functions/count_orders.sql',
    find: '      SELECT (-1, raffle_id, user_id, status, quota_quantity, total_value, paid_at)::order_move FROM orders_before\n',
    replace:
      "      SELECT (-1, raffle_id, user_id, status, quota_quantity, total_value, paid_at)::order_move FROM orders_before WHERE status = 'PENDING'\n",
    tests: [METRICS],
  },
  {
    name: 'sales are counted by the hours of UTC',
    file: 'prisma/functions/count_orders.sql',
    find: "SELECT m.raffle_id, date_trunc('hour', m.paid_at AT TIME ZONE zone), sum(m.sign)",
    replace: "SELECT m.raffle_id, date_trunc('hour', m.paid_at AT TIME ZONE 'UTC'), sum(m.sign)",
    tests: [METRICS],
  },
  {
    name: 'a buyer who pays a second order is counted again',
    file: 'src/quotas/allocate-orders.sql.ts',
    find: 'RETURNING b.paid_orders = p.orders AS is_new',
    replace: 'RETURNING true AS is_new',
    tests: [METRICS],
  },
  {
    name: 'a buyer whose last order is refunded stays counted',
    file: 'src/quotas/void-orders.sql.ts',
    find: 'FROM bought WHERE paid_orders = 0 GROUP BY raffle_id',
    replace: 'FROM bought WHERE paid_orders < 0 GROUP BY raffle_id',
    tests: [METRICS],
  },
  {
    name: 'a refund leaves what the buyer paid',
    file: 'src/quotas/void-orders.sql.ts',
    find: 'paid_value = b.paid_value - e.value',
    replace: 'paid_value = b.paid_value',
    tests: [METRICS],
  },
  {
    name: 'the names of top buyers are told to everybody',
    file: 'src/metrics/sales.service.ts',
    find: '{ name: maskName(name), userId: null, value: null }',
    replace: '{ name, userId: null, value: null }',
    tests: [METRICS],
  },
  {
    name: 'top buyers are shown though the raffle hides them',
    file: 'src/metrics/sales.service.ts',
    find: '({ showRank }) => showRank',
    replace: '({ showRank }) => showRank || true',
    tests: [METRICS],
  },
  {
    name: 'the displayed percentage is not marked',
    file: 'src/metrics/sell-bar.service.ts',
    find: 'displayedIsAdjusted: (fakeSoldPercentage ?? 0) / 100 > percentage',
    replace: 'displayedIsAdjusted: (fakeSoldPercentage ?? 0) / 100 > 100',
    tests: [METRICS],
  },
  {
    name: 'the displayed percentage lowers the real one',
    file: 'src/metrics/sell-bar.service.ts',
    find: 'Math.max(percentage, (fakeSoldPercentage ?? 0) / 100)',
    replace: 'fakeSoldPercentage === null ? percentage : fakeSoldPercentage / 100',
    tests: [METRICS],
  },
  {
    name: 'metrics:rebuild repairs by what was there, not by what is missing',
    file: 'src/metrics/rebuild.sql.ts',
    find: 'SET orders = t.orders + excluded.orders',
    replace: 'SET orders = excluded.orders',
    tests: [METRICS],
  },
  {
    name: 'dashboards are not told of another process',
    file: 'src/metrics/sales-watch.ts',
    find: '    intervalMs: 500,',
    replace: '    intervalMs: 60_000,',
    tests: [WATCHED],
  },
  {
    name: 'yesterday is compared with all of today',
    file: 'src/metrics/sales.sql.ts',
    find: "FILTER (WHERE h.hour < date_trunc('hour', here.now) - interval '1 day')",
    replace: 'FILTER (WHERE h.hour < here.now::date)',
    tests: [WATCHED],
  },
];
