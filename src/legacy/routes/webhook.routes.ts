import type { FastifyInstance } from 'fastify';
import { clientOf } from '../billing-orders/billing-order.service.js';
import { numberOfId } from '../../webhooks/api/webhook-endpoint.service.js';
import {
  createClientEndpoint,
  deleteEndpoint,
  getEndpoint,
  asClientDelivery,
  listClientDeliveries,
  listEndpoints,
  redeliver,
  restoreEndpoint,
  updateClientEndpoint,
  type ClientDelivery,
  type ClientEndpoint,
} from '../clients/client-endpoint.service.js';
import {
  noBody,
  pageQuery,
  webhookBody,
  webhookChangeBody,
  type PageQuery,
  type WebhookBody,
  legacyPage,
} from './legacy-bodies.js';
import { callContext } from './legacy-caller.js';

interface ById {
  Params: { id: string };
}

/** `/client/api/webhooks`: the caller's endpoints, each the webhook record of the interface, and what was sent to them. */
export function webhookRoutes(calls: FastifyInstance): void {
  const endpoints = '/client/api/webhooks';
  const endpoint = `${endpoints}/:id`;

  // With the deleted ones, so that a client finds the id of one to restore.
  calls.get(endpoints, async (request) => {
    const context = callContext(request);
    return (await listEndpoints(context, clientOf(context), { deleted: true })).map(webhookRecord);
  });

  calls.post<{ Body: WebhookBody }>(endpoints, { schema: { body: webhookBody } }, async (request) => {
    const context = callContext(request);
    const created = await createClientEndpoint(context, clientOf(context), request.body);
    return { ...webhookRecord(created.endpoint), secret: created.secret };
  });

  calls.get<ById>(endpoint, async (request) => {
    const context = callContext(request);
    return webhookRecord(await getEndpoint(context, clientOf(context), numberOfId(request.params.id)));
  });

  calls.put<ById & { Body: Partial<WebhookBody> }>(endpoint, { schema: { body: webhookChangeBody } }, async (request) => {
    const context = callContext(request);
    return webhookRecord(await updateClientEndpoint(context, clientOf(context), numberOfId(request.params.id), request.body));
  });

  calls.delete<ById>(endpoint, { schema: { body: noBody } }, async (request) => {
    const context = callContext(request);
    return webhookRecord(await deleteEndpoint(context, clientOf(context), numberOfId(request.params.id)));
  });

  calls.patch<ById>(endpoint, { schema: { body: noBody } }, async (request) => {
    const context = callContext(request);
    return webhookRecord(await restoreEndpoint(context, clientOf(context), numberOfId(request.params.id)));
  });

  calls.get<{ Querystring: PageQuery }>(`${endpoints}/deliveries`, { schema: { querystring: pageQuery } }, async (request) => {
    const context = callContext(request);
    return legacyPage(
      request.query,
      (page) => listClientDeliveries(context, clientOf(context), page),
      (delivery) => deliveryRecord(asClientDelivery(delivery)),
    );
  });

  calls.post<ById>(`${endpoints}/deliveries/:id/redeliver`, { schema: { body: noBody } }, async (request) => {
    const context = callContext(request);
    return deliveryRecord(await redeliver(context, { clientId: clientOf(context), deliveryId: request.params.id }));
  });
}

function webhookRecord({ id, type, url, deletedAt }: ClientEndpoint) {
  return { id, type, url, deleted_at: text(deletedAt) };
}

/** A line of the log; `id` is the `webhook-id` that the receiver saw. */
function deliveryRecord(delivery: ClientDelivery) {
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event: delivery.event,
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    created_at: text(delivery.createdAt),
    next_attempt_at: text(delivery.nextAttemptAt),
    delivered_at: text(delivery.deliveredAt),
  };
}

function text(instant: Date | null): string | null {
  return instant && instant.toISOString();
}
