// SQL: locks, leases, sums over several tables, and pages of many orders at once.
import type {
  LatePaymentStatus,
  OrderStatus,
  RaffleStatus,
  RefundInitiator,
  RefundStatus,
  Refund,
} from '../generated/prisma/client.js';
import { IS_DISPUTED, orderIsDisputed } from '../disputes/dispute.sql.js';
import { RETURNABLE } from './returnable.sql.js';
import { statement } from '../platform/database/statement.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';

/** The raffle's counter is locked. $1 order id. */
export const lockRefundableOrder = statement<{
  status: OrderStatus;
  paidAt: Date | null;
  raffleStatus: RaffleStatus;
  isFrozen: boolean;
  /** It has awarded boxes or quota prizes. */
  isInstant: boolean;
  /** Its sale has ended, or the draw was to be. */
  isPastItsDates: boolean;
  totalValue: bigint;
  isDisputed: boolean;
  /** What of its payment was not returned and is not on its way back. */
  returnable: bigint;
}>(
  'lock_refundable_order',
  `
  SELECT o.status, o.paid_at AS "paidAt", r.status AS "raffleStatus",
         r.frozen_at IS NOT NULL AS "isFrozen",
         (SELECT c.is_instant FROM raffle_counters c WHERE c.raffle_id = r.id) AS "isInstant",
         coalesce(least(r.ends_at, r.draw_at) <= now(), false) AS "isPastItsDates", o.total_value AS "totalValue",
         ${orderIsDisputed('o.id')} AS "isDisputed",
         coalesce((
           SELECT s.returnable FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE}
           WHERE p.order_id = o.id AND (l.id IS NULL OR l.reason = 'OVERPAID') LIMIT 1
         ), 0) AS returnable
  FROM orders o JOIN raffles r ON r.id = o.raffle_id WHERE o.id = $1 FOR NO KEY UPDATE OF o`,
);

/** OFFSET 0 finds late payments by their key. $1 order ids, $2 initiator, $3 reason, $4 amount or null for all that is left. */
export const insertOrderRefunds = statement<{
  id: string;
  orderId: string;
  paymentId: string;
  amount: bigint;
  status: RefundStatus;
}>(
  'insert_order_refunds',
  `
  INSERT INTO refunds (id, payment_id, amount, status, initiator, reason, next_attempt_at)
  SELECT replace(gen_random_uuid()::text, '-', ''), p.id, coalesce($4::bigint, p.left_over),
         (CASE WHEN p.end_to_end_id IS NULL THEN 'BY_HAND' ELSE 'PENDING' END)::refund_status,
         $2::refund_initiator, $3, CASE WHEN p.end_to_end_id IS NOT NULL THEN date_trunc('milliseconds', now()) END
  FROM (
    SELECT p.id, p.order_id, p.end_to_end_id, s.returnable AS left_over
    FROM payments p LEFT JOIN LATERAL (SELECT * FROM late_payments WHERE payment_id = p.id OFFSET 0) l ON true ${RETURNABLE}
    WHERE p.order_id = ANY ($1::bigint[]) AND (l.id IS NULL OR l.reason = 'OVERPAID')
  ) p
  WHERE p.left_over > 0
  RETURNING id, (SELECT order_id::text FROM payments WHERE payments.id = payment_id) AS "orderId", payment_id AS "paymentId", amount,
            status`,
);

/** What waited for the end of a dispute. $1 payment ids. */
export const hastenRefunds = statement<object>(
  'hasten_refunds',
  `
  UPDATE refunds SET next_attempt_at = date_trunc('milliseconds', now()) WHERE payment_id = ANY ($1::uuid[]) AND next_attempt_at > now()`,
);

/** With what of it is still here; its payment is locked. $1 id. */
export const selectLatePayment = statement<{
  id: string;
  paymentId: string;
  owed: bigint;
  status: LatePaymentStatus;
  endToEndId: string | null;
}>(
  'select_late_payment',
  `SELECT l.id, l.payment_id AS "paymentId", s.late_owed AS owed, l.status, p.end_to_end_id AS "endToEndId"
   FROM late_payments l JOIN payments p ON p.id = l.payment_id ${RETURNABLE} WHERE l.id = $1`,
);

/**
 * Due at once: rounded up to milliseconds it would not be when first looked at. $1 id, $2 payment, $3 late payment or null, $4
 * amount, $5 initiator, $6 reason, $7 the refund it asks for again or null.
 */
export const insertRefund = statement<object>(
  'insert_refund',
  `
  INSERT INTO refunds (id, payment_id, late_payment_id, amount, initiator, reason, retry_of, next_attempt_at)
  VALUES ($1, $2, $3, $4, $5::refund_initiator, $6, $7, date_trunc('milliseconds', now()))`,
);

