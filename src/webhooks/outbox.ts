import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import { statement, type Transaction } from '../platform/database/database.js';
import type { WebhookEventType } from './webhook-event.type.js';

/**
 * Something that happened and that somebody may want to be told. Without `clientId` it is for the operators' endpoints, whose
 * body is `{ type, timestamp, data }`. With one it is for that legacy client alone: its endpoints of type 0 and the `url` that
 * the billing order named, and the body is `data` itself. `data` must be what JSON can say: amounts as text for operators, as
 * integer numbers for clients, never bigint.
 */
export interface OutgoingEvent {
  type: WebhookEventType;
  data: object;
  clientId?: string;
  /** Only with `clientId`. It was checked when it came; what is no URL all the same is kept and fails when it is sent. */
  url?: string | null;
}

/**
 * Events and their deliveries, one for each receiver there is now; an event that nobody is to be told leaves no trace. A
 * billing order's own address is left out where a registered endpoint has the very same one. $1 ids, $2 types, $3 bodies,
 * $4 clients or null, $5 addresses or null, $6 receivers of the addresses or null.
 */
const insertEvents = statement<object>(
  'insert_webhook_events',
  `
  WITH event AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[])
      AS e(id, type, body, client_id, url, receiver)
  ), listener AS (
    SELECT e.id AS event_id, w.id AS endpoint_id, e.client_id, w.url FROM event e JOIN webhook_endpoints w
      ON e.client_id IS NULL AND w.client_id IS NULL AND (w.events = '{}' OR e.type = ANY (w.events))
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
    INSERT INTO webhook_events (id, type, body)
    SELECT e.id, e.type, e.body FROM event e WHERE e.id IN (SELECT event_id FROM told)
  )
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, client_id, url, receiver)
  SELECT gen_random_uuid(), event_id, endpoint_id, client_id, url, receiver FROM told`,
);

/**
 * Writes events into the outbox, within the transaction that made them so: they are sent if it commits, and never if it does
 * not. One statement, whatever their number, that locks no endpoint against others. The commit wakes the deliveries.
 */
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
  ]);
}

/** Whom a delivery to an address waits behind: others of that client to the same host. */
function receiverOf(clientId: string, url: string): string {
  return `host:${clientId}:${URL.canParse(url) ? new URL(url).host : 'none'}`;
}

/** Deletes events of long ago that nobody waits for any more, with their deliveries. $1 days they are kept, $2 how many. */
export const purgeEvents = statement<{ id: string }>(
  'purge_webhook_events',
  `
  DELETE FROM webhook_events WHERE id = ANY (ARRAY(
    SELECT e.id FROM webhook_events e WHERE e.created_at < now() - make_interval(days => $1)
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.status = 'PENDING' OFFSET 0)
    ORDER BY e.created_at LIMIT $2
  )) RETURNING id::text`,
);
