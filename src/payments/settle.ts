import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { LatePaymentReason, PaymentSource } from '../generated/prisma/client.js';
import { writeAuditEntries, type AuditEntry } from '../platform/audit.js';
import { createBatchLines } from '../platform/batch-line.js';
import type { Database, Sql } from '../platform/database.js';
import { isRowsFault, serializationFailure } from '../platform/database-retry.js';
import { lockCounters } from '../orders/order.sql.js';
import {
  allocateOrders,
  findOrderOfPayment,
  insertLatePayments,
  insertPayments,
  lockPayableOrders,
  markSoldOut,
  selectRecordedPayments,
  selectSaleState,
} from './settle.sql.js';

const MAX_BATCH = 256;
const MAX_WAITING = 10_000;

/** Money that arrived, or is said by an operator to have. It names its order by the charge's txid or by the order's id. */
export interface Arrival {
  source: PaymentSource;
  providerName: string;
  txid?: string | undefined;
  orderId?: string | undefined;
  /** Once in the whole payment system; absent only for what no bank moved: FREE and ADMIN. */
  endToEndId?: string | undefined;
  /** Centavos. */
  amount: bigint;
  paidAt: Date;
  payer?: { name?: string | undefined; cpf?: string | undefined } | undefined;
  /** Written in the same transaction when the order becomes PAID. */
  audit?: AuditEntry | undefined;
}

/**
 * What became of it. PAID: the order owns its numbers now. REPEATED: recorded before, nothing to do. LATE: kept as a
 * LatePayment for an operator. REFUSED: an operator's or a free payment that fits no live order; nothing was written.
 */
export type Settlement = { outcome: 'PAID' | 'REPEATED' | 'LATE' | 'REFUSED'; orderId: string | null };

interface ForRaffle {
  arrival: Arrival;
  orderId: string;
}

/**
 * The one way money arrives, whoever brings the news. One transaction: lock, record the payment, compare the amount, give
 * the order its block of ordinals. Safe to repeat with the same payment. Callers that heard it from outside must have
 * asked the provider first. Arrivals of one raffle are grouped by its settlement line.
 */
export async function settle(app: App, arrival: Arrival): Promise<Settlement> {
  const [order] = await app.db.query(findOrderOfPayment, [arrival.txid ?? null, arrival.orderId ?? null]);
  if (!order) return keepUnknown(app, arrival);
  const settlement = await app.settlementLines.push(order.raffleId, { arrival, orderId: order.orderId });
  if (settlement.outcome === 'PAID') {
    app.raffles.drop(order.raffleId);
    app.orderWatch.touch(order.orderId);
  }
  return settlement;
}

/** The lines of arriving payments, one a raffle: see createBatchLine. */
export interface SettlementLines {
  push(raffleId: string, item: ForRaffle): Promise<Settlement>;
}

export function createSettlementLines({ db }: Pick<App, 'db'>): SettlementLines {
  return createBatchLines<ForRaffle, Settlement>({
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    decide: async (raffleId, batch) => (await settleRaffle(db, raffleId, batch)).map((answer) => ({ answer })),
    blames: isRowsFault,
  });
}

