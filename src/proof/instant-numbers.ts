import { type Permutation, permutationBy, type Range } from './permutation.js';
import { firstFrom } from './random.js';

export interface NumberedWin {
  ordinal: number;
  /** The listed number that it received. */
  number: number;
}

interface InstantNumbers {
  quotas: number;
  /** The numbers of all quota prizes, in any order. */
  listed: readonly number[];
  /** In any order. */
  wins: readonly NumberedWin[];
  /** All ordinals below are decided. */
  decided: number;
  /** Of the numbers that are not listed; null when all are. */
  plain: Permutation | null;
}

/**
 * The numbers of decided ordinals in a raffle with quota prizes, as README.md describes. `RangeError` for other ordinals.
 * `ordinalsOf` answers `size` for a number that no decided ordinal has.
 */
export function createInstantNumbers({ quotas, listed, wins, decided, plain }: InstantNumbers): Permutation {
  if ((plain?.size ?? 0) !== quotas - listed.length) throw new RangeError('plain numbers are those that are not listed');
  const prizes = Uint32Array.from(listed).sort();
  const inOrder = [...wins].sort((one, other) => one.ordinal - other.ordinal);
  const won = Uint32Array.from(inOrder, ({ ordinal }) => ordinal);
  const ordinalsOfPrizes = new Map(wins.map(({ ordinal, number }) => [number, ordinal]));

  function numbersOfRanges(ranges: readonly Range[]): Uint32Array[] {
    const plainRanges: Range[] = [];
    for (const { firstOrdinal, count } of ranges) {
      if (count > 0 && !(firstOrdinal >= 0 && firstOrdinal + count <= decided))
        throw new RangeError(`An ordinal is an integer from 0 to ${decided - 1}`);
      const before = firstFrom(won, firstOrdinal);
      const within = firstFrom(won, firstOrdinal + count) - before;
      plainRanges.push({ firstOrdinal: firstOrdinal - before, count: count - within });
    }
    const ranks = plain?.numbersOfRanges(plainRanges) ?? [];
    return ranges.map(({ firstOrdinal, count }, i) => {
      const numbers = new Uint32Array(count);
      let win = firstFrom(won, firstOrdinal);
      let rank = 0;
      for (let j = 0; j < count; j++) {
        if (won[win] === firstOrdinal + j) numbers[j] = inOrder[win++]!.number;
        else numbers[j] = outside(prizes, ranks[i]![rank++]!);
      }
      return numbers;
    });
  }

  function ordinalsOf(numbers: ArrayLike<number>): Uint32Array {
    const ordinals = new Uint32Array(numbers.length).fill(quotas);
    const ranks: number[] = [];
    const asked: number[] = [];
    for (let j = 0; j < numbers.length; j++) {
      const number = numbers[j]!;
      if (!Number.isInteger(number) || number < 0 || number >= quotas)
        throw new RangeError(`A number is an integer from 0 to ${quotas - 1}`);
      const below = firstFrom(prizes, number);
      if (prizes[below] === number) ordinals[j] = ordinalsOfPrizes.get(number) ?? quotas;
      else {
        ranks.push(number - below);
        asked.push(j);
      }
    }
    const places = plain?.ordinalsOf(ranks) ?? [];
    for (const [i, j] of asked.entries()) {
      const ordinal = outside(won, places[i]!);
      if (ordinal < decided) ordinals[j] = ordinal;
    }
    return ordinals;
  }

  return permutationBy(quotas, numbersOfRanges, ordinalsOf);
}

/** The value of that rank among those that are not in `values`, which ascend. */
function outside(values: Uint32Array, rank: number): number {
  // Below values[j] there are values[j] - j others.
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! - middle > rank) high = middle;
    else low = middle + 1;
  }
  return rank + low;
}
