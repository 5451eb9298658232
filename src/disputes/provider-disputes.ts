import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { Dispute, Prisma } from '../generated/prisma/client.js';
import type { ProviderRefund, ReceivedPayment } from '../payment-providers/adapters/adapter.js';
import type { Transaction } from '../platform/database/database.js';
import { writeEvents } from '../webhooks/outbox.js';
import { disputeEvent } from './dispute-events.js';
import { lockPayment } from './dispute.sql.js';

/** Between two questions about a disputed payment. */
export const CHECK_MS = 3_600_000;

/**
 * A return that the banks have started and not finished disputes the payment; one that they do not make releases it. Safe to
 * repeat. What they returned is taken off the payment elsewhere, and `endReturned` ends its dispute there.
 */
export async function hearOfDisputes(app: App, { endToEndId, refunds }: ReceivedPayment): Promise<void> {
  const returns = refunds.filter(({ initiatedBy, status }) => initiatedBy === 'BANK' && status !== 'RETURNED');
  if (returns.length === 0) return;
  const payment = await app.db.prisma.payment.findUnique({ where: { endToEndId }, select: { id: true } });
  if (!payment) return;
  await app.db.transaction(async (tx) => {
    await tx.query(lockPayment, [payment.id]);
    for (const one of returns) await hear(app, tx, payment.id, one);
  });
}

async function hear(app: App, tx: Transaction, paymentId: string, asked: ProviderRefund): Promise<void> {
  const { refundId: returnId, amountCentavos: amount, reason = null, status } = asked;
  const known = await tx.prisma.dispute.findUnique({ where: { paymentId_returnId: { paymentId, returnId } } });
  if (status === 'NOT_DONE') {
    if (known?.status === 'OPEN') await endDisputes(app, tx, [known], { status: 'RELEASED' });
    return;
  }
  // An answer that was overtaken: the money is gone.
  if (known?.status === 'RETURNED') return;
  const now = new Date();
  // Not the reason again: it may have been forgotten with the buyer.
  const heard = { amount, heardAt: now };
  if (known?.status === 'OPEN') {
    await tx.prisma.dispute.update({ where: { id: known.id }, data: heard });
    return;
  }
  const open = { ...heard, status: 'OPEN', openedAt: now, endedAt: null, note: null, nextCheckAt: inAnHour(now) } as const;
  const dispute = known
    ? await tx.prisma.dispute.update({ where: { id: known.id }, data: open })
    : await tx.prisma.dispute.create({ data: { id: uuidv7(), paymentId, openedBy: 'PROVIDER', returnId, reason, ...open } });
  await writeEvents(app, tx, [disputeEvent(dispute)]);
}

export function inAnHour(now: Date): Date {
  return new Date(now.getTime() + CHECK_MS);
}

/** Of the disputes of a locked payment those that `which` says: the money that they were about went back. */
export async function endReturned(
  app: App,
  tx: Transaction,
  which: Prisma.DisputeWhereInput & { paymentId: string },
): Promise<void> {
  const ended = await tx.prisma.dispute.findMany({ where: { status: { not: 'RETURNED' }, ...which } });
  await endDisputes(app, tx, ended, { status: 'RETURNED' });
}

/** The payment is locked. */
export async function endDisputes(
  app: App,
  tx: Transaction,
  disputes: Dispute[],
  { status, note }: { status: 'RELEASED' | 'RETURNED'; note?: string },
): Promise<void> {
  if (disputes.length === 0) return;
  const data = { status, endedAt: new Date(), nextCheckAt: null, ...(note !== undefined && { note }) };
  await tx.prisma.dispute.updateMany({ where: { id: { in: disputes.map(({ id }) => id) } }, data });
  await writeEvents(
    app,
    tx,
    disputes.map((dispute) => disputeEvent({ ...dispute, status })),
  );
  const paymentIds = [...new Set(disputes.map(({ paymentId }) => paymentId))];
  for (const { disputeEndHook } of app.features) await disputeEndHook?.(app, tx, paymentIds);
}
