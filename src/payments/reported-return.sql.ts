import type { RaffleStatus, RefundInitiator, RefundStatus } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

/** A payment of which money went back, and what it paid. */
export interface ReturnedPayment {
  paymentId: string;
  orderId: string | null;
  raffleId: string | null;
  raffleStatus: RaffleStatus | null;
  billingOrderId: string | null;
  /** The payment paid its order or billing order; a late one did not. */
  isApplied: boolean;
}

/** $1 end-to-end id. */
export const selectReturnedPayment = statement<ReturnedPayment>(
  'select_returned_payment',
  `
  SELECT p.id AS "paymentId", o.id::text AS "orderId", o.raffle_id AS "raffleId", r.status AS "raffleStatus",
         p.billing_order_id AS "billingOrderId", l.id IS NULL OR l.reason = 'OVERPAID' AS "isApplied"
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id LEFT JOIN raffles r ON r.id = o.raffle_id
  LEFT JOIN late_payments l ON l.payment_id = p.id WHERE p.end_to_end_id = $1`,
);

/** Of the refunds that a provider reports those that are ours, made through its API. $1 payment, $2 ids. */
export const selectOwnRefunds = statement<{ id: string }>(
  'select_own_refunds',
  `
  SELECT id FROM refunds WHERE payment_id = $1 AND id = ANY ($2::text[]) AND initiator NOT IN ('BANK', 'PROVIDER')`,
);

/** Nothing when it was reported before. $1 id, $2 payment, $3 amount. */
export const keepReportedReturn = statement<{ id: string }>(
  'keep_reported_return',
  `
  INSERT INTO reported_returns (id, payment_id, amount) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id`,
);

/** A refund that was made by hand, or is to be. */
export interface RefundByHand {
  id: string;
  amount: bigint;
  status: RefundStatus;
  latePaymentId: string | null;
  initiator: RefundInitiator;
  reason: string | null;
}

/**
 * The refunds of a payment that money returned at its provider may be: those that an operator is to make by hand or has confirmed,
 * and a failed one of just that amount which nobody asked for again, if that much is still here. The one of just that amount comes
 * first. The payment is locked. $1 payment, $2 amount, $3 what of the payment is still here.
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

/** The provider reported it. $1 id, $2 when it was returned. */
export const markReported = statement<object>(
  'mark_refund_reported',
  `
  UPDATE refunds SET status = 'RETURNED', reported_at = now(), settled_at = coalesce(settled_at, $2), next_attempt_at = NULL
  WHERE id = $1`,
);

/** Refunds of a payment that an operator is still to make, the latest first. The payment is locked. $1 payment. */
export const selectOpenByHand = statement<{ id: string; amount: bigint }>(
  'select_open_by_hand',
  `SELECT id, amount FROM refunds WHERE payment_id = $1 AND status = 'BY_HAND' ORDER BY created_at DESC, id`,
);

/** There is nothing left to return. $1 id. */
export const dropRefund = statement<object>(
  'drop_refund',
  `UPDATE refunds SET status = 'FAILED', last_error = 'the money went back in another way', next_attempt_at = NULL WHERE id = $1`,
);

/** Takes a part off a refund, which is one of its own from now on. $1 id, $2 amount. */
export const reduceRefund = statement<object>('reduce_refund', 'UPDATE refunds SET amount = amount - $2 WHERE id = $1');

/** $1 id, $2 payment, $3 late payment or null, $4 amount, $5 initiator, $6 reason, $7 when it was returned. */
export const insertReturned = statement<object>(
  'insert_returned',
  `
  INSERT INTO refunds (id, payment_id, late_payment_id, amount, status, initiator, reason, settled_at, reported_at)
  VALUES ($1, $2, $3, $4, 'RETURNED', $5::refund_initiator, $6, $7, now())`,
);

/** Nothing of a late payment is left, and no refund of it is open. $1 payment id. */
export const closeLatePayment = statement<object>(
  'close_late_payment',
  `
  UPDATE late_payments l SET status = 'REFUNDED', note = coalesce(note, 'returned at the provider'), updated_at = now()
  WHERE payment_id = $1 AND status IN ('PENDING', 'REFUNDING') AND NOT EXISTS (
    SELECT FROM refunds f WHERE f.late_payment_id = l.id AND f.status IN ('PENDING', 'PROCESSING', 'BY_HAND')
  )`,
);
