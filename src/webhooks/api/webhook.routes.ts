import * as run from '../../generated/operations.js';
import { route, type Route } from '../../rest/route.js';
import { page } from '../../rest/page.js';

/** The REST routes of webhooks. */
export const webhookRoutes: readonly Route[] = [
  route('GET /v1/webhooks', run.WebhookEndpointsDocument, 200, (data) => data.webhookEndpoints),
  route('POST /v1/webhooks', run.CreateWebhookEndpointDocument, 201, (data) => data.createWebhookEndpoint),
  route('GET /v1/webhooks/deliveries', run.WebhookDeliveriesDocument, 200, (data) => page(data.webhookDeliveries)),
  route('POST /v1/webhooks/deliveries/:id/redeliver', run.RedeliverWebhookDocument, 200, (data) => data.redeliverWebhook),
  route('POST /v1/webhooks/:endpointId/test-event', run.SendTestEventDocument, 201, (data) => data.sendTestEvent),
  route('PATCH /v1/webhooks/:id', run.UpdateWebhookEndpointDocument, 200, (data) => data.updateWebhookEndpoint),
  route('DELETE /v1/webhooks/:id', run.DeleteWebhookEndpointDocument, 200, (data) => data.deleteWebhookEndpoint),
  route('POST /v1/webhooks/:id/enable', run.EnableWebhookEndpointDocument, 200, (data) => data.enableWebhookEndpoint),
  route(
    'POST /v1/webhooks/:id/rotate-secret',
    run.RotateWebhookEndpointSecretDocument,
    200,
    (data) => data.rotateWebhookEndpointSecret,
  ),
];
