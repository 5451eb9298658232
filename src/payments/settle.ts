import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import { QueueFullError, WaitedTooLongError } from '../platform/batch-queue.js';
import { statement } from '../platform/database/statement.js';
import { refuse } from '../platform/domain-error.js';
import type { IncomingPayment, Settlement } from './incoming-payment.js';
import { recordedPayments, recordPayments } from './payment-rows.js';
import type { ReceivedPayment } from '../payment-providers/adapters/adapter.js';

/** A txid names a charge only of the provider that reports it. $1 txid or null, $2 order id or null, $3 provider. */
const findTarget = statement<{
  orderId: string | null;
  raffleId: string | null;
  billingOrderId: string | null;
  clientId: string | null;
}>(
  'find_payment_target',
  `SELECT o.id::text AS "orderId", o.raffle_id AS "raffleId", b.id AS "billingOrderId", b.client_id AS "clientId"
   FROM (SELECT order_id, billing_order_id FROM charges WHERE txid = $1::text AND provider_name = $3 AND $2::bigint IS NULL
         UNION ALL SELECT $2::bigint, NULL WHERE $2 IS NOT NULL) t
   LEFT JOIN orders o ON o.id = t.order_id LEFT JOIN billing_orders b ON b.id = t.billing_order_id`,
);

/**
 * All money arrives here. The queue of orders, or that of its client, settles it in one transaction. Safe to repeat. A caller that
 * heard of the payment from outside must ask the provider first. UNAVAILABLE when that queue is full or does not move.
 */
export async function settle(app: App, incoming: IncomingPayment): Promise<Settlement> {
  const [target] = await app.db.query(findTarget, [incoming.txid ?? null, incoming.orderId ?? null, incoming.providerName]);
  try {
    if (target?.orderId && target.raffleId) {
      return await app.orderSettlement.push({ incoming, orderId: target.orderId, raffleId: target.raffleId });
    }
    if (app.billingOrders && target?.billingOrderId && target.clientId) {
      return await app.billingOrders.settle(target.clientId, { incoming, billingOrderId: target.billingOrderId });
    }
    return await keepUnknown(app, incoming);
  } catch (error) {
    if (error instanceof QueueFullError) throw refuse('payments.tooMany');
    if (error instanceof WaitedTooLongError) throw refuse('payments.heldUp');
    throw error;
  }
}

/** A payment whose reference is unknown is kept for an operator. */
async function keepUnknown(app: App, incoming: IncomingPayment): Promise<Settlement> {
  const { endToEndId } = incoming;
  if (!endToEndId) return 'REFUSED';
  return app.db.transaction(async (tx) => {
    if ((await recordedPayments(tx, [incoming])).known.has(endToEndId)) return 'REPEATED';
    const id = uuidv7();
    await recordPayments(
      app,
      tx,
      [{ id, incoming }],
      [{ id: uuidv7(), paymentId: id, amount: incoming.amount, reason: 'UNKNOWN_REFERENCE' }],
    );
    return 'LATE';
  });
}

/** Settles a payment that the provider confirmed, then applies the returns that it reports of the payment. */
export async function settlePayment(
  app: App,
  providerName: string,
  payment: ReceivedPayment,
  source: 'CALLBACK' | 'RECONCILIATION',
): Promise<Settlement> {
  const { endToEndId, txid, amountCentavos: amount, paidAt, payer, refunds } = payment;
  const isClaimed = refunds.some(({ initiatedBy, status }) => initiatedBy === 'BANK' && status !== 'NOT_DONE');
  const settlement = await settle(app, { source, providerName, endToEndId, txid, amount, paidAt, payer, isClaimed });
  await applyReturns(app, payment);
  return settlement;
}

/** Applies what the provider reports as returned, or on its way back, of a payment that is settled. Safe to repeat. */
export async function applyReturns(app: App, payment: ReceivedPayment): Promise<void> {
  for (const { paymentReturnHook } of app.features) await paymentReturnHook?.(app, payment);
}
