import { LRUCache } from 'lru-cache';
import type { App } from '../context.js';
import { sha256 } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import { timeOfRound, type Round } from '../proof/chain.js';
import { createInstantDecider, type InstantDecider, type InstantDecision } from '../proof/instant-decider.js';
import { writeEvents } from '../webhooks/outbox.js';
import * as sql from './decide.sql.js';
import { registerWins, type Win } from '../prizes/register-wins.js';
import { enterReleases } from './enter-releases.js';
import { decidedOrderEvent } from './instant-events.js';
import type { PublishedLists } from './published-lists.js';

const RAFFLES_A_READ = 500;
/** Blocks of one transaction, so that a lock of some tens of milliseconds is all that a refund waits for. */
const LEAVES_AT_ONCE = 1_000;
/** A beacon that was away for an hour left 1,200 rounds. */
const ROUNDS_AT_ONCE = 50;
const MAX_DECIDERS = 100;
/** Relays have a round within seconds of its time. */
const LATE_AFTER_MS = 30_000;

/** Where a process stopped, so that it need not read the standings of all prizes again. */
export type Deciders = LRUCache<string, { leaf: number; decider: InstantDecider }>;

export function createDeciders(): Deciders {
  return new LRUCache({ max: MAX_DECIDERS });
}

/** Of raffles that failed, and of warnings. */
export const INSTANT_BACKOFF = { firstMs: 1_000, longestMs: 60_000 };

type Parts = Pick<
  App,
  'instantBackoff' | 'db' | 'rounds' | 'log' | 'deliveries' | 'orderWatch' | 'raffles' | 'publishedLists' | 'deciders'
>;

/** Decides the blocks whose round is there, in the order of leaves. True when there may be more at once. */
export async function decideRaffles(app: Parts): Promise<boolean> {
  let isMore = false;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const waiting = await app.db.query(sql.selectWaitingRaffles, [after, RAFFLES_A_READ]);
    for (const raffle of waiting) {
      if (!app.instantBackoff.mayTry(raffle.raffleId)) continue;
      try {
        isMore = (await decideRaffle(app, raffle)) || isMore;
        app.instantBackoff.succeeded(raffle.raffleId);
      } catch (error) {
        app.instantBackoff.failed(raffle.raffleId);
        app.deciders.delete(raffle.raffleId);
        app.log.error(
          { err: error, event: 'instant_prizes.raffle.failed', raffleId: raffle.raffleId },
          'blocks of a raffle could not be decided',
        );
      }
    }
    if (waiting.length < RAFFLES_A_READ) return isMore;
    after = waiting.at(-1)!.raffleId;
  }
}

/** True when it decided as much as it may at once. */
async function decideRaffle(app: Parts, { raffleId, chain, decidedLeaf }: sql.WaitingRaffle): Promise<boolean> {
  if (chain !== null && chain !== app.rounds.chain.hash)
    throw new Error(
      `the blocks of raffle ${raffleId} wait for rounds of the chain ${chain}: start the service with that BEACON_CHAIN`,
    );
  const next = await app.db.query(sql.selectNextRounds, [raffleId, decidedLeaf, LEAVES_AT_ONCE]);
  const wanted = next.slice(0, ROUNDS_AT_ONCE).map(({ round }) => Number(round));
  const rounds = await app.rounds.fetch(wanted);
  const missing = wanted.find((round) => !rounds.has(round));
  if (missing !== undefined) warnWhenLate(app, raffleId, missing);
  const lists = await app.publishedLists.ofSold(raffleId);
  const decided = await app.db.transaction((tx) => decideLeaves(app, tx, { raffleId, lists, rounds }));
  return decided === LEAVES_AT_ONCE || (decided > 0 && next.length > ROUNDS_AT_ONCE);
}

function warnWhenLate({ rounds, log, instantBackoff }: Parts, raffleId: string, round: number): void {
  const lateMs = Date.now() - timeOfRound(rounds.chain, round) * 1_000;
  const warning = `late ${raffleId}`;
  if (lateMs < LATE_AFTER_MS || !instantBackoff.mayTry(warning)) return;
  instantBackoff.failed(warning);
  log.warn(
    { event: 'instant_prizes.beacon.late', raffleId, round, lateSeconds: Math.round(lateMs / 1_000) },
    'paid orders wait for a round that the beacon has not published',
  );
}

interface Asked {
  raffleId: string;
  lists: PublishedLists;
  rounds: ReadonlyMap<number, Round>;
}

/** A block of an order, decided. */
interface DecidedBlock extends InstantDecision {
  orderId: string;
  userId: string;
  boxes: number;
  isVoid: boolean;
  round: number;
}

