import { v7 as uuidv7 } from 'uuid';
import type { App } from '../../context.js';
import type { LatePaymentReason } from '../../generated/prisma/client.js';
import type { Arrival, Settlement } from '../../payments/incoming-payment.js';
import { recordedPayments, recordPayments, type LateRow, type PaymentRow } from '../../payments/payment-rows.js';
import { createBatchQueues, type BatchQueues } from '../../platform/batch-queue.js';
import type { Database, Sql } from '../../platform/database/database.js';
import { isRowsFault } from '../../platform/database/retry.js';
import { tellOfBillingOrders } from './billing-order-events.js';
import { lockBillingOrders, lockLedger, payBillingOrders, writeLedger, type LockedBillingOrder } from './ledger.sql.js';

const MAX_BATCH = 256;
const MAX_WAITING = 10_000;

/** A payment and the billing order it is for. */
export interface BillingOrderArrival {
  arrival: Arrival;
  billingOrderId: string;
}

/** The lines of arriving payments, one a client, whose balance is the contended row: see createBatchQueue. */
export type BillingSettlementLines = BatchQueues<BillingOrderArrival, Settlement>;

export function createBillingSettlementLines({ db }: Pick<App, 'db'>): BillingSettlementLines {
  return createBatchQueues<BillingOrderArrival, Settlement>({
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    decide: async (clientId, batch) => (await settleBillingOrders(db, clientId, batch)).map((answer) => ({ answer })),
    blames: isRowsFault,
  });
}

/**
 * Decides and writes a batch of arrivals for one client in one transaction, its row locked first: what pays a billing order
 * is credited to the client with the balance it makes, and told; what fits none, or is too much, becomes a LatePayment and
 * is no part of the balance. Safe to repeat.
 */
export function settleBillingOrders(db: Database, clientId: string, batch: BillingOrderArrival[]): Promise<Settlement[]> {
  return db.transaction(async (sql) => {
    const [client] = await sql.query(lockLedger, [clientId]);
    if (!client) throw new Error(`API client ${clientId} is gone`);
    const ids = batch.map(({ billingOrderId }) => billingOrderId);
    const orders = new Map((await sql.query(lockBillingOrders, [ids])).map((order) => [order.id, order]));
    const recorded = await recordedPayments(
      sql,
      batch.map(({ arrival }) => arrival),
    );
    const written: Written = { payments: [], late: [], paid: [] };

    const settlements = batch.map(({ arrival, billingOrderId }): Settlement => {
      const order = orders.get(billingOrderId);
      if (!order) throw new Error(`billing order ${billingOrderId} is gone`);
      const { endToEndId, amount, paidAt } = arrival;
      // Nobody pays a billing order by hand: what no bank moved is not money.
      if (!endToEndId) return 'REFUSED';
      if (recorded.has(endToEndId)) return 'REPEATED';
      recorded.add(endToEndId);

      const payment = { id: uuidv7(), billingOrderId, arrival };
      written.payments.push(payment);
      const reason = whyLate(order, amount);
      if (reason) {
        written.late.push({ paymentId: payment.id, amount, reason });
        return 'LATE';
      }
      if (amount > order.amount) written.late.push({ paymentId: payment.id, amount: amount - order.amount, reason: 'OVERPAID' });
      written.paid.push({ id: order.id, amount: order.amount, paidAt, endToEndId });
      order.status = 'PAID';
      return 'PAID';
    });

    await recordPayments(sql, written.payments, written.late);
    await credit(sql, { clientId, ...client }, written.paid);
    return settlements;
  });
}

interface Written {
  payments: PaymentRow[];
  late: LateRow[];
  paid: { id: string; amount: bigint; paidAt: Date; endToEndId: string }[];
}

function whyLate({ status, amount }: LockedBillingOrder, arrived: bigint): LatePaymentReason | undefined {
  if (status === 'PAID') return 'SECOND_PAYMENT';
  if (status !== 'PENDING' && status !== 'PROCESSING') return 'ORDER_ENDED';
  return arrived < amount ? 'AMOUNT_DIFFERS' : undefined;
}

async function credit(
  sql: Sql,
  { clientId, balance, name }: { clientId: string; balance: bigint; name: string },
  paid: Written['paid'],
): Promise<void> {
  if (paid.length === 0) return;
  const ids = paid.map(({ id }) => id);
  await sql.query(payBillingOrders, [ids, paid.map(({ paidAt }) => paidAt), paid.map(({ endToEndId }) => endToEndId)]);
  let running = balance;
  const balances = paid.map(({ amount }) => (running += amount));
  await sql.query(writeLedger, [clientId, 'CREDIT', ids, paid.map(({ amount }) => amount), balances, running]);
  await tellOfBillingOrders(sql, 'billing_order.paid', { ids, clientName: name });
}
