import { defineFeature } from '../feature.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { payments } from '../payments/feature.js';
import { purgeIdempotencyKeys } from '../platform/idempotency.sql.js';
import { createPatience, type Patience } from '../platform/patience.js';
import { pricing } from '../pricing/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { users } from '../users/feature.js';
import { EXPIRY_PATIENCE, expireOrders } from './order-expiry.js';
import { mountOrderExport, orderExportPaths } from './order-export.route.js';
import { selectPersonalOrders } from './order-personal-data.sql.js';
import { OrderPriceResolver } from './order-price.resolver.js';
import { createOrderQueue, type OrderQueue } from './order-queue.js';
import { createOrderWatch, type OrderWatch } from './order-watch.js';
import { OrderResolver } from './order.resolver.js';
import { orderRoutes } from './order.routes.js';

declare module '../context.js' {
  interface App {
    orderQueue: OrderQueue;
    orderWatch: OrderWatch;
    /** How long to wait for an expired order whose provider does not answer. */
    expiryPatience: Patience;
  }
}

export const orders = defineFeature('orders', {
  needs: [payments, paymentProviders, raffles, quotas, pricing, users],
  parts: (app) => ({
    orderQueue: createOrderQueue(app),
    orderWatch: createOrderWatch(app),
    expiryPatience: createPatience(EXPIRY_PATIENCE),
  }),
  close: ({ orderWatch }) => orderWatch.stop(),
  resolvers: [OrderResolver, OrderPriceResolver],
  rest: orderRoutes,
  http: { forBrowsers: mountOrderExport },
  openapi: { paths: orderExportPaths },
  workers: [{ name: 'orders.expiry', everyMs: 5_000, run: (app) => expireOrders(app, app.expiryPatience).then(() => false) }],
  // A request that repeats its key later than this is a new one.
  retention: [{ statement: purgeIdempotencyKeys, days: 7 }],
  subscribers: ({ orderWatch }) => ({ orderStatus: orderWatch.subscribers }),
  personalData: { orders: selectPersonalOrders },
});
