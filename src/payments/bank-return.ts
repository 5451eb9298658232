import type { App } from '../context.js';
import type { RaffleStatus } from '../generated/prisma/client.js';
import { refundBillingOrder } from '../legacy/billing-orders/refund-billing-order.js';
import { orderEvent } from '../quotas/order-events.js';
import { lockCounters } from '../orders/order.sql.js';
import type { ProviderRefund, ReceivedPayment } from '../payment-providers/adapters/adapter.js';
import { writeAudit } from '../platform/audit.js';
import { sha256 } from '../platform/crypto.js';
import { statement, type Sql } from '../platform/database/database.js';
import { writeEvents } from '../webhooks/outbox.js';
import { lockPayments, selectStanding, voidOrders } from '../refunds/refund.sql.js';

interface ReturnedPayment {
  paymentId: string;
  amount: bigint;
  orderId: string | null;
  raffleId: string | null;
  raffleStatus: RaffleStatus | null;
  userId: string | null;
  quotaQuantity: number | null;
  totalValue: bigint | null;
  billingOrderId: string | null;
  /** The payment paid its order or billing order; a late one did not. */
  isApplied: boolean;
}

/** $1 end-to-end id. */
const selectReturnedPayment = statement<ReturnedPayment>(
  'select_returned_payment',
  `
  SELECT p.id AS "paymentId", p.amount, o.id::text AS "orderId", o.raffle_id AS "raffleId", r.status AS "raffleStatus", o.user_id AS "userId",
         o.quota_quantity AS "quotaQuantity", o.total_value AS "totalValue", p.billing_order_id AS "billingOrderId",
         l.id IS NULL OR l.reason = 'OVERPAID' AS "isApplied"
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id LEFT JOIN raffles r ON r.id = o.raffle_id
  LEFT JOIN late_payments l ON l.payment_id = p.id WHERE p.end_to_end_id = $1`,
);

/** $1 id, $2 payment, $3 amount, $4 reason, $5 when. */
const insertBankReturn = statement<{ id: string }>(
  'insert_bank_return',
  `
  INSERT INTO refunds (id, payment_id, amount, status, initiator, reason, settled_at)
  VALUES ($1, $2, $3, 'RETURNED', 'BANK', $4, $5) ON CONFLICT (id) DO NOTHING RETURNING id`,
);

/** $1 payment id. */
const closeLatePayment = statement<object>(
  'close_late_payment',
  `
  UPDATE late_payments SET status = 'REFUNDED', note = 'taken back by the bank', updated_at = now()
  WHERE payment_id = $1 AND status IN ('PENDING', 'REFUNDING')`,
);

const DRAWN: (RaffleStatus | null)[] = ['DRAWN', 'FINISHED'];

/**
 * What the banks took back of a payment (MED: fraud or an operational failure), as its provider reports it. It comes off the
 * payment's late part first. Before the draw an order that has none of its money left is voided; after it, or when some is
 * left, an audit entry asks for an operator's decision. Each return counts once, however often it is reported.
 */
export async function applyBankReturns(app: App, payment: ReceivedPayment): Promise<void> {
  for (const refund of payment.refunds) {
    if (refund.initiatedBy === 'BANK' && refund.status === 'RETURNED') await applyBankReturn(app, payment.endToEndId, refund);
  }
}

async function applyBankReturn(app: App, endToEndId: string, refund: ProviderRefund): Promise<void> {
  const [known] = await app.db.query(selectReturnedPayment, [endToEndId]);
  if (!known) return;
  const changed = await app.db.transaction(async (sql) => {
    if (known.raffleId) await sql.query(lockCounters, [[known.raffleId]]);
    const [payment] = await sql.query(selectReturnedPayment, [endToEndId]);
    if (!payment) return false;
    await sql.query(lockPayments, [payment.paymentId, null, null, null]);
    const [before] = await sql.query(selectStanding, [payment.paymentId]);
    // Unique within the payment only; ours must be unique over all.
    const id = sha256(`${endToEndId}:${refund.refundId}`).toString('hex').slice(0, 32);
    const [inserted] = await sql.query(insertBankReturn, [
      id,
      payment.paymentId,
      refund.amountCentavos,
      refund.reason ?? 'taken back by the bank (MED)',
      refund.settledAt ?? new Date(),
    ]);
    if (!inserted) return false;
    const [after] = await sql.query(selectStanding, [payment.paymentId]);
    if (!before || !after) return false;
    if (after.lateOwed <= 0n) await sql.query(closeLatePayment, [payment.paymentId]);
    await undo(sql, payment, {
      taken: before.returnable - after.returnable,
      left: after.returnable,
      reason: refund.reason ?? null,
    });
    return true;
  });
  if (!changed) return;
  if (known.raffleId) app.raffles.drop(known.raffleId);
  if (known.orderId) app.orderWatch.touch(known.orderId);
  app.deliveries.nudge();
}

/** What it means for what the payment paid: `taken` centavos of it are gone, `left` remain. */
async function undo(
  sql: Sql,
  payment: ReturnedPayment,
  { taken, left, reason }: { taken: bigint; left: bigint; reason: string | null },
): Promise<void> {
  if (!payment.isApplied || taken <= 0n) return;
  if (payment.billingOrderId) {
    await refundBillingOrder(sql, { paymentId: payment.paymentId, amount: taken });
    return;
  }
  const { orderId, raffleId, userId, quotaQuantity, totalValue, raffleStatus } = payment;
  if (!orderId || !raffleId || !userId || quotaQuantity === null || totalValue === null) return;
  const isVoided = left <= 0n && !DRAWN.includes(raffleStatus) && (await sql.query(voidOrders, [[orderId]])).length > 0;
  if (isVoided)
    await writeEvents(sql, [orderEvent('order.refunded', { id: orderId, raffleId, userId, quotaQuantity, totalValue })]);
  await writeAudit(sql, {
    actorId: null,
    action: isVoided ? 'orderVoidedByBankReturn' : 'bankReturnNeedsDecision',
    subjectType: 'order',
    subjectId: orderId,
    details: { taken: String(taken), left: String(left), raffleStatus, reason },
  });
}
