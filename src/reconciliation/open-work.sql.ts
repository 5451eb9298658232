import { statement } from '../platform/database/database.js';
import { CHECK_TIMES } from './charge-check.sql.js';

/** How a provider stands. */
export interface ProviderWork {
  name: string;
  adapter: string | null;
  openCharges: number;
  oldestOpenAt: Date | null;
  overdueCharges: number;
  overdueOrderIds: string[];
  ordersHeldUp: number;
  scannedTo: Date | null;
  lastError: string | null;
}

/**
 * Every provider that is configured or has open charges. Overdue: a check time of its charge passed two minutes ago and no answer
 * came. Held up: an unpaid order whose time and grace have passed five minutes ago and that could not be ended.
 */
export const selectProviderWork = statement<ProviderWork>(
  'select_provider_work',
  `
  WITH charge AS MATERIALIZED (
    SELECT c.provider_name AS name, coalesce(o.created_at, b.created_at) AS opened_at, o.id AS order_id, o.status, o.expires_at,
           c.status IN ('CREATING', 'ACTIVE') AS payable,
           c.next_check_at IS NOT NULL
             AND c.checks < (SELECT count(*) FROM ${CHECK_TIMES} AS check_time WHERE check_time < now() - interval '2 minutes') AS overdue
    FROM charges c LEFT JOIN orders o ON o.id = c.order_id LEFT JOIN billing_orders b ON b.id = c.billing_order_id
    WHERE c.status IN ('CREATING', 'ACTIVE') OR c.next_check_at IS NOT NULL
  ), summed AS (
    SELECT name, (count(*) FILTER (WHERE payable))::int AS open, min(opened_at) FILTER (WHERE payable) AS oldest,
           (count(*) FILTER (WHERE overdue))::int AS overdue,
           (count(*) FILTER (WHERE status = 'PENDING' AND expires_at < now() - interval '7 minutes'))::int AS held
    FROM charge GROUP BY name
  )
  SELECT name, p.adapter, coalesce(s.open, 0) AS "openCharges", s.oldest AS "oldestOpenAt",
         coalesce(s.overdue, 0) AS "overdueCharges", ARRAY(
           SELECT order_id::text FROM charge WHERE charge.name = name_of.name AND overdue ORDER BY charge.order_id LIMIT 20
         ) AS "overdueOrderIds", coalesce(s.held, 0) AS "ordersHeldUp", r.scanned_to AS "scannedTo", r.last_error AS "lastError"
  FROM (SELECT name FROM payment_providers UNION SELECT name FROM charge) name_of
  LEFT JOIN payment_providers p USING (name) LEFT JOIN summed s USING (name) LEFT JOIN reconciliations r ON r.provider_name = name
  ORDER BY p.priority, name LIMIT 50`,
);

/** A callback that led to nothing, or does not yet. */
export interface OpenCallback {
  total: number;
  oldestAt: Date;
  latestAt: Date;
  id: string;
  providerName: string;
  receivedAt: Date;
  attempts: number;
  lastError: string | null;
}

const CALLBACK_COLUMNS = `
  count(*) OVER ()::int AS total, min(received_at) OVER () AS "oldestAt", max(received_at) OVER () AS "latestAt",
  id, provider_name AS "providerName", received_at AS "receivedAt", attempts, last_error AS "lastError"`;

/** Callbacks of which the provider knew nothing, the latest first; all of them counted. */
export const selectOrphans = statement<OpenCallback>(
  'select_orphans',
  `
  SELECT ${CALLBACK_COLUMNS} FROM payment_callbacks WHERE outcome = 'ORPHAN' ORDER BY received_at DESC, id LIMIT 20`,
);

/** Callbacks that could not be processed yet, the oldest first; all of them counted. */
export const selectFailingCallbacks = statement<OpenCallback>(
  'select_failing_callbacks',
  `
  SELECT ${CALLBACK_COLUMNS} FROM payment_callbacks WHERE processed_at IS NULL AND last_error IS NOT NULL
  ORDER BY received_at, id LIMIT 20`,
);

/** Money that waits for somebody, the oldest first; all of it counted. */
export interface OpenMoney {
  total: number;
  amount: bigint;
  id: string;
}

export const selectLateMoney = statement<OpenMoney>(
  'select_late_money',
  `
  SELECT count(*) OVER ()::int AS total, (sum(amount) OVER ())::bigint AS amount, id::text
  FROM late_payments WHERE status = 'PENDING' ORDER BY created_at, id LIMIT 20`,
);

/** Refunds that stand so and were not asked for again. $1 status: one of the two whose index is named. */
export const selectStuckRefunds = statement<OpenMoney>(
  'select_stuck_refunds',
  `
  SELECT count(*) OVER ()::int AS total, (sum(amount) OVER ())::bigint AS amount, id
  FROM refunds f WHERE status = $1::refund_status AND status IN ('FAILED', 'BY_HAND')
    AND NOT EXISTS (SELECT FROM refunds r WHERE r.retry_of = f.id OFFSET 0)
  ORDER BY created_at, id LIMIT 20`,
);
