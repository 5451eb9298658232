import { refuse, refuseField } from '../platform/domain-error.js';
import type { Transaction } from '../platform/database/database.js';

const LONGEST = 500;
/** E, the payer's bank, the minute in UTC, and eleven letters and digits (Manual de Padrões para Iniciação do Pix). */
const END_TO_END_ID = /E\d{20}[A-Za-z0-9]{11}/;

/** How an operator returned money by hand. */
export interface ReturnEvidence {
  words: string | null;
  /** In `words`: the operator's own PIX. */
  endToEndId: string | null;
  paidAt: Date;
}

/** BAD_USER_INPUT. Left out: none, and now. */
export function readEvidence(evidence: string | null | undefined, paidAt: Date | null | undefined): ReturnEvidence {
  const now = new Date();
  if (paidAt && paidAt > now) throw refuseField('paidAt', 'refunds.paidInFuture');
  const words = evidence?.trim() || null;
  if (words && words.length > LONGEST) throw refuseField('evidence', 'platform.maxLength', { max: LONGEST });
  return { words, endToEndId: words?.match(END_TO_END_ID)?.[0] ?? null, paidAt: paidAt ?? now };
}

/** One PIX returns one refund, and was not received by us. CONFLICT. */
export async function checkUnused({ prisma }: Transaction, refundId: string, { endToEndId }: ReturnEvidence): Promise<void> {
  if (endToEndId === null) return;
  const other = await prisma.refund.findUnique({ where: { returnEndToEndId: endToEndId }, select: { id: true } });
  if (other && other.id !== refundId) throw refuse('refunds.evidenceUsed', { id: other.id });
  const received = await prisma.payment.findUnique({ where: { endToEndId }, select: { id: true } });
  if (received) throw refuse('refunds.evidenceReceived');
}
