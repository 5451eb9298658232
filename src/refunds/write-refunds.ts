import { randomBytes } from 'node:crypto';
import type { App } from '../context.js';
import type { LatePaymentStatus, RefundInitiator, RefundStatus } from '../generated/prisma/client.js';
import { refundEvent } from './refund-events.js';
import type { Transaction } from '../platform/database/database.js';
import { writeEvents } from '../webhooks/outbox.js';
import { insertOrderRefunds, insertRefund, moveRefund } from './refund.sql.js';

type Parts = Pick<App, 'refundWakeUp' | 'deliveries'>;

/**
 * Sends orders' money back: a refund of the payment that paid each, for what was not returned yet, or for `amount` centavos. Money
 * that no bank moved is to be returned by hand. The payments must be locked. The commit wakes the worker that asks the providers.
 */
export async function refundOrders(
  app: Parts,
  tx: Transaction,
  refund: { orderIds: string[]; initiator: RefundInitiator; reason: string | null; amount?: bigint | null | undefined },
): Promise<{ id: string; orderId: string; amount: bigint; status: RefundStatus }[]> {
  tx.afterCommit(() => app.refundWakeUp.wake());
  return tx.query(insertOrderRefunds, [refund.orderIds, refund.initiator, refund.reason, refund.amount ?? null]);
}

/** Writes an operator's refund of a payment, of its late part where `latePaymentId` says so, and answers its id. */
export async function refundPayment(
  app: Parts,
  tx: Transaction,
  refund: { paymentId: string; latePaymentId: string | null; amount: bigint; reason: string | null; retryOf?: string },
): Promise<string> {
  const id = newRefundId();
  tx.afterCommit(() => app.refundWakeUp.wake());
  await tx.query(insertRefund, [
    id,
    refund.paymentId,
    refund.latePaymentId,
    refund.amount,
    'OPERATOR',
    refund.reason,
    refund.retryOf ?? null,
  ]);
  return id;
}

/** Moves a refund that is not final, and tells of it when that changed where it stands. False when it was final already. */
export async function updateRefund(
  app: Parts,
  tx: Transaction,
  refund: { id: string; paymentId: string; amount: bigint },
  to: { status: RefundStatus; waitSeconds: number | null; error: string | null },
): Promise<boolean> {
  const [moved] = await tx.query(moveRefund, [refund.id, to.status, to.waitSeconds, to.error]);
  if (!moved) return false;
  const { status, statusBefore } = moved;
  if (status !== statusBefore) await writeEvents(app, tx, [refundEvent({ ...refund, status })]);
  return true;
}

/** Moves a late payment, which is locked. A note replaces the one before. */
export async function moveLatePayment(
  { prisma }: Transaction,
  id: string,
  status: LatePaymentStatus,
  note?: string,
): Promise<void> {
  await prisma.latePayment.update({ where: { id }, data: { status, ...(note !== undefined && { note }) } });
}

/** Thirty-two hexadecimal digits: API Pix takes 1 to 35 letters and digits. */
function newRefundId(): string {
  return randomBytes(16).toString('hex');
}
