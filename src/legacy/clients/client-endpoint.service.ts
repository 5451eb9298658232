import type { App } from '../../context.js';
import type { WebhookDeliveryStatus } from '../../generated/prisma/client.js';
import type { Page, PageRequest } from '../../platform/page.js';
import { refuseField } from '../../platform/domain-error.js';
import type { DeliveryRow } from '../../webhooks/api/delivery-log.sql.js';
import { listDeliveries, redeliverDelivery } from '../../webhooks/api/webhook-delivery.service.js';
import {
  createEndpointOf,
  deleteEndpointOf,
  findEndpointOf,
  listEndpointsOf,
  restoreEndpointOf,
  updateEndpointOf,
  type EndpointOwner,
  type EndpointRow,
} from '../../webhooks/api/webhook-endpoint.service.js';
import type { WebhookEventType } from '../../webhooks/webhook-event.type.js';

type Base = Pick<App, 'config' | 'db' | 'deliveries'>;

/** What a legacy client may register for: 0 PIX cash-in, which billing orders are, and 1 cash-out, which nothing is yet. */
const TYPES = [0, 1];

/** A legacy client's webhook. Disabled means that it answered 410: nothing is sent to it until it is restored. */
export interface ClientEndpoint {
  id: number;
  type: number;
  url: string;
  disabledAt: Date | null;
  createdAt: Date;
  deletedAt: Date | null;
}

/**
 * What was or is to be sent to a client; without `webhookId` to the address of one of its billing orders. `id` is the header
 * webhook-id.
 */
export interface ClientDelivery {
  id: string;
  event: WebhookEventType;
  webhookId: number | null;
  url: string;
  status: WebhookDeliveryStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  deliveredAt: Date | null;
}

/** The client's webhooks, the oldest first; with `deleted` those deleted too, the latest 100 of all. */
export async function listEndpoints(app: Base, clientId: string, options: { deleted?: boolean } = {}): Promise<ClientEndpoint[]> {
  return (await listEndpointsOf(app, own(clientId), options)).map(asClientEndpoint);
}

/**
 * Registers a webhook. `secret` (`whsec_...`, Standard Webhooks) is answered only here. BAD_USER_INPUT on `type` unless it is 0
 * or 1, on `url` when nothing may be sent there or there are too many.
 */
export async function createClientEndpoint(
  app: Base,
  clientId: string,
  { type, url }: { type: number; url: string },
): Promise<{ endpoint: ClientEndpoint; secret: string }> {
  const { endpoint, secret } = await createEndpointOf(app, own(clientId), { type: checkedType(type), url, events: [] });
  return { endpoint: asClientEndpoint(endpoint), secret };
}

/** One of the client's webhooks, deleted or not. NOT_FOUND for anybody else's. */
export async function getEndpoint(app: Base, clientId: string, id: number): Promise<ClientEndpoint> {
  return asClientEndpoint(await findEndpointOf(app, own(clientId), id));
}

/** Changes what is given of a webhook that is not deleted. NOT_FOUND; BAD_USER_INPUT on `type` or `url`. */
export async function updateClientEndpoint(
  app: Base,
  clientId: string,
  id: number,
  { type, url }: { type?: number; url?: string },
): Promise<ClientEndpoint> {
  const changes = { ...(type !== undefined && { type: checkedType(type) }), ...(url !== undefined && { url }) };
  return asClientEndpoint(await updateEndpointOf(app, own(clientId), id, changes));
}

/** Deletes a webhook, which can be restored. Deleting it again answers it as it is. NOT_FOUND. */
export async function deleteEndpoint(app: Base, clientId: string, id: number): Promise<ClientEndpoint> {
  return asClientEndpoint(await deleteEndpointOf(app, own(clientId), id));
}

/**
 * Brings a webhook back that was deleted, or disabled by a 410; one that is neither is answered as it is. NOT_FOUND;
 * BAD_USER_INPUT when there are too many.
 */
export async function restoreEndpoint(app: Base, clientId: string, id: number): Promise<ClientEndpoint> {
  return asClientEndpoint(await restoreEndpointOf(app, own(clientId), id));
}

/** What was and is to be sent to the client, to its webhooks and to the addresses of its billing orders, newest first. */
export function listClientDeliveries(
  app: Base,
  clientId: string,
  page: PageRequest & { status?: WebhookDeliveryStatus | null },
): Promise<Page<DeliveryRow>> {
  return listDeliveries(app, { ...page, scope: 'client', scopeId: clientId });
}

/** Sends one of the client's deliveries again, same webhook-id. NOT_FOUND; CONFLICT while its webhook is deleted or disabled. */
export async function redeliver(
  app: Base,
  { clientId, deliveryId }: { clientId: string; deliveryId: string },
): Promise<ClientDelivery> {
  return asClientDelivery(await redeliverDelivery(app, own(clientId), deliveryId));
}

function own(clientId: string): EndpointOwner {
  return { clientId, by: { id: clientId, address: null, requestId: null } };
}

function checkedType(type: number): number {
  if (!TYPES.includes(type)) throw refuseField('type', 'legacy.webhookType');
  return type;
}

function asClientEndpoint({ id, type, url, disabledAt, createdAt, deletedAt }: EndpointRow): ClientEndpoint {
  return { id, type: type ?? 0, url, disabledAt, createdAt, deletedAt };
}

export function asClientDelivery(delivery: DeliveryRow): ClientDelivery {
  return {
    id: delivery.id,
    event: delivery.eventType,
    webhookId: delivery.endpointId,
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempts,
    nextAttemptAt: delivery.nextAttemptAt,
    lastStatus: delivery.lastStatus,
    lastError: delivery.lastError,
    createdAt: delivery.createdAt,
    deliveredAt: delivery.deliveredAt,
  };
}
