import type { Sql } from '../../platform/database/database.js';
import type { Statement } from '../../platform/database/statement.js';
import { checkBlocks, checkBuyersOf } from './check-blocks.js';
import type { BlockKind } from './marks.sql.js';
import {
  endRound,
  keepRound,
  restartRound,
  selectNextBillingBlocks,
  selectNextBuyers,
  selectNextLedgerBlocks,
  selectNextOrderBlocks,
  selectNextUnknownBlocks,
  type RoundKind,
  type RoundState,
} from './round.sql.js';

const BLOCKS_A_STEP = 4;
const UNKNOWN_PAYMENTS_A_STEP = 256;
const BUYERS_A_STEP = 4_096;

const NEXT: Record<BlockKind, { blocks: Statement<{ block: bigint }>; atOnce: number; before: RoundKind }> = {
  ORDERS: { blocks: selectNextOrderBlocks, atOnce: BLOCKS_A_STEP, before: 'LEDGER' },
  LEDGER: { blocks: selectNextLedgerBlocks, atOnce: BLOCKS_A_STEP, before: 'BILLING_ORDERS' },
  BILLING_ORDERS: { blocks: selectNextBillingBlocks, atOnce: BLOCKS_A_STEP, before: 'UNKNOWN_PAYMENTS' },
  UNKNOWN_PAYMENTS: { blocks: selectNextUnknownBlocks, atOnce: UNKNOWN_PAYMENTS_A_STEP, before: 'BUYERS' },
};

/**
 * Goes on with the round by one step, in which so many blocks or buyers are checked, and keeps where it stands; one that is over begins
 * anew. The caller has the books. True when that was the last of it.
 */
export async function goOnWithRound(sql: Sql, round: RoundState): Promise<boolean> {
  if (round.isOver) await sql.query(restartRound);
  if (round.kind === 'BUYERS') return goOnWithBuyers(sql, round);
  const { kind } = round;
  const { blocks: next, atOnce, before } = NEXT[kind];
  const blocks = await sql.query(next, [round.block, atOnce]);
  const last = blocks.at(-1);
  if (!last) return goOnWithRound(sql, { ...round, kind: before, block: 0n, isOver: false });
  await checkBlocks(
    sql,
    blocks.map(({ block }) => ({ kind, block })),
  );
  await sql.query(keepRound, [kind, last.block + 1n, null, null]);
  return false;
}

async function goOnWithBuyers(sql: Sql, { raffleId, userId }: RoundState): Promise<boolean> {
  const buyers = await sql.query(selectNextBuyers, [raffleId, userId, BUYERS_A_STEP]);
  await checkBuyersOf(sql, buyers);
  const last = buyers.at(-1);
  const isLast = buyers.length < BUYERS_A_STEP;
  await (isLast || !last ? sql.query(endRound) : sql.query(keepRound, ['BUYERS', 0n, last.raffleId, last.userId]));
  return isLast;
}
