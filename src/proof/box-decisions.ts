import { bandOwners, type BoxPrize, isWithin, prizesFault, releaseOrdinal, type Standing } from './box-prizes.js';
import { u32, utf8, uuidBytes } from './bytes.js';
import { boxRolls, createMac, type Mac, takeFree, uniformDraws } from './random.js';

export interface BoxRaffle {
  raffleId: string;
  quotas: number;
  /** 32 bytes, secret until the draw. */
  seed: Uint8Array;
  prizes: readonly BoxPrize[];
}

/** Of an ALEATORIO prize, in the order they leave: by exit ordinal, then by unit. */
export interface PrizeExits {
  ordinals: Uint32Array;
  units: Uint32Array;
}

const UNITS_LABEL = utf8('raffle-gateway units v1');
/** More than a prize has: exit ordinal * UNITS + unit is one exact number to sort by. */
const UNITS = 2 ** 20;

/** A step takes about three milliseconds. */
const UNITS_A_STEP = 1024;

export function resultOf<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Null for other than ALEATORIO prizes. They depend on the seed alone: compute them once a raffle. */
export function exitsOf(raffle: BoxRaffle): (PrizeExits | null)[] {
  return resultOf(exitsInSteps(raffle));
}

/** In steps of some milliseconds, so that the caller can do other work between them. */
export function* exitsInSteps({ raffleId, quotas, seed, prizes }: BoxRaffle): Generator<void, (PrizeExits | null)[]> {
  const mac = createMac(seed);
  const exits: (PrizeExits | null)[] = prizes.map(() => null);
  for (const [index, { id, mode, quantity, releaseAt }] of prizes.entries()) {
    if (mode === 'PORCENTAGEM') continue;
    const draw = uniformDraws(mac, UNITS_LABEL, uuidBytes(raffleId), uuidBytes(id));
    const start = Math.min(quotas - 1, releaseOrdinal(releaseAt, quotas));
    const keys = new Float64Array(quantity);
    for (let unit = 0; unit < quantity; unit++) {
      if (unit % UNITS_A_STEP === 0) yield;
      keys[unit] = (start + draw(unit, quotas - start)) * UNITS + unit;
    }
    keys.sort();
    exits[index] = inOrder(keys);
  }
  return exits;
}

function inOrder(keys: Float64Array): PrizeExits {
  const ordinals = new Uint32Array(keys.length);
  const units = new Uint32Array(keys.length);
  for (let rank = 0; rank < keys.length; rank++) {
    ordinals[rank] = Math.floor(keys[rank]! / UNITS);
    units[rank] = keys[rank]! % UNITS;
  }
  return { ordinals, units };
}

export const MAX_BOXES = 10_000;
export const MAX_QUOTAS = 10_000_000;

/** The ordinals [first, first + count). */
export interface BoxBlock {
  first: number;
  count: number;
  boxes: number;
}

export interface PrizeState {
  /** Units won so far. ALEATORIO units leave in the order of their exits, so it says which ones. */
  given: number;
  standing: Standing;
}

export interface BlockWin {
  boxIndex: number;
  prizeId: string;
  unit: number;
}

export interface Decision {
  wins: BlockWin[];
  changes: { prizeId: string; given: number }[];
}

/** As secret as the seed. */
export interface BoxRules extends BoxRaffle {
  exits: readonly (PrizeExits | null)[];
  bands: Int32Array;
  uuid: Uint8Array;
  mac: Mac;
  roll: (first: number, box: number) => number;
}

const PLACES_LABEL = utf8('raffle-gateway places v1');

/** Computing the exits is slow for many units: pass known ones. Throws `RangeError`. */
export function boxRules(raffle: BoxRaffle, exits: BoxRules['exits'] = exitsOf(raffle)): BoxRules {
  const fault = prizesFault(raffle.prizes);
  if (fault) throw new RangeError(fault);
  if (!isWithin(raffle.quotas, 1, MAX_QUOTAS)) throw new RangeError(`A raffle has 1 to ${MAX_QUOTAS} quotas`);
  if (raffle.seed.length !== 32) throw new RangeError('A seed has 32 bytes');
  const uuid = uuidBytes(raffle.raffleId);
  const mac = createMac(raffle.seed);
  return { ...raffle, exits, bands: bandOwners(raffle.prizes), uuid, mac, roll: boxRolls(mac, uuid) };
}

