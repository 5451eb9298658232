import { actorOf } from '../platform/principal.js';
import type { Context } from '../context.js';
import type { Refund } from '../generated/prisma/client.js';
import { voidEmptiedOrder } from './reported-return.js';
import { refundEvent } from './refund-events.js';
import { lockPayments, selectReturnable } from './returnable.sql.js';
import { writeAudit } from '../platform/audit.js';
import type { Sql, Transaction } from '../platform/database/database.js';
import { lockQuotas, type LockedQuotas } from '../quotas/locked-quotas.js';
import { writeEvents } from '../webhooks/outbox.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { formatMoney } from '../platform/money.js';
import { selectLatePayment, selectRaffleOfRefund, selectRefund } from './refund.sql.js';
import { moveLatePayment, refundPayment } from './write-refunds.js';

/** In characters, as for an order's refund. */
const LONGEST_REASON = 200;

/** Sends a late payment's money back. Idempotent while it is on its way. CONFLICT once it was resolved. */
export async function refundLatePayment(ctx: Context, id: string): Promise<string> {
  await ctx.db.transaction(async (tx) => {
    const late = await lockLate(tx, id);
    if (late.status === 'REFUNDING' || late.status === 'REFUNDED') return;
    if (late.status === 'RESOLVED') throw refuse('refunds.lateResolved');
    if (!late.endToEndId) throw refuse('refunds.noBank');
    if (late.owed <= 0n) throw refuse('refunds.lateReturned');
    await refundPayment(ctx, tx, {
      paymentId: late.paymentId,
      latePaymentId: late.id,
      amount: late.owed,
      reason: 'late payment',
    });
    await moveLatePayment(tx, late.id, 'REFUNDING');
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'refundLatePayment',
      subjectType: 'latePayment',
      subjectId: late.id,
      details: { amount: formatMoney(late.owed) },
    });
  });
  return id;
}

/** Closes a late payment without a refund, saying why. Idempotent. CONFLICT while or after it is refunded. */
export async function resolveLatePayment(ctx: Context, id: string, note: string): Promise<string> {
  const trimmed = checkedNote(note);
  await ctx.db.transaction(async (tx) => {
    const late = await lockLate(tx, id);
    if (late.status === 'RESOLVED') return;
    if (late.status !== 'PENDING') throw refuse('refunds.lateNotByHand', { status: late.status });
    await moveLatePayment(tx, late.id, 'RESOLVED', trimmed);
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'resolveLatePayment',
      subjectType: 'latePayment',
      subjectId: late.id,
      details: { note: trimmed },
    });
  });
  return id;
}

/**
 * Sends back what paid a legacy client's billing order: it becomes REFUNDED and the client is debited at once. Idempotent.
 * NOT_FOUND; CONFLICT for any other payment, which refundOrder or refundLatePayment is for.
 */
export async function refundPixPayment(ctx: Context, id: string, reason: string | null | undefined): Promise<string> {
  if (!isUuid(id)) throw refuse('payments.notFound');
  if (reason && reason.length > LONGEST_REASON) throw refuseField('reason', 'platform.maxLength', { max: LONGEST_REASON });
  await ctx.db.transaction(async (tx) => {
    await tx.query(lockPayments, [id, null, null, null]);
    const [standing] = await tx.query(selectReturnable, [id]);
    const outcome = (await ctx.billingOrders?.refund(tx, { paymentId: id })) ?? 'NOT_CREDITED';
    if (outcome === 'NOT_CREDITED') throw refuse('refunds.noBillingOrder');
    const amount = standing?.returnable ?? 0n;
    if (outcome === 'REPEATED' || amount <= 0n) return;
    await refundPayment(ctx, tx, { paymentId: id, latePaymentId: null, amount, reason: reason?.trim() || null });
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'refundPixPayment',
      subjectType: 'payment',
      subjectId: id,
      details: { amount: formatMoney(amount) },
    });
  });
  return id;
}

/**
 * Says that an operator returned the money that a provider could not or would not, as far as it was still here. An order that has none
 * of its money left by that is REFUNDED. Idempotent. CONFLICT while a provider is at it, when it was asked for again, which is
 * the refund to confirm then, and when nothing of it is left.
 */
