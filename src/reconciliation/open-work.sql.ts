// SQL: counts and sums over several tables.
import type { Refund } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';
import { IS_DISPUTED } from '../disputes/dispute.sql.js';
import { RETURNABLE } from '../refunds/returnable.sql.js';
import { checkTimesBefore } from './charge-check.sql.js';
import type { OpenCallback, ProviderReconciliation, UnsettledEntry } from './reconciliation.type.js';

/** Postgres takes what is open for more than it is, and would compile for longer than it looks. */
export const runWithoutCompiling = statement<object>('run_without_compiling', `SELECT set_config('jit', 'off', true)`);

/**
 * Overdue: no answer two minutes after a check time. Held up: not ended five minutes after its time and grace.
 * Open charges are those of unpaid orders, and those that outlive their order. Nothing that is over is read, and no charge of a
 * legacy client: there may be millions, nobody is asked about them, and they expire by themselves.
 */
export const selectProviderWork = statement<ProviderReconciliation>(
  'select_provider_work',
  `
  WITH asked AS MATERIALIZED (
    SELECT c.provider_name AS name, o.id AS order_id, o.created_at, o.status <> 'PENDING' AND c.status IN ('CREATING', 'ACTIVE') AS outlives,
           c.checks < ${checkTimesBefore("(now() - interval '2 minutes')")} AS overdue
    FROM charges c CROSS JOIN LATERAL (
      SELECT x.id, x.status, x.created_at, x.expires_at FROM orders x WHERE x.id = c.order_id OFFSET 0
    ) o WHERE c.next_check_at IS NOT NULL
  ), figures AS (
    SELECT payment_provider_name AS name, count(*) AS open, min(created_at) AS oldest, 0 AS overdue,
           count(*) FILTER (WHERE expires_at < now() - interval '7 minutes') AS held
    FROM orders WHERE status = 'PENDING' AND total_value > 0 GROUP BY payment_provider_name
    UNION ALL
    SELECT name, count(*) FILTER (WHERE outlives), min(created_at) FILTER (WHERE outlives), count(*) FILTER (WHERE overdue), 0
    FROM asked GROUP BY name
  ), summed AS (
    SELECT name, sum(open)::int AS open, min(oldest) AS oldest, sum(overdue)::int AS overdue, sum(held)::int AS held
    FROM figures GROUP BY name
  )
  SELECT name, p.adapter, coalesce(s.open, 0) AS "openCharges", s.oldest AS "oldestOpenAt",
         coalesce(s.overdue, 0) AS "overdueCharges", ARRAY(
           SELECT order_id::text FROM asked WHERE asked.name = name_of.name AND overdue ORDER BY asked.order_id LIMIT 20
         ) AS "overdueOrderIds", coalesce(s.held, 0) AS "ordersHeldUp", r.scanned_to AS "scannedTo", r.last_error AS "lastError"
  FROM (SELECT name FROM payment_providers UNION SELECT name FROM summed) name_of
  LEFT JOIN payment_providers p USING (name) LEFT JOIN summed s USING (name) LEFT JOIN reconciliations r ON r.provider_name = name
  ORDER BY p.priority, name LIMIT 50`,
);

type CallbackRow = OpenCallback & { total: number; oldestAt: Date; latestAt: Date };

const CALLBACK_COLUMNS = `
  count(*) OVER ()::int AS total, min(received_at) OVER () AS "oldestAt", max(received_at) OVER () AS "latestAt",
  id, provider_name AS "providerName", received_at AS "receivedAt", attempts, last_error AS "lastError"`;

/** The latest first; all of them counted, as in all of these. */
export const selectOrphans = statement<CallbackRow>(
  'select_orphans',
  `
  SELECT ${CALLBACK_COLUMNS} FROM payment_callbacks WHERE outcome = 'ORPHAN' ORDER BY received_at DESC, id LIMIT 20`,
);