/** All of each. They must be new: nothing of their payments went back yet. $1 late payments, $2 reason. */
export const returnLatePayments = statement<object>(
  'return_late_payments',
  `
  WITH returned AS (
    UPDATE late_payments SET status = 'REFUNDING', updated_at = now() WHERE id = ANY ($1::uuid[]) RETURNING id, payment_id, amount
  )
  INSERT INTO refunds (id, payment_id, late_payment_id, amount, initiator, reason, next_attempt_at)
  SELECT replace(gen_random_uuid()::text, '-', ''), payment_id, id, amount, 'SERVICE', $2, date_trunc('milliseconds', now())
  FROM returned`,
);

export interface DueRefund {
  id: string;
  paymentId: string;
  latePaymentId: string | null;
  amount: bigint;
  attempts: number;
  endToEndId: string;
  providerName: string;
  initiator: RefundInitiator;
  isDisputed: boolean;
  /** More is gone or on its way than was paid: the banks took what this one was to send. */
  isOverdrawn: boolean;
  /** Until then an earlier request, which was not answered, may still arrive at the provider. */
  leasedBefore: Date | null;
  /** PENDING, PROCESSING, or RETURNED when an operator confirmed it and the provider is only asked about it. */
  status: RefundStatus;
}

/** One that must not be sent is not counted as an attempt. $1 lease in seconds, $2 how many. */
export const claimRefunds = statement<DueRefund>(
  'claim_refunds',
  `
  WITH due AS MATERIALIZED (
    SELECT id, leased_until FROM refunds WHERE next_attempt_at <= now() AND status NOT IN ('FAILED', 'BY_HAND')
    ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE refunds f SET attempts = f.attempts + (NOT (h.disputed OR h.overdrawn))::int, next_attempt_at = lease.ends,
         leased_until = lease.ends
  FROM due, (SELECT now() + make_interval(secs => $1) AS ends) lease, payments p CROSS JOIN LATERAL (
    SELECT ${IS_DISPUTED} AS disputed, p.amount < (
      SELECT sum(x.amount) FROM refunds x WHERE x.payment_id = p.id AND x.status <> 'FAILED'
    ) AS overdrawn
  ) h
  WHERE f.id = due.id AND p.id = f.payment_id
  RETURNING f.id, f.payment_id AS "paymentId", f.late_payment_id AS "latePaymentId", f.amount, f.attempts,
            p.end_to_end_id AS "endToEndId", p.provider_name AS "providerName", f.initiator, f.status,
            h.disputed AS "isDisputed", h.overdrawn AS "isOverdrawn", due.leased_until AS "leasedBefore"`,
);

/**
 * $3 seconds until it is looked at again or null, $4 error or null, $5 this request may still arrive at the provider, $6 until when an
 * earlier one may. PENDING changes no status. Nothing once it is final.
 */
export const moveRefund = statement<{ status: RefundStatus; statusBefore: RefundStatus }>(
  'move_refund',
  `
  UPDATE refunds f SET last_error = $4,
         status = CASE WHEN $2 = 'PENDING' THEN before.status ELSE $2::refund_status END,
         next_attempt_at = now() + make_interval(secs => $3), leased_until = CASE WHEN $5::boolean THEN f.leased_until ELSE $6::timestamptz END,
         settled_at = CASE WHEN $2 = 'RETURNED' THEN now() END
  FROM (SELECT id, status FROM refunds WHERE id = $1 FOR UPDATE) before
  WHERE f.id = before.id AND before.status NOT IN ('RETURNED', 'FAILED')
  RETURNING f.status, before.status AS "statusBefore"`,
);

export interface RefundAtProvider {
  id: string;
  endToEndId: string;
  providerName: string;
}

/** $1 id. */
export const selectRefundAtProvider = statement<
  RefundAtProvider & { status: RefundStatus; amount: bigint; attempts: number; createdAt: Date }
>(
  'select_refund_at_provider',
  `
  SELECT f.id, p.end_to_end_id AS "endToEndId", p.provider_name AS "providerName", f.status, f.amount, f.attempts,
         f.created_at AS "createdAt"
  FROM refunds f JOIN payments p ON p.id = f.payment_id WHERE f.id = $1`,
);

/** $1 id, $2 nothing more is to be learned. Asked hourly for a day, then daily for as long as banks return a payment. */
export const watchOn = statement<object>(
  'watch_confirmed_refund',
  `
  UPDATE refunds SET leased_until = NULL, next_attempt_at = CASE
    WHEN $2::boolean OR confirmed_at < now() - interval '90 days' THEN NULL
    WHEN confirmed_at > now() - interval '1 day' THEN now() + interval '1 hour'
    ELSE now() + interval '1 day' END
  WHERE id = $1 AND status = 'RETURNED'`,
);

