import type { Database } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import { RETURNABLE } from './returnable.sql.js';

/** What goes back when a raffle is called off: of its paid orders all that was not returned yet, in centavos. */
export interface RefundTotal {
  orders: number;
  amount: bigint;
  /** How many quotas were paid when this was true: while it is the same, nobody has paid since. */
  allocated: number;
}

/** Reads every paid order of the raffle: never under a lock. $1 raffle id. */
const sumRefundable = statement<RefundTotal>(
  'sum_refundable',
  `
  WITH paid AS MATERIALIZED (SELECT id, total_value FROM orders WHERE raffle_id = $1 AND status = 'PAID')
  SELECT (SELECT count(*) FROM paid)::int AS orders, (
           coalesce((SELECT sum(total_value) FROM paid), 0) - coalesce((
             SELECT sum(p.amount - coalesce(l.amount, 0) - s.returnable)
             FROM paid JOIN payments p ON p.order_id = paid.id LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE}
             WHERE (l.id IS NULL OR l.reason = 'OVERPAID') AND p.id IN (SELECT f.payment_id FROM refunds f)
           ), 0)
         )::bigint AS amount,
         coalesce((SELECT allocated FROM raffle_counters WHERE raffle_id = $1), 0) AS allocated`,
);

/** What would go back if a raffle were called off now. */
export async function refundTotalOf(db: Database, raffleId: string): Promise<RefundTotal> {
  const [total] = await db.query(sumRefundable, [raffleId]);
  return total ?? { orders: 0, amount: 0n, allocated: 0 };
}
