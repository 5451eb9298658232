import type { App } from '../context.js';
import { orderEvent } from '../quotas/order-events.js';
import { lockCounters } from '../orders/order.sql.js';
import { statement } from '../platform/database/database.js';
import { writeEvents } from '../webhooks/outbox.js';
import { insertOrderRefunds, voidOrders } from './refund.sql.js';

const BATCH = 500;

/** Paid orders of a raffle that was called off, by id. $1 id to start above, $2 how many. */
const selectOrdersToRefund = statement<{
  id: string;
  raffleId: string;
  userId: string;
  quotaQuantity: number;
  totalValue: bigint;
}>(
  'select_orders_to_refund',
  `SELECT o.id::text, o.raffle_id AS "raffleId", o.user_id AS "userId", o.quota_quantity AS "quotaQuantity", o.total_value AS "totalValue"
   FROM raffles r JOIN orders o ON o.raffle_id = r.id
   WHERE r.status = 'CANCELLED' AND o.status = 'PAID' AND o.id > $1::bigint ORDER BY o.id LIMIT $2`,
);

/**
 * Refunds every paid order of the raffles that were called off, a batch a transaction, so that a raffle of a million orders
 * holds no lock for long and a process that dies leaves the rest to the next. Answers how many orders it refunded.
 */
export async function refundCancelledRaffles(app: App): Promise<number> {
  let refunded = 0;
  for (let above = '0'; ;) {
    const orders = await app.db.query(selectOrdersToRefund, [above, BATCH]);
    const last = orders.at(-1);
    if (!last) return refunded;
    above = last.id;
    const raffleIds = [...new Set(orders.map(({ raffleId }) => raffleId))];
    refunded += await app.db.transaction(async (sql) => {
      await sql.query(lockCounters, [raffleIds]);
      const voided = new Set((await sql.query(voidOrders, [orders.map(({ id }) => id)])).map(({ id }) => id));
      if (voided.size > 0) await sql.query(insertOrderRefunds, [[...voided], 'OPERATOR', 'the raffle was called off', null]);
      await writeEvents(
        sql,
        orders.filter(({ id }) => voided.has(id)).map((order) => orderEvent('order.refunded', order)),
      );
      return voided.size;
    });
    for (const { id } of orders) app.orderWatch.touch(id);
  }
}
