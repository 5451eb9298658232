// SQL: sums over several tables, locks, and an order that no index has.
import { statement } from '../platform/database/statement.js';
import type { RaffleStatus, RefundInitiator, RefundStatus } from '../generated/prisma/client.js';

/**
 * A join: what of a payment `p` (late part `l`) is still here, of its late part and of what paid its order. What banks and
 * providers returned comes off the late part first, so that an order loses its money last.
 */
export const RETURNABLE = `
  CROSS JOIN LATERAL (
    SELECT coalesce(l.amount, 0) AS late,
           coalesce(sum(f.amount) FILTER (WHERE f.initiator IN ('BANK', 'PROVIDER')), 0) AS taken,
           coalesce(sum(f.amount) FILTER (WHERE f.initiator NOT IN ('BANK', 'PROVIDER') AND f.late_payment_id IS NOT NULL), 0) AS late_sent,
           coalesce(sum(f.amount) FILTER (WHERE f.initiator NOT IN ('BANK', 'PROVIDER') AND f.late_payment_id IS NULL), 0) AS sent
    FROM refunds f WHERE f.payment_id = p.id AND f.status <> 'FAILED'
  ) t
  CROSS JOIN LATERAL (SELECT least(t.taken, greatest(0, t.late - t.late_sent)) AS taken_of_late) b
  CROSS JOIN LATERAL (
    SELECT (t.late - t.late_sent - b.taken_of_late)::bigint AS late_owed,
           (p.amount - t.late - t.sent - (t.taken - b.taken_of_late))::bigint AS returnable
  ) s`;

/** See RETURNABLE. $1 payment id. */
export const selectReturnable = statement<{ lateOwed: bigint; returnable: bigint }>(
  'select_returnable',
  `
  SELECT s.late_owed AS "lateOwed", s.returnable
  FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE} WHERE p.id = $1`,
);

/**
 * What is still here must be read after this lock, in another statement. By one of: $1 payment, $2 refund, $3 late payment, $4
 * order.
 */
export const lockPayments = statement<{ id: string }>(
  'lock_payments',
  `
  SELECT id FROM payments
  WHERE id = $1::uuid OR id = (SELECT payment_id FROM refunds WHERE id = $2::text)
     OR id = (SELECT payment_id FROM late_payments WHERE id = $3::uuid) OR order_id = $4::bigint
  ORDER BY id FOR UPDATE`,
);

/** In one order, so that no two callers deadlock. $1 order ids. */
export const lockPaymentsOfOrders = statement<{ id: string }>(
  'lock_payments_of_orders',
  `
  SELECT id FROM payments WHERE order_id = ANY ($1::bigint[]) ORDER BY payments.id FOR UPDATE`,
);

export interface ReturnedPayment {
  paymentId: string;
  endToEndId: string | null;
  providerName: string;
  orderId: string | null;
  raffleId: string | null;
  raffleStatus: RaffleStatus | null;
  billingOrderId: string | null;
  /** A late payment did not pay its order or billing order. */
  isApplied: boolean;
}

/** By one of: $1 end-to-end id, $2 payment id. */
export const selectReturnedPayment = statement<ReturnedPayment>(
  'select_returned_payment',
  `
  SELECT p.id AS "paymentId", p.end_to_end_id AS "endToEndId", p.provider_name AS "providerName", o.id::text AS "orderId",
         o.raffle_id AS "raffleId", r.status AS "raffleStatus",
         p.billing_order_id AS "billingOrderId", l.id IS NULL OR l.reason = 'OVERPAID' AS "isApplied"
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id LEFT JOIN raffles r ON r.id = o.raffle_id
  LEFT JOIN late_payments l ON l.payment_id = p.id WHERE p.end_to_end_id = $1 OR p.id = $2::uuid`,
);

export interface RefundByHand {
  id: string;
  amount: bigint;
  status: RefundStatus;
  latePaymentId: string | null;
  initiator: RefundInitiator;
  reason: string | null;
}

/**
 * Those made or to be made by hand, and a failed one of just that amount, if so much is still here; that amount comes first. $1
 * payment, $2 amount, $3 what of the payment is still here.
 */
export const selectRefundsByHand = statement<RefundByHand>(
  'select_refunds_by_hand',
  `
  SELECT f.id, f.amount, f.status, f.late_payment_id AS "latePaymentId", f.initiator, f.reason FROM refunds f
  WHERE f.payment_id = $1 AND f.initiator NOT IN ('BANK', 'PROVIDER') AND f.reported_at IS NULL AND (
    f.status = 'BY_HAND' OR (f.status = 'RETURNED' AND f.confirmed_at IS NOT NULL) OR (
      f.status = 'FAILED' AND f.amount = $2 AND f.amount <= $3 AND NOT EXISTS (SELECT FROM refunds r WHERE r.retry_of = f.id)
    )
  )
  ORDER BY f.amount <> $2, f.status <> 'BY_HAND', f.status <> 'RETURNED', f.created_at, f.id`,
);

/** $1 id, $2 when it was returned. */
export const markReported = statement<object>(
  'mark_refund_reported',
  `
  UPDATE refunds SET status = 'RETURNED', reported_at = now(), settled_at = coalesce(settled_at, $2), next_attempt_at = NULL
  WHERE id = $1`,
);

/** Once none of its refunds is open. $1 payment id. */
export const closeLatePayment = statement<object>(
  'close_late_payment',
  `
  UPDATE late_payments l SET status = 'REFUNDED', note = coalesce(note, 'returned at the provider'), updated_at = now()
  WHERE payment_id = $1 AND status IN ('PENDING', 'REFUNDING') AND NOT EXISTS (
    SELECT FROM refunds f WHERE f.late_payment_id = l.id AND f.status IN ('PENDING', 'PROCESSING', 'BY_HAND')
  )`,
);