/** `state` is by prize; blocks come in order, without gaps. `RangeError` for a block that the raffle cannot have. */
export function decideBlock(rules: BoxRules, state: readonly PrizeState[], block: BoxBlock): Decision {
  const isOfRaffle = isWithin(block.first, 0, rules.quotas - 1) && isWithin(block.count, 1, rules.quotas - block.first);
  if (!isOfRaffle || !isWithin(block.boxes, 0, MAX_BOXES)) throw new RangeError('not a block of the raffle');
  if (state.length !== rules.prizes.length) throw new RangeError('a state has an entry for each prize');
  // Units that come out of it wait without being stored: they are before the next block's end, and not given.
  if (block.boxes === 0) return { wins: [], changes: [] };

  const given = state.map((prize) => prize.given);
  const taken: number[] = [];
  const wins = placeWaiting(rules, state, block, given, taken);
  rollTheRest(rules, state, block, given, taken, wins);
  if (wins.length === 0) return { wins, changes: [] };
  wins.sort((a, b) => a.boxIndex - b.boxIndex);
  const changes = rules.prizes.flatMap(({ id }, index) =>
    given[index] === state[index]!.given ? [] : [{ prizeId: id, given: given[index]! }],
  );
  return { wins, changes };
}

/** By exit ordinal, prize, unit. `given` says where each prize is in this queue. */
function placeWaiting(
  { prizes, exits, mac, uuid }: BoxRules,
  state: readonly PrizeState[],
  { first, count, boxes }: BoxBlock,
  given: number[],
  taken: number[],
): BlockWin[] {
  const wins: BlockWin[] = [];
  const waiting: number[] = [];
  for (const [index, exit] of exits.entries()) {
    const isWaiting = exit !== null && exit.ordinals[given[index]!]! < first + count;
    if (isWaiting && state[index]!.standing === 'UNLOCKED') waiting.push(index);
  }
  if (waiting.length === 0) return wins;
  const place = uniformDraws(mac, PLACES_LABEL, uuid, u32(first));
  while (wins.length < boxes) {
    let next = -1;
    let least = first + count;
    for (const index of waiting) {
      const ordinal = exits[index]!.ordinals[given[index]!];
      if (ordinal === undefined || ordinal >= least) continue;
      next = index;
      least = ordinal;
    }
    if (next < 0) break;
    const boxIndex = takeFree(taken, place(wins.length, boxes - wins.length));
    wins.push({ boxIndex, prizeId: prizes[next]!.id, unit: exits[next]!.units[given[next]!]! });
    given[next]! += 1;
  }
  return wins;
}

function rollTheRest(
  { prizes, exits, bands, roll, quotas }: BoxRules,
  state: readonly PrizeState[],
  { first, count, boxes }: BoxBlock,
  given: number[],
  taken: readonly number[],
  wins: BlockWin[],
): void {
  const gives = ({ quantity, releaseAt }: BoxPrize, index: number): boolean =>
    exits[index] === null
    && state[index]!.standing === 'UNLOCKED'
    && given[index]! < quantity
    && first + count >= releaseOrdinal(releaseAt, quotas);
  if (!prizes.some(gives)) return;
  let passed = 0;
  for (let boxIndex = 0; boxIndex < boxes; boxIndex++) {
    if (taken[passed] === boxIndex) {
      passed += 1;
      continue;
    }
    const index = bands[roll(first, boxIndex)]!;
    if (index < 0 || !gives(prizes[index]!, index)) continue;
    wins.push({ boxIndex, prizeId: prizes[index]!.id, unit: given[index]! });
    given[index]! += 1;
  }
}
