import { actorOf } from '../platform/principal.js';
import type { Context } from '../context.js';
import { refuseDisputed } from '../disputes/dispute.service.js';
import type { Refund, RefundStatus } from '../generated/prisma/client.js';
import { voidEmptiedOrder } from './reported-return.js';
import { refundEvent } from './refund-events.js';
import { lockPayments, selectReturnable } from './returnable.sql.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import type { Sql } from '../platform/database/statement.js';
import { lockQuotas, type LockedQuotas } from '../quotas/locked-quotas.js';
import { writeEvents } from '../webhooks/outbox.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { formatMoney } from '../platform/money.js';
import { selectLatePayment, selectRaffleOfRefund, selectRefund, selectRefundAtProvider } from './refund.sql.js';
import { isOpenAtProvider, OVERDUE_MS } from './refund.service.js';
import { checkUnused, readEvidence, type ReturnEvidence } from './return-evidence.js';
import { recordReturnedTwice } from './returned-twice.js';
import { consultRefund, isDenied, type RefundStanding } from './second-look.js';
import { callRefundHooks, moveLatePayment, refundPayment } from './write-refunds.js';

const LONGEST_REASON = 200;
/** Until the provider is asked whether it made a refund that an operator confirmed. */
const ASKED_AFTER_MS = 3_600_000;

/** `evidence` proves it, such as the end-to-end id of the operator's own PIX. `paidAt` left out: now. */
interface ConfirmedReturn {
  evidence?: string | null | undefined;
  paidAt?: Date | null | undefined;
}

/** Idempotent while it is on its way. CONFLICT once it was resolved. */
export async function refundLatePayment(ctx: Context, id: string): Promise<string> {
  const look = await lookAtLastRefund(ctx, id);
  await ctx.db.transaction(async (tx) => {
    const late = await lockLate(tx, id);
    if (late.status === 'REFUNDING' || late.status === 'REFUNDED') return;
    if (late.status === 'RESOLVED') throw refuse('refunds.lateResolved');
    await refuseDisputed(tx, [late.paymentId]);
    if (!late.endToEndId) throw refuse('refunds.noBank');
    if (late.owed <= 0n) throw refuse('refunds.lateReturned');
    refuseUnlessDenied(look);
    const { paymentId, owed: amount } = late;
    await refundPayment(ctx, tx, { paymentId, latePaymentId: late.id, amount, reason: 'late payment' });
    await moveLatePayment(tx, late.id, 'REFUNDING');
    await audit(ctx, tx, 'refundLatePayment', late.id, { amount: formatMoney(late.owed) });
  });
  return id;
}

/** Closes a late payment without a refund. Idempotent. CONFLICT while or after it is refunded. */
export async function resolveLatePayment(ctx: Context, id: string, note: string): Promise<string> {
  const trimmed = checkedNote(note);
  await ctx.db.transaction(async (tx) => {
    const late = await lockLate(tx, id);
    if (late.status === 'RESOLVED') return;
    if (late.status !== 'PENDING') throw refuse('refunds.lateNotByHand', { status: late.status });
    await refuseDisputed(tx, [late.paymentId]);
    await moveLatePayment(tx, late.id, 'RESOLVED', trimmed);
    await audit(ctx, tx, 'resolveLatePayment', late.id, { note: trimmed });
  });
  return id;
}

/** The client is debited at once. Idempotent. NOT_FOUND; CONFLICT for a payment of no billing order. */
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
    await refuseDisputed(tx, [id]);
    await refundPayment(ctx, tx, { paymentId: id, latePaymentId: null, amount, reason: reason?.trim() || null });
    await audit(ctx, tx, 'refundPixPayment', id, { amount: formatMoney(amount) });
  });
  return id;
}

/**
 * As far as the money was still here. Idempotent. The provider is asked first about one that was requested; unless that one FAILED and
 * the provider says that it did not make it, evidence is needed. Then the service never asks for it again, but keeps asking whether the provider made it. CONFLICT while the provider is at
 * it or may be, and when it was asked for again.
 */