/** Decides and writes a batch of arrivals of one raffle; the settlement line's turn. */
function settleRaffle(db: Database, raffleId: string, batch: ForRaffle[]): Promise<Settlement[]> {
  return db.transaction(async (sql) => {
    const [counter] = await sql.query(lockCounters, [[raffleId]]);
    const [sale] = await sql.query(selectSaleState, [raffleId]);
    if (!counter || !sale) throw new Error(`raffle ${raffleId} has no counter`);
    const orders = new Map((await sql.query(lockPayableOrders, [batch.map(({ orderId }) => orderId)])).map((o) => [o.id, o]));
    const endToEndIds = batch.flatMap(({ arrival }) => arrival.endToEndId ?? []);
    const recorded = new Set((await sql.query(selectRecordedPayments, [endToEndIds])).map((row) => row.endToEndId));

    const selling = sale.withinDates && (sale.status === 'OPEN' || sale.status === 'SOLD_OUT');
    let free = counter.sellable - counter.reserved - counter.allocated;
    let allocated = counter.allocated;
    const written: Written = { payments: [], late: [], paid: [], audit: [] };

    const settlements = batch.map(({ arrival, orderId }): Settlement => {
      const order = orders.get(orderId);
      if (!order) throw new Error(`order ${orderId} is gone`);
      if (arrival.endToEndId && recorded.has(arrival.endToEndId)) return { outcome: 'REPEATED', orderId };
      if (arrival.endToEndId) recorded.add(arrival.endToEndId);

      const byHand = !arrival.endToEndId;
      if (byHand && order.status === 'PAID') return { outcome: 'REPEATED', orderId };
      const reserved = order.status === 'PENDING';
      const revivable = (order.status === 'CANCELLED' || order.status === 'EXPIRED') && selling && order.quotaQuantity <= free;
      const excess = arrival.amount - order.totalValue;

      let reason: LatePaymentReason | undefined;
      if (order.status === 'PAID') reason = 'SECOND_PAYMENT';
      else if (!reserved && !revivable) reason = 'ORDER_ENDED';
      else if (excess < 0n) reason = 'AMOUNT_DIFFERS';
      if (reason && byHand) return { outcome: 'REFUSED', orderId };

      const payment = { id: uuidv7(), orderId, arrival };
      written.payments.push(payment);
      if (reason) {
        written.late.push({ paymentId: payment.id, amount: arrival.amount, reason });
        return { outcome: 'LATE', orderId };
      }
      if (excess > 0n) written.late.push({ paymentId: payment.id, amount: excess, reason: 'OVERPAID' });
      written.paid.push({ orderId, firstOrdinal: allocated, paidAt: arrival.paidAt, reserved });
      if (arrival.audit) written.audit.push(arrival.audit);
      allocated += order.quotaQuantity;
      if (!reserved) free -= order.quotaQuantity;
      order.status = 'PAID';
      return { outcome: 'PAID', orderId };
    });

    await write(sql, raffleId, written);
    if (allocated === counter.sellable && written.paid.length > 0) await sql.query(markSoldOut, [raffleId]);
    return settlements;
  });
}

interface Written {
  payments: { id: string; orderId: string | null; arrival: Arrival }[];
  late: { paymentId: string; amount: bigint; reason: LatePaymentReason }[];
  paid: { orderId: string; firstOrdinal: number; paidAt: Date; reserved: boolean }[];
  audit: AuditEntry[];
}

/** Everything a batch of payments changes. Prizes won by the new blocks belong here, in this transaction. */
async function write(sql: Sql, raffleId: string, { payments, late, paid, audit }: Written): Promise<void> {
  if ((await writePayments(sql, payments, late)) < payments.length) throw serializationFailure('a payment was recorded meanwhile');
  if (paid.length > 0) {
    await sql.query(allocateOrders, [
      raffleId,
      paid.map((p) => p.orderId),
      paid.map((p) => p.firstOrdinal),
      paid.map((p) => p.paidAt),
      paid.map((p) => p.reserved),
    ]);
  }
  if (audit.length > 0) await sql.query(writeAuditEntries, [JSON.stringify(audit)]);
}

async function writePayments(sql: Sql, payments: Written['payments'], late: Written['late']): Promise<number> {
  if (payments.length === 0) return 0;
  const inserted = await sql.query(insertPayments, [
    payments.map((p) => p.id),
    payments.map((p) => p.arrival.providerName),
    payments.map((p) => p.arrival.endToEndId ?? null),
    payments.map((p) => p.arrival.txid ?? null),
    payments.map((p) => p.orderId),
    payments.map((p) => p.arrival.amount),
    payments.map((p) => p.arrival.source),
    payments.map((p) => p.arrival.payer?.name ?? null),
    payments.map((p) => p.arrival.payer?.cpf ?? null),
    payments.map((p) => p.arrival.paidAt),
  ]);
  if (inserted.length > 0 && late.length > 0) {
    await sql.query(insertLatePayments, [late.map(() => uuidv7()), late.map((l) => l.paymentId), late.map((l) => l.amount), late.map((l) => l.reason)]);
  }
  return inserted.length;
}

/** Money the provider confirms but whose reference is nobody's: kept for an operator, never dropped. */
async function keepUnknown(app: App, arrival: Arrival): Promise<Settlement> {
  if (!arrival.endToEndId) return { outcome: 'REFUSED', orderId: null };
  const payment = { id: uuidv7(), orderId: null, arrival };
  const kept = await app.db.transaction((sql) =>
    writePayments(sql, [payment], [{ paymentId: payment.id, amount: arrival.amount, reason: 'UNKNOWN_REFERENCE' }]),
  );
  return { outcome: kept === 0 ? 'REPEATED' : 'LATE', orderId: null };
}