/** How many leaves it decided. */
async function decideLeaves(app: Parts, tx: Transaction, { raffleId, lists, rounds }: Asked): Promise<number> {
  const [now] = await tx.query(sql.lockDecided, [raffleId]);
  if (!now) return 0;
  const leaves = await tx.query(sql.selectLeavesToDecide, [raffleId, now.decidedLeaf, LEAVES_AT_ONCE]);
  const decider = await deciderAt(app, tx, lists, now);
  const blocks: DecidedBlock[] = [];
  const randomnessOf = randomnessBy(rounds);
  let leaf = now.decidedLeaf;
  for (const row of leaves) {
    // A gap would be a leaf of a transaction that is not committed: the counter's lock allows none.
    if (row.leaf !== leaf) throw new Error(`raffle ${raffleId} has no leaf ${leaf}`);
    if (row.orderId !== null) {
      const randomness = randomnessOf(Number(row.round));
      if (!randomness) break;
      blocks.push(decideBlock(decider, lists, row, randomness));
    } else if (row.prizeId !== null) decider.sendToClose(row.prizeId);
    leaf += 1;
  }
  if (leaf === now.decidedLeaf) {
    // It has not moved: the next look, half a second later, need not read all prizes again.
    app.deciders.set(raffleId, { leaf, decider });
    return 0;
  }

  await enterReleases(tx, lists, now, leaves.slice(0, leaf - now.decidedLeaf));
  await writeDecided(app, tx, lists, blocks);
  if (lists.boxPrizes.length > 0) await tx.query(sql.countUnitsOut, [raffleId, [...decider.unitsOut]]);
  await tx.query(sql.storeDecided, [raffleId, leaf, decider.decided, decider.quotaPrizesWon]);
  await writeEvents(
    app,
    tx,
    blocks
      .filter(({ isVoid }) => !isVoid)
      .map(({ orderId, userId, boxes, quotaPrizeWins, round }) =>
        decidedOrderEvent({ orderId, raffleId, userId, boxes, quotaPrizes: quotaPrizeWins.length, round }),
      ),
  );
  tx.afterCommit(() => {
    app.deciders.set(raffleId, { leaf, decider });
    app.raffles.drop(raffleId);
    for (const { orderId } of blocks) app.orderWatch.touch(orderId);
  });
  return leaf - now.decidedLeaf;
}

/** It moves on with each block: a transaction that fails leaves none behind. */
async function deciderAt(app: Parts, tx: Transaction, lists: PublishedLists, now: sql.DecidedRaffle): Promise<InstantDecider> {
  const { raffleId } = lists;
  const known = app.deciders.get(raffleId);
  app.deciders.delete(raffleId);
  if (known?.leaf === now.decidedLeaf) return known.decider;
  const [standings] = await tx.query(sql.selectStandings, [raffleId]);
  const sentToClose = await tx.query(sql.selectSentToClose, [raffleId, now.decidedLeaf]);
  const won = new Set(standings?.won);
  return createInstantDecider(lists, {
    decided: now.decidedTo,
    isWon: lists.quotaPrizes.map(({ id }) => won.has(id)),
    unitsOut: standings?.unitsOut ?? [],
    sentToClose: sentToClose.map(({ prizeId }) => prizeId),
  });
}

function decideBlock(
  decider: InstantDecider,
  lists: PublishedLists,
  { orderId, userId, first, count, isVoid, round }: sql.LeafRow,
  randomness: Uint8Array,
): DecidedBlock {
  const boxes = lists.boxesFor(count);
  return {
    ...decider.decide({ first, count, boxes }, randomness),
    orderId: orderId!,
    userId: userId!,
    boxes,
    isVoid,
    round: Number(round),
  };
}

/** One array a round: the decider keys its streams once for it. */
function randomnessBy(rounds: ReadonlyMap<number, Round>): (round: number) => Uint8Array | undefined {
  const made = new Map<number, Uint8Array>();
  return (round) => {
    const known = made.get(round);
    if (known) return known;
    const found = rounds.get(round);
    if (!found) return undefined;
    const randomness = sha256(Buffer.from(found.signature, 'hex'));
    made.set(round, randomness);
    return randomness;
  };
}

async function writeDecided(app: Parts, tx: Transaction, lists: PublishedLists, blocks: readonly DecidedBlock[]): Promise<void> {
  const { raffleId, boxPrizes, quotaPrizes } = lists;
  const owed: Win[] = [];
  const withBoxes = blocks.filter(({ boxes }) => boxes > 0);
  if (withBoxes.length > 0) {
    const wins = withBoxes.flatMap(({ orderId, boxWins }) => boxWins.map((win) => ({ orderId, ...win })));
    for (const { orderId, box: boxIndex, prize, unit } of wins)
      owed.push({ kind: 'BOX', prizeId: boxPrizes[prize]!.id, unit, orderId, boxIndex, isShown: false });
    await tx.query(sql.issueBoxes, [
      raffleId,
      withBoxes.map(({ orderId }) => orderId),
      withBoxes.map(({ userId }) => userId),
      withBoxes.map(({ boxes }) => boxes),
      withBoxes.map(({ isVoid }) => isVoid),
      wins.map(({ orderId }) => orderId),
      wins.map(({ box }) => box),
      wins.map(({ prize }) => boxPrizes[prize]!.id),
      wins.map(({ unit }) => unit),
      wins.map(({ prize }) => boxPrizes[prize]!.quantity),
    ]);
  }
  const numbers = blocks.flatMap(({ orderId, isVoid, quotaPrizeWins }) =>
    quotaPrizeWins.map((win) => ({ orderId, isVoid, ...win })),
  );
  if (numbers.length > 0) {
    for (const { orderId, prize } of numbers)
      owed.push({ kind: 'QUOTA_PRIZE', prizeId: quotaPrizes[prize]!.id, unit: 0, orderId, isShown: true });
    await tx.query(sql.winQuotaPrizes, [
      numbers.map(({ prize }) => quotaPrizes[prize]!.id),
      numbers.map(({ ordinal }) => ordinal),
      numbers.map(({ orderId }) => orderId),
      numbers.map(({ isVoid }) => isVoid),
    ]);
  }
  await registerWins(app, tx, raffleId, owed);
}
