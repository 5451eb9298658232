import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { WebhookDelivery } from '../generated/prisma/client.js';
import type { Transaction } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import { eventsOf } from './event-shapes.js';
import type { WebhookEventType } from './webhook-event.type.js';

/**
 * Without `clientId` for the operators' endpoints: `{ type, timestamp, data }`, amounts as text. With one for that legacy
 * client's endpoints of type 0 and the `url` of the billing order: `data` alone, amounts as whole numbers.
 */
export interface OutgoingEvent {
  type: WebhookEventType;
  data: object;
  clientId?: string;
  /** Only with `clientId`. It was checked when it came. */
  url?: string | null;
  /** Of a secret event: it is not sent later, and only the receiver reads it. */
  endsAt?: Date;
}

declare module '../feature.js' {
  interface FeatureDeclaration {
    /** Hears of events in the transaction that makes them, whether or not there are endpoints. */
    hears?: {
      events(app: App, tx: Transaction, events: readonly OutgoingEvent[]): Promise<void>;
      /** Whether it tells buyers of this kind just now. */
      tells(app: App, type: WebhookEventType): boolean;
    };
  }
}

interface TestEvent {
  type: WebhookEventType;
  endpoint: { id: number; url: string };
  eventId: string;
  deliveryId: string;
}

// One delivery for each receiver; an event without receivers is not stored. A billing order's address is left out where an
// endpoint has the same. An endpoint that names no kinds receives all that are not secret. $1 ids, $2 types, $3 bodies, $4
// clients, $5 addresses, $6 receivers of the addresses, $7 when secret ones end, $8 buyers; null where
// there is none.
const insertEvents = statement<object>(
  'insert_webhook_events',
  `
  WITH event AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::uuid[])
      AS e(id, type, body, client_id, url, receiver, ends_at, person_id)
  ), listener AS (
    SELECT e.id AS event_id, w.id AS endpoint_id, e.client_id, w.url FROM event e JOIN webhook_endpoints w
      ON e.client_id IS NULL AND w.client_id IS NULL AND (w.events = '{}' AND e.ends_at IS NULL OR e.type = ANY (w.events))
    WHERE w.deleted_at IS NULL AND w.disabled_at IS NULL
    UNION ALL
    SELECT e.id, w.id, e.client_id, w.url FROM event e JOIN webhook_endpoints w ON w.client_id = e.client_id AND w.type = 0
    WHERE w.deleted_at IS NULL AND w.disabled_at IS NULL
  ), told AS (
    SELECT event_id, endpoint_id, client_id, url, 'endpoint:' || endpoint_id AS receiver FROM listener
    UNION ALL
    SELECT e.id, NULL, e.client_id, e.url, e.receiver FROM event e
    WHERE e.url IS NOT NULL AND NOT EXISTS (SELECT FROM listener l WHERE l.event_id = e.id AND l.url = e.url)
  ), kept AS (
    INSERT INTO webhook_events (id, type, body, ends_at, person_id)
    SELECT e.id, e.type, e.body, e.ends_at, e.person_id FROM event e WHERE e.id IN (SELECT event_id FROM told)
  )
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, client_id, url, receiver)
  SELECT gen_random_uuid(), event_id, endpoint_id, client_id, url, receiver FROM told`,
);

/** In the transaction that made the events: they are sent only if it commits. */
export async function writeEvents(
  { deliveries }: Pick<App, 'deliveries'>,
  tx: Transaction,
  events: readonly OutgoingEvent[],
): Promise<void> {
  if (events.length === 0) return;
  tx.afterCommit(() => deliveries.wake());
  const timestamp = new Date().toISOString();
  await tx.query(insertEvents, [
    events.map(() => uuidv7()),
    events.map(({ type }) => type),
    events.map(({ type, data, clientId }) => JSON.stringify(clientId === undefined ? { type, timestamp, data } : data)),
    events.map(({ clientId }) => clientId ?? null),
    events.map(({ clientId, url }) => (clientId === undefined ? null : (url ?? null))),
    events.map(({ clientId, url }) => (clientId === undefined || url == null ? null : receiverOf(clientId, url))),
    events.map(({ endsAt }) => endsAt ?? null),
    events.map(({ data }) => ('userId' in data ? data.userId : null)),
  ]);
  await deliveries.hear(tx, events);
}

