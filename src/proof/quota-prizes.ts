import { releaseOrdinal } from './box-prizes.js';
import { utf8, uuidBytes } from './bytes.js';
import { type Permutation, permutationBy, type Range } from './permutation.js';
import { createMac, firstFrom, takeFree, uniformDraws } from './random.js';
import { ensure, ProofProblem } from './steps.js';

const QUOTA_PRIZES_LABEL = utf8('raffle-gateway quota prizes v1');

/** Locked: withheld from sale. */
export interface QuotaPrize {
  id: string;
  number: number;
  /** Hundredths of a percent: the share of all quotas that is paid before it can be won. */
  releaseAt: number;
  isLocked: boolean;
}

/** `ordinal` is how many quotas were paid by then. */
export interface QuotaPrizeEvent {
  ordinal: number;
  type: 'LOCKED' | 'UNLOCKED';
  prizeId: string;
}

export interface PlacedQuotaPrizes {
  permutation: Permutation;
  ordinals: Uint32Array;
  /** The ordinals [0, sellable) are for sale; the others hold the locked numbers. */
  sellable: number;
}

/** As README.md describes; prizes in order of creation, `secret` of the permutation's key. Throws `ProofProblem`. */
export function placeQuotaPrizes(
  { raffleId, secret, permutation }: { raffleId: string; secret: Uint8Array; permutation: Permutation },
  prizes: readonly QuotaPrize[],
  log: readonly QuotaPrizeEvent[],
): PlacedQuotaPrizes {
  const mac = createMac(secret);
  const raffle = uuidBytes(raffleId);
  const places = createPlaces();
  const own = permutation.ordinalsOf(prizes.map(({ number }) => number));
  const prizeOf = new Map(Array.from(own, (ordinal, prize) => [ordinal, prize]));
  const indexes = new Map(prizes.map(({ id }, prize) => [id, prize]));
  ensure(prizeOf.size === prizes.length && indexes.size === prizes.length, 'two quota prizes have the same number or id');

  const isLocked = prizes.map((prize) => prize.isLocked);
  const { shares, ranked } = rankPrizes(prizes, permutation.size);
  const moves = new Uint32Array(prizes.length);
  let sellable = permutation.size;
  const placeOf = (prize: number): number => places.of(own[prize]!);
  const draw = (prize: number, range: number): number =>
    uniformDraws(mac, QUOTA_PRIZES_LABEL, raffle, uuidBytes(prizes[prize]!.id))(moves[prize]!++, range);

  function withhold(prize: number): void {
    isLocked[prize] = true;
    sellable -= 1;
    places.swap(placeOf(prize), sellable);
  }
  /** `taken` holds the places of the prizes that rank before it, counted from the end; this one is added. */
  function place(prize: number, taken: number[]): void {
    const rank = draw(prize, sellable - shares[prize]! - taken.length);
    places.swap(placeOf(prize), sellable - 1 - takeFree(taken, rank));
  }
  function takenBefore(prize: number): number[] {
    const before = ranked.slice(0, ranked.indexOf(prize)).filter((one) => !isLocked[one]);
    return before.map((one) => sellable - 1 - placeOf(one)).sort((one, other) => one - other);
  }

  for (const [prize, { isLocked: begins }] of prizes.entries()) if (begins) withhold(prize);
  requireRoom(firstWithoutRoom({ shares, ranked, isLocked, sellable }, 0));
  const taken: number[] = [];
  for (const prize of ranked) {
    if (isLocked[prize] || shares[prize] === 0) continue;
    const at = placeOf(prize);
    if (at < shares[prize]!) place(prize, taken);
    else taken.splice(firstFrom(taken, sellable - 1 - at), 0, sellable - 1 - at);
  }

  for (const { ordinal, type, prizeId } of log) {
    const prize = indexes.get(prizeId);
    if (prize === undefined || isLocked[prize] === (type === 'LOCKED'))
      throw new ProofProblem(`quota prize ${prizeId} cannot become ${type} at ordinal ${ordinal}`);
    const left = placeOf(prize);
    ensure(left >= ordinal, `quota prize ${prizeId} was won before ordinal ${ordinal}, where it becomes ${type}`);
    if (type === 'LOCKED') withhold(prize);
    else {
      places.swap(left, sellable);
      sellable += 1;
      isLocked[prize] = false;
    }
    requireRoom(firstWithoutRoom({ shares, ranked, isLocked, sellable }, ordinal));
    if (type === 'UNLOCKED') {
      const from = Math.max(ordinal, shares[prize]!);
      places.swap(sellable - 1, from + draw(prize, sellable - from));
    } else {
      // The prize that was swapped in may be below its share: it moves on, and so may the next one.
      for (let met = prizeOf.get(places.at(left)); isTooEarly(met, left); met = prizeOf.get(places.at(left)))
        place(met, takenBefore(met));
    }
  }

  function isTooEarly(prize: number | undefined, at: number): prize is number {
    return prize !== undefined && !isLocked[prize] && at < shares[prize]!;
  }
  return { permutation: overlaid(permutation, places), ordinals: own.map((ordinal) => places.of(ordinal)), sellable };
}

