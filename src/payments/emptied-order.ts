import type { Transaction } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import type { LockedQuotas } from '../quotas/locked-quotas.js';
import { RETURNABLE } from './returnable.sql.js';

/** The paid order that a payment paid, when nothing of that money is left. $1 payment id. */
const selectEmptiedOrder = statement<{ id: string; isFrozen: boolean }>(
  'select_emptied_order',
  `
  SELECT o.id::text, r.frozen_at IS NOT NULL AS "isFrozen"
  FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE}
  JOIN orders o ON o.id = p.order_id JOIN raffles r ON r.id = o.raffle_id
  WHERE p.id = $1 AND (l.id IS NULL OR l.reason = 'OVERPAID') AND s.returnable <= 0 AND o.status = 'PAID'`,
);

/**
 * Whole means that nothing is left, in however many parts and ways it went: the order that a payment paid leaves the draw when the
 * last of its money goes back, unless the raffle is frozen: from then on it stays in the draw, whatever becomes of its money. The
 * raffle's counter and the payment are locked, and what goes back is written. Answers the order that it voided, if one.
 */
export async function voidEmptiedOrder(tx: Transaction, quotas: LockedQuotas, paymentId: string): Promise<string | undefined> {
  const [order] = await tx.query(selectEmptiedOrder, [paymentId]);
  if (!order || order.isFrozen) return undefined;
  const voided = await quotas.void([order.id]);
  return voided[0]?.id;
}
