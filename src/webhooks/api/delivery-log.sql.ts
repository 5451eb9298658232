import type { WebhookDelivery } from '../../generated/prisma/client.js';
import { statement, type Statement } from '../../platform/database/database.js';
import type { WebhookEventType } from '../webhook-event.type.js';

/** A line of the delivery log; the event's body is loaded apart. */
export interface DeliveryRow extends WebhookDelivery {
  eventType: WebhookEventType;
}

/** Whose deliveries a list has. $1 is the id, null for all. */
const SCOPES = { all: '$1::text IS NULL', client: 'd.client_id = $1::uuid', endpoint: 'd.endpoint_id = $1::int' };
/** Written out, not as a parameter: else the index of those that are DEAD would not be used. */
const STATUSES = {
  any: 'true',
  PENDING: "d.status = 'PENDING'",
  DELIVERED: "d.status = 'DELIVERED'",
  DEAD: "d.status = 'DEAD'",
};

export type DeliveryScope = keyof typeof SCOPES;
export type DeliveryStatusFilter = keyof typeof STATUSES;
type PerList<Row extends object> = Record<DeliveryScope, Record<DeliveryStatusFilter, Statement<Row>>>;

function perList<Row extends object>(name: string, text: (condition: string) => string): PerList<Row> {
  const one = (scope: DeliveryScope, status: DeliveryStatusFilter): Statement<Row> =>
    statement(`${name}_${scope}_${status}`.toLowerCase(), text(`${SCOPES[scope]} AND ${STATUSES[status]}`));
  const perStatus = (scope: DeliveryScope) => ({
    any: one(scope, 'any'),
    PENDING: one(scope, 'PENDING'),
    DELIVERED: one(scope, 'DELIVERED'),
    DEAD: one(scope, 'DEAD'),
  });
  return { all: perStatus('all'), client: perStatus('client'), endpoint: perStatus('endpoint') };
}

/** Newest first. $1 the scope's id, $2 and $3 time and id of the one to go on after or null, $4 how many. */
export const selectDeliveryPage = perList<DeliveryRow>(
  'select_webhook_deliveries',
  (condition) => `
  SELECT d.id, d.event_id AS "eventId", e.type AS "eventType", d.endpoint_id AS "endpointId", d.client_id AS "clientId", d.url,
         d.receiver, d.status, d.attempts, d.next_attempt_at AS "nextAttemptAt", d.last_status AS "lastStatus",
         d.last_error AS "lastError", d.created_at AS "createdAt", d.delivered_at AS "deliveredAt"
  FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
  WHERE ${condition}
    AND (d.created_at, d.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY d.created_at DESC, d.id DESC LIMIT $4`,
);

/** $1 the scope's id. */
export const countDeliveries = perList<{ count: bigint }>(
  'count_webhook_deliveries',
  (condition) => `
  SELECT count(*) FROM webhook_deliveries d WHERE ${condition}`,
);
