import type { Sql } from '../../platform/database/database.js';
import { tellOfBillingOrders } from './billing-order-events.js';
import {
  lockBillingOrders,
  lockLedger,
  markBillingOrderRefunded,
  selectBillingOrderOfPayment,
  sumDebits,
  writeLedger,
} from './ledger.sql.js';

/**
 * What sending a payment back means for the billing order it was made for. REFUNDED: none of its money is left, the billing
 * order is refunded. REDUCED: the client is debited a part, the billing order stays paid. REPEATED: it was refunded before.
 * NOT_CREDITED: the payment paid no billing order (it was late, or is another's), so the client's balance never had it.
 */
export type BillingOrderRefund = 'REFUNDED' | 'REDUCED' | 'REPEATED' | 'NOT_CREDITED';

/**
 * Takes a payment's money off its client's ledger again, all that is left of it or `amount` centavos, never more than was
 * credited: what was overpaid is a LatePayment of its own and no part of this. A billing order of which nothing is left
 * becomes REFUNDED, and that is told. Runs within the transaction that keeps the refund, which must see to it that a part is
 * taken once; all of it is taken once whoever asks. Locks the client's row and then the billing order, as settling does.
 * Afterwards call `app.deliveries.nudge()`.
 */
export async function refundBillingOrder(
  sql: Sql,
  { paymentId, amount }: { paymentId: string; amount?: bigint },
): Promise<BillingOrderRefund> {
  const [of] = await sql.query(selectBillingOrderOfPayment, [paymentId]);
  if (!of) return 'NOT_CREDITED';
  const [client] = await sql.query(lockLedger, [of.clientId]);
  const [order] = await sql.query(lockBillingOrders, [[of.billingOrderId]]);
  if (!client || !order || order.endToEndId !== of.endToEndId) return 'NOT_CREDITED';
  if (order.status !== 'PAID') return 'REPEATED';

  const [sum] = await sql.query(sumDebits, [order.id]);
  const left = order.amount - (sum?.debited ?? 0n);
  const taken = amount === undefined || amount > left ? left : amount;
  const balance = client.balance - taken;
  await sql.query(writeLedger, [of.clientId, 'DEBIT', [order.id], [taken], [balance], balance]);
  if (taken < left) return 'REDUCED';
  await sql.query(markBillingOrderRefunded, [order.id]);
  await tellOfBillingOrders(sql, 'billing_order.refunded', { ids: [order.id], clientName: client.name });
  return 'REFUNDED';
}
