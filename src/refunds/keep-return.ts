import type { ReportedReturn } from '../generated/prisma/client.js';
import type { ProviderRefund } from '../payment-providers/adapters/adapter.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { statement } from '../platform/database/statement.js';
import { formatMoney } from '../platform/money.js';

/** D, a bank, the minute in UTC, and eleven letters and digits. */
const BANK_ID = /^D\d{20}[A-Z0-9]{11}$/;

/** Two that hear of the same return wait for each other. $1 the banks' id. */
const lockReturn = statement<object>('lock_bank_return', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))');

/** The return with this id of the banks, which it keeps from others until the transaction ends. */
export async function findReturn(tx: Transaction, returnId: string): Promise<ReportedReturn | null> {
  await tx.query(lockReturn, [returnId]);
  return tx.prisma.reportedReturn.findUnique({ where: { returnId } });
}

/** The id that all banks know the return by. The provider's own may be another. */
export function bankIdOf({ refundId, returnId }: ProviderRefund): string | undefined {
  return [returnId, refundId].map((id) => id?.toUpperCase()).find((id) => id !== undefined && BANK_ID.test(id));
}

interface Reported {
  id: string;
  paymentId: string;
  refund: ProviderRefund;
  /** The banks' ids of all returns of this payment in the same answer. */
  named: readonly string[];
}

/**
 * Writes down what the provider of a locked payment reports, and answers how much of it an operator had not recorded. What an operator
 * recorded has the same id of the banks; or else the same amount and an id that the provider does not name, because an operator may
 * mistype it and a provider may not say it. The audit log says what was taken for what.
 */
export async function keepReported(tx: Transaction, { id, paymentId, refund, named }: Reported): Promise<bigint> {
  const amount = refund.amountCentavos;
  const returnId = bankIdOf(refund);
  const known = returnId === undefined ? null : await findReturn(tx, returnId);
  const recorded =
    known?.paymentId === paymentId || refund.initiatedBy !== 'BANK'
      ? known
      : ((await findUnnamed(tx, { paymentId, amount, named })) ?? known);
  const data = { id, paymentId, amount, returnId: known ? null : (returnId ?? null), reportedAt: new Date() };
  await tx.prisma.reportedReturn.create({ data });
  if (!recorded) return amount;
  const isOfOther = recorded.paymentId !== paymentId;
  if (!isOfOther || recorded.reportedAt === null) {
    const details = {
      returnId: recorded.returnId,
      recorded: formatMoney(recorded.amount),
      reported: formatMoney(amount),
      reportedId: returnId ?? refund.refundId,
      ...(isOfOther && { recordedFor: recorded.paymentId }),
    };
    await writeAudit(tx, { by: null, action: 'recordedReturnReported', subjectType: 'payment', subjectId: paymentId, details });
  }
  if (isOfOther) return amount;
  await tx.prisma.reportedReturn.update({ where: { id: recorded.id }, data: { reportedAt: recorded.reportedAt ?? new Date() } });
  return amount > recorded.amount ? amount - recorded.amount : 0n;
}

/** The oldest of this amount that only an operator says. */
function findUnnamed(
  { prisma }: Transaction,
  { paymentId, amount, named }: { paymentId: string; amount: bigint; named: readonly string[] },
): Promise<ReportedReturn | null> {
  return prisma.reportedReturn.findFirst({
    where: { paymentId, amount, reportedAt: null, returnId: { not: null, notIn: [...named] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
