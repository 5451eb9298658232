import type { Transaction } from '../platform/database/database.js';
import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import type { RefundedOrder } from '../quotas/locked-quotas.js';
import { selectWinOfOrder } from './register.sql.js';

/**
 * An order that won is not refunded, or its prize would be nobody's. Only operators are told so: where prizes are won at once, a buyer is
 * refused before this, whatever is in the boxes.
 */
export async function refuseRefundOfWin(tx: Transaction, { id }: RefundedOrder): Promise<KeyedText | undefined> {
  const [won] = await tx.query(selectWinOfOrder, [id]);
  return won ? textOf('wonPrizes.orderWon') : undefined;
}