/** Takes from a buyer's events what the buyer's browser said, and why money went back, sent or not. $1 user. */
export const forgetInEvents = statement<object>(
  'forget_in_webhook_events',
  `
  UPDATE webhook_events SET body = jsonb_set(jsonb_set(body::jsonb, '{data,tracking}', 'null', false), '{data,refunds}', coalesce((
    SELECT jsonb_agg(r.refund || '{"reason": null}' ORDER BY r.n)
    FROM jsonb_array_elements(body::jsonb #> '{data,refunds}') WITH ORDINALITY r(refund, n)
  ), '[]'), false)::text
  WHERE person_id = $1 AND (body LIKE '%"tracking":{%' OR body LIKE '%"reason":"%')`,
);

export async function writeTestEvent(
  { deliveries, features }: Pick<App, 'deliveries' | 'features'>,
  tx: Transaction,
  { type, endpoint, eventId, deliveryId }: TestEvent,
): Promise<WebhookDelivery> {
  tx.afterCommit(() => deliveries.wake());
  const data = eventsOf(features)[type]?.sample;
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), test: true, data });
  await tx.prisma.webhookEvent.create({ data: { id: eventId, type, body } });
  const { id: endpointId, url } = endpoint;
  return tx.prisma.webhookDelivery.create({
    data: { id: deliveryId, eventId, endpointId, url, receiver: `endpoint:${endpointId}` },
  });
}

/** Deliveries of one client to one host wait behind each other. */
function receiverOf(clientId: string, url: string): string {
  return `host:${clientId}:${URL.canParse(url) ? new URL(url).host : 'none'}`;
}

/** $1 the kind. */
const selectListener = statement<{ id: number }>(
  'select_webhook_listener',
  `
  SELECT id FROM webhook_endpoints
  WHERE client_id IS NULL AND deleted_at IS NULL AND disabled_at IS NULL AND $1 = ANY (events) LIMIT 1`,
);

/** By an endpoint that names it, or by the service's own messages. */
export async function isListenedTo(app: App, type: WebhookEventType): Promise<boolean> {
  return app.features.some(({ hears }) => hears?.tells(app, type)) || (await app.db.query(selectListener, [type])).length > 0;
}

// Looks at the event's few deliveries (OFFSET 0): otherwise Postgres reads the index of all that is due for each event.
const UNSENT = `
      SELECT FROM (SELECT d.status FROM webhook_deliveries d WHERE d.event_id = e.id OFFSET 0) sent WHERE sent.status = 'PENDING'`;

/** $1 how many. */
const emptySecretBodies = statement<{ id: string }>(
  'empty_secret_webhook_bodies',
  `
  UPDATE webhook_events SET body = '' WHERE id = ANY (ARRAY(
    SELECT e.id FROM webhook_events e WHERE e.ends_at IS NOT NULL AND e.body <> ''
      AND (e.ends_at <= now() OR NOT EXISTS (${UNSENT}))
    ORDER BY e.ends_at LIMIT $1
  )) RETURNING id::text`,
);
const EMPTIED_AT_ONCE = 1_000;

/** True when there may be more. */
export async function forgetSecrets({ db }: Pick<App, 'db'>): Promise<boolean> {
  const emptied = await db.transaction((tx) => tx.query(emptySecretBodies, [EMPTIED_AT_ONCE]));
  return emptied.length === EMPTIED_AT_ONCE;
}

/** With their deliveries. $1 days they are kept, $2 how many. */
export const purgeEvents = statement<{ id: string }>(
  'purge_webhook_events',
  `
  DELETE FROM webhook_events WHERE id = ANY (ARRAY(
    SELECT e.id FROM webhook_events e WHERE e.created_at < now() - make_interval(days => $1)
      AND NOT EXISTS (${UNSENT})
    ORDER BY e.created_at LIMIT $2
  )) RETURNING id::text`,
);
