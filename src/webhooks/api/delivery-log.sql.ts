// SQL: a list by a keyset, over a different index for each scope.
import type { WebhookDelivery } from '../../generated/prisma/client.js';
import { keysetList, perScope } from '../../platform/database/keyset-list.js';
import { MILLISECONDS, UUID } from '../../platform/page.js';
import type { WebhookEventType } from '../webhook-event.type.js';

export interface DeliveryRow extends WebhookDelivery {
  eventType: WebhookEventType;
}

/** $2 is the scope's id. */
const SCOPES = {
  all: { where: undefined, nullsLast: [] },
  client: { where: 'd.client_id = $2::uuid', nullsLast: ['createdAt', 'id'] },
  endpoint: { where: 'd.endpoint_id = $2::int', nullsLast: ['createdAt', 'id'] },
} as const;
export type DeliveryScope = keyof typeof SCOPES;

/** Newest first. $1 the statuses. */
export const deliveryLog = perScope(SCOPES, (scope, { where, nullsLast }) =>
  keysetList<DeliveryRow>({
    name: `webhook_deliveries_${scope === 'all' ? scope : `of_${scope}`}`,
    columns: `d.id, d.event_id AS "eventId", e.type AS "eventType", d.endpoint_id AS "endpointId", d.client_id AS "clientId", d.url,
      d.receiver, d.status, d.attempts, d.next_attempt_at AS "nextAttemptAt", d.last_status AS "lastStatus",
      d.last_error AS "lastError", d.created_at AS "createdAt", d.delivered_at AS "deliveredAt"`,
    from: 'webhook_deliveries d',
    joins: 'JOIN webhook_events e ON e.id = d.event_id',
    where,
    key: [
      ['createdAt', MILLISECONDS, 'd.created_at'],
      ['id', UUID, 'd.id'],
    ],
    order: 'DESC',
    nullsLast,
    each: [{ column: 'd.status', values: '$1::webhook_delivery_status[]' }],
  }),
);
