import { defineFeature } from '../feature.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { refunds } from '../refunds/feature.js';
import { payments } from '../payments/feature.js';
import { webhooks } from '../webhooks/feature.js';
import { billingOrderEvents } from './billing-orders/billing-order-events.js';
import { expireBillingOrders } from './billing-orders/billing-order-ending.service.js';
import { BillingOrderResolver } from './billing-orders/billing-order.resolver.js';
import { followRefunds } from './billing-orders/locked-ledger.js';
import { createBillingOrderHook } from './billing-orders/settle-billing-orders.js';
import { ApiClientResolver } from './clients/api-client.resolver.js';
import { legacyTexts } from './legacy.texts.js';
import { legacyPaths, legacyWebhooks } from './routes/legacy-openapi.js';
import { mountLegacy } from './routes/legacy.routes.js';

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof billingOrderEvents, true> {}
}

export const legacy = defineFeature('legacy', {
  needs: [payments, paymentProviders, refunds, webhooks],
  texts: legacyTexts,
  resolvers: [ApiClientResolver, BillingOrderResolver],
  http: { forPrograms: mountLegacy },
  openapi: {
    tags: { provider: 'The deprecated group of integrations that charge by PIX themselves. Amounts are whole centavos.' },
    paths: legacyPaths,
    webhooks: () => legacyWebhooks,
  },
  billingOrderHook: createBillingOrderHook,
  refundHook: followRefunds,
  workers: [{ name: 'billing_orders.expiry', everyMs: 5_000, run: expireBillingOrders }],
  logEvents: {
    'billing_orders.expiry.failed': {
      level: 'error',
      advice: 'Unpaid charges of legacy clients do not expire. Read `err`. It is retried in five seconds.',
    },
  },
  events: billingOrderEvents,
  sealed: [{ table: 'api_clients', column: 'sealed_signature_secret', key: 'id', keyType: 'uuid' }],
});
