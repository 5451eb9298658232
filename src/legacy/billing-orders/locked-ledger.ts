import type { App } from '../../context.js';
import type { Transaction } from '../../platform/database/database.js';
import type { BillingOrderRefund } from '../../payments/incoming-payment.js';
import { writeBillingOrderEvents } from './billing-order-events.js';
import {
  lockBillingOrders,
  lockLedgerOfClient,
  payBillingOrders,
  selectBillingOrderOfPayment,
  selectIsReturned,
  selectProcessing,
  writeLedger,
  type LockedBillingOrder,
} from './billing-order.sql.js';

type Parts = Pick<App, 'deliveries'>;

/** A billing order that a payment pays whole; centavos. */
export interface PaidBillingOrder {
  id: string;
  amount: bigint;
  paidAt: Date;
  endToEndId: string;
}

/**
 * Locks a client's ledger until the transaction ends: its balance and the status of its billing orders move here only. The
 * client's row is locked first, then its billing orders: all callers in this order.
 */
export async function lockLedger(app: Parts, tx: Transaction, clientId: string) {
  const [client] = await tx.query(lockLedgerOfClient, [clientId]);
  if (!client) throw new Error(`API client ${clientId} is gone`);
  let { balance } = client;

  return {
    async lockOrders(ids: string[]): Promise<Map<string, LockedBillingOrder>> {
      return new Map((await tx.query(lockBillingOrders, [ids])).map((order) => [order.id, order]));
    },
    /** Marks billing orders paid, credits the client with each, and writes the events. */
    async credit(paid: PaidBillingOrder[]): Promise<void> {
      if (paid.length === 0) return;
      const ids = paid.map(({ id }) => id);
      await tx.query(payBillingOrders, [ids, paid.map(({ paidAt }) => paidAt), paid.map(({ endToEndId }) => endToEndId)]);
      const balances = paid.map(({ amount }) => (balance += amount));
      await tx.query(writeLedger, [clientId, 'CREDIT', ids, paid.map(({ amount }) => amount), balances, balance]);
      await writeBillingOrderEvents(app, tx, 'billing_order.paid', ids);
    },
    /** Debits a part of a paid billing order, or all that is left of it: then its money is on its way back, or back. */
    async debit(order: LockedBillingOrder, paymentId: string, amount: bigint | undefined): Promise<'REFUNDED' | 'REDUCED'> {
      const before = { billingOrderId: order.id, type: 'DEBIT' } as const;
      const { _sum: debited } = await tx.prisma.ledgerEntry.aggregate({ where: before, _sum: { amount: true } });
      const left = order.amount - (debited.amount ?? 0n);
      const taken = amount === undefined || amount > left ? left : amount;
      balance -= taken;
      await tx.query(writeLedger, [clientId, 'DEBIT', [order.id], [taken], [balance], balance]);
      if (taken < left) return 'REDUCED';
      await this.followRefund(order, paymentId);
      return 'REFUNDED';
    },
    /** Of a billing order that is debited as a whole: PROCESSING until all of its money went back, then REFUNDED, with the event. */
    async followRefund(order: LockedBillingOrder, paymentId: string): Promise<void> {
      const [money] = await tx.query(selectIsReturned, [paymentId]);
      const status = money?.isReturned ? 'REFUNDED' : 'PROCESSING';
      if (status === order.status) return;
      await tx.prisma.billingOrder.update({ where: { id: order.id }, data: { status } });
      const type = status === 'REFUNDED' ? 'billing_order.refunded' : 'billing_order.processing';
      await writeBillingOrderEvents(app, tx, type, [order.id]);
    },
  };
}

/**
 * Debits a refunded payment, all that is left of it or `amount` centavos, never more than was credited: what was overpaid is a
 * LatePayment of its own. Runs in the transaction that keeps the refund. The caller must debit a part only once.
 */
export async function refundBillingOrder(
  app: Parts,
  tx: Transaction,
  { paymentId, amount }: { paymentId: string; amount?: bigint },
): Promise<BillingOrderRefund> {
  const [paid] = await tx.query(selectBillingOrderOfPayment, [paymentId]);
  if (!paid) return 'NOT_CREDITED';
  const ledger = await lockLedger(app, tx, paid.clientId);
  const order = (await ledger.lockOrders([paid.billingOrderId])).get(paid.billingOrderId);
  if (!order || order.endToEndId !== paid.endToEndId) return 'NOT_CREDITED';
  if (order.status !== 'PAID') return 'REPEATED';
  return ledger.debit(order, paymentId, amount);
}

/** After refunds of these payments moved. The payments are locked. */
export async function followRefunds(app: Parts, tx: Transaction, paymentIds: string[]): Promise<void> {
  for (const { paymentId, billingOrderId, clientId } of await tx.query(selectProcessing, [paymentIds])) {
    const ledger = await lockLedger(app, tx, clientId);
    const order = (await ledger.lockOrders([billingOrderId])).get(billingOrderId);
    if (order?.status === 'PROCESSING') await ledger.followRefund(order, paymentId);
  }
}
