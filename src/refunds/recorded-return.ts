import type { Context } from '../context.js';
import { askProvider } from '../disputes/dispute-worker.js';
import { refuseUntilSilent } from '../disputes/dispute.service.js';
import { lockPayment } from '../disputes/dispute.sql.js';
import { endReturned } from '../disputes/provider-disputes.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { findReturn } from './keep-return.js';
import { checkedNote } from './late-and-manual-refund.service.js';
import type { RecordBankReturnInput } from './refund.input.js';
import { applyReturn } from './reported-return.js';
import { selectReturnedPayment, type ReturnedPayment } from './returnable.sql.js';

/**
 * That a bank took money of a payment back (MED), as its provider would report it. At most what is still here, so that no more goes out
 * than came in. Idempotent by its id. BAD_USER_INPUT, NOT_FOUND; CONFLICT while the provider may report it, for another amount, and
 * for an id of another payment.
 */
export async function recordBankReturn(
  ctx: Context,
  paymentId: string,
  { amount, returnId: typed, note }: RecordBankReturnInput,
): Promise<string> {
  const words = checkedNote(note);
  if (amount <= 0n) throw refuseField('amount', 'refunds.amountZero');
  const [payment] = isUuid(paymentId) ? await ctx.db.query(selectReturnedPayment, [null, paymentId]) : [];
  if (!payment) throw refuse('payments.notFound');
  const returnId = typed.toUpperCase();
  const askedAt = new Date();
  const hasReports = await isReporting(ctx, payment);
  const returned = { refundId: returnId, amountCentavos: amount, status: 'RETURNED', initiatedBy: 'BANK' } as const;
  await applyReturn(ctx, payment, returned, async (tx, id) => {
    const known = await findReturn(tx, returnId);
    if (known && known.paymentId !== paymentId) throw refuse('refunds.returnOfOther', { paymentId: known.paymentId });
    if (known) return 0n;
    const [locked] = await tx.query(lockPayment, [paymentId]);
    if (hasReports) {
      await refuseUntilSilent(tx, paymentId, askedAt);
      await refuseReported(tx, paymentId, amount);
    }
    const left = locked?.left ?? 0n;
    if (amount > left) throw refuseField('amount', 'refunds.amountTooMuch');
    await tx.prisma.reportedReturn.create({ data: { id, paymentId, amount, returnId } });
    await endOfProvider(ctx, tx, { paymentId, amount, isRest: amount === left });
    const details = { note: words, amount: formatMoney(amount), returnId: typed };
    await writeAudit(tx, { by: actorOf(ctx), action: 'recordBankReturn', subjectType: 'payment', subjectId: paymentId, details });
    return amount;
  });
  const recorded = await ctx.db.prisma.reportedReturn.findUniqueOrThrow({ where: { returnId } });
  if (recorded.amount !== amount) throw refuse('refunds.returnRecorded', { amount: formatMoney(recorded.amount) });
  return paymentId;
}

/** False of a payment that no provider is ever asked about. Applies what the provider says of it now. */
async function isReporting(ctx: Context, { paymentId, endToEndId, providerName }: ReturnedPayment): Promise<boolean> {
  if (endToEndId === null) return false;
  return (await askProvider(ctx, { paymentId, endToEndId, providerName })) !== 'UNSUPPORTED';
}

/** Without an id of the banks it may be the same return. CONFLICT. */
async function refuseReported({ prisma }: Transaction, paymentId: string, amount: bigint): Promise<void> {
  const unnamed = await prisma.reportedReturn.findMany({ where: { paymentId, amount, returnId: null }, select: { id: true } });
  const where = { id: { in: unnamed.map(({ id }) => id) }, initiator: 'BANK' } as const;
  if (await prisma.refund.findFirst({ where })) throw refuse('refunds.returnReported', { amount: formatMoney(amount) });
}

/** The dispute that is about this return, or all of them when nothing is left to take. */
async function endOfProvider(
  ctx: Context,
  tx: Transaction,
  { paymentId, amount, isRest }: { paymentId: string; amount: bigint; isRest: boolean },
): Promise<void> {
  const open = { paymentId, status: 'OPEN', openedBy: 'PROVIDER' } as const;
  if (isRest) return endReturned(ctx, tx, open);
  const one = await tx.prisma.dispute.findFirst({ where: { ...open, amount }, orderBy: { openedAt: 'asc' } });
  if (one) await endReturned(ctx, tx, { paymentId, id: one.id });
}
