import type { App } from '../context.js';
import type { OrderStatus } from '../generated/prisma/client.js';
import { lockPaymentsOfOrders, RETURNABLE } from './returnable.sql.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Database } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import { formatMoney } from '../platform/money.js';
import { forEachApart } from '../platform/each.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import { refundOrders } from './write-refunds.js';

const BATCH = 500;
const REASON = 'the raffle was called off';

/** Centavos. */
export interface RefundTotal {
  orders: number;
  amount: bigint;
  /** Of the raffle's book then: while they are the same, nobody has paid since and nothing went back. */
  leaves: number;
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
         coalesce((SELECT leaves FROM raffle_counters WHERE raffle_id = $1), 0) AS leaves`,
);

export async function refundTotalOf(db: Database, raffleId: string): Promise<RefundTotal> {
  const [total] = await db.query(sumRefundable, [raffleId]);
  return total ?? { orders: 0, amount: 0n, leaves: 0 };
}

const selectRafflesToRefund = statement<{ id: string }>(
  'select_raffles_to_refund',
  'SELECT id FROM raffles WHERE refunded_up_to IS NOT NULL ORDER BY id LIMIT 100',
);

/** By creation, which an index has. Each status is looked for apart, so that ended orders are not walked over. $1 raffle id, $2 how many. */
const selectNextOrders = statement<{ id: string; status: OrderStatus }>(
  'select_next_orders_to_refund',
  `
  SELECT found.id::text, wanted.status
  FROM raffles r LEFT JOIN orders last ON last.id = r.refunded_up_to
  CROSS JOIN unnest(ARRAY['PENDING', 'PAID']::order_status[]) AS wanted(status) CROSS JOIN LATERAL (
    SELECT o.id, o.created_at FROM orders o
    WHERE o.raffle_id = $1 AND o.status = wanted.status
      AND (o.created_at, o.id) > (coalesce(last.created_at, '-infinity'), r.refunded_up_to)
    ORDER BY o.created_at NULLS FIRST, o.id NULLS FIRST LIMIT $2
  ) found
  WHERE r.id = $1
  ORDER BY found.created_at, found.id LIMIT $2`,
);

/** $1 raffle id, $2 up to which order; null when it is done. */
const markRefunded = statement<object>('mark_raffle_refunded', 'UPDATE raffles SET refunded_up_to = $2::bigint WHERE id = $1');

/** A batch a transaction: no lock is held for long, and another process can go on. Answers how many orders it refunded. */
export async function refundCancelledRaffles(app: App): Promise<number> {
  let refunded = 0;
  await forEachApart(await app.db.query(selectRafflesToRefund), async ({ id }) => {
    for (let isMore = true; isMore;) {
      const batch = await refundBatch(app, id);
      refunded += batch.refunded;
      isMore = batch.isMore;
    }
  });
  return refunded;
}

/** Up to the last order of a batch none is PENDING, so none is PAID later. */
function refundBatch(app: App, raffleId: string): Promise<{ refunded: number; isMore: boolean }> {
  return app.db.queuedBy(raffleId).transaction(async (tx) => {
    const quotas = await lockQuotas(app, tx, [raffleId]);
    const orders = await tx.query(selectNextOrders, [raffleId, BATCH]);
    const idsOf = (wanted: OrderStatus): string[] => orders.filter(({ status }) => status === wanted).map(({ id }) => id);
    const [unpaid, paid] = [idsOf('PENDING'), idsOf('PAID')];
    const isMore = orders.length === BATCH;
    await tx.query(markRefunded, [raffleId, isMore ? orders.at(-1)?.id : null]);
    if (unpaid.length > 0) await quotas.release(unpaid, 'CANCELLED', 'STILL_PAYABLE');
    if (paid.length === 0) return { refunded: 0, isMore };

    await tx.query(lockPaymentsOfOrders, [paid]);
    const refunds = await refundOrders(app, tx, { orderIds: paid, initiator: 'OPERATOR', reason: REASON });
    // After the refunds, which its events name.
    const orderIds = (await quotas.void(paid)).map(({ id }) => id);
    const amounts = new Map(refunds.map(({ orderId, amount }) => [orderId, amount]));
    await writeAudit(tx, ...orderIds.map((orderId) => auditEntry(orderId, amounts.get(orderId) ?? 0n)));
    return { refunded: orderIds.length, isMore };
  });
}

function auditEntry(orderId: string, amount: bigint): AuditEntry {
  const details = { reason: REASON, amount: formatMoney(amount), whole: true };
  return { by: null, action: 'refundOrder', subjectType: 'order', subjectId: orderId, details };
}
