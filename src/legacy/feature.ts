import { defineFeature } from '../feature.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { payments } from '../payments/feature.js';
import { webhooks } from '../webhooks/feature.js';
import { billingOrderEvents } from './billing-orders/billing-order-events.js';
import { createBillingOrderHook } from './billing-orders/settle-billing-orders.js';
import { ApiClientResolver } from './clients/api-client.resolver.js';
import { legacyTexts } from './legacy.texts.js';
import { legacyPaths, legacyWebhooks } from './routes/legacy-openapi.js';
import { mountLegacy } from './routes/legacy.routes.js';

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof billingOrderEvents, true> {}
}

export const legacy = defineFeature('legacy', {
  needs: [payments, paymentProviders, webhooks],
  texts: legacyTexts,
  resolvers: [ApiClientResolver],
  http: { forPrograms: mountLegacy },
  openapi: {
    tags: { provider: 'The deprecated group of integrations that charge by PIX themselves. Amounts are whole centavos.' },
    paths: legacyPaths,
    webhooks: () => legacyWebhooks,
  },
  billingOrderHook: createBillingOrderHook,
  events: billingOrderEvents,
  sealed: [{ table: 'api_clients', column: 'sealed_signature_secret', key: 'id', keyType: 'uuid' }],
});
