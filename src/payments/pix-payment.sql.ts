import { statement } from '../platform/database/statement.js';
import type { LatePayment, PixPayment } from './pix-payment.type.js';

const SHOWN = `p.id, p.order_id::text AS "orderId", p.end_to_end_id AS "endToEndId", p.txid, p.amount, p.source,
         p.provider_name AS "providerName", p.payer_name AS "payerName", p.payer_cpf AS "payerCpf", p.paid_at AS "paidAt"`;

/**
 * A page of the payments of each of several orders, oldest first. OFFSET 0 has them found by their order, never among all by when they were
 * paid. $1 order ids, $2 and $3 instant and id behind which, $4 how many.
 */
export const selectPaymentsOfOrders = statement<PixPayment>(
  'select_payments_of_orders',
  `
  SELECT ${SHOWN} FROM unnest($1::bigint[]) AS owner(id) CROSS JOIN LATERAL (
    SELECT own.* FROM (SELECT x.* FROM payments x WHERE x.order_id = owner.id OFFSET 0) own
    WHERE (own.paid_at, own.id) > ($2::timestamptz, $3::uuid) ORDER BY own.paid_at, own.id LIMIT $4
  ) p
  ORDER BY p.order_id, p.paid_at, p.id`,
);

/** How many payments came for orders; none for one without. $1 order ids. */
export const countPaymentsOfOrders = statement<{ orderId: string; count: number }>(
  'count_payments_of_orders',
  `
  SELECT order_id::text AS "orderId", count(*)::int AS count FROM payments WHERE order_id = ANY ($1::bigint[]) GROUP BY order_id`,
);

/** By the keys of the buyer's own orders: among all payments those of a buyer who pays seldom are far apart. $1 user. */
const PAYMENTS_OF_BUYER = `
  FROM unnest(ARRAY(SELECT id FROM orders WHERE user_id = $1)) AS own(id) JOIN payments p ON p.order_id = own.id`;

/** Latest first. $1 user, $2 and $3 instant and id of the one to go on after or null, $4 how many. */
export const selectPaymentsOfBuyer = statement<PixPayment>(
  'select_payments_of_buyer',
  `
  SELECT ${SHOWN} ${PAYMENTS_OF_BUYER}
  WHERE $2::timestamptz IS NULL OR (p.paid_at, p.id) < ($2, $3::uuid)
  ORDER BY p.paid_at DESC, p.id DESC LIMIT $4`,
);

/** $1 user. */
export const countPaymentsOfBuyer = statement<{ count: bigint }>(
  'count_payments_of_buyer',
  `SELECT count(*) ${PAYMENTS_OF_BUYER}`,
);

/** Late payments as they are found by the payment, latest first: by $1 end-to-end id or $2 txid, of which one may be null. */
const FOUND_LATE = `
  FROM unnest(ARRAY(
    SELECT p.id FROM payments p WHERE p.end_to_end_id = $1::text AND ($2::text IS NULL OR p.txid = $2)
    UNION ALL SELECT p.id FROM payments p WHERE $1::text IS NULL AND p.txid = $2::text
  )) AS own(id) JOIN late_payments l ON l.payment_id = own.id
  WHERE ($3::late_payment_status IS NULL OR l.status = $3)`;

/** $3 status or null, $4 and $5 instant and id of the one to go on after, $6 how many. */
export const selectLatePaymentsFound = statement<LatePayment>(
  'select_late_payments_found',
  `
  SELECT l.id, l.payment_id AS "paymentId", l.amount, l.reason, l.status, l.note, l.created_at AS "createdAt" ${FOUND_LATE}
    AND (l.created_at, l.id) < ($4::timestamptz, $5::uuid)
  ORDER BY l.created_at DESC, l.id DESC LIMIT $6`,
);

/** $3 status or null. */
export const countLatePaymentsFound = statement<{ count: number }>(
  'count_late_payments_found',
  `SELECT count(*)::int AS count ${FOUND_LATE}`,
);
