import { book } from '../book/feature.js';
import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { ORDER_AND_BUYER } from '../orders/order.routes.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { reconciliation } from '../reconciliation/feature.js';
import { get, patch, post } from '../rest/route.js';
import { backlogs, orderFigures } from './backlogs.js';
import { keepBusinessCalendar } from './business-calendar.js';
import { LastBuyersResolver } from './last-buyers.resolver.js';
import { createLastBuyers, type LastBuyers } from './last-buyers.service.js';
import { metricsTexts } from './metrics.texts.js';
import { dropEmptyOrderSources, keepOrderSources } from './order-sources.sql.js';
import { SaleFiguresResolver } from './sale-figures.resolver.js';
import { SalesResolver } from './sales.resolver.js';
import { createSalesWatch, type SalesWatch } from './sales.service.js';
import { RaffleSellBarResolver, SellBarResolver } from './sell-bar.resolver.js';
import { createSellBarWatch, type SellBarWatch } from './sell-bar.service.js';

declare module '../context.js' {
  interface App {
    sellBarWatch: SellBarWatch;
    salesWatch: SalesWatch;
    lastBuyers: LastBuyers;
  }
}

export const metrics = defineFeature('metrics', {
  needs: [book, orders, quotas, raffles, reconciliation],
  texts: metricsTexts,
  parts: (app) => ({
    sellBarWatch: createSellBarWatch(app),
    salesWatch: createSalesWatch(app),
    lastBuyers: createLastBuyers(app),
  }),
  sharedReads: { lastBuyers: ['of'] },
  check: keepBusinessCalendar,
  close({ sellBarWatch, salesWatch }) {
    sellBarWatch.stop();
    salesWatch.stop();
  },
  resolvers: [LastBuyersResolver, RaffleSellBarResolver, SaleFiguresResolver, SalesResolver, SellBarResolver],
  openapi: { tags: { metrics: 'Sales figures for operators, and what waits for them.' } },
  rest: [
    get('/v1/metrics/general', 'generalMetrics', { with: { orders: {} } }),
    get('/v1/metrics/sale-figures', 'saleFigures', {
      with: {
        sold: {},
        comparison: { with: { sold: {}, before: {}, since: {} } },
        steps: { with: { before: {} } },
        placed: {},
        sources: { with: { paid: {} } },
        standing: { with: { orders: {} } },
        progress: {},
        topByQuotas: {},
        topByValue: {},
      },
    }),
    get('/v1/metrics/last-orders', 'lastOrders', ORDER_AND_BUYER),
    get('/v1/metrics/orders-summary', 'ordersSummary'),
    get('/v1/metrics/badges', 'badges'),
    patch('/v1/metrics/badges/winners-seen', 'markWinnersSeen'),
    get('/v1/metrics/raffles/percentage-of-sales', 'rafflePercentageOfSales'),
    get('/v1/metrics/raffles/:raffleId/sales', 'salesMetrics'),
    get('/v1/metrics/raffles/:raffleId/sales-by-day', 'salesByDay'),
    get('/v1/metrics/raffles/:raffleId/top-buyers', 'topBuyers'),
    get('/v1/metrics/raffles/:raffleId/last-buyers', 'lastBuyers'),
    get('/v1/metrics/raffles/:raffleId/sell-bar', 'sellBar', { with: { composition: {} } }),
    get('/v1/metrics/raffles/:raffleId/fake-sold-quotas-percentage', 'fakeSoldQuotasPercentage'),
    post('/v1/metrics/raffles/:raffleId/fake-sold-quotas-percentage', 'createFakeSoldQuotasPercentage'),
    patch('/v1/metrics/raffles/:raffleId/fake-sold-quotas-percentage', 'updateFakeSoldQuotasPercentage'),
  ],
  keptOfOrders: [keepOrderSources, dropEmptyOrderSources],
  figures: (app) => [backlogs(app), orderFigures(app)],
  subscribers: ({ sellBarWatch, salesWatch }) => ({
    sellBar: sellBarWatch.subscribers,
    salesMetrics: salesWatch.subscribers,
  }),
  logEvents: {
    'metrics.sales.read_failed': { level: 'warn', advice: 'Open dashboards get no changes until the next read.' },
    'metrics.sell_bars.read_failed': { level: 'warn', advice: 'Watched sell bars get no changes until the next read.' },
  },
});
