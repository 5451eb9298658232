import type { Permutation } from './permutation.js';
import { validOrdinals, type Span, type ValidOrdinals } from './winning-ordinals.js';

/** How many numbers are looked at in one call, which is far cheaper than one by one. */
const BATCH = 1024;
/** Up to so many ordinals are looked up all at once rather than searched for among the numbers. */
const FEW = 4096;
const PRIZES = 5;
const MAX_DIGITS = 7;

/** What decides the draw of mode LOTERIA_FEDERAL. */
export interface FederalDraw {
  /** The five prizes of the federal lottery's contest, in their order, five digits each. */
  results: readonly string[];
  /** From ordinals to lucky numbers and back; its size is a power of ten, from 10 to 10^7. */
  permutation: Permutation;
  allocated: number;
  voided: readonly Span[];
  prizes: number;
}

/** Whether a raffle of so many quotas can be drawn by the federal lottery: 10, 100, ... 10,000,000. */
export function isFederalQuantity(quotaQuantity: number): boolean {
  return /^10{1,7}$/.test(String(quotaQuantity));
}

/**
 * The number at which the draw of a raffle of 10^d quotas starts, d from 1 to 7. Its digits, from the left: for d up to 5 the
 * units of the last d of the five prizes, in their order; for d = 6 the tens of the first prize before all five units; for d = 7
 * the tens of the second, then those of the first, before them. Throws `RangeError` for another quantity, or other than five
 * texts of five digits.
 */
export function federalStart(results: readonly string[], quotaQuantity: number): number {
  if (!isFederalQuantity(quotaQuantity)) throw new RangeError('A raffle of the federal lottery has 10, 100, ... 10000000 quotas');
  if (results.length !== PRIZES || !results.every((result) => /^\d{5}$/.test(result)))
    throw new RangeError('The federal lottery has five results of five digits');
  const digits = String(quotaQuantity).length - 1;
  const [first = '', second = ''] = results;
  const longest = second.charAt(3) + first.charAt(3) + results.map((result) => result.charAt(4)).join('');
  return Number(longest.slice(MAX_DIGITS - digits));
}

/**
 * The winning ordinal of each main prize in their order, undefined where no ordinal is left. The first prize's search begins at
 * `federalStart`, that of each later one after the number that won before it; it goes upwards, from the last number on to 0, and
 * ends at the first number whose ordinal is below `allocated`, in no voided block and has not won yet. Throws as `federalStart`
 * does.
 */
export function federalOrdinals({ results, permutation, allocated, voided, prizes }: FederalDraw): (number | undefined)[] {
  const { size } = permutation;
  const valid = validOrdinals(allocated, voided);
  // A valid number is met after size / count others, so that either way is a few thousand numbers a prize at most.
  const search = valid.count <= FEW + 2 * prizes ? searchOrdinals(permutation, valid) : searchNumbers(permutation, valid);
  let start = federalStart(results, size);
  return Array.from({ length: prizes }, () => {
    if (valid.count === 0) return undefined;
    const { number, ordinal } = search(start);
    valid.remove(ordinal);
    start = (number + 1) % size;
    return ordinal;
  });
}

interface Found {
  number: number;
  ordinal: number;
}

/** Finds the first valid number from a start on. There is one. */
type Search = (start: number) => Found;

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
    .map(([number = 0], i): Found => ({ number, ordinal: ordinals[i]! }))
    .sort((one, other) => one.number - other.number);
  return (start) => {
    const left = found.filter(({ ordinal }) => valid.has(ordinal));
    return left.find(({ number }) => number >= start) ?? left[0]!;
  };
}
