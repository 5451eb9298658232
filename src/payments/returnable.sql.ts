// SQL: sums over several tables, and locks.
import { statement } from '../platform/database/statement.js';

/**
 * A join: what of a payment `p` (its late part `l`, if any) is still here, as `s.late_owed` and `s.returnable`: of its late part, and of what
 * paid its order. Refunds that failed do not count. What went without our asking, to the banks or on the provider's pages, comes off
 * the late part first, so that an order loses its money last.
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

/** A payment's parts that are still here; see RETURNABLE. $1 payment id. */
export const selectReturnable = statement<{ lateOwed: bigint; returnable: bigint }>(
  'select_returnable',
  `
  SELECT s.late_owed AS "lateOwed", s.returnable
  FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE} WHERE p.id = $1`,
);

/**
 * Takes the lock that everything returned of a payment is decided under: what is still here must be read after it, in a
 * statement of its own. By one of: $1 payment id, $2 refund id, $3 late payment id, $4 order id.
 */
export const lockPayments = statement<{ id: string }>(
  'lock_payments',
  `
  SELECT id FROM payments
  WHERE id = $1::uuid OR id = (SELECT payment_id FROM refunds WHERE id = $2::text)
     OR id = (SELECT payment_id FROM late_payments WHERE id = $3::uuid) OR order_id = $4::bigint
  ORDER BY id FOR UPDATE`,
);

/** The same for all payments of orders, in one order, so that no two callers deadlock. $1 order ids. */
export const lockPaymentsOfOrders = statement<{ id: string }>(
  'lock_payments_of_orders',
  `
  SELECT id FROM payments WHERE order_id = ANY ($1::bigint[]) ORDER BY payments.id FOR UPDATE`,
);
