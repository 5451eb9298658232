import type { App } from '../context.js';
import { lockPayment } from '../disputes/dispute.sql.js';
import { endReturned } from '../disputes/provider-disputes.js';
import type { Prisma } from '../generated/prisma/client.js';
import type { ProviderRefund, ReceivedPayment } from '../payment-providers/adapters/adapter.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { sha256 } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import { formatMoney } from '../platform/money.js';
import { lockQuotas, type LockedQuotas } from '../quotas/locked-quotas.js';
import { writeEvents } from '../webhooks/outbox.js';
import { refundEvent } from './refund-events.js';
import { bankIdOf, keepReported } from './keep-return.js';
import { recordReturnedTwice } from './returned-twice.js';
import { callRefundHooks } from './write-refunds.js';
import {
  closeLatePayment,
  markReported,
  selectRefundsByHand,
  selectReturnedPayment,
  type ReturnedPayment,
  lockPayments,
  selectReturnable,
  RETURNABLE,
} from './returnable.sql.js';
import { statement } from '../platform/database/statement.js';

/** Why a refund is not sent any more. */
export const WENT_BACK = 'the money went back in another way';

/** None while some of the payment's money is left. $1 payment id. */
const selectEmptiedOrder = statement<{ id: string; raffleId: string; isFrozen: boolean }>(
  'select_emptied_order',
  `
  SELECT o.id::text, o.raffle_id AS "raffleId", r.frozen_at IS NOT NULL AS "isFrozen"
  FROM payments p LEFT JOIN late_payments l ON l.payment_id = p.id ${RETURNABLE}
  JOIN orders o ON o.id = p.order_id JOIN raffles r ON r.id = o.raffle_id
  WHERE p.id = $1 AND (l.id IS NULL OR l.reason = 'OVERPAID') AND s.returnable <= 0 AND o.status = 'PAID'`,
);

/**
 * Unless the raffle is frozen: then the order stays in the draw. Nor an order that won or may have won, except when a bank took the
 * money: who returns it on the provider's pages must not take a prize from its winner. Counter and payment are locked, the refund is
 * written.
 */
export async function voidEmptiedOrder(
  tx: Transaction,
  quotas: LockedQuotas,
  paymentId: string,
  by: ProviderRefund['initiatedBy'],
): Promise<string | undefined> {
  const [order] = await tx.query(selectEmptiedOrder, [paymentId]);
  if (!order || order.isFrozen) return undefined;
  if (by !== 'BANK' && (await quotas.refusal(order)) !== undefined) return undefined;
  const voided = await quotas.void([order.id]);
  return voided[0]?.id;
}

/**
 * Takes off a payment what its provider reports as returned without our asking, each return once. Refunds that operators made by
 * hand are recognised. Before the draw an order without any money left is voided; otherwise an audit entry asks for a decision.
 */
export async function applyReportedReturns(app: App, payment: ReceivedPayment): Promise<void> {
  const returned = payment.refunds.filter(({ status }) => status === 'RETURNED');
  if (returned.length === 0) return;
  const [known] = await app.db.query(selectReturnedPayment, [payment.endToEndId, null]);
  if (!known) return;
  const ids = returned.map(({ refundId }) => refundId);
  // One that FAILED counts as nobody's: the provider made it after all.
  const own = await app.db.prisma.refund.findMany({
    where: {
      paymentId: known.paymentId,
      id: { in: ids },
      initiator: { notIn: ['BANK', 'PROVIDER'] },
      status: { not: 'FAILED' },
    },
    select: { id: true, confirmedAt: true },
  });
  const ownIds = new Set(own.map(({ id }) => id));
  const named = returned.flatMap((refund) => bankIdOf(refund) ?? []);
  for (const refund of returned) {
    if (ownIds.has(refund.refundId)) continue;
    await applyReturn(app, known, refund, (tx, id) => keepReported(tx, { id, paymentId: known.paymentId, refund, named }));
  }
  const confirmed = own.filter(({ confirmedAt }) => confirmedAt !== null);
  if (confirmed.length === 0) return;
  await app.db.transaction(async (tx) => {
    await tx.query(lockPayments, [known.paymentId, null, null, null]);
    for (const { id } of confirmed) await recordReturnedTwice(tx, id);
  });
}

