import { actorOf } from '../platform/principal.js';
import { randomBytes } from 'node:crypto';
import type { Context } from '../context.js';
import type { Refund } from '../generated/prisma/client.js';
import { refundBillingOrder } from '../legacy/billing-orders/refund-billing-order.js';
import { writeAudit } from '../platform/audit.js';
import type { Sql } from '../platform/database/database.js';
import { badField, DomainError, notFound } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import {
  insertRefund,
  lockPayments,
  moveLatePayment,
  selectLatePayment,
  selectRefund,
  selectStanding,
  settleRefundByHand,
} from './refund.sql.js';

/** Sends a late payment's money back. Idempotent while it is on its way. CONFLICT once it was resolved. */
export async function refundLatePayment(ctx: Context, id: string): Promise<string> {
  await ctx.db.transaction(async (sql) => {
    const late = await lockLate(sql, id);
    if (late.status === 'REFUNDING' || late.status === 'REFUNDED') return;
    if (late.status === 'RESOLVED') throw new DomainError('CONFLICT', 'The late payment was resolved already.');
    if (!late.endToEndId)
      throw new DomainError('CONFLICT', 'No bank moved this money: return it by hand and resolve the late payment.');
    if (late.owed <= 0n) throw new DomainError('CONFLICT', 'Nothing of this late payment is left to return.');
    await sql.query(insertRefund, [newRefundId(), late.paymentId, late.id, late.owed, 'OPERATOR', 'late payment']);
    await sql.query(moveLatePayment, [late.id, 'REFUNDING', null]);
    await writeAudit(sql, {
      actorId: actorOf(ctx),
      action: 'refundLatePayment',
      subjectType: 'late_payment',
      subjectId: late.id,
      details: { amount: String(late.owed) },
    });
  });
  ctx.refunds.nudge();
  return id;
}

/** Closes a late payment without a refund, saying why. Idempotent. CONFLICT while or after it is refunded. */
export async function resolveLatePayment(ctx: Context, id: string, note: string): Promise<string> {
  const trimmed = checkedNote(note);
  await ctx.db.transaction(async (sql) => {
    const late = await lockLate(sql, id);
    if (late.status === 'RESOLVED') return;
    if (late.status !== 'PENDING')
      throw new DomainError('CONFLICT', `The late payment is ${late.status}: it cannot be resolved by hand.`);
    await sql.query(moveLatePayment, [late.id, 'RESOLVED', trimmed]);
    await writeAudit(sql, {
      actorId: actorOf(ctx),
      action: 'resolveLatePayment',
      subjectType: 'late_payment',
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
  if (!isUuid(id)) throw notFound('payment');
  await ctx.db.transaction(async (sql) => {
    await sql.query(lockPayments, [id, null, null, null]);
    const [standing] = await sql.query(selectStanding, [id]);
    const outcome = await refundBillingOrder(sql, { paymentId: id });
    if (outcome === 'NOT_CREDITED')
      throw new DomainError('CONFLICT', 'This payment paid no billing order: refund its order, or the late payment.');
    const amount = standing?.returnable ?? 0n;
    if (outcome === 'REPEATED' || amount <= 0n) return;
    await sql.query(insertRefund, [newRefundId(), id, null, amount, 'OPERATOR', reason?.trim() || null]);
    await writeAudit(sql, {
      actorId: actorOf(ctx),
      action: 'refundPixPayment',
      subjectType: 'payment',
      subjectId: id,
      details: { amount: String(amount) },
    });
  });
  ctx.refunds.nudge();
  ctx.deliveries.nudge();
  return id;
}

/** Says that an operator returned the money that a provider could not or would not. Idempotent. CONFLICT while a provider is at it. */
export async function confirmRefund(ctx: Context, id: string, note: string): Promise<Refund> {
  const trimmed = checkedNote(note);
  await ctx.db.transaction(async (sql) => {
    const refund = await lockKnown(sql, id);
    if (refund.status === 'RETURNED') return;
    if (refund.status !== 'BY_HAND' && refund.status !== 'FAILED')
      throw new DomainError('CONFLICT', 'The provider is still returning this money.');
    if (refund.status === 'FAILED' && !isStillOwed(refund)) throw returnedOtherwise();
    await sql.query(settleRefundByHand, [id]);
    if (refund.latePaymentId) await sql.query(moveLatePayment, [refund.latePaymentId, 'REFUNDED', trimmed]);
    await writeAudit(sql, {
      actorId: actorOf(ctx),
      action: 'confirmRefund',
      subjectType: 'refund',
      subjectId: id,
      details: { note: trimmed },
    });
  });
  return ctx.db.prisma.refund.findUniqueOrThrow({ where: { id } });
}

/**
 * Asks for a failed refund again, under a new id: the provider has done with the old one. CONFLICT unless it FAILED and its money
 * is still here. A late payment's is asked for with refundLatePayment again.
 */
export async function retryRefund(ctx: Context, id: string): Promise<Refund> {
  const newId = await ctx.db.transaction(async (sql) => {
    const refund = await lockKnown(sql, id);
    if (refund.status !== 'FAILED') throw new DomainError('CONFLICT', 'Only a refund that failed can be asked for again.');
    if (refund.latePaymentId) throw new DomainError('CONFLICT', "This was a late payment's: refund that again.");
    if (!isStillOwed(refund)) throw returnedOtherwise();
    const retryId = newRefundId();
    await sql.query(insertRefund, [retryId, refund.paymentId, null, refund.amount, 'OPERATOR', 'asked for again']);
    await writeAudit(sql, {
      actorId: actorOf(ctx),
      action: 'retryRefund',
      subjectType: 'refund',
      subjectId: id,
      details: { retryId },
    });
    return retryId;
  });
  ctx.refunds.nudge();
  return ctx.db.prisma.refund.findUniqueOrThrow({ where: { id: newId } });
}

type KnownRefund = NonNullable<(typeof selectRefund)['row']>;

async function lockKnown(sql: Sql, id: string): Promise<KnownRefund> {
  await sql.query(lockPayments, [null, id, null, null]);
  const [refund] = await sql.query(selectRefund, [id]);
  if (!refund) throw notFound('refund');
  return refund;
}

/** Whether a failed refund's money was not returned in another way since. */
function isStillOwed({ latePaymentId, lateStatus, lateOwed, amount, returnable }: KnownRefund): boolean {
  return latePaymentId ? lateStatus === 'PENDING' && amount <= lateOwed : amount <= returnable;
}

function returnedOtherwise(): DomainError {
  return new DomainError('CONFLICT', 'This money was returned in another way since, or is on its way.');
}

function checkedNote(note: string): string {
  const trimmed = note.trim();
  if (!trimmed || trimmed.length > 500) throw badField('note', 'must say in 1 to 500 characters what became of the money');
  return trimmed;
}

async function lockLate(sql: Sql, id: string) {
  if (!isUuid(id)) throw notFound('late payment');
  await sql.query(lockPayments, [null, null, id, null]);
  const [late] = await sql.query(selectLatePayment, [id]);
  if (!late) throw notFound('late payment');
  return late;
}

/** Thirty-two hexadecimal digits: API Pix takes 1 to 35 letters and digits. */
function newRefundId(): string {
  return randomBytes(16).toString('hex');
}
