import type { App } from '../context.js';
import { lockPaymentsOfOrders } from '../payments/returnable.sql.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { statement } from '../platform/database/database.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import { refundOrders } from './write-refunds.js';

const BATCH = 500;
const REASON = 'the raffle was called off';

/** Paid orders of a raffle that was called off, by id. $1 id to start above, $2 how many. */
const selectOrdersToRefund = statement<{ id: string; raffleId: string }>(
  'select_orders_to_refund',
  `SELECT o.id::text, o.raffle_id AS "raffleId"
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
    refunded += await app.db.transaction(async (tx) => {
      const quotas = await lockQuotas(app, tx, raffleIds);
      await tx.query(lockPaymentsOfOrders, [orders.map(({ id }) => id)]);
      const orderIds = (await quotas.void(orders.map(({ id }) => id))).map(({ id }) => id);
      if (orderIds.length === 0) return 0;
      const refunds = await refundOrders(app, tx, { orderIds, initiator: 'OPERATOR', reason: REASON });
      const amounts = new Map(refunds.map(({ orderId, amount }) => [orderId, amount]));
      await writeAudit(tx, ...orderIds.map((orderId) => auditEntry(orderId, amounts.get(orderId) ?? 0n)));
      return orderIds.length;
    });
  }
}

function auditEntry(orderId: string, amount: bigint): AuditEntry {
  const details = { reason: REASON, amount: String(amount), whole: true };
  return { actorId: null, action: 'refundOrder', subjectType: 'order', subjectId: orderId, details };
}