/**
 * The `releaseAt` of the first prize above whose share fewer quotas are for sale than prizes are unlocked; null when there is
 * none.
 */
export function shareWithoutRoom(
  prizes: readonly Pick<QuotaPrize, 'releaseAt' | 'isLocked'>[],
  quotas: number,
  ordinal: number,
): number | null {
  const isLocked = prizes.map((prize) => prize.isLocked);
  const sellable = quotas - isLocked.filter(Boolean).length;
  const prize = firstWithoutRoom({ ...rankPrizes(prizes, quotas), isLocked, sellable }, ordinal);
  return prize === undefined ? null : prizes[prize]!.releaseAt;
}

function rankPrizes(prizes: readonly Pick<QuotaPrize, 'releaseAt'>[], quotas: number): { shares: number[]; ranked: number[] } {
  const shares = prizes.map(({ releaseAt }) => Math.min(quotas - 1, releaseOrdinal(releaseAt, quotas)));
  const ranked = prizes.map((_, prize) => prize).sort((one, other) => shares[other]! - shares[one]! || one - other);
  return { shares, ranked };
}

/** Below the ordinal nothing moves any more. */
function firstWithoutRoom(
  { shares, ranked, isLocked, sellable }: { shares: number[]; ranked: number[]; isLocked: boolean[]; sellable: number },
  ordinal: number,
): number | undefined {
  let unlocked = 0;
  for (const prize of ranked) {
    const places = sellable - shares[prize]!;
    if (shares[prize]! <= ordinal || places >= ranked.length) return undefined;
    if (!isLocked[prize]) unlocked += 1;
    if (!isLocked[prize] && unlocked > places) return prize;
  }
  return undefined;
}

function requireRoom(prize: number | undefined): void {
  ensure(prize === undefined, 'there are fewer quotas for sale than quota prizes that are not to be won before them');
}

type Places = ReturnType<typeof createPlaces>;

// A bijection that stores only swaps: `at` is the ordinal whose number is at a place, `of` the inverse, `moved` the changed
// places, ascending.
function createPlaces() {
  const ordinals = new Map<number, number>();
  const places = new Map<number, number>();
  const at = (place: number): number => ordinals.get(place) ?? place;
  const put = (place: number, ordinal: number): void => {
    ordinals.set(place, ordinal);
    places.set(ordinal, place);
  };
  return {
    at,
    of: (ordinal: number): number => places.get(ordinal) ?? ordinal,
    swap(one: number, other: number): void {
      if (one === other) return;
      const [first, second] = [at(one), at(other)];
      put(one, second);
      put(other, first);
    },
    moved: (): number[] =>
      [...ordinals]
        .filter(([place, ordinal]) => place !== ordinal)
        .map(([place]) => place)
        .sort((one, other) => one - other),
  };
}

/** An ordinal that did not move costs one look-up more. */
function overlaid(permutation: Permutation, places: Places): Permutation {
  const moved = Uint32Array.from(places.moved());
  if (moved.length === 0) return permutation;
  const movedNumbers = permutation.numbersOfRanges(Array.from(moved, (place) => ({ firstOrdinal: places.at(place), count: 1 })));
  const numbers = Uint32Array.from(movedNumbers, ([number]) => number!);
  const placesOfNumbers = new Map(Array.from(numbers, (number, i) => [number, moved[i]!]));

  function numbersOfRanges(ranges: readonly Range[]): Uint32Array[] {
    const found = permutation.numbersOfRanges(ranges);
    for (const [i, { firstOrdinal, count }] of ranges.entries()) {
      for (let j = firstFrom(moved, firstOrdinal); j < moved.length && moved[j]! < firstOrdinal + count; j++) {
        found[i]![moved[j]! - firstOrdinal] = numbers[j]!;
      }
    }
    return found;
  }

  function ordinalsOf(asked: ArrayLike<number>): Uint32Array {
    const found = permutation.ordinalsOf(asked);
    for (let j = 0; j < asked.length; j++) found[j] = placesOfNumbers.get(asked[j]!) ?? found[j]!;
    return found;
  }

  return permutationBy(permutation.size, numbersOfRanges, ordinalsOf);
}
