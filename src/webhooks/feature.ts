import { defineFeature, type LoadersOf } from '../feature.js';
import { loadByKey } from '../graphql/load-by-key.js';
import { del, get, patch, post } from '../rest/route.js';
import { WebhookDeliveryResolver, WebhookEndpointResolver } from './api/webhook.resolver.js';
import { createDeliveries, type Deliveries } from './delivery/deliveries.js';
import { forgetInEvents, forgetSecrets, purgeEvents } from './outbox.js';
import { webhooksTexts } from './webhooks.texts.js';
import { operatorWebhooks } from './webhooks-openapi.js';

/** Null for secret events too: their bodies are for the receiver only. */
const loaders = {
  webhookEventBody: loadByKey(
    ({ db }, ids) =>
      db.prisma.webhookEvent.findMany({ where: { id: { in: ids } }, select: { id: true, body: true, endsAt: true } }),
    ({ id, body, endsAt }) => [id, endsAt ? null : body],
    null,
  ),
};

const WITH_SECRET = { with: { endpoint: {} } };
const DELIVERY = { without: ['body'] };

declare module '../context.js' {
  interface App {
    deliveries: Deliveries;
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const webhooks = defineFeature('webhooks', {
  parts: (app) => ({ deliveries: createDeliveries(app) }),
  texts: webhooksTexts,
  loaders,
  resolvers: [WebhookDeliveryResolver, WebhookEndpointResolver],
  rest: [
    get('/v1/webhooks', 'webhookEndpoints'),
    post('/v1/webhooks', 'createWebhookEndpoint', WITH_SECRET),
    get('/v1/webhooks/deliveries', 'webhookDeliveries', DELIVERY),
    post('/v1/webhooks/deliveries/:id/redeliver', 'redeliverWebhook', { status: 200, ...DELIVERY }),
    post('/v1/webhooks/:endpointId/test-event', 'sendTestEvent', DELIVERY),
    patch('/v1/webhooks/:id', 'updateWebhookEndpoint'),
    del('/v1/webhooks/:id', 'deleteWebhookEndpoint'),
    post('/v1/webhooks/:id/enable', 'enableWebhookEndpoint', { status: 200 }),
    post('/v1/webhooks/:id/rotate-secret', 'rotateWebhookEndpointSecret', { status: 200, ...WITH_SECRET }),
  ],
  openapi: { tags: { webhooks: 'The endpoints that events are sent to, and the deliveries.' }, webhooks: operatorWebhooks },
  workers: [{ name: 'webhooks.secrets', everyMs: 2_000, run: forgetSecrets }],
  start({ deliveries }) {
    deliveries.start();
    return deliveries;
  },
  retention: [
    {
      statement: purgeEvents,
      days: 30,
      ofPerson: {
        'pt-BR': { data: 'Avisos de pedidos, prêmios e códigos aos sistemas do organizador', purpose: 'Entregar esses avisos' },
        en: { data: 'Notices of orders, prizes and codes to the systems of the organiser', purpose: 'To deliver these notices' },
      },
    },
  ],
  forgets: [forgetInEvents],
  sealed: [
    { table: 'webhook_endpoints', column: 'sealed_secret', key: 'id', keyType: 'int' },
    { table: 'webhook_endpoints', column: 'sealed_previous_secret', key: 'id', keyType: 'int' },
  ],
  logEvents: {
    'webhooks.deliveries.failed': {
      level: 'error',
      advice: 'No webhooks are sent until the next attempt, half a second later. Read `err` and check PostgreSQL.',
    },
    'webhooks.delivery.failed': {
      level: 'error',
      advice: 'A delivery failed in our code. It is sent again when its lease ends. This is a bug: report it.',
    },
    'webhooks.delivery.given_up': {
      level: 'info',
      advice:
        'The last attempt failed, or the endpoint was disabled or deleted. Contact the receiver. When it works again, use `redeliverWebhook`.',
    },
    'webhooks.endpoint.close_failed': {
      level: 'error',
      advice:
        'The waiting deliveries of a disabled endpoint end one by one, when each is due, not at once. This is a bug: report it.',
    },
    'webhooks.endpoint.disabled': {
      level: 'warn',
      advice: 'A receiver answered 410. Ask its owner, then enable the endpoint again or delete it.',
    },
    'webhooks.results.unwritten': {
      level: 'error',
      advice: 'Results were not written when the process stopped. These deliveries are sent once more.',
    },
    'webhooks.secrets.failed': {
      level: 'error',
      advice: 'Delivered or expired login codes stay in the bodies of their events. Read `err` and check PostgreSQL.',
    },
  },
});
