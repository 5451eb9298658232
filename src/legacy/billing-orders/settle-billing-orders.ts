import { v7 as uuidv7 } from 'uuid';
import type { App } from '../../context.js';
import type { LatePaymentReason } from '../../generated/prisma/client.js';
import type { LockedBillingOrder } from './billing-order.sql.js';
import { lockLedger, type PaidBillingOrder, refundBillingOrder } from './locked-ledger.js';
import { createBatchQueues, type Take } from '../../platform/batch-queue.js';
import { isDataOrIntegrityError, isLockTimeout } from '../../platform/database/errors.js';
import { QUEUE_WAIT_MS } from '../../platform/deadlines.js';
import type {
  Settlement,
  LateRow,
  PaymentRow,
  IncomingBillingPayment,
  BillingOrderHook,
} from '../../payments/incoming-payment.js';
import { recordedPayments, recordPayments, takePayment } from '../../payments/payment-rows.js';

const MAX_BATCH = 256;
const MAX_WAITING = 10_000;

type Parts = Pick<App, 'db' | 'metrics' | 'tracer' | 'deliveries'>;

/** Settles payments of billing orders by a queue for each client, whose balance is the contended row. */
export function createBillingOrderHook(app: Parts): BillingOrderHook {
  const queues = createBatchQueues<IncomingBillingPayment, Settlement>({
    watched: { queue: 'billing_payments', metrics: app.metrics, tracer: app.tracer },
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    maxWaitMs: QUEUE_WAIT_MS,
    decide: async (clientId, take) => (await settleBillingOrders(app, clientId, take)).map((answer) => ({ answer })),
    blames: isDataOrIntegrityError,
    isHeldUp: isLockTimeout,
  });
  return {
    settle: (clientId, payment) => queues.push(clientId, payment),
    refund: (tx, payment) => refundBillingOrder(app, tx, payment),
  };
}

/**
 * Decides and writes a batch of payments for one client in one transaction: what pays a billing order is credited to the client;
 * what fits none, or is too much, becomes a LatePayment. Safe to repeat.
 */
export function settleBillingOrders(app: Parts, clientId: string, take: Take<IncomingBillingPayment>): Promise<Settlement[]> {
  let batch: IncomingBillingPayment[] | undefined;
  return app.db.transaction(async (tx) => {
    batch ??= take();
    if (batch.length === 0) return [];
    const ledger = await lockLedger(app, tx, clientId);
    const orders = await ledger.lockOrders(batch.map(({ billingOrderId }) => billingOrderId));
    const incomings = batch.map(({ incoming }) => incoming);
    const recorded = await recordedPayments(tx, incomings);
    const payments: PaymentRow[] = [];
    const late: LateRow[] = [];
    const paid: PaidBillingOrder[] = [];

    const settlements = batch.map(({ incoming, billingOrderId }): Settlement => {
      const order = orders.get(billingOrderId);
      if (!order) throw new Error(`billing order ${billingOrderId} is gone`);
      const { endToEndId } = incoming;
      // Nobody pays a billing order by hand: what no bank moved is not money.
      if (!endToEndId) return 'REFUSED';
      const payment = takePayment(recorded, incoming, { billingOrderId });
      if (!payment) return 'REPEATED';
      const { amount, paidAt } = payment.incoming;
      payments.push(payment);
      const reason = whyLate(order, payment.incoming);
      if (reason) {
        late.push({ id: uuidv7(), paymentId: payment.id, amount, reason });
        return 'LATE';
      }
      if (amount > order.amount)
        late.push({ id: uuidv7(), paymentId: payment.id, amount: amount - order.amount, reason: 'OVERPAID' });
      paid.push({ id: order.id, amount: order.amount, paidAt, endToEndId });
      order.status = 'PAID';
      return 'PAID';
    });

    await recordPayments(app, tx, payments, late);
    await ledger.credit(paid);
    return settlements;
  });
}

function whyLate(order: LockedBillingOrder, arrived: { amount: bigint; paidAt: Date }): LatePaymentReason | undefined {
  if (order.status === 'PAID') return 'SECOND_PAYMENT';
  if (order.status !== 'PENDING' && !wasPaidInTime(order, arrived.paidAt)) return 'ORDER_ENDED';
  return arrived.amount < order.amount ? 'AMOUNT_DIFFERS' : undefined;
}

/** Of one that expired, a payment that is reported late counts as of when it was made. */
function wasPaidInTime({ status, expirationAt, cancelledAt }: LockedBillingOrder, paidAt: Date): boolean {
  return status === 'CANCELLED' && cancelledAt === null && expirationAt !== null && paidAt <= expirationAt;
}
