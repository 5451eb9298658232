import { del, get, patch, post, type Route } from '../../rest/route.js';

const WITH_SECRET = { with: { endpoint: {} } };
const DELIVERY = { without: ['body'] };

export const webhookRoutes: readonly Route[] = [
  get('/v1/webhooks', 'webhookEndpoints'),
  post('/v1/webhooks', 'createWebhookEndpoint', WITH_SECRET),
  get('/v1/webhooks/deliveries', 'webhookDeliveries', DELIVERY),
  post('/v1/webhooks/deliveries/:id/redeliver', 'redeliverWebhook', { status: 200, ...DELIVERY }),
  post('/v1/webhooks/:endpointId/test-event', 'sendTestEvent', DELIVERY),
  patch('/v1/webhooks/:id', 'updateWebhookEndpoint'),
  del('/v1/webhooks/:id', 'deleteWebhookEndpoint'),
  post('/v1/webhooks/:id/enable', 'enableWebhookEndpoint', { status: 200 }),
  post('/v1/webhooks/:id/rotate-secret', 'rotateWebhookEndpointSecret', { status: 200, ...WITH_SECRET }),
];
