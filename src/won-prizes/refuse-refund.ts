import type { Transaction } from '../platform/database/database.js';
import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import type { RefundedOrder } from '../quotas/locked-quotas.js';
import { selectWinOfOrder } from './register.sql.js';

/**
 * An order that won is not refunded: its prize would have no owner. Only operators get this refusal. In a raffle with instant prizes, the
 * refund rule refuses every buyer before it.
 */
export async function refuseRefundOfWin(tx: Transaction, { id }: RefundedOrder): Promise<KeyedText | undefined> {
  const [won] = await tx.query(selectWinOfOrder, [id]);
  return won ? textOf('wonPrizes.orderWon') : undefined;
}
