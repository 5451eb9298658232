import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { LatePaymentReason } from '../generated/prisma/client.js';
import type { Arrival, Settlement } from './incoming-payment.js';
import { recordedPayments, recordPayments, type LateRow, type PaymentRow } from './payment-rows.js';
import { writeAuditEntries, type AuditEntry } from '../platform/audit.js';
import { createBatchQueues, type BatchQueues } from '../platform/batch-queue.js';
import type { Database, Sql } from '../platform/database/database.js';
import { isRowsFault } from '../platform/database/retry.js';
import { writeEvents } from '../webhooks/outbox.js';
import { lockCounters } from '../orders/order.sql.js';
import { orderEvent } from '../quotas/order-events.js';
import {
  allocateOrders,
  lockPayableOrders,
  markSoldOut,
  selectSaleState,
  type PayableOrder,
} from '../quotas/settle-orders.sql.js';

const MAX_BATCH = 256;
const MAX_WAITING = 10_000;

/** A payment and the order it is for. */
export interface OrderArrival {
  arrival: Arrival;
  orderId: string;
}

/** The lines of arriving payments, one a raffle: see createBatchQueue. */
export type OrderSettlementLines = BatchQueues<OrderArrival, Settlement>;

export function createOrderSettlementLines({ db }: Pick<App, 'db'>): OrderSettlementLines {
  return createBatchQueues<OrderArrival, Settlement>({
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    decide: async (raffleId, batch) => (await settleRaffle(db, raffleId, batch)).map((answer) => ({ answer })),
    blames: isRowsFault,
  });
}

/** Decides and writes a batch of arrivals of one raffle; the settlement line's turn. */
function settleRaffle(db: Database, raffleId: string, batch: OrderArrival[]): Promise<Settlement[]> {
  return db.transaction(async (sql) => {
    const [counter] = await sql.query(lockCounters, [[raffleId]]);
    const [sale] = await sql.query(selectSaleState, [raffleId]);
    if (!counter || !sale) throw new Error(`raffle ${raffleId} has no counter`);
    const orders = new Map((await sql.query(lockPayableOrders, [batch.map(({ orderId }) => orderId)])).map((o) => [o.id, o]));
    const recorded = await recordedPayments(
      sql,
      batch.map(({ arrival }) => arrival),
    );

    let free = counter.sellable - counter.reserved - counter.allocated;
    let allocated = counter.allocated;
    const written: Written = { payments: [], late: [], paid: [], audit: [] };

    const settlements = batch.map(({ arrival, orderId }): Settlement => {
      const order = orders.get(orderId);
      if (!order) throw new Error(`order ${orderId} is gone`);
      if (arrival.endToEndId && recorded.has(arrival.endToEndId)) return 'REPEATED';
      if (arrival.endToEndId) recorded.add(arrival.endToEndId);

      const byHand = !arrival.endToEndId;
      if (byHand && order.status === 'PAID') return 'REPEATED';
      const reserved = order.status === 'PENDING';
      const revivable =
        (order.status === 'CANCELLED' || order.status === 'EXPIRED') && sale.isSelling && order.quotaQuantity <= free;
      const excess = arrival.amount - order.totalValue;

      let reason: LatePaymentReason | undefined;
      if (order.status === 'PAID') reason = 'SECOND_PAYMENT';
      else if (!reserved && !revivable) reason = 'ORDER_ENDED';
      else if (excess < 0n) reason = 'AMOUNT_DIFFERS';
      if (reason && byHand) return 'REFUSED';

      const payment = { id: uuidv7(), orderId, arrival };
      written.payments.push(payment);
      if (reason) {
        written.late.push({ paymentId: payment.id, amount: arrival.amount, reason });
        return 'LATE';
      }
      if (excess > 0n) written.late.push({ paymentId: payment.id, amount: excess, reason: 'OVERPAID' });
      written.paid.push({ order, firstOrdinal: allocated, paidAt: arrival.paidAt, reserved });
      if (arrival.audit) written.audit.push(arrival.audit);
      allocated += order.quotaQuantity;
      if (!reserved) free -= order.quotaQuantity;
      order.status = 'PAID';
      return 'PAID';
    });

    await write(sql, raffleId, written);
    if (allocated === counter.sellable && written.paid.length > 0) await sql.query(markSoldOut, [raffleId]);
    return settlements;
  });
}

interface Written {
  payments: PaymentRow[];
  late: LateRow[];
  paid: { order: PayableOrder; firstOrdinal: number; paidAt: Date; reserved: boolean }[];
  audit: AuditEntry[];
}

/** Everything a batch of payments changes, and whom it is told. Prizes won by the new blocks belong here, in this transaction. */
async function write(sql: Sql, raffleId: string, { payments, late, paid, audit }: Written): Promise<void> {
  await recordPayments(sql, payments, late);
  if (paid.length > 0) {
    await sql.query(allocateOrders, [
      raffleId,
      paid.map((p) => p.order.id),
      paid.map((p) => p.firstOrdinal),
      paid.map((p) => p.paidAt),
      paid.map((p) => p.reserved),
    ]);
  }
  if (audit.length > 0) await sql.query(writeAuditEntries, [JSON.stringify(audit)]);
  await writeEvents(
    sql,
    paid.map(({ order }) => orderEvent('order.paid', order)),
  );
}
