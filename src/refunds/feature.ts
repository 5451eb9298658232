import type { App } from '../context.js';
import { disputes } from '../disputes/feature.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { orders } from '../orders/feature.js';
import { ORDER } from '../orders/order.routes.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { payments } from '../payments/feature.js';
import { LATE_PAYMENT, PAYMENT } from '../payments/pix-payment.routes.js';
import type { Transaction } from '../platform/database/database.js';
import { createWakeUp, type WakeUp } from '../platform/wake-up.js';
import { patch, post } from '../rest/route.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { webhooks } from '../webhooks/feature.js';
import { refundCancelledRaffles, refundTotalOf, type RefundTotal } from './cancelled-raffles.js';
import {
  LatePaymentStepsResolver,
  OrderMoneyResolver,
  PixPaymentRefundsResolver,
  RefundFieldsResolver,
  RefundResolver,
} from './refund.resolver.js';
import { OrderPriceRefundRuleResolver, OrderRefundRuleResolver, RaffleRefundRuleResolver } from './refund-rule.resolver.js';
import { refundEvents } from './refund-events.js';
import { forgetLatePaymentNotes, forgetRefundReasons } from './forget-reasons.sql.js';
import { processRefunds } from './refund-worker.js';
import { loaders } from './refund.loader.js';
import { hastenRefunds } from './refund.sql.js';
import { applyReportedReturns } from './reported-return.js';
import { refundsTexts } from './refunds.texts.js';
import { returnAtOnce } from './write-refunds.js';

declare module '../feature.js' {
  interface FeatureDeclaration {
    /** Runs in a transaction that changed how much of these payments is kept. They are locked. */
    refundHook?(app: Pick<App, 'deliveries'>, tx: Transaction, paymentIds: string[]): Promise<void>;
  }
}

declare module '../context.js' {
  interface App {
    /** What would go back if a raffle were cancelled. */
    refundTotalOf(raffleId: string): Promise<RefundTotal>;
    refundWakeUp: WakeUp;
    cancelledRaffleWakeUp: WakeUp;
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof refundEvents, true> {}
}

export const refunds = defineFeature('refunds', {
  needs: [disputes, orders, payments, paymentProviders, quotas, raffles, webhooks],
  parts: ({ db }) => ({
    refundTotalOf: (raffleId) => refundTotalOf(db, raffleId),
    refundWakeUp: createWakeUp(),
    cancelledRaffleWakeUp: createWakeUp(),
  }),
  paymentReturnHook: applyReportedReturns,
  lateReturnHook: returnAtOnce,
  async disputeEndHook({ refundWakeUp }, tx, paymentIds) {
    await tx.query(hastenRefunds, [paymentIds]);
    tx.afterCommit(() => refundWakeUp.wake());
  },
  events: refundEvents,
  forgets: [forgetRefundReasons, forgetLatePaymentNotes],
  loaders,
  resolvers: [
    LatePaymentStepsResolver,
    OrderMoneyResolver,
    OrderPriceRefundRuleResolver,
    OrderRefundRuleResolver,
    PixPaymentRefundsResolver,
    RaffleRefundRuleResolver,
    RefundFieldsResolver,
    RefundResolver,
  ],
  rest: [
    patch('/v1/orders/:orderId/refund', 'refundOrder', { ...ORDER, takesKey: true }),
    patch('/v1/payments/late/:id/refund', 'refundLatePayment', LATE_PAYMENT),
    patch('/v1/payments/late/:id/resolve', 'resolveLatePayment', LATE_PAYMENT),
    post('/v1/payments/pix/:paymentId/bank-return', 'recordBankReturn', PAYMENT),
  ],
  workers: [
    {
      name: 'refunds.processing',
      everyMs: 5_000,
      run: async (app) => (await processRefunds(app)) > 0,
      wakeUp: (app) => app.refundWakeUp,
    },
    {
      name: 'refunds.raffles',
      everyMs: 5_000,
      run: (app) => refundCancelledRaffles(app).then(() => false),
      wakeUp: (app) => app.cancelledRaffleWakeUp,
    },
  ],
  texts: refundsTexts,
  logEvents: {
    'refunds.processing.failed': {
      level: 'error',
      advice: 'Refunds are not requested from providers. Read `err` and check PostgreSQL.',
    },
    'refunds.raffles.failed': {
      level: 'error',
      advice: 'Orders of a raffle that was called off are not ended or refunded. Read `err` and check PostgreSQL.',
    },
    'refunds.request.failed': {
      level: 'warn',
      advice: 'A provider could not be asked for a refund. It is asked again, at least once an hour.',
    },
  },
});
