import { sha256 } from '@noble/hashes/sha2.js';
import type { BlockWin, BoxBlock } from './box-decisions.js';
import type { BoxPrize, Standing } from './box-prizes.js';
import { createMac, createRanks, takeFree, uniformDraws } from './random.js';
import { utf8, uuidBytes } from './bytes.js';

/** A block when sales are over. */
export interface SoldBlock extends BoxBlock {
  /** Its order was refunded. */
  isVoid: boolean;
}

/** A box that holds a unit: the block whose first ordinal is `first`, and the box's index there. */
export interface BoxWin extends BlockWin {
  first: number;
}

export interface Close {
  raffleId: string;
  /** In order of creation. */
  prizes: readonly BoxPrize[];
  /** By prize order, after the whole log. */
  standings: readonly Standing[];
  /** In order of their first ordinals. */
  blocks: readonly SoldBlock[];
  /** All that blocks decided, those of void blocks too. */
  wins: readonly BoxWin[];
  /** 32 bytes that nobody knew before sales closed. */
  key: Uint8Array;
}

export interface ClosedBoxes {
  /** In the order of the draw: by prize order, then unit. */
  wins: BoxWin[];
  /** Units that found no box left; they stay with the operator. */
  left: number;
}

const CLOSE_LABEL = utf8('raffle-gateway close v1');
const FEDERAL_LABEL = 'raffle-gateway federal v1';
const FEDERAL_RESULTS = 5;

/** The key of a raffle drawn by the federal lottery, of its five results as they are published. Throws `RangeError` for others. */
export function federalCloseKey(results: readonly string[]): Uint8Array {
  if (results.length !== FEDERAL_RESULTS || !results.every((result) => /^\d+$/.test(result))) {
    throw new RangeError('The federal lottery has five results of digits');
  }
  return sha256(utf8(FEDERAL_LABEL + results.join('-')));
}

/** Things a step goes through, in some milliseconds: units that are drawn, or blocks and wins that are looked at. */
const UNITS_A_STEP = 1024;
const ROWS_A_STEP = 16_384;

/**
 * Where the ALEATORIO units that nobody holds go when sales are over: those never won, and those won by an order that was refunded, of
 * prizes neither locked nor deleted. Each goes to one of the boxes that are left, all alike: not in a void block, and holding nothing.
 * Memory grows with blocks and units, never with boxes.
 */
export function closeBoxes(close: Close): ClosedBoxes {
  const steps = closeBoxesInSteps(close);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same for who has other things to do meanwhile: between two steps of some milliseconds the caller may wait. */
export function* closeBoxesInSteps({ raffleId, prizes, standings, blocks, wins, key }: Close): Generator<void, ClosedBoxes> {
  const { taken, isHeld } = yield* heldBoxes(prizes, blocks, wins);
  const eligible = new Float64Array(blocks.length);
  let boxesLeft = 0;
  for (const [index, { boxes, isVoid }] of blocks.entries()) {
    if (index % ROWS_A_STEP === 0) yield;
    eligible[index] = isVoid ? 0 : boxes - (taken.get(index)?.length ?? 0);
    boxesLeft += eligible[index];
  }
  const ranks = createRanks(eligible);
  const mac = createMac(key);

  const closed: ClosedBoxes = { wins: [], left: 0 };
  for (const [index, { id, mode, quantity }] of prizes.entries()) {
    if (mode !== 'ALEATORIO' || standings[index] !== 'UNLOCKED') continue;
    const draw = uniformDraws(mac, CLOSE_LABEL, uuidBytes(raffleId), uuidBytes(id));
    for (let unit = 0; unit < quantity; unit++) {
      if (unit % UNITS_A_STEP === 0) yield;
      if (isHeld[index]![unit] === 1) continue;
      if (boxesLeft === 0) {
        closed.left += 1;
        continue;
      }
      const { group, rest } = ranks.take(draw(unit, boxesLeft));
      boxesLeft -= 1;
      if (!taken.has(group)) taken.set(group, []);
      closed.wins.push({ first: blocks[group]!.first, boxIndex: takeFree(taken.get(group)!, rest), prizeId: id, unit });
    }
  }
  return closed;
}

/** The boxes that hold something, by index of their block and in order; and by prize and unit whether an order holds it. In steps. */
function* heldBoxes(prizes: readonly BoxPrize[], blocks: readonly SoldBlock[], wins: readonly BoxWin[]) {
  const indexes = new Map(prizes.map(({ id }, index) => [id, index]));
  const isHeld = prizes.map(({ mode, quantity }) => new Uint8Array(mode === 'ALEATORIO' ? quantity : 0));
  const taken = new Map<number, number[]>();
  for (const [index, { first, boxIndex, prizeId, unit }] of wins.entries()) {
    if (index % ROWS_A_STEP === 0) yield;
    const block = indexOf(blocks, first);
    if (blocks[block]!.isVoid) continue;
    isHeld[indexes.get(prizeId)!]![unit] = 1;
    const boxes = taken.get(block);
    if (boxes) boxes.push(boxIndex);
    else taken.set(block, [boxIndex]);
  }
  let sorted = 0;
  for (const boxes of taken.values()) {
    if (sorted++ % ROWS_A_STEP === 0) yield;
    boxes.sort((a, b) => a - b);
  }
  return { taken, isHeld };
}

/** The index of the block with that first ordinal. Throws `RangeError` when there is none. */
function indexOf(blocks: readonly SoldBlock[], first: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (blocks[middle]!.first < first) low = middle + 1;
    else high = middle;
  }
  if (blocks[low]?.first !== first) throw new RangeError(`no block begins at ordinal ${first}`);
  return low;
}