/** Once. `keep` runs with the payment locked: it writes the return down under `id`, and answers how much of it was not taken off yet. */
export async function applyReturn(
  app: App,
  { paymentId, raffleId, endToEndId }: ReturnedPayment,
  reported: ProviderRefund,
  keep: (tx: Transaction, id: string) => Promise<bigint>,
): Promise<void> {
  const raffleIds = raffleId ? [raffleId] : [];
  // The provider's id is unique within the payment only.
  const id = idOf(endToEndId ?? paymentId, reported.refundId);
  await app.db.queuedBy(...raffleIds).transaction(async (tx) => {
    const quotas = await lockQuotas(app, tx, raffleIds);
    const [payment] = await tx.query(selectReturnedPayment, [null, paymentId]);
    if (!payment) return;
    await tx.query(lockPayments, [paymentId, null, null, null]);
    await endReturned(app, tx, { paymentId, returnId: reported.refundId });
    if (await tx.prisma.reportedReturn.findUnique({ where: { id } })) return;
    const amountCentavos = await keep(tx, id);
    if (amountCentavos === 0n) return;
    const refund = { ...reported, amountCentavos };

    const rest = refund.initiatedBy === 'BANK' ? refund.amountCentavos : await matchByHand(app, tx, paymentId, id, refund);
    if (rest > 0n) await takeOff(app, tx, quotas, payment, id, { ...refund, amountCentavos: rest });
    // A refund that failed before may have been the last of it.
    const orderId = await voidEmptiedOrder(tx, quotas, paymentId, refund.initiatedBy);
    if (orderId) await writeAudit(tx, voidedEntry(orderId, refund.amountCentavos));
    const [standing] = await tx.query(selectReturnable, [paymentId]);
    if (standing && standing.lateOwed <= 0n) await tx.query(closeLatePayment, [paymentId]);
    // A refund that waits is money that is still here.
    const [kept] = await tx.query(lockPayment, [paymentId]);
    if (kept && kept.left <= 0n) await endReturned(app, tx, { paymentId, status: 'OPEN', openedBy: 'OPERATOR' });
    await callRefundHooks(app, tx, [paymentId]);
  });
}

function voidedEntry(orderId: string, taken: bigint): AuditEntry {
  const details = { taken: formatMoney(taken), left: '0.00', reason: 'returned at the provider' };
  return { by: null, action: 'orderVoidedByBankReturn', subjectType: 'order', subjectId: orderId, details };
}

/** Recognises refunds by hand; one of which only a part is reported is split. Answers what of the return is none of them. */
async function matchByHand(
  app: App,
  tx: Transaction,
  paymentId: string,
  returnId: string,
  { amountCentavos, settledAt = new Date() }: ProviderRefund,
): Promise<bigint> {
  const [standing] = await tx.query(selectReturnable, [paymentId]);
  const here = (standing?.returnable ?? 0n) + (standing?.lateOwed ?? 0n);
  let rest = amountCentavos;
  for (const refund of await tx.query(selectRefundsByHand, [paymentId, amountCentavos, here])) {
    if (rest === 0n) return 0n;
    const amount = refund.amount < rest ? refund.amount : rest;
    const isWhole = amount === refund.amount;
    const id = isWhole ? refund.id : idOf(returnId, refund.id);
    if (isWhole) {
      await tx.query(markReported, [id, settledAt]);
    } else {
      await reduceRefund(tx, refund.id, amount);
      const { latePaymentId, initiator, reason } = refund;
      await insertReturned(tx, { id, paymentId, latePaymentId, amount, initiator, reason, settledAt });
    }
    rest -= amount;
    if (refund.status !== 'RETURNED') await writeEvents(app, tx, [refundEvent({ id, paymentId, amount, status: 'RETURNED' })]);
  }
  return rest;
}

