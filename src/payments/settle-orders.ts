import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { LatePaymentReason, PaidHow } from '../generated/prisma/client.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { createBatchQueues, type BatchQueues, type Take } from '../platform/batch-queue.js';
import { isDataOrIntegrityError, isLockTimeout } from '../platform/database/errors.js';
import { QUEUE_WAIT_MS } from '../platform/deadlines.js';
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
}

/** One queue a raffle: see createBatchQueue. */
export type OrderSettlementQueues = BatchQueues<IncomingOrderPayment, Settlement>;

export function createOrderSettlementQueues(app: App): OrderSettlementQueues {
  return createBatchQueues<IncomingOrderPayment, Settlement>({
    watched: { queue: 'order_payments', metrics: app.metrics, tracer: app.tracer },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    maxWaitMs: QUEUE_WAIT_MS,
    async decide(raffleId, take) {
      return (await settleOrders(app, raffleId, take)).map((answer) => ({ answer }));
    },
    blames: isDataOrIntegrityError,
    isHeldUp: isLockTimeout,
  });
}

/** Decides and writes a batch of payments for one raffle, in one transaction. Safe to repeat. */
function settleOrders(app: App, raffleId: string, take: Take<IncomingOrderPayment>): Promise<Settlement[]> {
  let batch: IncomingOrderPayment[] | undefined;
  return app.db.transaction(async (tx) => {
    batch ??= take();
    if (batch.length === 0) return [];
    const quotas = await lockQuotas(app, tx, [raffleId]);
    const sale = await quotas.saleState(raffleId);
    const orders = await quotas.lockOrders(batch.map(({ orderId }) => orderId));
    const recorded = await recordedPayments(
      tx,
      batch.map(({ incoming }) => incoming),
    );
    const arriving = batch.map(({ incoming: { amount, paidAt }, orderId }) => ({ amount, paidAt, order: orders.get(orderId) }));
    const room = await quotas.paymentRoom(raffleId, sale, arriving);
    const revivals = await createRevivals(app, tx, raffleId, arriving);
    const holds = ({ status, reservation }: PayableOrder): boolean => status === 'PENDING' && reservation === 'RESERVED';
    const reasonOf = (order: PayableOrder, { amount, paidAt }: IncomingPayment): LatePaymentReason | undefined => {
      if (order.status === 'PAID') return 'SECOND_PAYMENT';
      const isUnpaid = order.status === 'PENDING';
      if (!isUnpaid && !hasEnded(order)) return 'ORDER_ENDED';
      const isOnSale = isUnpaid || sale.isSelling;
      const refusal = isUnpaid || !isOnSale ? undefined : revivals.refusal(order, paidAt);
      if (refusal) return refusal;
      const isEnough = amount >= order.totalValue;
      if (holds(order) || (isOnSale && room.fits(order))) return isEnough ? undefined : 'AMOUNT_DIFFERS';
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

    const settlements = batch.map(({ incoming: arrived, orderId }): Settlement => {
      const order = orders.get(orderId);
      if (!order) throw new Error(`order ${orderId} is gone`);
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
    await quotas.allocate(raffleId, paid, sale);
    await quotas.release(ended, 'CANCELLED', 'CANCELLED');
    if (sentBack.length > 0) for (const { lateReturnHook } of app.features) await lateReturnHook?.(app, tx, sentBack);
    await writeAudit(tx, ...audit);
    return settlements;
  });
}

function howPaid({ endToEndId, source }: IncomingPayment): PaidHow {
  if (endToEndId) return 'PIX';
  return source === 'FREE' ? 'FREE' : 'BY_HAND';
}
