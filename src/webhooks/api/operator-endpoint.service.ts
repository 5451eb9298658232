import { actorOf } from '../../platform/principal.js';
import type { Context } from '../../context.js';
import { numberOfId } from './endpoint-id.js';
import type { WebhookEventType } from '../webhook-event.type.js';
import {
  createEndpointOf,
  deleteEndpointOf,
  listEndpointsOf,
  restoreEndpointOf,
  rotateSecretOf,
  updateEndpointOf,
  type EndpointOwner,
  type EndpointRow,
} from './webhook-endpoint.service.js';

/** The operators' endpoints that are not deleted, the oldest first. */
export function listOperatorEndpoints(ctx: Context): Promise<EndpointRow[]> {
  return listEndpointsOf(ctx, operators(ctx));
}

/** Registers an endpoint for the operators; its secret is answered this once. BAD_USER_INPUT on `url`; CONFLICT when too many. */
export function createOperatorEndpoint(ctx: Context, { url, events }: { url: string; events?: WebhookEventType[] | null }) {
  return createEndpointOf(ctx, operators(ctx), { url, type: null, events: distinct(events ?? []) });
}

/** Changes what is given of an endpoint that is not deleted; null is as good as left out. NOT_FOUND; BAD_USER_INPUT on `url`. */
export async function updateOperatorEndpoint(
  ctx: Context,
  id: string,
  { url, events }: { url?: string | null; events?: WebhookEventType[] | null },
): Promise<EndpointRow> {
  const changes = { ...(url != null && { url }), ...(events && { events: distinct(events) }) };
  return updateEndpointOf(ctx, operators(ctx), numberOfId(id), changes);
}

/** Deletes an endpoint, softly. NOT_FOUND. */
export async function deleteOperatorEndpoint(ctx: Context, id: string): Promise<EndpointRow> {
  return deleteEndpointOf(ctx, operators(ctx), numberOfId(id));
}

/** Enables an endpoint that answered 410, or brings back a deleted one. NOT_FOUND; CONFLICT when there are too many. */
export async function enableOperatorEndpoint(ctx: Context, id: string): Promise<EndpointRow> {
  return restoreEndpointOf(ctx, operators(ctx), numberOfId(id));
}

/** Gives an endpoint a new secret, answered this once. NOT_FOUND. */
export async function rotateOperatorSecret(ctx: Context, id: string) {
  return rotateSecretOf(ctx, operators(ctx), numberOfId(id));
}

function operators(ctx: Context): EndpointOwner {
  return { clientId: null, by: actorOf(ctx) };
}

function distinct(events: WebhookEventType[]): WebhookEventType[] {
  return [...new Set(events)];
}
