import type { Permutation } from './permutation.js';
import { validOrdinals, type Span, type ValidOrdinals } from './winning-ordinals.js';

/** Far cheaper than one by one. */
const BATCH = 1024;
const MAX_LOOKED_UP = 4096;
const PRIZES = 5;
const MAX_DIGITS = 7;

interface FederalDraw {
  results: readonly string[];
  /** Its size is a power of ten, from 10 to 10^7. */
  permutation: Permutation;
  allocated: number;
  voided: readonly Span[];
  prizes: number;
}

export function isFederalQuantity(quotaQuantity: number): boolean {
  return /^10{1,7}$/.test(String(quotaQuantity));
}

/** When the contest of that day, as "2026-12-31", is held at the earliest: 20:00 in Brasilia. In ms. */
export function timeOfContest(date: string): number {
  return Date.parse(`${date}T20:00:00-03:00`);
}

/** As README.md describes. `RangeError` for other quantities or results. */
export function federalStart(results: readonly string[], quotaQuantity: number): number {
  if (!isFederalQuantity(quotaQuantity)) throw new RangeError('A raffle of the federal lottery has 10, 100, ... 10000000 quotas');
  if (results.length !== PRIZES || !results.every((result) => /^\d{5}$/.test(result)))
    throw new RangeError('The federal lottery has five results of five digits');
  const digits = String(quotaQuantity).length - 1;
  const [first = '', second = ''] = results;
  const longest = second.charAt(3) + first.charAt(3) + results.map((result) => result.charAt(4)).join('');
  return Number(longest.slice(MAX_DIGITS - digits));
}

/** By prize, undefined when no ordinal is left. Throws as `federalStart`. */
export function federalOrdinals({ results, permutation, allocated, voided, prizes }: FederalDraw): (number | undefined)[] {
  const { size } = permutation;
  const valid = validOrdinals(allocated, voided);
  // On average a valid number comes after size / count others: each way costs a few thousand numbers a prize at most.
  const search =
    valid.count <= MAX_LOOKED_UP + 2 * prizes ? searchOrdinals(permutation, valid) : searchNumbers(permutation, valid);
  let start = federalStart(results, size);
  return Array.from({ length: prizes }, () => {
    if (valid.count === 0) return undefined;
    const { number, ordinal } = search(start);
    valid.remove(ordinal);
    start = (number + 1) % size;
    return ordinal;
  });
}

type Search = (start: number) => { number: number; ordinal: number };

function searchNumbers({ size, ordinalsOf }: Permutation, valid: ValidOrdinals): Search {
  return (start) => {
    for (let from = start; ; from = (from + BATCH) % size) {
      const numbers = Uint32Array.from({ length: BATCH }, (_, i) => (from + i) % size);
      const ordinals = ordinalsOf(numbers);
      const at = ordinals.findIndex((ordinal) => valid.has(ordinal));
      if (at >= 0) return { number: numbers[at]!, ordinal: ordinals[at]! };
    }
  };
}

function searchOrdinals({ numbersOfRanges }: Permutation, valid: ValidOrdinals): Search {
  const ordinals = Array.from({ length: valid.count }, (_, rank) => valid.atRank(rank));
  const found = numbersOfRanges(ordinals.map((firstOrdinal) => ({ firstOrdinal, count: 1 })))
    .map(([number = 0], i) => ({ number, ordinal: ordinals[i]! }))
    .sort((one, other) => one.number - other.number);
  return (start) => {
    const left = found.filter(({ ordinal }) => valid.has(ordinal));
    return left.find(({ number }) => number >= start) ?? left[0]!;
  };
}
