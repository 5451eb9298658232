import type { App } from '../context.js';
import type { RaffleStatus } from '../generated/prisma/client.js';
import { refundBillingOrder } from '../legacy/billing-orders/locked-ledger.js';
import { lockQuotas, type LockedQuotas } from '../quotas/locked-quotas.js';
import type { ProviderRefund, ReceivedPayment } from '../payment-providers/adapters/adapter.js';
import { writeAudit } from '../platform/audit.js';
import { sha256 } from '../platform/crypto.js';
import { statement, type Transaction } from '../platform/database/database.js';
import { writeEvents } from '../webhooks/outbox.js';
import { refundEvent } from './refund-events.js';
import { lockPayments, selectReturnable } from './returnable.sql.js';

interface ReturnedPayment {
  paymentId: string;
  orderId: string | null;
  raffleId: string | null;
  raffleStatus: RaffleStatus | null;
  billingOrderId: string | null;
  /** The payment paid its order or billing order; a late one did not. */
  isApplied: boolean;
}

/** $1 end-to-end id. */
const selectReturnedPayment = statement<ReturnedPayment>(
  'select_returned_payment',
  `
  SELECT p.id AS "paymentId", o.id::text AS "orderId", o.raffle_id AS "raffleId", r.status AS "raffleStatus",
         p.billing_order_id AS "billingOrderId", l.id IS NULL OR l.reason = 'OVERPAID' AS "isApplied"
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
  const raffleIds = known.raffleId ? [known.raffleId] : [];
  await app.db.inTurn(...raffleIds).transaction(async (tx) => {
    const quotas = await lockQuotas(app, tx, raffleIds);
    const [payment] = await tx.query(selectReturnedPayment, [endToEndId]);
    if (!payment) return;
    await tx.query(lockPayments, [payment.paymentId, null, null, null]);
    const [before] = await tx.query(selectReturnable, [payment.paymentId]);
    // Unique within the payment only; ours must be unique over all.
    const id = sha256(`${endToEndId}:${refund.refundId}`).toString('hex').slice(0, 32);
    const reason = refund.reason ?? 'taken back by the bank (MED)';
    const values = [id, payment.paymentId, refund.amountCentavos, reason, refund.settledAt ?? new Date()];
    const [inserted] = await tx.query(insertBankReturn, values);
    if (!inserted) return;
    const [after] = await tx.query(selectReturnable, [payment.paymentId]);
    if (!before || !after) return;
    await writeEvents(app, tx, [
      refundEvent({ id, paymentId: payment.paymentId, amount: refund.amountCentavos, status: 'RETURNED' }),
    ]);
    if (after.lateOwed <= 0n) await tx.query(closeLatePayment, [payment.paymentId]);
    const taken = { taken: before.returnable - after.returnable, left: after.returnable, reason: refund.reason ?? null };
    await undo(app, tx, quotas, payment, taken);
  });
}

/** What it means for what the payment paid: `taken` centavos of it are gone, `left` remain. */
async function undo(
  app: App,
  tx: Transaction,
  quotas: LockedQuotas,
  { paymentId, isApplied, billingOrderId, orderId, raffleStatus }: ReturnedPayment,
  { taken, left, reason }: { taken: bigint; left: bigint; reason: string | null },
): Promise<void> {
  if (!isApplied || taken <= 0n) return;
  if (billingOrderId) {
    await refundBillingOrder(app, tx, { paymentId, amount: taken });
    return;
  }
  if (!orderId) return;
  const isVoided = left <= 0n && !DRAWN.includes(raffleStatus) && (await quotas.void([orderId])).length > 0;
  await writeAudit(tx, {
    actorId: null,
    action: isVoided ? 'orderVoidedByBankReturn' : 'bankReturnNeedsDecision',
    subjectType: 'order',
    subjectId: orderId,
    details: { taken: String(taken), left: String(left), raffleStatus, reason },
  });
}