async function takeOff(
  app: App,
  tx: Transaction,
  quotas: LockedQuotas,
  payment: ReturnedPayment,
  id: string,
  { amountCentavos: amount, initiatedBy, reason, settledAt = new Date() }: ProviderRefund,
): Promise<void> {
  const { paymentId } = payment;
  const isBanks = initiatedBy === 'BANK';
  const why = reason ?? (isBanks ? 'taken back by the bank (MED)' : 'returned at the provider');
  const [before] = await tx.query(selectReturnable, [paymentId]);
  await insertReturned(tx, { id, paymentId, amount, initiator: isBanks ? 'BANK' : 'PROVIDER', reason: why, settledAt });
  const [after] = await tx.query(selectReturnable, [paymentId]);
  if (!before || !after) return;
  await writeEvents(app, tx, [refundEvent({ id, paymentId, amount, status: 'RETURNED' })]);
  const taken = before.returnable - after.returnable;
  await undo(app, tx, quotas, payment, { taken, left: after.returnable, reason: why, by: initiatedBy });
  if (after.returnable >= 0n) return;
  await reduceUnsentRefunds(app, tx, paymentId, -after.returnable);
  // The provider is only asked what became of one that was sent. What an operator returned by hand is lost, and the audit log says so.
  await writeAudit(tx, {
    by: null,
    action: 'returnedBeyondPayment',
    subjectType: 'payment',
    subjectId: paymentId,
    details: { excess: formatMoney(-after.returnable), reason: why },
  });
}

/** What is gone is not sent too, and operators need not return it by hand. */
async function reduceUnsentRefunds(app: App, tx: Transaction, paymentId: string, excess: bigint): Promise<void> {
  let rest = excess;
  const isUnsent: Prisma.RefundWhereInput = { OR: [{ status: 'BY_HAND' }, { status: 'PENDING', attempts: 0 }] };
  // The latest first.
  const open = await tx.prisma.refund.findMany({
    where: { paymentId, ...isUnsent },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: { id: true, amount: true },
  });
  for (const { id, amount } of open) {
    if (rest === 0n) return;
    const isWhole = amount <= rest;
    const data: Prisma.RefundUpdateManyMutationInput = isWhole
      ? { status: 'FAILED', lastError: WENT_BACK, nextAttemptAt: null }
      : { amount: amount - rest };
    // None if it is sent meanwhile.
    const { count } = await tx.prisma.refund.updateMany({ where: { id, ...isUnsent }, data });
    if (count === 0) continue;
    rest -= isWhole ? amount : rest;
    if (isWhole) await writeEvents(app, tx, [refundEvent({ id, paymentId, amount, status: 'FAILED' })]);
  }
}

/** Lowers an open refund by a part that went back otherwise; the caller records that part as a RETURNED refund. */
async function reduceRefund({ prisma }: Transaction, id: string, amount: bigint): Promise<void> {
  await prisma.refund.update({ where: { id }, data: { amount: { decrement: amount } } });
}

async function insertReturned({ prisma }: Transaction, refund: Prisma.RefundUncheckedCreateInput): Promise<void> {
  await prisma.refund.create({ data: { ...refund, status: 'RETURNED', reportedAt: new Date() } });
}

/** `taken` centavos of the payment are gone, `left` remain. */
async function undo(
  app: App,
  tx: Transaction,
  quotas: LockedQuotas,
  { paymentId, isApplied, billingOrderId, orderId, raffleStatus }: ReturnedPayment,
  { taken, left, reason, by }: { taken: bigint; left: bigint; reason: string; by: ProviderRefund['initiatedBy'] },
): Promise<void> {
  if (!isApplied || taken <= 0n) return;
  if (billingOrderId) {
    await app.billingOrders?.refund(tx, { paymentId, amount: taken });
    return;
  }
  if (!orderId) return;
  const isVoided = (await voidEmptiedOrder(tx, quotas, paymentId, by)) !== undefined;
  await writeAudit(tx, {
    by: null,
    action: isVoided ? 'orderVoidedByBankReturn' : 'bankReturnNeedsDecision',
    subjectType: 'order',
    subjectId: orderId,
    details: { taken: formatMoney(taken), left: formatMoney(left), raffleStatus, reason },
  });
}

/** 32 hexadecimal digits, the same for the same two. */
function idOf(one: string, other: string): string {
  return sha256(`${one}:${other}`).toString('hex').slice(0, 32);
}
