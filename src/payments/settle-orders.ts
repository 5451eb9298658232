import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { LatePaymentReason, PaidHow } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Take } from '../platform/batch-queue.js';
import type { Transaction } from '../platform/database/database.js';
import { isDataOrIntegrityError, isLockTimeout } from '../platform/database/errors.js';
import { createSharedQueue, HELD_UP, type HeldRows, type SharedQueue } from '../platform/shared-queue.js';
import { lockQuotas, type PaidOrder } from '../quotas/locked-quotas.js';
import type { PayableOrder } from '../quotas/move-orders.sql.js';
import type { IncomingPayment, Settlement, LateRow, PaymentRow } from './incoming-payment.js';
import { BUYER_REASONS, createRevivals, hasEnded } from './revivals.js';
import { recordedPayments, recordPayments, takePayment } from './payment-rows.js';

/** Nothing that an operator could do would make it a sale. */
const GOES_BACK: ReadonlySet<LatePaymentReason> = new Set(['SOLD_OUT', ...BUYER_REASONS]);
const MAX_BATCH = 256;
const MAX_WAITING = 10_000;

export interface IncomingOrderPayment {
  incoming: IncomingPayment;
  orderId: string;
  raffleId: string;
}

export type OrderSettlement = SharedQueue<IncomingOrderPayment, Settlement>;
type Outcome = Settlement | typeof HELD_UP;

/** One for the payments of all raffles. */
export function createOrderSettlement(app: App): OrderSettlement {
  return createSharedQueue<IncomingOrderPayment, Settlement>({
    watched: { queue: 'order_payments', metrics: app.metrics, tracer: app.tracer },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    keyOf: ({ raffleId }) => raffleId,
    decide: async (take, held) => (await settleOrders(app, take, held)).map((answer) => ({ answer })),
    blames: isDataOrIntegrityError,
    isHeldUp: isLockTimeout,
  });
}

async function settleOrders(app: App, take: Take<IncomingOrderPayment>, { waitMs, skipsHeld }: HeldRows): Promise<Outcome[]> {
  let batch: IncomingOrderPayment[] = [];
  try {
    return await settleOnce(app, () => (batch = take()), { waitMs, skipsHeld: false });
  } catch (error) {
    if (!skipsHeld || !isLockTimeout(error)) throw error;
  }
  return settleOnce(app, () => batch, { waitMs, skipsHeld: true }).catch((error: unknown) => {
    if (isLockTimeout(error)) return batch.map(() => HELD_UP);
    throw error;
  });
}

/** Decides and writes a batch of payments in one transaction. Safe to repeat. */
function settleOnce(app: App, take: Take<IncomingOrderPayment>, { waitMs, skipsHeld }: HeldRows): Promise<Outcome[]> {
  let batch: IncomingOrderPayment[] | undefined;
  const settle = async (tx: Transaction): Promise<Outcome[]> => {
    batch ??= take();
    if (batch.length === 0) return [];
    const quotas = await lockQuotas(app, tx, [...new Set(batch.map(({ raffleId }) => raffleId))], { skipsHeld });
    const sales = await quotas.saleStates();
    const ready = batch.filter(({ raffleId }) => quotas.isLocked(raffleId));
    const orders = await quotas.lockOrders(ready.map(({ orderId }) => orderId));
    const recorded = await recordedPayments(
      tx,
      ready.map(({ incoming }) => incoming),
    );
    const orderOf = (orderId: string): PayableOrder => {
      const order = orders.get(orderId);
      if (!order) throw new Error(`order ${orderId} is gone`);
      return order;
    };
    const arriving = ready.map(({ incoming: { amount, paidAt }, orderId }) => ({ amount, paidAt, order: orderOf(orderId) }));
    const rooms = await quotas.paymentRooms(sales, arriving);
    const revivals = await createRevivals(app, tx, arriving);
    const holds = ({ status, reservation }: PayableOrder): boolean => status === 'PENDING' && reservation === 'RESERVED';
    const reasonOf = (order: PayableOrder, { amount, paidAt }: IncomingPayment): LatePaymentReason | undefined => {
      if (order.status === 'PAID') return 'SECOND_PAYMENT';
      const isUnpaid = order.status === 'PENDING';
      if (!isUnpaid && !hasEnded(order)) return 'ORDER_ENDED';
      const isOnSale = isUnpaid || sales.get(order.raffleId)?.isSelling === true;
      const refusal = isUnpaid || !isOnSale ? undefined : revivals.refusal(order, paidAt);
      if (refusal) return refusal;
      const isEnough = amount >= order.totalValue;
      const fits = holds(order) || (isOnSale && rooms.get(order.raffleId)?.fits(order));
      if (fits) return isEnough ? undefined : 'AMOUNT_DIFFERS';
      // It was never promised quotas, so its buyer need not wait for an operator.
      return order.reservation === 'AT_PAYMENT' && isEnough ? 'SOLD_OUT' : 'ORDER_ENDED';
    };
    const payments: PaymentRow[] = [];
    const late: LateRow[] = [];
    const sentBack: string[] = [];
    const paid: PaidOrder[] = [];
    const displaced: string[] = [];
    const ended: string[] = [];
    const audit: AuditEntry[] = [];

    const settlements = batch.map(({ incoming: arrived, orderId, raffleId }): Outcome => {
      if (!quotas.isLocked(raffleId)) return HELD_UP;
      const order = orderOf(orderId);
      const payment = takePayment(recorded, arrived, { orderId });
      if (!payment) return 'REPEATED';
      const { incoming } = payment;

      const byHand = !incoming.endToEndId;
      if (byHand && order.status === 'PAID') return 'REPEATED';
      const reason = reasonOf(order, incoming);
      if (reason && byHand) return 'REFUSED';

      payments.push(payment);
      if (reason) {
        const id = uuidv7();
        late.push({ id, paymentId: payment.id, amount: incoming.amount, reason });
        if (GOES_BACK.has(reason) && !incoming.isClaimed) sentBack.push(id);
        if (reason === 'SOLD_OUT' && order.status === 'PENDING') {
          ended.push(orderId);
          order.status = 'CANCELLED';
        }
        return 'LATE';
      }
      const excess = incoming.amount - order.totalValue;
      if (excess > 0n) late.push({ id: uuidv7(), paymentId: payment.id, amount: excess, reason: 'OVERPAID' });
      const room = rooms.get(raffleId)!;
      if (holds(order)) room.keep(order);
      else displaced.push(...room.take(order).map(({ id }) => id));
      paid.push({ order: { ...order }, how: howPaid(incoming), paidAt: incoming.paidAt });
      if (incoming.audit) audit.push(incoming.audit);
      if (hasEnded(order)) revivals.count(order);
      order.status = 'PAID';
      return 'PAID';
    });

    await recordPayments(app, tx, payments, late);
    await quotas.displace(displaced);
    await quotas.allocate(paid, sales);
    await quotas.release(ended, 'CANCELLED', 'CANCELLED');
    if (sentBack.length > 0) for (const { lateReturnHook } of app.features) await lateReturnHook?.(app, tx, sentBack);
    await writeAudit(tx, ...audit);
    return settlements;
  };
  return app.db.transaction(settle, { lockTimeoutMs: waitMs });
}

function howPaid({ endToEndId, source }: IncomingPayment): PaidHow {
  if (endToEndId) return 'PIX';
  return source === 'FREE' ? 'FREE' : 'BY_HAND';
}
