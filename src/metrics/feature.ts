import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { backlogs, orderFigures } from './backlogs.js';
import { keepBusinessCalendar } from './business-calendar.js';
import { metricsRoutes } from './metrics.routes.js';
import { createSalesWatch, type SalesWatch } from './sales-watch.js';
import { SalesResolver } from './sales.resolver.js';
import { RaffleSellBarResolver, SellBarResolver } from './sell-bar.resolver.js';
import { createSellBarWatch, type SellBarWatch } from './sell-bar.service.js';
import { metricsTexts } from './metrics.texts.js';

declare module '../context.js' {
  interface App {
    sellBarWatch: SellBarWatch;
    salesWatch: SalesWatch;
  }
}

export const metrics = defineFeature('metrics', {
  needs: [orders, quotas, raffles],
  texts: metricsTexts,
  parts: (app) => ({ sellBarWatch: createSellBarWatch(app), salesWatch: createSalesWatch(app) }),
  check: keepBusinessCalendar,
  close({ sellBarWatch, salesWatch }) {
    sellBarWatch.stop();
    salesWatch.stop();
  },
  resolvers: [RaffleSellBarResolver, SalesResolver, SellBarResolver],
  rest: metricsRoutes,
  figures: (app) => [backlogs(app), orderFigures(app)],
  subscribers: ({ sellBarWatch, salesWatch }) => ({
    sellBar: sellBarWatch.subscribers,
    salesMetrics: salesWatch.subscribers,
  }),
  logEvents: {
    'metrics.sales.read_failed': { level: 'warn', advice: 'Watched dashboards stand still until the next reading.' },
    'metrics.sell_bars.read_failed': { level: 'warn', advice: 'Watched sell bars stand still until the next reading.' },
  },
});
