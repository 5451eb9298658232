import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { formatMoney } from '../platform/money.js';
import { markReturnedTwice } from './refund.sql.js';

/**
 * The provider returned what an operator says to have returned too. The payment's books count it once: the second was the operator's
 * own money, which somebody must claim back. Once a refund; nothing for one that no operator confirmed.
 */
export async function recordReturnedTwice(tx: Transaction, id: string): Promise<void> {
  const [twice] = await tx.query(markReturnedTwice, [id]);
  if (!twice) return;
  await writeAudit(tx, {
    by: null,
    action: 'refundReturnedTwice',
    subjectType: 'refund',
    subjectId: id,
    details: { toClaimBack: formatMoney(twice.amount), evidence: twice.evidence },
  });
}
