import type { App } from '../../context.js';
import type { Transaction } from '../../platform/database/database.js';
import type { BillingOrderRefund } from '../../payments/incoming-payment.js';
import { writeBillingOrderEvents } from './billing-order-events.js';
import {
  lockBillingOrders,
  lockLedgerOfClient,
  payBillingOrders,
  selectBillingOrderOfPayment,
  writeLedger,
  type LockedBillingOrder,
} from './billing-order.sql.js';

export type { LockedBillingOrder } from './billing-order.sql.js';

type Parts = Pick<App, 'deliveries'>;

/** A billing order that a payment pays whole; centavos. */
export interface PaidBillingOrder {
  id: string;
  amount: bigint;
  paidAt: Date;
  endToEndId: string;
}

/** A legacy client's ledger, locked until the transaction ends: its balance and the status of its billing orders move here only. */
export interface LockedLedger {
  /** Locks billing orders to be decided on; those that are not there are left out. */
  lockOrders(ids: string[]): Promise<Map<string, LockedBillingOrder>>;
  /** Marks billing orders paid, credits the client with each, and tells of them. */
  credit(paid: PaidBillingOrder[]): Promise<void>;
  /** Debits the client a part of a paid billing order, or all that is left of it, which makes it REFUNDED and writes the event. */
  debit(order: LockedBillingOrder, amount: bigint | undefined): Promise<'REFUNDED' | 'REDUCED'>;
}

/** Locks a client's ledger. The client's row comes first, then its billing orders: all callers in this order. */
export async function lockLedger(app: Parts, tx: Transaction, clientId: string): Promise<LockedLedger> {
  const [client] = await tx.query(lockLedgerOfClient, [clientId]);
  if (!client) throw new Error(`API client ${clientId} is gone`);
  let { balance } = client;
  const clientName = client.name;

  return {
    async lockOrders(ids) {
      return new Map((await tx.query(lockBillingOrders, [ids])).map((order) => [order.id, order]));
    },
    async credit(paid) {
      if (paid.length === 0) return;
      const ids = paid.map(({ id }) => id);
      await tx.query(payBillingOrders, [ids, paid.map(({ paidAt }) => paidAt), paid.map(({ endToEndId }) => endToEndId)]);
      const balances = paid.map(({ amount }) => (balance += amount));
      await tx.query(writeLedger, [clientId, 'CREDIT', ids, paid.map(({ amount }) => amount), balances, balance]);
      await writeBillingOrderEvents(app, tx, 'billing_order.paid', { ids, clientName });
    },
    async debit(order, amount) {
      const before = { billingOrderId: order.id, type: 'DEBIT' } as const;
      const { _sum: debited } = await tx.prisma.ledgerEntry.aggregate({ where: before, _sum: { amount: true } });
      const left = order.amount - (debited.amount ?? 0n);
      const taken = amount === undefined || amount > left ? left : amount;
      balance -= taken;
      await tx.query(writeLedger, [clientId, 'DEBIT', [order.id], [taken], [balance], balance]);
      if (taken < left) return 'REDUCED';
      await tx.prisma.billingOrder.update({ where: { id: order.id }, data: { status: 'REFUNDED' } });
      await writeBillingOrderEvents(app, tx, 'billing_order.refunded', { ids: [order.id], clientName });
      return 'REFUNDED';
    },
  };
}

/**
 * Takes a payment's money off its client's ledger again, all that is left of it or `amount` centavos, never more than was
 * credited: what was overpaid is a LatePayment of its own and no part of this. Runs within the transaction that keeps the
 * refund, whose caller must take a part only once; all of it is taken only once anyway.
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
  return ledger.debit(order, amount);
}
