import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPermutation } from '../src/proof/permutation.js';
import { federalOrdinals, federalStart, isFederalQuantity } from '../src/proof/federal.js';
import type { Span } from '../src/proof/winning-ordinals.js';
import { bytesOf, fields, validOf } from './support/draws.js';

const RESULTS = ['34567', '12348', '90211', '55603', '77129'];
const permutationOf = (size: number, words = 'key') => createPermutation(bytesOf(words).subarray(0, 16), size);

describe('the number at which the federal lottery starts', () => {
  it('is the units of the five prizes', () => {
    expect(federalStart(RESULTS, 100_000)).toBe(78_139);
  });

  it.each([
    [10, 9],
    [100, 39],
    [1000, 139],
    [10_000, 8139],
    [1_000_000, 678_139],
    [10_000_000, 4_678_139],
  ])('has as many digits as the numbers of %i quotas', (quantity, start) => {
    expect(federalStart(RESULTS, quantity)).toBe(start);
  });

  it('is of five results of five digits, in a raffle of a power of ten', () => {
    expect(() => federalStart(RESULTS.slice(1), 100)).toThrow(RangeError);
    expect(() => federalStart([...RESULTS.slice(1), '1234'], 100)).toThrow(RangeError);
    expect(() => federalStart([...RESULTS.slice(1), '1234a'], 100)).toThrow(RangeError);
    for (const quantity of [1, 20, 99, 101, 1100, 100_000_000, 1e21])
      expect(() => federalStart(RESULTS, quantity)).toThrow(RangeError);
    expect([1, 10, 10_000_000].map(isFederalQuantity)).toEqual([false, true, true]);
  });
});

describe('the winning ordinals of the federal lottery', () => {
  // Up to a thousand ordinals are looked up, and more than five thousand are searched for among the numbers.
  it.each([
    ['few', 1000, 0],
    ['many', 10_000, 5000],
  ])('are those of the first numbers from the start on that are paid, not voided and not won, of %s', (_, size, more) => {
    const results = fc.array(fc.stringMatching(/^\d{5}$/), { minLength: 5, maxLength: 5 });
    const tables = ['', 'key', 'another key', '\uffff'].map((key) => {
      const permutation = permutationOf(size, key);
      const numbers = permutation.numbersOf(0, size);
      return { permutation, numbers, ordinals: new Map(Array.from(numbers, (number, ordinal) => [number, ordinal])) };
    });
    fc.assert(
      fc.property(results, fields(1000), fc.nat(30), fc.constantFrom(...tables), (five, { allocated, voided }, prizes, table) => {
        const { permutation, numbers, ordinals } = table;
        const field = { allocated: allocated + more, voided };
        const taken = new Set(validOf(field).map((ordinal) => numbers[ordinal]!));
        let number = federalStart(five, size);
        const expected = Array.from({ length: prizes }, () => {
          if (taken.size === 0) return undefined;
          while (!taken.has(number)) number = (number + 1) % size;
          taken.delete(number);
          return ordinals.get(number);
        });
        expect(federalOrdinals({ results: five, permutation, ...field, prizes })).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('are the numbers after the start when all are sold, and go on at 0 after the last', () => {
    const permutation = permutationOf(100_000);
    const drawn = (results: string[], prizes: number, voided: Span[] = []) =>
      federalOrdinals({ results, permutation, allocated: 100_000, voided, prizes }).map((ordinal) =>
        permutation.numberOf(ordinal!),
      );
    expect(drawn(RESULTS, 3)).toEqual([78_139, 78_140, 78_141]);
    expect(drawn(['00009', '00009', '00009', '00009', '00008'], 3)).toEqual([99_998, 99_999, 0]);
    expect(drawn(RESULTS, 2, [[permutation.ordinalOf(78_140), 1]])).toEqual([78_139, 78_141]);
  });

  const large = permutationOf(10_000_000);
  it.each([
    ['one quota of ten million', 1, []],
    ['as few as are all looked up', 4136, []],
    ['as few as are searched for', 4137, []],
    ['half of them', 5_000_000, []],
    ['all', 10_000_000, []],
    [
      'all, and all voided but ten',
      10_000_000,
      [
        [0, 4_000_000],
        [4_000_010, 5_999_990],
      ],
    ],
  ] satisfies [string, number, Span[]][])('take a moment with %s paid', (_, allocated, voided) => {
    const started = performance.now();
    const ordinals = federalOrdinals({ results: RESULTS, permutation: large, allocated, voided, prizes: 20 });
    expect(performance.now() - started).toBeLessThan(2000);
    const left = validCount(allocated, voided);
    expect(new Set(ordinals.filter((ordinal) => ordinal !== undefined)).size).toBe(Math.min(20, left));
  });
});

function validCount(allocated: number, voided: readonly Span[]): number {
  return allocated - voided.reduce((sum, [, count]) => sum + count, 0);
}
