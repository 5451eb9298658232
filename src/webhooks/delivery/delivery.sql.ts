// SQL: measured: leases and results of deliveries in batches.
// A claim or a result may get lost: then the delivery is sent once more, as it may be in any case.
import { statement, WITHOUT_WAITING } from '../../platform/database/statement.js';

/**
 * The planner does not know the length of an array or a LIMIT that is a parameter, and then reads a whole table. So these
 * statements ask for rows in an index's order, and for ids as an array of their own, which counts as few.
 */

/** Jumps in the index, so that a backlog costs no more than one delivery. $1 after which receiver, $2 how many. */
export const selectReceivers = statement<{ receiver: string; isDue: boolean }>(
  'select_webhook_receivers',
  `
  WITH RECURSIVE listed (receiver, next_attempt_at, n) AS (
    (SELECT receiver, next_attempt_at, 1 FROM webhook_deliveries WHERE status = 'PENDING' AND receiver > $1
     ORDER BY receiver, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT d.receiver, d.next_attempt_at, l.n + 1 FROM listed l CROSS JOIN LATERAL (
      SELECT w.receiver, w.next_attempt_at FROM webhook_deliveries w WHERE w.status = 'PENDING' AND w.receiver > l.receiver
      ORDER BY w.receiver, w.next_attempt_at LIMIT 1
    ) d
    WHERE l.n < $2
  )
  SELECT receiver, next_attempt_at <= now() AS "isDue" FROM listed`,
);

/** Only this process may send it until `leasedUntil`. */
export interface ClaimedDelivery {
  id: string;
  receiver: string;
  attempts: number;
  leasedUntil: Date;
  url: string;
  body: string;
  endpointId: number | null;
  isClosed: boolean;
  /** Of a secret body: do not send it later. */
  endsAt: Date | null;
  isOver: boolean;
  sealedSecret: Buffer | null;
  sealedPreviousSecret: Buffer | null;
  sealedSignatureSecret: Buffer | null;
}

/** The oldest of each receiver. $1 receivers, $2 how many of each, $3 lease in seconds. */
export const claimDeliveries = statement<ClaimedDelivery>(
  'claim_webhook_deliveries',
  `
  WITH due AS MATERIALIZED (
    SELECT d.id FROM unnest($1::text[], $2::int[]) AS r(receiver, places) ${WITHOUT_WAITING}
    CROSS JOIN LATERAL (
      SELECT w.id FROM webhook_deliveries w
      WHERE w.status = 'PENDING' AND w.receiver = r.receiver AND w.next_attempt_at <= now()
      ORDER BY w.next_attempt_at LIMIT r.places FOR UPDATE SKIP LOCKED
    ) d
  ), claimed AS (
    UPDATE webhook_deliveries d
    SET next_attempt_at = now() + make_interval(secs => $3),
        url = coalesce((SELECT e.url FROM webhook_endpoints e WHERE e.id = d.endpoint_id), d.url)
    WHERE d.id = ANY (ARRAY(SELECT id FROM due))
    RETURNING d.*
  )
  SELECT c.id, c.receiver, c.attempts, c.next_attempt_at AS "leasedUntil", c.url, v.body, c.endpoint_id AS "endpointId",
         v.ends_at AS "endsAt", v.ends_at IS NOT NULL AND (v.ends_at <= now() OR v.body = '') AS "isOver",
         e.deleted_at IS NOT NULL OR e.disabled_at IS NOT NULL AS "isClosed",
         e.sealed_secret AS "sealedSecret",
         CASE WHEN e.previous_secret_ends_at > now() THEN e.sealed_previous_secret END AS "sealedPreviousSecret",
         a.sealed_signature_secret AS "sealedSignatureSecret"
  FROM claimed c JOIN webhook_events v ON v.id = c.event_id
  LEFT JOIN webhook_endpoints e ON e.id = c.endpoint_id LEFT JOIN api_clients a ON a.id = c.client_id
  ORDER BY c.created_at`,
);

/**
 * A failure counts only under its own lease, so that it undoes neither another process's attempt nor an operator's redelivery; a
 * success always counts. $1 ids, $2 leases, $3 new statuses, $4 whether something was sent, $5 HTTP statuses, $6 errors, $7
 * seconds until the next attempt.
 */
export const finishDeliveries = statement<object>(
  'finish_webhook_deliveries',
  `
  UPDATE webhook_deliveries d SET
    status = r.status,
    attempts = d.attempts + r.was_sent::int,
    last_status = CASE WHEN r.was_sent THEN r.http_status ELSE d.last_status END,
    last_error = r.error,
    next_attempt_at = CASE WHEN r.status = 'PENDING' THEN now() + make_interval(secs => r.delay_seconds) END,
    delivered_at = CASE WHEN r.status = 'DELIVERED' THEN now() ELSE d.delivered_at END
  FROM unnest($1::uuid[], $2::timestamptz[], $3::webhook_delivery_status[], $4::boolean[], $5::int[], $6::text[], $7::float8[])
    AS r(id, leased_until, status, was_sent, http_status, error, delay_seconds) ${WITHOUT_WAITING}
  WHERE d.id = r.id AND CASE WHEN r.status = 'DELIVERED' THEN d.status <> 'DELIVERED'
                             ELSE d.status = 'PENDING' AND d.next_attempt_at = r.leased_until END`,
  { repeatable: true },
);

/** The CASE keeps Postgres from searching all that is due. $1 ids, $2 leases. */
export const giveBackDeliveries = statement<object>(
  'give_back_webhook_deliveries',
  `
  UPDATE webhook_deliveries d SET next_attempt_at = now()
  FROM unnest($1::uuid[], $2::timestamptz[]) AS r(id, leased_until) ${WITHOUT_WAITING}
  WHERE d.id = ANY ($1) AND d.id = r.id AND CASE d.status WHEN 'PENDING' THEN d.next_attempt_at = r.leased_until ELSE false END`,
  { repeatable: true },
);

/** In parts: a backlog in one statement would outlast its timeout. $1 endpoint id, $2 why, $3 how many at most. */
export const markDeliveriesDead = statement<{ id: string }>(
  'bury_webhook_deliveries',
  `
  WITH pending AS MATERIALIZED (
    SELECT id FROM webhook_deliveries WHERE status = 'PENDING' AND receiver = 'endpoint:' || $1::int
    ORDER BY next_attempt_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE webhook_deliveries d SET status = 'DEAD', next_attempt_at = NULL, last_error = $2
  WHERE d.id = ANY (ARRAY(SELECT id FROM pending)) RETURNING d.id`,
  { repeatable: true },
);