export async function confirmRefund(ctx: Context, id: string, note: string, returned: ConfirmedReturn = {}): Promise<Refund> {
  const trimmed = checkedNote(note);
  const evidence = readEvidence(returned.evidence, returned.paidAt);
  const look = await lookAtProvider(ctx, id);
  await decideRefund(ctx, id, async (tx, quotas, refund) => {
    if (refund.status === 'RETURNED') return confirmMade(ctx, tx, refund, { id, note: trimmed, evidence });
    await refuseDisputed(tx, [refund.paymentId]);
    // Somebody asked for it since the look.
    if (mayBeMade(refund) && (refund.isLeased || look?.attempts !== refund.attempts)) throw refuse('refunds.askedNow');
    if (refund.retryId) throw refuse('refunds.retried', { id: refund.retryId });
    await checkUnused(tx, id, evidence);
    const amount = refund.status === 'FAILED' ? stillOwed(refund) : refund.amount;
    if (look) refuseUnproved(look, evidence);
    const now = new Date();
    const data = {
      status: 'RETURNED',
      amount,
      settledAt: evidence.paidAt,
      confirmedAt: now,
      returnEndToEndId: evidence.endToEndId,
      evidenceHash: evidence.hash,
      nextAttemptAt: look ? new Date(now.getTime() + ASKED_AFTER_MS) : null,
    } as const;
    await tx.prisma.refund.update({ where: { id }, data });
    const { paymentId } = refund;
    await writeEvents(ctx, tx, [refundEvent({ id, paymentId, amount, status: 'RETURNED' })]);
    await callRefundHooks(ctx, tx, [paymentId]);
    if (refund.latePaymentId) await moveLatePayment(tx, refund.latePaymentId, 'REFUNDED', trimmed);
    const voidedOrder = await voidEmptiedOrder(tx, quotas, paymentId, 'RECEIVER');
    await audit(ctx, tx, 'confirmRefund', id, {
      note: trimmed,
      amount: formatMoney(amount),
      ...(evidence.words !== null && { evidence: evidence.words, paidAt: evidence.paidAt.toISOString() }),
      ...(look && { atProvider: look.standing }),
      ...(voidedOrder && { voidedOrder }),
    });
    if (look?.standing === 'RETURNED') await recordReturnedTwice(tx, id);
  });
  return ctx.db.prisma.refund.findUniqueOrThrow({ where: { id } });
}

/** The provider made it while an operator returned the money by hand: the money went out twice. Nothing when that is written down. */
async function confirmMade(
  ctx: Context,
  tx: Transaction,
  { amount, isMadeByProvider }: KnownRefund,
  { id, note, evidence }: { id: string; note: string; evidence: ReturnEvidence },
): Promise<void> {
  if (!isMadeByProvider || evidence.words === null) return;
  await checkUnused(tx, id, evidence);
  const data = { confirmedAt: new Date(), returnEndToEndId: evidence.endToEndId, evidenceHash: evidence.hash };
  await tx.prisma.refund.update({ where: { id }, data });
  const { words, paidAt } = evidence;
  const details = { note, amount: formatMoney(amount), evidence: words, paidAt: paidAt.toISOString(), atProvider: 'RETURNED' };
  await audit(ctx, tx, 'confirmRefund', id, details);
  await recordReturnedTwice(tx, id);
}

/** How old a refund must be, to be confirmed though the provider does not deny it. */
const CONFIRMED_AFTER_MS: { [Standing in RefundStanding]?: number } = { NO_ANSWER: OVERDUE_MS, PROCESSING: 7 * 24 * 3_600_000 };

/** What a provider says of a refund. `attempts`: how often it had been requested by then. */
interface Look {
  standing: RefundStanding;
  status: RefundStatus;
  attempts: number;
  createdAt: Date;
}

/** One that FAILED after it was requested may have been made: the refusal may be another account's. */
function mayBeMade(refund: Pick<Look, 'status' | 'attempts'>): boolean {
  return isOpenAtProvider(refund) || (refund.status === 'FAILED' && refund.attempts > 0);
}

/** Undefined for a refund that no provider can have made. */
async function lookAtProvider(ctx: Context, id: string): Promise<Look | undefined> {
  const [refund] = await ctx.db.query(selectRefundAtProvider, [id]);
  if (!refund || !mayBeMade(refund)) return undefined;
  return { ...refund, standing: await consultRefund(ctx, refund, refund.amount) };
}

/** At the last one of this late payment that FAILED. */
async function lookAtLastRefund(ctx: Context, latePaymentId: string): Promise<Look | undefined> {
  if (!isUuid(latePaymentId)) return undefined;
  const last = await ctx.db.prisma.refund.findFirst({
    where: { latePaymentId, status: 'FAILED' },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  });
  return last ? lookAtProvider(ctx, last.id) : undefined;
}

/** BAD_USER_INPUT, CONFLICT. */
function refuseUnproved({ standing, status, createdAt }: Look, { words }: ReturnEvidence): void {
  const isOver = status === 'FAILED' && isDenied(standing);
  if (words === null && !isOver) throw refuseField('evidence', 'refunds.evidenceNeeded');
  const from = new Date(createdAt.getTime() + (CONFIRMED_AFTER_MS[standing] ?? 0));
  if (from > new Date()) {
    throw refuse(standing === 'PROCESSING' ? 'refunds.underWay' : 'refunds.noAnswerYet', { from: from.toISOString() });
  }
}

