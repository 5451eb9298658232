import type { RaffleStatus } from '../generated/prisma/client.js';
import { statement, type Transaction } from '../platform/database/database.js';
import type { LockedQuotas } from '../quotas/locked-quotas.js';
import { RETURNABLE } from './returnable.sql.js';

/** From the draw on an order stays in it, whatever becomes of its money. */
const DRAWN: readonly (RaffleStatus | null)[] = ['DRAWN', 'FINISHED'];

/** The paid order that a payment paid, when nothing of that money is left. $1 payment id. */
const selectEmptiedOrder = statement<{ id: string; raffleStatus: RaffleStatus }>(
  'select_emptied_order',
  `
  SELECT o.id::text, r.status AS "raffleStatus"
  FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE}
  JOIN orders o ON o.id = p.order_id JOIN raffles r ON r.id = o.raffle_id
  WHERE p.id = $1 AND (l.id IS NULL OR l.reason = 'OVERPAID') AND s.returnable <= 0 AND o.status = 'PAID'`,
);

/**
 * Whole means that nothing is left, in however many parts and ways it went: the order that a payment paid leaves the draw when the
 * last of its money goes back, unless the raffle is drawn. The raffle's counter and the payment are locked, and what goes back is
 * written. Answers the order that it voided, if one.
 */
export async function voidEmptiedOrder(tx: Transaction, quotas: LockedQuotas, paymentId: string): Promise<string | undefined> {
  const [order] = await tx.query(selectEmptiedOrder, [paymentId]);
  if (!order || DRAWN.includes(order.raffleStatus)) return undefined;
  const voided = await quotas.void([order.id]);
  return voided[0]?.id;
}
