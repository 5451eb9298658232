// SQL: locks and leases by the clock of the database.
import { PAYMENTS_OF_BUYER } from '../payments/payments-of-buyer.sql.js';
import { statement } from '../platform/database/statement.js';

/** Nothing of it is sent back until the transaction ends. $1 payment id. */
export const lockPayment = statement<{
  id: string;
  amount: bigint;
  orderId: string | null;
  endToEndId: string | null;
  left: bigint;
}>(
  'lock_payment_to_dispute',
  `
  SELECT p.id, p.amount, p.order_id::text AS "orderId", p.end_to_end_id AS "endToEndId", p.amount - (
    SELECT coalesce(sum(f.amount), 0) FROM refunds f WHERE f.payment_id = p.id AND f.status = 'RETURNED'
  )::bigint AS left
  FROM payments p WHERE p.id = $1 FOR NO KEY UPDATE OF p`,
);

/** A condition: payment `p` is disputed. OFFSET 0: not every open dispute is read for it. */
export const IS_DISPUTED = "EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id AND d.status = 'OPEN' OFFSET 0)";

/** A condition: what paid the order with this id is disputed. A late payment of it is another matter. */
export const orderIsDisputed = (id: string): string => `
  EXISTS (
    SELECT FROM (SELECT x.id FROM payments x WHERE x.order_id = ${id} OFFSET 0) p
    LEFT JOIN late_payments l ON l.payment_id = p.id
    WHERE (l.id IS NULL OR l.reason = 'OVERPAID') AND ${IS_DISPUTED}
  )`;

/** None unless one of them is disputed. They are locked. $1 payment ids. */
export const selectDisputed = statement<{ id: string }>(
  'select_disputed_payment',
  `SELECT p.id FROM payments p WHERE p.id = ANY ($1::uuid[]) AND ${IS_DISPUTED} LIMIT 1`,
);

export interface DueDispute {
  paymentId: string;
  endToEndId: string;
  providerName: string;
}

/** $1 how many, $2 seconds until they are due again. */
export const claimDisputes = statement<DueDispute>(
  'claim_disputes',
  `
  WITH due AS MATERIALIZED (
    SELECT id FROM disputes WHERE next_check_at <= now() ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  UPDATE disputes d SET next_check_at = now() + make_interval(secs => $2)
  FROM due, payments p WHERE d.id = due.id AND p.id = d.payment_id
  RETURNING p.id AS "paymentId", p.end_to_end_id AS "endToEndId", p.provider_name AS "providerName"`,
);

/** What a bank or an operator wrote about a buyer's payments. $1 user. */
export const forgetDisputeWords = statement<object>(
  'forget_dispute_words',
  `
  UPDATE disputes SET reason = NULL, note = NULL
  WHERE payment_id = ANY (${PAYMENTS_OF_BUYER}) AND (reason IS NOT NULL OR note IS NOT NULL)`,
);
