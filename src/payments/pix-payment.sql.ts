// SQL: pages of many orders at once, and lists over several tables.
import { keysetList } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { INSTANT, UUID } from '../platform/page.js';
import type { LatePayment, PixPayment } from './pix-payment.type.js';

const SHOWN = `p.id, p.order_id::text AS "orderId", p.end_to_end_id AS "endToEndId", p.txid, p.amount, p.source,
         p.provider_name AS "providerName", p.payer_name AS "payerName", p.payer_cpf AS "payerCpf", p.paid_at AS "paidAt"`;

/** OFFSET 0 finds them by their order, not by when they were paid. $1 order ids, $2 and $3 instant and id before, $4 how many. */
export const selectPaymentsOfOrders = statement<PixPayment>(
  'select_payments_of_orders',
  `
  SELECT ${SHOWN} FROM unnest($1::bigint[]) AS owner(id) CROSS JOIN LATERAL (
    SELECT own.* FROM (SELECT x.* FROM payments x WHERE x.order_id = owner.id OFFSET 0) own
    WHERE (own.paid_at, own.id) > ($2::timestamptz, $3::uuid) ORDER BY own.paid_at, own.id LIMIT $4
  ) p
  ORDER BY p.order_id, p.paid_at, p.id`,
);

/** None for an order without one. $1 order ids. */
export const countPaymentsOfOrders = statement<{ orderId: string; count: number }>(
  'count_payments_of_orders',
  `
  SELECT order_id::text AS "orderId", count(*)::int AS count FROM payments WHERE order_id = ANY ($1::bigint[]) GROUP BY order_id`,
);

/** By the keys of the buyer's orders: among all payments those of one buyer are far apart. $1 user. */
export const paymentsOfBuyer = keysetList<PixPayment>({
  name: 'payments_of_buyer',
  columns: SHOWN,
  from: 'unnest(ARRAY(SELECT id FROM orders WHERE user_id = $1)) AS own(id) JOIN payments p ON p.order_id = own.id',
  key: [
    ['paidAt', INSTANT, 'p.paid_at'],
    ['id', UUID, 'p.id'],
  ],
  order: 'DESC',
});

/** $1 end-to-end id or $2 txid, of which one may be null; $3 status or null. */
export const latePaymentsFound = keysetList<LatePayment>({
  name: 'late_payments_found',
  columns: 'l.id, l.payment_id AS "paymentId", l.amount, l.reason, l.status, l.note, l.created_at AS "createdAt"',
  from: `unnest(ARRAY(
      SELECT p.id FROM payments p WHERE p.end_to_end_id = $1::text AND ($2::text IS NULL OR p.txid = $2)
      UNION ALL SELECT p.id FROM payments p
      WHERE p.order_id = (SELECT c.order_id FROM charges c WHERE $1::text IS NULL AND c.txid = $2::text) AND p.txid = $2
      UNION ALL SELECT p.id FROM payments p
      WHERE p.billing_order_id = (SELECT c.billing_order_id FROM charges c WHERE $1::text IS NULL AND c.txid = $2::text) AND p.txid = $2
      UNION ALL SELECT p.id FROM payments p
      WHERE $1::text IS NULL AND p.txid = $2::text AND p.order_id IS NULL AND p.billing_order_id IS NULL
    )) AS own(id) JOIN late_payments l ON l.payment_id = own.id`,
  where: '($3::late_payment_status IS NULL OR l.status = $3)',
  key: [
    ['createdAt', INSTANT, 'l.created_at'],
    ['id', UUID, 'l.id'],
  ],
  order: 'DESC',
});