/** Nothing when it is known, or when no operator returned it. $1 id. */
export const markReturnedTwice = statement<{ id: string; amount: bigint; evidence: string | null }>(
  'mark_refund_returned_twice',
  `
  UPDATE refunds SET returned_twice_at = now(), next_attempt_at = NULL
  WHERE id = $1 AND status = 'RETURNED' AND confirmed_at IS NOT NULL AND returned_twice_at IS NULL
  RETURNING id, amount, return_end_to_end_id AS evidence`,
);

/** With what of its payment is still here; its payment is locked. Its row is locked, so that nobody asks for it meanwhile. $1 id. */
export const selectRefund = statement<{
  status: RefundStatus;
  attempts: number;
  /** A request for it may be on its way to the provider. */
  isLeased: boolean;
  /** Because we asked for it, and no operator says to have returned the money too. */
  isMadeByProvider: boolean;
  paymentId: string;
  latePaymentId: string | null;
  amount: bigint;
  returnable: bigint;
  lateOwed: bigint;
  lateStatus: LatePaymentStatus | null;
  /** The refund that asks for it again. */
  retryId: string | null;
}>(
  'select_refund',
  `
  SELECT f.status, f.attempts, coalesce(f.leased_until > now(), false) AS "isLeased",
         f.status = 'RETURNED' AND f.attempts > 0 AND f.confirmed_at IS NULL AND f.reported_at IS NULL AS "isMadeByProvider",
         f.payment_id AS "paymentId", f.late_payment_id AS "latePaymentId", f.amount, s.returnable,
         s.late_owed AS "lateOwed", l.status AS "lateStatus", (SELECT r.id FROM refunds r WHERE r.retry_of = f.id) AS "retryId"
  FROM refunds f JOIN payments p ON p.id = f.payment_id LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE} WHERE f.id = $1
  FOR NO KEY UPDATE OF f`,
);

/** Two refunds with the same evidence wait for each other. $1 its hash. */
export const lockEvidence = statement<object>('lock_evidence', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

/** In any case of its letters: the index finds the bank and the minute. $1 the id, perhaps without its E. */
export const selectReceivedPix = statement<{ id: string }>(
  'select_received_pix',
  `
  SELECT p.id FROM (SELECT right($1::text, 31) AS key, left(right($1::text, 31), 20) AS minute) sent JOIN payments p
    ON p.end_to_end_id >= 'E' || sent.minute AND p.end_to_end_id < 'E' || lpad((sent.minute::numeric + 1)::text, 20, '0')
  WHERE upper(p.end_to_end_id) = 'E' || upper(sent.key) LIMIT 1`,
);

/** None for a payment of no order. $1 refund id. */
export const selectRaffleOfRefund = statement<{ raffleId: string }>(
  'select_raffle_of_refund',
  `
  SELECT o.raffle_id AS "raffleId" FROM refunds f JOIN payments p ON p.id = f.payment_id JOIN orders o ON o.id = p.order_id WHERE f.id = $1`,
);

export type RefundOfOrder = Pick<Refund, (typeof FIELDS)[number]> & { orderId: string };

const FIELDS = [
  'id',
  'paymentId',
  'latePaymentId',
  'amount',
  'status',
  'initiator',
  'reason',
  'createdAt',
  'settledAt',
  'returnedTwiceAt',
  'twiceResolvedAt',
] as const;
const COLUMNS = selectList(columnsOfTable('f', FIELDS));

/** Oldest first. $1 order ids, $2 and $3 instant and id behind which, $4 how many. */
export const selectRefundsOfOrders = statement<RefundOfOrder>(
  'select_refunds_of_orders',
  `
  SELECT owner.id::text AS "orderId", ${COLUMNS}
  FROM unnest($1::bigint[]) AS owner(id) CROSS JOIN LATERAL (
    SELECT own.* FROM (
      SELECT x.* FROM payments p JOIN refunds x ON x.payment_id = p.id WHERE p.order_id = owner.id OFFSET 0
    ) own
    WHERE (own.created_at, own.id) > ($2::timestamptz, $3::text) ORDER BY own.created_at, own.id LIMIT $4
  ) f
  ORDER BY owner.id, f.created_at, f.id`,
);

/** None for an order without one. $1 order ids. */
export const countRefundsOfOrders = statement<{ orderId: string; count: number }>(
  'count_refunds_of_orders',
  `
  SELECT p.order_id::text AS "orderId", count(*)::int AS count FROM payments p JOIN refunds f ON f.payment_id = p.id
  WHERE p.order_id = ANY ($1::bigint[]) GROUP BY p.order_id`,
);
