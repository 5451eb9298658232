import type { WebhookDelivery } from '../../generated/prisma/client.js';
import { statement, type Statement } from '../../platform/database/statement.js';
import type { WebhookEventType } from '../webhook-event.type.js';

/** A line of the delivery log; the event's body is loaded apart. */
export interface DeliveryRow extends WebhookDelivery {
  eventType: WebhookEventType;
}

/** Whose deliveries a list has: everybody's, one client's or one endpoint's. */
export type DeliveryScope = 'all' | 'client' | 'endpoint';

/**
 * A statement a scope, so that each is planned over its own index. $1 is the scope's id, null for all. NULLS LAST says nothing of times
 * and ids, which are never null; it is the order that the indexes of clients and endpoints have alone, so that no plan walks all
 * deliveries of a status instead in the hope of meeting enough.
 */
function perScope<Row extends object>(
  name: string,
  text: (scope: { condition: string; nulls: string }) => string,
): Record<DeliveryScope, Statement<Row>> {
  return {
    all: statement<Row>(`${name}_all`, text({ condition: '$1::text IS NULL', nulls: '' })),
    client: statement<Row>(`${name}_of_client`, text({ condition: 'd.client_id = $1::uuid', nulls: 'NULLS LAST' })),
    endpoint: statement<Row>(`${name}_of_endpoint`, text({ condition: 'd.endpoint_id = $1::int', nulls: 'NULLS LAST' })),
  };
}

/**
 * Newest first. $1 the scope's id, $2 the statuses, $3 and $4 time and id of the one to go on after or null, $5 how many. The newest of
 * each status are found apart, each at its place in the index.
 */
export const selectDeliveryPage = perScope<DeliveryRow>(
  'select_webhook_deliveries',
  ({ condition, nulls }) => `
  SELECT d.id, d.event_id AS "eventId", e.type AS "eventType", d.endpoint_id AS "endpointId", d.client_id AS "clientId", d.url,
         d.receiver, d.status, d.attempts, d.next_attempt_at AS "nextAttemptAt", d.last_status AS "lastStatus",
         d.last_error AS "lastError", d.created_at AS "createdAt", d.delivered_at AS "deliveredAt"
  FROM unnest(ARRAY(
    SELECT found.id FROM unnest($2::webhook_delivery_status[]) AS wanted(status) CROSS JOIN LATERAL (
      SELECT d.created_at, d.id FROM webhook_deliveries d
      WHERE ${condition} AND d.status = wanted.status
        AND (d.created_at, d.id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      ORDER BY d.created_at DESC ${nulls}, d.id DESC ${nulls} LIMIT $5
    ) found
    ORDER BY found.created_at DESC, found.id DESC LIMIT $5
  )) AS page(id) JOIN webhook_deliveries d ON d.id = page.id JOIN webhook_events e ON e.id = d.event_id
  ORDER BY d.created_at DESC, d.id DESC`,
);

/** $1 the scope's id, $2 the statuses. */
export const countDeliveries = perScope<{ count: bigint }>(
  'count_webhook_deliveries',
  ({ condition }) => `
  SELECT count(*) FROM webhook_deliveries d WHERE ${condition} AND d.status = ANY ($2::webhook_delivery_status[])`,
);
