import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../context.js';
import type { Feature } from '../../feature.js';
import type { Database, Transaction } from '../../platform/database/database.js';
import { isLockTimeout } from '../../platform/database/errors.js';
import {
  putDisagreeingOnList,
  selectDisagreeingBuyers,
  dropMended,
  dropMendedBuyers,
  keepDisagreements,
} from './disagreements.sql.js';
import {
  keepMarksChecked,
  takeDueBlocks,
  takeMarks,
  claimBooks,
  claimTurn,
  restartRound,
  selectIsRoundOver,
  type RoundState,
  type BlockKind,
  endRound,
  keepRound,
  selectNextBillingBlocks,
  selectNextBuyers,
  selectNextLedgerBlocks,
  selectNextOrderBlocks,
  selectNextUnknownBlocks,
  type RoundKind,
  type DueBlock,
} from './round.sql.js';
import {
  countChangedBlocks,
  keepCountersChecked,
  checkCounters,
  dropEmptySums,
  keepLedgerSums,
  keepOrderSums,
} from './sums.sql.js';
import type { Statement, Sql } from '../../platform/database/statement.js';
import { checkBillingBlocks, checkBuyers, checkOrderBlocks, checkUnknownPayments, type Broken } from './block-rules.sql.js';

declare module '../../feature.js' {
  interface FeatureDeclaration {
    /** What is kept of each block of orders and written again when it is checked. $1 blocks. */
    keptOfOrders?: readonly Statement<object>[];
  }
}

const CHECKS: Record<BlockKind, { rules?: Statement<Broken>; sums?: Statement<object> }> = {
  ORDERS: { rules: checkOrderBlocks, sums: keepOrderSums },
  LEDGER: { sums: keepLedgerSums },
  BILLING_ORDERS: { rules: checkBillingBlocks },
  UNKNOWN_PAYMENTS: { rules: checkUnknownPayments },
};

export interface Buyer {
  raffleId: string;
  userId: string;
}

/** Replaces what was found of the blocks before. The caller has claimed the books. */
async function checkBlocks(sql: Sql, features: readonly Feature[], due: readonly DueBlock[]): Promise<void> {
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
    if (kind !== 'ORDERS') continue;
    for (const kept of features.flatMap(({ keptOfOrders = [] }) => keptOfOrders)) await sql.query(kept, [blocks]);
  }
}

async function checkBuyersOf(sql: Sql, buyers: readonly Buyer[]): Promise<void> {
  const values = [buyers.map(({ raffleId }) => raffleId), buyers.map(({ userId }) => userId)];
  await keep(sql, 'BUYERS', await sql.query(checkBuyers, values));
  await sql.query(dropMendedBuyers, [buyers.map(({ raffleId, userId }) => `${raffleId} ${userId}`)]);
}

async function checkAllCounters(sql: Sql): Promise<void> {
  await keep(sql, 'COUNTERS', await sql.query(checkCounters));
  await sql.query(dropMended, ['COUNTERS', [0n]]);
}

async function keep(sql: Sql, kind: BlockKind | 'BUYERS' | 'COUNTERS', broken: readonly Broken[]): Promise<void> {
  if (broken.length === 0) return;
  await sql.query(keepDisagreements, [
    broken.map(({ rule }) => rule),
    broken.map(({ id }) => id),
    // A buyer's orders are in many blocks: it is looked at again by itself.
    broken.map(({ rule }) => (rule === 'BUYER_HOLDINGS' ? 'BUYERS' : kind)),
    broken.map(({ block }) => block),
    broken.map(({ detail }) => detail),
  ]);
}

const BLOCKS_A_STEP = 4;
const UNKNOWN_PAYMENTS_A_STEP = 256;
const BUYERS_A_STEP = 4_096;

const NEXT: Record<BlockKind, { blocks: Statement<{ block: bigint }>; atOnce: number; before: RoundKind }> = {
  ORDERS: { blocks: selectNextOrderBlocks, atOnce: BLOCKS_A_STEP, before: 'LEDGER' },
  LEDGER: { blocks: selectNextLedgerBlocks, atOnce: BLOCKS_A_STEP, before: 'BILLING_ORDERS' },
  BILLING_ORDERS: { blocks: selectNextBillingBlocks, atOnce: BLOCKS_A_STEP, before: 'UNKNOWN_PAYMENTS' },
  UNKNOWN_PAYMENTS: { blocks: selectNextUnknownBlocks, atOnce: UNKNOWN_PAYMENTS_A_STEP, before: 'BUYERS' },
};

