import { defineFeature, type LoadersOf } from '../feature.js';
import { WebhookDeliveryResolver } from './api/webhook-delivery.resolver.js';
import { WebhookEndpointResolver } from './api/webhook-endpoint.resolver.js';
import { createWebhookEventBodyLoader } from './api/webhook-event.loader.js';
import { webhookRoutes } from './api/webhook.routes.js';
import { createDeliveries, type Deliveries } from './delivery/deliveries.js';
import { forgetSecrets, purgeEvents } from './outbox.js';
import { operatorWebhooks } from './webhooks-openapi.js';

const loaders = { webhookEventBody: createWebhookEventBodyLoader };

declare module '../context.js' {
  interface App {
    deliveries: Deliveries;
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const webhooks = defineFeature('webhooks', {
  parts: (app) => ({ deliveries: createDeliveries(app) }),
  loaders,
  resolvers: [WebhookDeliveryResolver, WebhookEndpointResolver],
  rest: webhookRoutes,
  openapi: { webhooks: operatorWebhooks },
  workers: [{ name: 'webhooks.secrets', everyMs: 2_000, run: forgetSecrets }],
  start({ deliveries }) {
    deliveries.start();
    return deliveries;
  },
  // How long the delivery log goes back.
  retention: [{ statement: purgeEvents, days: 30 }],
  sealed: [
    { table: 'webhook_endpoints', column: 'sealed_secret', key: 'id', keyType: 'int' },
    { table: 'webhook_endpoints', column: 'sealed_previous_secret', key: 'id', keyType: 'int' },
  ],
});
