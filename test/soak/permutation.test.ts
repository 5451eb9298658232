import { expect, it } from 'vitest';
import { createPermutation, derivePermutationKey } from '../../src/lucky-numbers/permutations.js';
import { isBijection } from '../support/bijection.js';

it('the permutation of the largest raffle gives each of 10,000,000 numbers to exactly one ordinal', () => {
  const size = 10_000_000;
  const key = derivePermutationKey(Buffer.alloc(32, 7), '123e4567-e12b-12d1-a456-426655440000');
  const { numbersOf, ordinalsOf } = createPermutation(key, size);
  const numbers = numbersOf(0, size);
  expect(isBijection(numbers, size)).toBe(true);
  expect(ordinalsOf(numbers.subarray(size - 50_000)).every((found, at) => found === size - 50_000 + at)).toBe(true);
});
