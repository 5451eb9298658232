import type { Sql } from '../../platform/database/database.js';
import type { Statement } from '../../platform/database/statement.js';
import { checkBillingBlocks, checkBuyers, checkOrderBlocks, checkUnknownPayments, type Broken } from './block-rules.sql.js';
import { dropMended, dropMendedBuyers, keepDisagreements } from './disagreements.sql.js';
import type { BlockKind, DueBlock } from './marks.sql.js';
import { checkCounters, dropEmptySums, keepLedgerSums, keepOrderSums } from './sums.sql.js';

/** What is done to a block of each kind: rules that it is held to, and sums that are kept of it. */
const CHECKS: Record<BlockKind, { rules?: Statement<Broken>; sums?: Statement<object> }> = {
  ORDERS: { rules: checkOrderBlocks, sums: keepOrderSums },
  LEDGER: { sums: keepLedgerSums },
  BILLING_ORDERS: { rules: checkBillingBlocks },
  UNKNOWN_PAYMENTS: { rules: checkUnknownPayments },
};

/** A buyer of a raffle. */
export interface Buyer {
  raffleId: string;
  userId: string;
}

/** Checks blocks, and keeps what was found in the place of what was found of them before. The caller has the books. */
export async function checkBlocks(sql: Sql, due: readonly DueBlock[]): Promise<void> {
  for (const kind of new Set(due.map((block) => block.kind))) {
    const blocks = due.filter((block) => block.kind === kind).map(({ block }) => block);
    const { rules, sums } = CHECKS[kind];
    if (rules) {
      await keep(sql, kind, await sql.query(rules, [blocks]));
      await sql.query(dropMended, [kind, blocks]);
    }
    if (sums) {
      await sql.query(sums, [blocks]);
      await sql.query(dropEmptySums, [kind, blocks]);
    }
  }
}

/** The same of buyers of raffles. */
export async function checkBuyersOf(sql: Sql, buyers: readonly Buyer[]): Promise<void> {
  const values = [buyers.map(({ raffleId }) => raffleId), buyers.map(({ userId }) => userId)];
  await keep(sql, 'BUYERS', await sql.query(checkBuyers, values));
  await sql.query(dropMendedBuyers, [buyers.map(({ raffleId, userId }) => `${raffleId} ${userId}`)]);
}

/** The same of all counters and balances. */
export async function checkAllCounters(sql: Sql): Promise<void> {
  await keep(sql, 'COUNTERS', await sql.query(checkCounters));
  await sql.query(dropMended, ['COUNTERS', [0n]]);
}

async function keep(sql: Sql, kind: BlockKind | 'BUYERS' | 'COUNTERS', broken: readonly Broken[]): Promise<void> {
  if (broken.length === 0) return;
  await sql.query(keepDisagreements, [
    broken.map(({ rule }) => rule),
    broken.map(({ id }) => id),
    // A buyer whose orders are in many blocks is looked at again by itself.
    broken.map(({ rule }) => (rule === 'BUYER_HOLDINGS' ? 'BUYERS' : kind)),
    broken.map(({ block }) => block),
    broken.map(({ detail }) => detail),
  ]);
}