export const selectFailingCallbacks = statement<CallbackRow>(
  'select_failing_callbacks',
  `
  SELECT ${CALLBACK_COLUMNS} FROM payment_callbacks WHERE processed_at IS NULL AND last_error IS NOT NULL
  ORDER BY received_at, id LIMIT 20`,
);

type MoneyRow = { total: number; amount: bigint; id: string };

const LATE_MONEY = `FROM late_payments l JOIN payments p ON p.id = l.payment_id ${RETURNABLE} WHERE l.status = 'PENDING'`;

export const selectLateMoney = statement<MoneyRow>(
  'select_late_money',
  `
  SELECT count(*) OVER ()::int AS total, (sum(s.late_owed) OVER ())::bigint AS amount, l.id::text
  ${LATE_MONEY} ORDER BY l.created_at, l.id LIMIT 20`,
);

const MONEY = 'count(*) OVER ()::int AS total, (sum(f.amount) OVER ())::bigint AS amount, f.id';

/** A payment of which several refunds failed owes what is here of it once: the oldest count first. */
const FAILED_REFUNDS = `
  FROM (
    SELECT f.id, f.created_at, least(f.amount, greatest(0, h.here - (sum(f.amount) OVER so_far - f.amount))) AS amount
    FROM refunds f JOIN payments p ON p.id = f.payment_id LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE}
    CROSS JOIN LATERAL (
      SELECT CASE WHEN f.late_payment_id IS NULL THEN s.returnable WHEN l.status = 'PENDING' THEN s.late_owed ELSE 0 END AS here
    ) h
    WHERE f.status = 'FAILED' AND NOT EXISTS (SELECT FROM refunds r WHERE r.retry_of = f.id) AND h.here > 0
    WINDOW so_far AS (PARTITION BY f.payment_id, f.late_payment_id ORDER BY f.created_at, f.id)
  ) f`;

export const selectFailedRefunds = statement<MoneyRow>(
  'select_failed_refunds',
  `
  SELECT ${MONEY}
  ${FAILED_REFUNDS}
  ORDER BY f.created_at, f.id LIMIT 20`,
);

export const selectRefundsByHand = statement<MoneyRow>(
  'select_refunds_to_make_by_hand',
  `SELECT ${MONEY} FROM refunds f WHERE f.status = 'BY_HAND' ORDER BY f.created_at, f.id LIMIT 20`,
);

export const selectOpenDisputes = statement<MoneyRow>(
  'select_open_disputes',
  `
  SELECT count(*) OVER ()::int AS total, (sum(d.amount) OVER ())::bigint AS amount, d.id::text
  FROM disputes d WHERE d.status = 'OPEN' ORDER BY d.opened_at, d.id LIMIT 20`,
);

type OverdueRow = Pick<
  Refund,
  'status' | 'createdAt' | 'attempts' | 'lastError' | 'latePaymentId' | 'returnedTwiceAt' | 'twiceResolvedAt'
> & { owed: bigint; providerName: string; isDisputed: boolean };

export const selectOverdueRefunds = statement<MoneyRow & OverdueRow>(
  'select_overdue_refunds',
  `
  SELECT ${MONEY}, f.status, f.amount AS owed, f.created_at AS "createdAt", f.attempts, f.last_error AS "lastError",
         p.provider_name AS "providerName", f.late_payment_id AS "latePaymentId", f.returned_twice_at AS "returnedTwiceAt",
         f.twice_resolved_at AS "twiceResolvedAt", ${IS_DISPUTED} AS "isDisputed"
  FROM refunds f JOIN payments p ON p.id = f.payment_id
  WHERE f.status IN ('PENDING', 'PROCESSING') AND f.created_at < now() - interval '1 hour' ORDER BY f.created_at, f.id LIMIT 20`,
);

export const selectReturnedTwice = statement<MoneyRow>(
  'select_refunds_returned_twice',
  `
  SELECT ${MONEY} FROM refunds f WHERE f.returned_twice_at IS NOT NULL AND f.twice_resolved_at IS NULL
  ORDER BY f.returned_twice_at, f.id LIMIT 20`,
);

