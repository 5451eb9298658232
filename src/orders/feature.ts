import { defineFeature } from '../feature.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { payments } from '../payments/feature.js';
import { purgeIdempotencyKeys } from '../platform/idempotency.js';
import { createBackoff, type Backoff } from '../platform/backoff.js';
import { pricing } from '../pricing/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { users } from '../users/feature.js';
import { EXPIRY_BACKOFF, expireOrders } from './order-expiry.js';
import { mountOrderExport, orderExportPaths } from './order-export.route.js';
import { createOrderLinks, type OrderLinks } from './order-link.js';
import { selectPersonalOrders } from './order.sql.js';
import { withoutPayers } from './personal-orders.js';
import { OrderPriceResolver, OrderResolver } from './order.resolver.js';
import { createOrderQueue, type OrderQueue } from './order-queue.js';
import { createOrderWatch, type OrderWatch } from './order.service.js';
import { orderRoutes } from './order.routes.js';
import { ordersTexts } from './orders.texts.js';

declare module '../context.js' {
  interface App {
    orderLinks: OrderLinks;
    orderQueue: OrderQueue;
    orderWatch: OrderWatch;
    expiryBackoff: Backoff;
  }
}

export const orders = defineFeature('orders', {
  needs: [payments, paymentProviders, raffles, quotas, pricing, users],
  parts: (app) => ({
    orderLinks: createOrderLinks(app.config),
    orderQueue: createOrderQueue(app),
    orderWatch: createOrderWatch(app),
    expiryBackoff: createBackoff(EXPIRY_BACKOFF),
  }),
  close: ({ orderWatch }) => orderWatch.stop(),
  texts: ordersTexts,
  resolvers: [OrderResolver, OrderPriceResolver],
  rest: orderRoutes,
  http: { forBrowsers: mountOrderExport },
  openapi: {
    tags: { orders: 'Buying quotas: orders, their PIX codes, payment, cancelling and refunds.' },
    paths: orderExportPaths,
  },
  workers: [{ name: 'orders.expiry', everyMs: 5_000, run: (app) => expireOrders(app, app.expiryBackoff).then(() => false) }],
  // A repeated key that is older than this places a new order.
  retention: [
    {
      statement: purgeIdempotencyKeys,
      days: 7,
      ofPerson: {
        'pt-BR': { data: 'Marca de cada pedido enviado', purpose: 'Não fazer o mesmo pedido duas vezes' },
        en: { data: 'A mark of each order that was sent', purpose: 'Not to place the same order twice' },
      },
    },
  ],
  subscribers: ({ orderWatch }) => ({ orderStatus: orderWatch.subscribers }),
  personalData: { orders: { rows: selectPersonalOrders, shown: withoutPayers } },
  logEvents: {
    'orders.cancellation.failed': {
      level: 'warn',
      advice: 'The provider could not cancel a charge, so the order did not end. The caller was asked to retry.',
    },
    'orders.charge.failed': {
      level: 'warn',
      advice:
        'The provider created no charge. The order was cancelled, and the buyer got an error. If it continues, activate another provider.',
    },
    'orders.export.failed': {
      level: 'warn',
      advice: "An export of a raffle's orders failed, see `err`. The file is incomplete: export it again.",
    },
    'orders.expiry.failed': {
      level: 'error',
      advice: 'Unpaid orders do not expire and keep their quotas. Read `err`. It is retried in five seconds.',
    },
    'orders.expiry.held_up': {
      level: 'warn',
      advice: 'An expired order keeps its quotas until its provider answers. If it continues, check the provider.',
    },
    'orders.released_unasked': {
      level: 'warn',
      advice:
        'Unpaid orders were ended by an operator, or after six hours without an answer from their provider. Their codes may still be paid: check the provider.',
    },
    'orders.paid_charge.left_open': {
      level: 'warn',
      advice:
        'An order was paid by hand and its code can still be paid. Reconciliation cancels the code. Money paid before that is a late payment.',
    },
    'orders.placing.unfinished': {
      level: 'warn',
      advice:
        'An order was placed, but the database became unavailable before the caller got the code. The error names the order. If it is not paid, it expires.',
    },
    'orders.unused_charge.left_open': {
      level: 'warn',
      advice: 'The charge of an ended order stays open at its provider. Nobody received its code.',
    },
    'orders.watch.read_failed': { level: 'warn', advice: 'Subscribers of orders get no changes until the next read.' },
  },
});
