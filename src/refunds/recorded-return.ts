import type { Context } from '../context.js';
import { lockPayment } from '../disputes/dispute.sql.js';
import { UnsupportedOperationError } from '../payment-providers/adapters/unsupported-operation.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import { writeAudit } from '../platform/audit.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { formatMoney } from '../platform/money.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { checkedNote } from './late-and-manual-refund.service.js';
import type { RecordBankReturnInput } from './refund.input.js';
import { applyReturn } from './reported-return.js';
import { selectReturnedPayment, type ReturnedPayment } from './returnable.sql.js';

/**
 * That a bank took money of a payment back (MED), as its provider would report it. At most what is still here, so that no more goes out
 * than came in. Idempotent by its id. BAD_USER_INPUT, NOT_FOUND; CONFLICT where the provider reports it, and for another amount.
 */
export async function recordBankReturn(
  ctx: Context,
  paymentId: string,
  { amount, returnId, note }: RecordBankReturnInput,
): Promise<string> {
  const words = checkedNote(note);
  if (amount <= 0n) throw refuseField('amount', 'refunds.amountZero');
  const [payment] = isUuid(paymentId) ? await ctx.db.query(selectReturnedPayment, [null, paymentId]) : [];
  if (!payment) throw refuse('payments.notFound');
  if (await isReported(ctx, payment)) throw refuse('refunds.reportedByProvider');
  const returned = { refundId: returnId.toUpperCase(), amountCentavos: amount, status: 'RETURNED', initiatedBy: 'BANK' } as const;
  const id = await applyReturn(ctx, payment, returned, async (tx) => {
    const [locked] = await tx.query(lockPayment, [paymentId]);
    if (amount > (locked?.left ?? 0n)) throw refuseField('amount', 'refunds.amountTooMuch');
    const details = { note: words, amount: formatMoney(amount), returnId };
    await writeAudit(tx, { by: actorOf(ctx), action: 'recordBankReturn', subjectType: 'payment', subjectId: paymentId, details });
  });
  const recorded = await ctx.db.prisma.reportedReturn.findUniqueOrThrow({ where: { id } });
  if (recorded.amount !== amount) throw refuse('refunds.returnRecorded', { amount: formatMoney(recorded.amount) });
  return paymentId;
}

/** One that a provider reports would be taken off twice. A provider that does not answer now may report it later. */
async function isReported({ providers }: Context, { endToEndId, providerName }: ReturnedPayment): Promise<boolean> {
  if (endToEndId === null) return false;
  try {
    const provider = await providers.find(providerName);
    await provider?.adapter.consultPayment(endToEndId);
    return provider !== undefined;
  } catch (error) {
    if (error instanceof UnsupportedOperationError) return false;
    if (error instanceof ProviderError) return true;
    throw error;
  }
}
