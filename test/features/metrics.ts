import { backlogs, orderFigures } from '../../src/metrics/backlogs.js';
import { createLastBuyers } from '../../src/metrics/last-buyers.service.js';
import { saleFigures } from '../../src/metrics/sale-figures.service.js';
import { SalesPeriod } from '../../src/metrics/sale-figures.type.js';
import { createFakePercentage } from '../../src/metrics/sell-bar.service.js';
import { badges, findSalesMetrics, generalMetrics, markWinnersSeen } from '../../src/metrics/sales.service.js';
import type { FeatureTests } from '../features.js';

const FIGURES = 'test/sale-figures.test.ts';
const LAST = 'test/last-buyers.test.ts';
const METRICS = 'test/metrics.test.ts';
const SOURCES = 'test/order-sources.test.ts';
const WATCHED = 'test/sales-metrics.test.ts';

export const metrics: FeatureTests = {
  operations: `
    generalMetrics                  A      GET /v1/metrics/general
    saleFigures                     A      GET /v1/metrics/sale-figures
    lastOrders                      A      GET /v1/metrics/last-orders
    ordersSummary                   A      GET /v1/metrics/orders-summary
    badges                          A      GET /v1/metrics/badges
    markWinnersSeen                 A      PATCH /v1/metrics/badges/winners-seen
    rafflePercentageOfSales         A      GET /v1/metrics/raffles/percentage-of-sales
    salesMetrics                    A      GET /v1/metrics/raffles/{raffleId}/sales
    salesByDay                      A      GET /v1/metrics/raffles/{raffleId}/sales-by-day
    topBuyers                       P      GET /v1/metrics/raffles/{raffleId}/top-buyers
    lastBuyers                      P      GET /v1/metrics/raffles/{raffleId}/last-buyers
    sellBar                         P      GET /v1/metrics/raffles/{raffleId}/sell-bar
    fakeSoldQuotasPercentage        A      GET /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage
    createFakeSoldQuotasPercentage  A(OM)  POST /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage
    updateFakeSoldQuotasPercentage  A(OM)  PATCH /v1/metrics/raffles/{raffleId}/fake-sold-quotas-percentage`,
  acts: {
    createFakeSoldQuotasPercentage: async ({ aRaffle }) => ({ input: { raffleId: await aRaffle(), percentage: 10 } }),
    updateFakeSoldQuotasPercentage: async ({ aRaffle, done }) => {
      const raffleId = await aRaffle();
      await done('createFakeSoldQuotasPercentage', { input: { raffleId, percentage: 10 } }, '{ percentage }');
      return { input: { raffleId, percentage: 20 } };
    },
  },
  people: ({ admin, of: { raffles } }) => ({
    'show all sales': () => generalMetrics(admin),
    'show figures of all raffles': () => saleFigures(admin, { period: SalesPeriod.LAST_30_DAYS }),
    'show figures of a raffle': () => saleFigures(admin, { period: SalesPeriod.LAST_30_DAYS, raffleId: raffles.huge }),
    'watch a sale': () => findSalesMetrics(admin, raffles.huge),
    'show who bought last': async () => createLastBuyers(admin).of(raffles.huge),
    'show badges': () => badges(admin),
    'see what was won': () => markWinnersSeen(admin),
    'display a percentage': () => createFakePercentage(admin, { raffleId: raffles.huge, percentage: 10 }),
  }),
  rounds: ({ app }) => ({
    'figures of backlogs': () => backlogs(app).read(),
    'figures of orders': () => orderFigures(app).read(),
  }),
  lists: ({ raffles, uuid }) => ({
    ordersSummary: { raffleIds: [undefined, raffles.huge] },
    rafflePercentageOfSales: { after: [uuid] },
  }),
  faults: {
    'prisma/functions/count_orders.sql': [
      {
        name: 'orders that leave a status stay counted in it',
        find: '      SELECT (-1, raffle_id, user_id, status, quota_quantity, total_value, paid_at)::order_move FROM orders_before\n',
        replace:
          "      SELECT (-1, raffle_id, user_id, status, quota_quantity, total_value, paid_at)::order_move FROM orders_before WHERE status = 'PENDING'\n",
        tests: [METRICS],
      },
      {
        name: 'sales are counted by the hours of UTC',
        find: "SELECT m.raffle_id, date_trunc('hour', m.paid_at AT TIME ZONE zone), sum(m.sign)",
        replace: "SELECT m.raffle_id, date_trunc('hour', m.paid_at AT TIME ZONE 'UTC'), sum(m.sign)",
        tests: [METRICS],
      },
    ],
    'src/metrics/sales.service.ts': [
      {
        name: 'the names of top buyers are told to everybody',
        find: '{ name: maskName(name), userId: null, value: null }',
        replace: '{ name, userId: null, value: null }',
        tests: [METRICS],
      },
      {
        name: 'top buyers are shown though the raffle hides them',
        find: '({ showRank }) => showRank',
        replace: '({ showRank }) => showRank || true',
        tests: [METRICS],
      },
      {
        name: 'dashboards are not told of another process',
        find: '    intervalMs: 500,',
        replace: '    intervalMs: 60_000,',
        tests: [WATCHED],
      },
    ],
    'src/metrics/sales-period.ts': [
      {
        name: 'the hour that goes on is compared with a whole one',
        find: 'comparedUntil: thisHour < begins ? begins : thisHour > ends ? ends : thisHour,',
        replace: 'comparedUntil: ends,',
        tests: [FIGURES],
      },
    ],
    'src/metrics/sale-figures.sql.ts': [
      {
        name: 'the period is compared with more than as many hours',
        find: 'FROM sold WHERE hour < $6::timestamp',
        replace: 'FROM sold WHERE hour < $2::timestamp AND $6::timestamp IS NOT NULL',
        tests: [FIGURES],
      },
    ],
    'src/metrics/order-sources.sql.ts': [
      {
        name: 'orders that changed since their block was counted are counted twice',
        find: '(${ORDERS} UNION ALL ${COUNTED}) c',
        replace: '(${ORDERS}) c',
        tests: [SOURCES],
      },
      {
        name: 'sources without a payment come before those that paid',
        find: "ORDER BY sum(p.value) FILTER (WHERE p.status = 'PAID') DESC NULLS LAST, count(*) DESC, p.source, p.campaign",
        replace: 'ORDER BY p.source, p.campaign',
        tests: [SOURCES],
      },
    ],
    'src/metrics/last-buyers.service.ts': [
      {
        name: 'the names of the last buyers are told to everybody',
        find: 'name: maskName(name)',
        replace: 'name',
        tests: [LAST],
      },
      {
        name: 'the last buyers are shown though the raffle hides them',
        find: "raffle.showLastBuyers && raffle.privacy === 'PUBLIC'",
        replace: "raffle.privacy === 'PUBLIC'",
        tests: [LAST],
      },
      {
        name: 'the last buyers of a private raffle are shown',
        find: "raffle.showLastBuyers && raffle.privacy === 'PUBLIC'",
        replace: 'raffle.showLastBuyers',
        tests: [LAST],
      },
    ],
    'src/metrics/last-buyers.sql.ts': [
      {
        name: 'who has not paid is shown among the last buyers',
        find: "x.status = 'PAID'",
        replace: "x.status IN ('PAID', 'PENDING')",
        tests: [LAST],
      },
    ],
    'src/metrics/sell-bar.service.ts': [
      {
        name: 'the displayed percentage is not marked',
        find: 'displayedIsAdjusted: (fakeSoldPercentage ?? 0) / 100 > percentage',
        replace: 'displayedIsAdjusted: (fakeSoldPercentage ?? 0) / 100 > 100',
        tests: [METRICS],
      },
      {
        name: 'the displayed percentage lowers the real one',
        find: 'Math.max(percentage, (fakeSoldPercentage ?? 0) / 100)',
        replace: 'fakeSoldPercentage === null ? percentage : fakeSoldPercentage / 100',
        tests: [METRICS],
      },
    ],
    'src/metrics/rebuild.sql.ts': [
      {
        name: 'metrics:rebuild repairs by what was there, not by what is missing',
        find: 'SET orders = t.orders + excluded.orders',
        replace: 'SET orders = excluded.orders',
        tests: [METRICS],
      },
    ],
    'src/metrics/sales.sql.ts': [
      {
        name: 'yesterday is compared with all of today',
        find: "FILTER (WHERE h.hour < date_trunc('hour', here.now) - interval '1 day')",
        replace: 'FILTER (WHERE h.hour < here.now::date)',
        tests: [WATCHED],
      },
    ],
  },
};
