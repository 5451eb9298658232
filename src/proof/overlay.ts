import type { Permutation, Range } from './permutation.js';

/** A bijection of the ordinals that begins as the identity: which ordinal's number lies at a place. It holds only what was swapped. */
export interface Places {
  /** The ordinal whose number, by the permutation, lies at the place. */
  at(place: number): number;
  /** Where the number of the ordinal lies. */
  of(ordinal: number): number;
  swap(one: number, other: number): void;
  /** The places that hold another's number, ascending. */
  moved(): number[];
}

export function createPlaces(): Places {
  const ordinals = new Map<number, number>();
  const places = new Map<number, number>();
  const at = (place: number): number => ordinals.get(place) ?? place;
  const put = (place: number, ordinal: number): void => {
    ordinals.set(place, ordinal);
    places.set(ordinal, place);
  };
  return {
    at,
    of: (ordinal) => places.get(ordinal) ?? ordinal,
    swap(one, other) {
      if (one === other) return;
      const [first, second] = [at(one), at(other)];
      put(one, second);
      put(other, first);
    },
    moved: () =>
      [...ordinals]
        .filter(([place, ordinal]) => place !== ordinal)
        .map(([place]) => place)
        .sort((one, other) => one - other),
  };
}

/** The permutation with its ordinals swapped as `places` says: what is not moved costs a look-up more. */
export function overlaid(permutation: Permutation, places: Places): Permutation {
  const moved = Uint32Array.from(places.moved());
  if (moved.length === 0) return permutation;
  const told = permutation.numbersOfRanges(Array.from(moved, (place) => ({ firstOrdinal: places.at(place), count: 1 })));
  const numbers = Uint32Array.from(told, ([number]) => number!);
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

  const numbersOf = (firstOrdinal: number, count: number): Uint32Array => numbersOfRanges([{ firstOrdinal, count }])[0]!;
  return {
    size: permutation.size,
    numbersOf,
    numbersOfRanges,
    numberOf: (ordinal) => numbersOf(ordinal, 1)[0]!,
    ordinalsOf,
    ordinalOf: (number) => ordinalsOf([number])[0]!,
  };
}

/** The index of the first value of an ascending list that is `least` or more. */
export function firstFrom(values: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