/** One step; a round that is over begins again. True when that was the last of it. */
async function continueRound(sql: Sql, features: readonly Feature[], round: RoundState): Promise<boolean> {
  if (round.isOver) await sql.query(restartRound);
  if (round.kind === 'BUYERS') return goOnWithBuyers(sql, round);
  const { kind } = round;
  const { blocks: next, atOnce, before } = NEXT[kind];
  const blocks = await sql.query(next, [round.block, atOnce]);
  const last = blocks.at(-1);
  if (!last) return continueRound(sql, features, { ...round, kind: before, block: 0n, isOver: false });
  await checkBlocks(
    sql,
    features,
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

/** A block of orders takes some ten milliseconds, from a cold disk some hundred. */
const ORDER_BLOCKS_AT_ONCE = 1;
const OTHER_BLOCKS_AT_ONCE = 16;
const MARKS_AT_ONCE = 50_000;
/** Looked at again at every turn. */
const BLOCKS_LOOKED_AT_AGAIN = 16;
const BUYERS_LOOKED_AT_AGAIN = 200;
/** Counters are compared while no more blocks than these have to be summed again: some milliseconds each. */
const SUMMED_ANEW_AT_MOST = 64;
const REST_MINUTES = 10;
const TURN_EVERY_SECONDS = 5;

type Parts = Pick<App, 'db' | 'features'>;
type BookWork<Result> = (tx: Transaction, round: RoundState) => Promise<Result>;

interface Turn {
  /** Milliseconds. A step that was begun is done; a first round has all that marks leave of them. */
  forMs: number;
  /** Steps of a later round. */
  roundSteps: number;
  /** Rests so many times as long as each step took. @default 0 */
  rests?: number;
  signal?: AbortSignal | undefined;
}

/** A tenth of one connection's time, in steps with rests: every order felt half a second in one piece. */
const TURN: Turn = { forMs: 500, roundSteps: 2, rests: 9 };
/** A step that had to wait for a lock is not made up for by more than that. */
const LONGEST_REST_MS = 1_000;

/**
 * Checks what was marked, the oldest first, goes on with the round, and compares the counters. One process at a time has the
 * books, for one transaction. True when its time is over: there may be more to do.
 */
export async function checkBooks({ db, features }: Parts, turn: Turn): Promise<boolean> {
  const pace = createPace(turn);
  const marks = await withBooks(db, takeWhatIsMarked);
  if (!marks) return false;
  await repeat(db, pace, async (tx) => {
    const due = await tx.query(takeDueBlocks, [ORDER_BLOCKS_AT_ONCE, OTHER_BLOCKS_AT_ONCE]);
    await checkBlocks(tx, features, due);
    if (marks.areAll) await tx.query(keepMarksChecked, [marks.takenAt]);
    return due.length === 0;
  });
  let steps = 0;
  await repeat(db, pace, async (tx, round) => {
    if (round.isResting || (round.hasEnded && steps >= turn.roundSteps)) return true;
    steps += 1;
    return continueRound(tx, features, round);
  });
  await withBooks(db, compareCounters);
  return pace.isOver;
}

/** One turn every five seconds, however many processes there are. True when there may be more to do. */
export async function takeTurnAtBooks(parts: Parts, signal?: AbortSignal): Promise<boolean> {
  const [turn] = await parts.db.query(claimTurn, [TURN_EVERY_SECONDS]);
  return turn !== undefined && checkBooks(parts, { ...TURN, signal });
}

/** Checks all books, however long it takes: changes without a mark are found by nothing else. */
export async function checkAllBooks({ db, features }: Parts): Promise<void> {
  const turn: Turn = { forMs: Number.POSITIVE_INFINITY, roundSteps: 0 };
  const restart = async (tx: Transaction): Promise<Date | undefined> => (await tx.query(restartRound))[0]?.startedAt;
  let startedAt: Date | undefined;
  do startedAt = await withBooks(db, restart);
  while (!startedAt);
  await repeat(db, createPace(turn), async (tx, round) => {
    // Another process may have done the last of it.
    const [asked] = await tx.query(selectIsRoundOver, [startedAt]);
    return asked?.isOver === true || continueRound(tx, features, round);
  });
  await checkBooks({ db, features }, turn);
}

async function takeWhatIsMarked(tx: Transaction): Promise<{ takenAt: Date | undefined; areAll: boolean }> {
  const [marks] = await tx.query(takeMarks, [MARKS_AT_ONCE]);
  await tx.query(putDisagreeingOnList, [BLOCKS_LOOKED_AT_AGAIN]);
  const buyers = await tx.query(selectDisagreeingBuyers, [BUYERS_LOOKED_AT_AGAIN]);
  if (buyers.length > 0) await checkBuyersOf(tx, buyers);
  return { takenAt: marks?.takenAt, areAll: (marks?.taken ?? 0) < MARKS_AT_ONCE };
}

/** Not before all was summed once, nor while more changes than can be summed in the moment. */
async function compareCounters(tx: Transaction, { hasEnded }: RoundState): Promise<void> {
  if (!hasEnded) return;
  const [changed] = await tx.query(countChangedBlocks);
  if (!changed || changed.blocks > SUMMED_ANEW_AT_MOST) return;
  await checkAllCounters(tx);
  await tx.query(keepCountersChecked, [changed.countedAt]);
}

/** Does the work at least once. */
async function repeat(db: Database, pace: Pace, work: BookWork<boolean>): Promise<void> {
  let isDone: boolean | undefined;
  do isDone = await pace.step(() => withBooks(db, work));
  while (!isDone && !pace.isOver);
}

interface Pace {
  step<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly isOver: boolean;
}

function createPace({ forMs, rests = 0, signal }: Turn): Pace {
  let leftMs = forMs;
  return {
    async step(work) {
      const startedAtMs = performance.now();
      const result = await work();
      const tookMs = performance.now() - startedAtMs;
      leftMs -= tookMs;
      // It rejects when it is aborted.
      if (rests > 0) await sleep(Math.min(tookMs * rests, LONGEST_REST_MS), undefined, { signal }).catch(() => undefined);
      return result;
    },
    get isOver() {
      return leftMs <= 0 || signal?.aborted === true;
    },
  };
}

/** Undefined when another process had the books for as long as a lock is waited for. */
async function withBooks<Result>(db: Database, work: BookWork<Result>): Promise<Result | undefined> {
  try {
    return await db.transaction(async (tx) => {
      const [round] = await tx.query(claimBooks, [REST_MINUTES]);
      if (!round) throw new Error('the row of book_checks is gone');
      return work(tx, round);
    });
  } catch (error) {
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}