export async function confirmRefund(ctx: Context, id: string, note: string): Promise<Refund> {
  const trimmed = checkedNote(note);
  await decideRefund(ctx, id, async (tx, quotas, refund) => {
    if (refund.status === 'RETURNED') return;
    if (refund.status !== 'BY_HAND' && refund.status !== 'FAILED') throw refuse('refunds.underWay');
    if (refund.retryId) throw refuse('refunds.retried', { id: refund.retryId });
    const amount = refund.status === 'FAILED' ? stillOwed(refund) : refund.amount;
    const now = new Date();
    const data = { status: 'RETURNED', amount, settledAt: now, confirmedAt: now, nextAttemptAt: null } as const;
    await tx.prisma.refund.update({ where: { id }, data });
    const { paymentId } = refund;
    await writeEvents(ctx, tx, [refundEvent({ id, paymentId, amount, status: 'RETURNED' })]);
    if (refund.latePaymentId) await moveLatePayment(tx, refund.latePaymentId, 'REFUNDED', trimmed);
    const voidedOrder = await voidEmptiedOrder(tx, quotas, paymentId);
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'confirmRefund',
      subjectType: 'refund',
      subjectId: id,
      details: { note: trimmed, amount: formatMoney(amount), ...(voidedOrder && { voidedOrder }) },
    });
  });
  return ctx.db.prisma.refund.findUniqueOrThrow({ where: { id } });
}

/**
 * Asks for a failed refund again, as far as its money is still here, under a new id: the provider has done with the old one.
 * An order that has none of its money left by that is REFUNDED. Idempotent: a refund is asked for again once, and what asks for it is
 * answered; when that fails too, it is that one's turn.
 * CONFLICT unless it FAILED, and when nothing of its money is left. A late payment's is asked for with refundLatePayment again.
 */
export async function retryRefund(ctx: Context, id: string): Promise<Refund> {
  const newId = await decideRefund(ctx, id, async (tx, quotas, refund) => {
    if (refund.status !== 'FAILED') throw refuse('refunds.notFailed');
    if (refund.latePaymentId) throw refuse('refunds.ofLatePayment');
    if (refund.retryId) return refund.retryId;
    const amount = stillOwed(refund);
    const { paymentId } = refund;
    const retryId = await refundPayment(ctx, tx, {
      paymentId,
      latePaymentId: null,
      amount,
      reason: 'asked for again',
      retryOf: id,
    });
    const voidedOrder = await voidEmptiedOrder(tx, quotas, paymentId);
    await writeAudit(tx, {
      by: actorOf(ctx),
      action: 'retryRefund',
      subjectType: 'refund',
      subjectId: id,
      details: { retryId, ...(voidedOrder && { voidedOrder }) },
    });
    return retryId;
  });
  return ctx.db.prisma.refund.findUniqueOrThrow({ where: { id: newId } });
}

type KnownRefund = NonNullable<(typeof selectRefund)['row']>;

/** Locks what a decision on a refund may change: the counter of its order's raffle first, as everybody does, then its payment. */
async function decideRefund<Result>(
  ctx: Context,
  id: string,
  decide: (tx: Transaction, quotas: LockedQuotas, refund: KnownRefund) => Promise<Result>,
): Promise<Result> {
  const raffleIds = (await ctx.db.query(selectRaffleOfRefund, [id])).map(({ raffleId }) => raffleId);
  return ctx.db.inTurn(...raffleIds).transaction(async (tx) => {
    const quotas = await lockQuotas(ctx, tx, raffleIds);
    await tx.query(lockPayments, [null, id, null, null]);
    const [refund] = await tx.query(selectRefund, [id]);
    if (!refund) throw refuse('refunds.notFound');
    return decide(tx, quotas, refund);
  });
}

/** What of a failed refund's money is still here: all of it, or what the banks or another refund left. CONFLICT when nothing is. */
function stillOwed({ latePaymentId, lateStatus, lateOwed, amount, returnable }: KnownRefund): bigint {
  const owed = latePaymentId ? (lateStatus === 'PENDING' ? lateOwed : 0n) : returnable;
  if (owed <= 0n) throw refuse('refunds.returnedSince');
  return amount < owed ? amount : owed;
}

function checkedNote(note: string): string {
  const trimmed = note.trim();
  if (!trimmed || trimmed.length > 500) throw refuseField('note', 'payments.moneyNote');
  return trimmed;
}

async function lockLate(tx: Sql, id: string) {
  if (!isUuid(id)) throw refuse('payments.lateNotFound');
  await tx.query(lockPayments, [null, null, id, null]);
  const [late] = await tx.query(selectLatePayment, [id]);
  if (!late) throw refuse('payments.lateNotFound');
  return late;
}
