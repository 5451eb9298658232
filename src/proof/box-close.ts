import { sha256 } from '@noble/hashes/sha2.js';
import { type BlockWin, type BoxBlock, resultOf } from './box-decisions.js';
import type { BoxPrize, Standing } from './box-prizes.js';
import { createMac, createRanks, firstFrom, takeFree, uniformDraws } from './random.js';
import { utf8, uuidBytes } from './bytes.js';

export interface SoldBlock extends BoxBlock {
  isVoid: boolean;
}

export interface BoxWin extends BlockWin {
  first: number;
}

interface Close {
  raffleId: string;
  prizes: readonly BoxPrize[];
  /** By prize, after the whole log. */
  standings: readonly Standing[];
  blocks: readonly SoldBlock[];
  /** Of void blocks too. */
  wins: readonly BoxWin[];
  /** 32 bytes that nobody knew during the sale. */
  key: Uint8Array;
}

export interface ClosedBoxes {
  wins: BoxWin[];
  /** Units without a box; the operator keeps them. */
  left: number;
}

const CLOSE_LABEL = utf8('raffle-gateway close v1');
const FEDERAL_LABEL = 'raffle-gateway federal v1';
const FEDERAL_RESULTS = 5;

/** `RangeError` for other than five results. */
export function federalCloseKey(results: readonly string[]): Uint8Array {
  if (results.length !== FEDERAL_RESULTS || !results.every((result) => /^\d+$/.test(result))) {
    throw new RangeError('The federal lottery has five results of digits');
  }
  return sha256(utf8(FEDERAL_LABEL + results.join('-')));
}

/** Units or rows that take some milliseconds. */
const UNITS_A_STEP = 1024;
const ROWS_A_STEP = 16_384;

/** Of version 1. Memory grows with blocks and units, not with boxes. */
export function closeBoxes(close: Close): ClosedBoxes {
  return resultOf(closeBoxesInSteps(close));
}

/** In steps of some milliseconds, so that the caller can do other work between them. */
export function* closeBoxesInSteps({ raffleId, prizes, standings, blocks, wins, key }: Close): Generator<void, ClosedBoxes> {
  const { taken, isHeld } = yield* boxesWithUnits(prizes, blocks, wins);
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

/** The boxes with a unit, by index of their block, ascending; and by prize and unit whether an order holds it. */
function* boxesWithUnits(prizes: readonly BoxPrize[], blocks: readonly SoldBlock[], wins: readonly BoxWin[]) {
  const indexes = new Map(prizes.map(({ id }, index) => [id, index]));
  const firsts = Float64Array.from(blocks, ({ first }) => first);
  const isHeld = prizes.map(({ mode, quantity }) => new Uint8Array(mode === 'ALEATORIO' ? quantity : 0));
  const taken = new Map<number, number[]>();
  for (const [index, { first, boxIndex, prizeId, unit }] of wins.entries()) {
    if (index % ROWS_A_STEP === 0) yield;
    const block = firstFrom(firsts, first);
    if (firsts[block] !== first) throw new RangeError(`no block begins at ordinal ${first}`);
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
