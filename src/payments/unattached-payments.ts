import { writeAudit } from '../platform/audit.js';
import type { Sql } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import type { PaymentRow } from './incoming-payment.js';
import { RETURNABLE } from './returnable.sql.js';

/** A payment that is nobody's so far, its row locked; centavos. */
export interface UnattachedPayment {
  id: string;
  amount: bigint;
}

/** $1 payment ids. */
const lockUnknownPayments = statement<object>(
  'lock_unknown_payments',
  `
  SELECT FROM payments WHERE id = ANY ($1::uuid[]) ORDER BY payments.id FOR UPDATE`,
);

/** Of the payments that are locked those that are still nobody's, and nobody has decided on. $1 payment ids. */
const selectUnattached = statement<{ id: string; endToEndId: string; amount: bigint }>(
  'select_unattached_payments',
  `
  SELECT p.id, p.end_to_end_id AS "endToEndId", p.amount
  FROM payments p JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE}
  WHERE p.id = ANY ($1::uuid[]) AND p.order_id IS NULL AND p.billing_order_id IS NULL
    AND l.status = 'PENDING' AND s.late_owed = p.amount AND NOT EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id)`,
);

/** What they are for and who says so, an array a column: payments, orders, billing orders, txids, providers. Their late parts are decided anew. */
const attach = statement<object>(
  'attach_payments',
  `
  WITH forgotten AS (DELETE FROM late_payments WHERE payment_id = ANY ($1::uuid[]))
  UPDATE payments p SET order_id = a.order_id, billing_order_id = a.billing_order_id, txid = a.txid, provider_name = a.provider
  FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::text[]) AS a(id, order_id, billing_order_id, txid, provider)
  WHERE p.id = a.id`,
);

/** Locks payments that were kept as nobody's, and answers by end-to-end id those on which nothing was decided since. */
export async function lockUnattached(sql: Sql, paymentIds: string[]): Promise<Map<string, UnattachedPayment>> {
  if (paymentIds.length === 0) return new Map();
  await sql.query(lockUnknownPayments, [paymentIds]);
  const unattached = await sql.query(selectUnattached, [paymentIds]);
  return new Map(unattached.map(({ id, endToEndId, amount }) => [endToEndId, { id, amount }]));
}

/**
 * Writes to payments that were nobody's what they are for; audited. They stop being late: the caller records what of them does not
 * fit their target. They must be locked.
 */
export async function attachPayments(sql: Sql, payments: PaymentRow[]): Promise<void> {
  await sql.query(attach, [
    payments.map(({ id }) => id),
    payments.map(({ orderId }) => orderId ?? null),
    payments.map(({ billingOrderId }) => billingOrderId ?? null),
    payments.map(({ incoming }) => incoming.txid ?? null),
    payments.map(({ incoming }) => incoming.providerName),
  ]);
  await writeAudit(
    sql,
    ...payments.map(({ id, orderId, billingOrderId }) => ({
      by: null,
      action: 'attachPayment',
      subjectType: 'payment',
      subjectId: id,
      details: { ...(orderId && { orderId }), ...(billingOrderId && { billingOrderId }) },
    })),
  );
}
