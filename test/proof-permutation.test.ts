import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as served from '../src/lucky-numbers/permutations.js';
import { createPermutation, derivePermutationKey } from '../src/proof/permutation.js';

describe('the permutation that a stranger computes', () => {
  it('has the key that the service derives, for any secret and raffle', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 64 }), fc.uuid(), (secret, raffleId) => {
        const key = derivePermutationKey(secret, raffleId);
        expect([...key]).toEqual([...served.derivePermutationKey(Buffer.from(secret), raffleId)]);
      }),
    );
    expect(() => derivePermutationKey(new Uint8Array(15), 'x')).toThrow(RangeError);
  });

  it('gives the numbers and ordinals that the service gives, for any key and size', () => {
    const key = fc.uint8Array({ minLength: 16, maxLength: 16 });
    const sizes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10_000_000 }));
    fc.assert(
      fc.property(key, sizes, fc.nat(), fc.integer({ min: 1, max: 30 }), (bytes, size, at, most) => {
        const first = at % size;
        const count = Math.min(most, size - first);
        const theirs = createPermutation(bytes, size);
        const ours = served.createPermutation(Buffer.from(bytes), size);
        expect([...theirs.numbersOf(first, count)]).toEqual([...ours.numbersOf(first, count)]);
        expect(theirs.ordinalOf(first)).toBe(ours.ordinalOf(first));
      }),
    );
    expect(() => createPermutation(new Uint8Array(15), 10)).toThrow(RangeError);
  });

  it('gives the same over the chunks of a large block', () => {
    const key = Uint8Array.from({ length: 16 }, (_, byte) => byte);
    const numbers = createPermutation(key, 99_991).numbersOf(5, 10_000);
    expect(Buffer.from(numbers.buffer)).toEqual(
      Buffer.from(served.createPermutation(Buffer.from(key), 99_991).numbersOf(5, 10_000).buffer),
    );
  });
});