export const selectOwedPrizes = statement<MoneyRow>(
  'select_owed_prizes_of_report',
  `
  SELECT count(*) OVER ()::int AS total, (sum(coalesce(w.value, 0)) OVER ())::bigint AS amount, w.id::text
  FROM won_prizes w WHERE w.state IN ('WON', 'CONTACTED') ORDER BY w.won_at, w.id LIMIT 20`,
);

export const selectOpenEntries = statement<UnsettledEntry & { total: number }>(
  'select_open_entries',
  `
  SELECT count(*) OVER ()::int AS total, id, provider_name AS "providerName", reference, problem,
         first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"
  FROM unsettled_entries WHERE resolved_at IS NULL ORDER BY first_seen_at, id LIMIT 20`,
);

/** No round or manifest for ten minutes, or a contest that was held and whose results are not confirmed. */
const WAITING_DRAWS = `
  FROM draws d JOIN raffles r ON r.id = d.raffle_id
  WHERE d.status <> 'DRAWN' AND r.status = 'CLOSED'
    AND CASE WHEN d.status = 'FREEZING' THEN d.frozen_at + interval '10 minutes'
             WHEN d.mode = 'BEACON' THEN d.due_at + interval '10 minutes' ELSE d.due_at END < now()`;

export const selectWaitingDraws = statement<{ total: number; raffleId: string }>(
  'select_waiting_draws',
  `SELECT count(*) OVER ()::int AS total, d.raffle_id AS "raffleId" ${WAITING_DRAWS} ORDER BY d.frozen_at, d.raffle_id LIMIT 20`,
);

/** A row for each kind, also when nothing is open; `amount` in centavos. */
export const selectOpenFigures = statement<{ kind: string; count: number; amount: bigint | null }>(
  'select_open_figures',
  `
  SELECT 'late_payments' AS kind, count(*)::int AS count, coalesce(sum(s.late_owed), 0)::bigint AS amount
  ${LATE_MONEY}
  UNION ALL
  SELECT 'failed_refunds', count(*)::int, coalesce(sum(f.amount), 0)::bigint
  ${FAILED_REFUNDS}
  UNION ALL
  SELECT 'refunds_by_hand', count(*)::int, coalesce(sum(amount), 0)::bigint FROM refunds WHERE status = 'BY_HAND'
  UNION ALL
  SELECT 'overdue_refunds', count(*)::int, coalesce(sum(amount), 0)::bigint
  FROM refunds WHERE status IN ('PENDING', 'PROCESSING') AND created_at < now() - interval '1 hour'
  UNION ALL
  SELECT 'returned_twice', count(*)::int, coalesce(sum(amount), 0)::bigint
  FROM refunds WHERE returned_twice_at IS NOT NULL AND twice_resolved_at IS NULL
  UNION ALL
  SELECT 'open_disputes', count(*)::int, coalesce(sum(amount), 0)::bigint FROM disputes WHERE status = 'OPEN'
  UNION ALL
  SELECT 'set_aside_entries', count(*)::int, NULL FROM unsettled_entries WHERE resolved_at IS NULL
  UNION ALL
  SELECT 'overdue_callbacks', count(*)::int, NULL
  FROM payment_callbacks WHERE processed_at IS NULL AND received_at < now() - interval '1 hour'
  UNION ALL
  SELECT 'orders_held_up', count(*)::int, NULL FROM orders WHERE status = 'PENDING' AND expires_at < now() - interval '1 hour'
  UNION ALL
  SELECT 'draws_waiting', count(*)::int, NULL
  ${WAITING_DRAWS}
  UNION ALL
  SELECT 'raffles_being_refunded', count(*)::int, NULL
  FROM raffles WHERE refunded_up_to IS NOT NULL AND updated_at < now() - interval '1 hour'`,
);
