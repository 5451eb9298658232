import type { App } from '../context.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import type { ReceivedPayment } from '../payment-providers/adapters/adapter.js';
import { paymentProviders } from '../payment-providers/feature.js';
import type { Transaction } from '../platform/database/database.js';
import { pricing } from '../pricing/feature.js';
import { createWakeUp, type WakeUp } from '../platform/wake-up.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { webhooks } from '../webhooks/feature.js';
import { createCallbackRows, processCallbacks, purgeCallbacks, type CallbackRows } from './callback-inbox.js';
import { mountCallbacks } from './callback.route.js';
import { PaymentCallbackResolver } from './payment-callback.resolver.js';
import { moneyEvents } from './payment-events.js';
import { loaders } from './payment.loader.js';
import { LatePaymentResolver, PixPaymentResolver } from './pix-payment.resolver.js';
import { pixPaymentRoutes } from './pix-payment.routes.js';
import type { BillingOrderHook } from './incoming-payment.js';
import { createOrderSettlement, type OrderSettlement } from './settle-orders.js';
import { paymentsTexts } from './payments.texts.js';

declare module '../feature.js' {
  interface FeatureDeclaration {
    /** Settles payments of billing orders; payments does not import legacy. */
    billingOrderHook?(app: App): BillingOrderHook;
    /** Accounts for what went back of a settled payment without our asking; payments does not import refunds. */
    paymentReturnHook?(app: App, payment: ReceivedPayment): Promise<void>;
    /** Sends late payments back, in the transaction that records them. */
    lateReturnHook?(app: App, tx: Transaction, latePaymentIds: string[]): Promise<void>;
  }
}

declare module '../context.js' {
  interface App {
    orderSettlement: OrderSettlement;
    billingOrders: BillingOrderHook | undefined;
    callbackRows: CallbackRows;
    callbackWakeUp: WakeUp;
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof moneyEvents, true> {}
}

export const payments = defineFeature('payments', {
  needs: [paymentProviders, pricing, quotas, raffles, webhooks],
  parts: (app) => ({
    orderSettlement: createOrderSettlement(app),
    billingOrders: app.features.flatMap(({ billingOrderHook }) => billingOrderHook?.(app) ?? [])[0],
    callbackRows: createCallbackRows(app),
    callbackWakeUp: createWakeUp(),
  }),
  loaders,
  resolvers: [LatePaymentResolver, PaymentCallbackResolver, PixPaymentResolver],
  openapi: { tags: { payments: 'Payments that arrived, late ones, payment providers and the reconciliation with them.' } },
  rest: pixPaymentRoutes,
  http: { forPrograms: mountCallbacks },
  events: moneyEvents,
  workers: [
    {
      name: 'payments.inbox',
      everyMs: 2_000,
      run: async (app) => (await processCallbacks(app)) > 0,
      wakeUp: (app) => app.callbackWakeUp,
    },
  ],
  // Evidence while a payment may be disputed: banks take money back (MED) up to 80 days after it was paid.
  retention: [
    {
      statement: purgeCallbacks,
      days: 90,
      ofPerson: {
        'pt-BR': { data: 'Avisos de pagamento como o banco os enviou', purpose: 'Provar um pagamento que seja contestado' },
        en: { data: 'Notices of payments as the bank sent them', purpose: 'To prove a payment that is disputed' },
      },
    },
  ],
  texts: paymentsTexts,
  logEvents: {
    'payments.callback.failed': {
      level: 'warn',
      advice: 'A callback could not be processed and is retried with backoff. Reconciliation also finds the payment.',
    },
    'payments.inbox.failed': { level: 'error', advice: 'Callbacks are not processed. Read `err` and check PostgreSQL.' },
  },
});