/** A new request has another id, under which the provider would return the money again. CONFLICT. */
function refuseUnlessDenied(look: Look | undefined): void {
  if (look && !isDenied(look.standing)) throw refuse('refunds.perhapsMade');
}

/** Takes it off the report. Idempotent. NOT_FOUND; CONFLICT for one that was not returned twice. */
export async function resolveReturnedTwice(ctx: Context, id: string, note: string): Promise<Refund> {
  const trimmed = checkedNote(note);
  return ctx.db.transaction(async (tx) => {
    const [locked] = await tx.query(lockPayments, [null, id, null, null]);
    const refund = locked && (await tx.prisma.refund.findUnique({ where: { id } }));
    if (!refund) throw refuse('refunds.notFound');
    if (!refund.returnedTwiceAt) throw refuse('refunds.returnedOnce');
    if (refund.twiceResolvedAt) return refund;
    await audit(ctx, tx, 'resolveReturnedTwice', id, { note: trimmed });
    return tx.prisma.refund.update({ where: { id }, data: { twiceResolvedAt: new Date() } });
  });
}

/**
 * A new refund of what is still here. Idempotent: it is asked for again once. CONFLICT unless it FAILED and the provider says that it
 * did not make it, or for a late payment.
 */
export async function retryRefund(ctx: Context, id: string): Promise<Refund> {
  const look = await lookAtProvider(ctx, id);
  const newId = await decideRefund(ctx, id, async (tx, quotas, refund) => {
    if (refund.status !== 'FAILED') throw refuse('refunds.notFailed');
    if (refund.latePaymentId) throw refuse('refunds.ofLatePayment');
    if (refund.retryId) return refund.retryId;
    await refuseDisputed(tx, [refund.paymentId]);
    const amount = stillOwed(refund);
    refuseUnlessDenied(look);
    const { paymentId } = refund;
    const asked = { paymentId, latePaymentId: null, amount, reason: 'asked for again', retryOf: id };
    const retryId = await refundPayment(ctx, tx, asked);
    const voidedOrder = await voidEmptiedOrder(tx, quotas, paymentId, 'RECEIVER');
    await audit(ctx, tx, 'retryRefund', id, { retryId, ...(voidedOrder && { voidedOrder }) });
    return retryId;
  });
  return ctx.db.prisma.refund.findUniqueOrThrow({ where: { id: newId } });
}

type KnownRefund = NonNullable<(typeof selectRefund)['row']>;

/** Locks the counter of its order's raffle first, as everything does, then its payment. */
async function decideRefund<Result>(
  ctx: Context,
  id: string,
  decide: (tx: Transaction, quotas: LockedQuotas, refund: KnownRefund) => Promise<Result>,
): Promise<Result> {
  const raffleIds = (await ctx.db.query(selectRaffleOfRefund, [id])).map(({ raffleId }) => raffleId);
  return ctx.db.queuedBy(...raffleIds).transaction(async (tx) => {
    const quotas = await lockQuotas(ctx, tx, raffleIds);
    await tx.query(lockPayments, [null, id, null, null]);
    const [refund] = await tx.query(selectRefund, [id]);
    if (!refund) throw refuse('refunds.notFound');
    return decide(tx, quotas, refund);
  });
}

/** CONFLICT when nothing of its money is still here. */
function stillOwed({ latePaymentId, lateStatus, lateOwed, amount, returnable }: KnownRefund): bigint {
  const owed = latePaymentId ? (lateStatus === 'PENDING' ? lateOwed : 0n) : returnable;
  if (owed <= 0n) throw refuse('refunds.returnedSince');
  return amount < owed ? amount : owed;
}

/** BAD_USER_INPUT. */
export function checkedNote(note: string): string {
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

const SUBJECTS = {
  refundLatePayment: 'latePayment',
  resolveLatePayment: 'latePayment',
  refundPixPayment: 'payment',
  confirmRefund: 'refund',
  retryRefund: 'refund',
  resolveReturnedTwice: 'refund',
};

function audit(
  ctx: Context,
  sql: Sql,
  action: keyof typeof SUBJECTS,
  subjectId: string,
  details: AuditEntry['details'],
): Promise<void> {
  return writeAudit(sql, { by: actorOf(ctx), action, subjectType: SUBJECTS[action], subjectId, details });
}
