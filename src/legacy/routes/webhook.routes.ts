import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.js';
import type { DeliveryRow } from '../../webhooks/api/delivery-log.sql.js';
import { listDeliveries, redeliverDelivery } from '../../webhooks/api/webhook-delivery.service.js';
import {
  createEndpointOf,
  deleteEndpointOf,
  findEndpointOf,
  listEndpointsOf,
  numberOfId,
  restoreEndpointOf,
  updateEndpointOf,
  type EndpointOwner,
  type EndpointRow,
} from '../../webhooks/api/webhook-endpoint.service.js';
import { clientOf } from '../billing-orders/billing-order.service.js';
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

/** A legacy client as the owner of webhooks. */
export function clientOwner(clientId: string): EndpointOwner {
  return { clientId, by: { id: clientId, address: null, requestId: null } };
}

function ownerOf(context: Context): EndpointOwner {
  return clientOwner(clientOf(context));
}

/** `/client/api/webhooks`: the caller's endpoints, and what was sent to them and to the addresses of its billing orders. */
export function webhookRoutes(calls: FastifyInstance): void {
  const endpoints = '/client/api/webhooks';
  const endpoint = `${endpoints}/:id`;
  const byId =
    (run: (context: Context, owner: EndpointOwner, id: number) => Promise<EndpointRow>) =>
    async (request: FastifyRequest<ById>) => {
      const context = callContext(request);
      return webhookRecord(await run(context, ownerOf(context), numberOfId(request.params.id)));
    };

  // With the deleted ones, so that a client finds the id of one to restore.
  calls.get(endpoints, async (request) => {
    const context = callContext(request);
    return (await listEndpointsOf(context, ownerOf(context), { deleted: true })).map(webhookRecord);
  });

  calls.post<{ Body: WebhookBody }>(endpoints, { schema: { body: webhookBody } }, async (request) => {
    const context = callContext(request);
    const created = await createEndpointOf(context, ownerOf(context), { ...request.body, events: [] });
    return { ...webhookRecord(created.endpoint), secret: created.secret };
  });

  calls.get<ById>(endpoint, byId(findEndpointOf));

  calls.put<ById & { Body: Partial<WebhookBody> }>(endpoint, { schema: { body: webhookChangeBody } }, async (request) => {
    const context = callContext(request);
    return webhookRecord(await updateEndpointOf(context, ownerOf(context), numberOfId(request.params.id), request.body));
  });

  calls.delete<ById>(endpoint, { schema: { body: noBody } }, byId(deleteEndpointOf));
  calls.patch<ById>(endpoint, { schema: { body: noBody } }, byId(restoreEndpointOf));

  calls.get<{ Querystring: PageQuery }>(`${endpoints}/deliveries`, { schema: { querystring: pageQuery } }, async (request) => {
    const context = callContext(request);
    const scope = { scope: 'client', scopeId: clientOf(context) } as const;
    return legacyPage(request.query, (page) => listDeliveries(context, { ...page, ...scope }), deliveryRecord);
  });

  calls.post<ById>(`${endpoints}/deliveries/:id/redeliver`, { schema: { body: noBody } }, async (request) => {
    const context = callContext(request);
    return deliveryRecord(await redeliverDelivery(context, ownerOf(context), request.params.id));
  });
}

function webhookRecord({ id, type, url, deletedAt }: EndpointRow) {
  return { id, type: type ?? 0, url, deleted_at: text(deletedAt) };
}

function deliveryRecord(delivery: DeliveryRow) {
  return {
    id: delivery.id,
    webhook_id: delivery.endpointId,
    event: delivery.eventType,
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
