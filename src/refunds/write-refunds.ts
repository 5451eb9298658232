import { randomBytes } from 'node:crypto';
import type { App } from '../context.js';
import type { LatePaymentStatus, RefundInitiator, RefundStatus } from '../generated/prisma/client.js';
import { refundEvent } from './refund-events.js';
import type { Transaction } from '../platform/database/database.js';
import { writeEvents } from '../webhooks/outbox.js';
import { insertOrderRefunds, insertRefund, moveRefund, returnLatePayments } from './refund.sql.js';
import { lockPayments } from './returnable.sql.js';

type Parts = Pick<App, 'refundWakeUp' | 'deliveries' | 'features'>;

/** After refunds of these payments were written, returned, or moved to or from FAILED. The payments must be locked. */
export async function callRefundHooks(
  app: Pick<App, 'features' | 'deliveries'>,
  tx: Transaction,
  paymentIds: string[],
): Promise<void> {
  for (const { refundHook } of app.features) await refundHook?.(app, tx, paymentIds);
}

/** All that was not returned yet, or `amount` centavos. The payments must be locked. */
export async function refundOrders(
  app: Parts,
  tx: Transaction,
  refund: { orderIds: string[]; initiator: RefundInitiator; reason: string | null; amount?: bigint | null | undefined },
): Promise<{ id: string; orderId: string; amount: bigint; status: RefundStatus }[]> {
  tx.afterCommit(() => app.refundWakeUp.wake());
  const refunds = await tx.query(insertOrderRefunds, [refund.orderIds, refund.initiator, refund.reason, refund.amount ?? null]);
  await callRefundHooks(
    app,
    tx,
    refunds.map(({ paymentId }) => paymentId),
  );
  return refunds;
}

/** Writes an operator's refund of a payment or, with `latePaymentId`, of its late part. Answers its id. */
export async function refundPayment(
  app: Parts,
  tx: Transaction,
  refund: { paymentId: string; latePaymentId: string | null; amount: bigint; reason: string | null; retryOf?: string },
): Promise<string> {
  // API Pix takes 1 to 35 letters and digits.
  const id = randomBytes(16).toString('hex');
  tx.afterCommit(() => app.refundWakeUp.wake());
  const { paymentId, latePaymentId, amount, reason, retryOf = null } = refund;
  await tx.query(insertRefund, [id, paymentId, latePaymentId, amount, 'OPERATOR', reason, retryOf]);
  await callRefundHooks(app, tx, [paymentId]);
  return id;
}

/** Sends late payments back as a whole, in the transaction that records them. */
export async function returnAtOnce(app: Parts, tx: Transaction, latePaymentIds: string[]): Promise<void> {
  tx.afterCommit(() => app.refundWakeUp.wake());
  await tx.query(returnLatePayments, [latePaymentIds, 'its order could not be paid any more']);
}

/** Moves a refund, and writes its event when its status changed. False when it was final already. */
export async function updateRefund(
  app: Parts,
  tx: Transaction,
  refund: { id: string; paymentId: string; amount: bigint; leasedBefore: Date | null },
  to: { status: RefundStatus; waitSeconds: number | null; error: string | null; mayArrive: boolean },
): Promise<boolean> {
  await tx.query(lockPayments, [refund.paymentId, null, null, null]);
  const { id, leasedBefore } = refund;
  const [moved] = await tx.query(moveRefund, [id, to.status, to.waitSeconds, to.error, to.mayArrive, leasedBefore]);
  if (!moved) return false;
  const { status, statusBefore } = moved;
  if (status === statusBefore) return true;
  await writeEvents(app, tx, [refundEvent({ ...refund, status })]);
  if (status === 'FAILED' || status === 'RETURNED') await callRefundHooks(app, tx, [refund.paymentId]);
  return true;
}

/** The late payment must be locked. A note replaces the one before. */
export async function moveLatePayment(
  { prisma }: Transaction,
  id: string,
  status: LatePaymentStatus,
  note?: string,
): Promise<void> {
  await prisma.latePayment.update({ where: { id }, data: { status, ...(note !== undefined && { note }) } });
}
