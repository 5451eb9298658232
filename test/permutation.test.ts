import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPermutation, derivePermutationKey } from '../src/lucky-numbers/permutations.js';
import { formatLuckyNumber, parseLuckyNumber } from '../src/proof/permutation.js';
import { isBijection } from './support/bijection.js';

const SECRET = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte));
const RAFFLE_ID = '123e4567-e12b-12d1-a456-426655440000';
const KEY = derivePermutationKey(SECRET, RAFFLE_ID);

/** The specification of `createPermutation` word for word: one number at a time, in big integers. */
function specified(key: Buffer, size: number, ordinal: number): number {
  const a = Math.ceil(Math.sqrt(size));
  const b = Math.ceil(size / a);
  const f = (round: number, half: number): bigint => {
    const block = Buffer.alloc(16);
    block.writeUInt32BE(size, 8);
    block.writeUInt8(round, 12);
    block.writeUIntBE(half, 13, 3);
    return createCipheriv('aes-128-ecb', key, null).update(block).readBigUInt64BE(0);
  };
  let [left, right] = [Math.floor(ordinal / b), ordinal % b];
  for (let round = 0; round < 10; round++) {
    if (round % 2 === 0) left = (left + Number(f(round, right) % BigInt(a))) % a;
    else right = (right + Number(f(round, left) % BigInt(b))) % b;
  }
  const value = left * b + right;
  return value < size ? value : specified(key, size, value);
}

function chiSquare(values: ArrayLike<number>, range: number, bins: number): number {
  const counts = Array.from({ length: bins }, () => 0);
  for (let j = 0; j < values.length; j++) counts[Math.floor((values[j]! / range) * bins)]! += 1;
  const expected = values.length / bins;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe('the permutation of lucky numbers', () => {
  it.each([1, 2, 3, 7, 10, 100, 1000, 4096, 99_991, 300_000])(
    'gives each of %i numbers to exactly one ordinal, and finds it',
    (size) => {
      const { numbersOf, ordinalsOf } = createPermutation(KEY, size);
      const numbers = numbersOf(0, size);
      expect(isBijection(numbers, size)).toBe(true);
      expect(ordinalsOf(numbers).every((found, ordinal) => found === ordinal)).toBe(true);
    },
  );

  it('is a bijection with its inverse for any key and size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.integer({ min: 1, max: 3000 }), (key, size) => {
        const { numbersOf, ordinalsOf } = createPermutation(Buffer.from(key), size);
        const numbers = numbersOf(0, size);
        expect(isBijection(numbers, size)).toBe(true);
        expect(ordinalsOf(numbers).every((found, ordinal) => found === ordinal)).toBe(true);
      }),
    );
  });

  it('gives a block the same numbers as its ordinals one by one, in order', () => {
    const sizes = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(sizes, fc.nat(), fc.integer({ min: 1, max: 30 }), (size, at, most) => {
        const { numbersOf, numberOf, ordinalsOf, ordinalOf } = createPermutation(KEY, size);
        const first = at % size;
        const ordinals = Array.from({ length: Math.min(most, size - first) }, (_, j) => first + j);
        const numbers = [...numbersOf(first, ordinals.length)];
        expect(numbers).toEqual(ordinals.map(numberOf));
        expect([...ordinalsOf(numbers.toReversed())]).toEqual(ordinals.toReversed());
        expect(numbers.map(ordinalOf)).toEqual(ordinals);
      }),
    );
  });

  it('gives an order of 20,000 the numbers of its parts', () => {
    const { numbersOf } = createPermutation(KEY, 99_991);
    const parts = [
      [5, 1],
      [6, 4095],
      [4101, 4097],
      [8198, 11_807],
    ].flatMap(([first, count]) => [...numbersOf(first!, count!)]);
    expect([...numbersOf(5, 20_000)]).toEqual(parts);
  });

  it('is what its specification says, for any key, size and ordinal', () => {
    const key = fc.uint8Array({ minLength: 16, maxLength: 16 });
    const sizes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 10_000_000 }));
    fc.assert(
      fc.property(key, sizes, fc.nat(), (bytes, size, at) => {
        const ordinal = at % size;
        expect(createPermutation(Buffer.from(bytes), size).numberOf(ordinal)).toBe(specified(Buffer.from(bytes), size, ordinal));
      }),
      { numRuns: 1000 },
    );
  });

  // Computed apart from this code, from the specification alone. A change here changes the numbers that buyers hold.
  it('never changes', () => {
    expect(KEY.toString('hex')).toBe('f39868f2f2d3c7ce003f760bc554b17d');
    expect([...createPermutation(KEY, 7).numbersOf(0, 7)]).toEqual([6, 1, 5, 4, 3, 0, 2]);
    expect([...createPermutation(KEY, 1000).numbersOf(0, 6)]).toEqual([946, 282, 415, 381, 759, 266]);
    expect(createPermutation(KEY, 1000).numberOf(999)).toBe(405);
    expect([...createPermutation(KEY, 99_991).numbersOf(0, 3)]).toEqual([96_613, 4947, 48_552]);
    expect(createPermutation(KEY, 99_991).numberOf(99_990)).toBe(19_527);
    expect([...createPermutation(KEY, 10_000_000).numbersOf(0, 4)]).toEqual([3_912_628, 8_210_898, 4_247_027, 6_456_372]);
    expect(createPermutation(KEY, 10_000_000).numberOf(9_999_999)).toBe(5_619_104);
  });

  it('differs by secret, by raffle and by size', () => {
    const numbersUnder = (key: Buffer, size = 10_000) => createPermutation(key, size).numbersOf(0, 1000);
    const others = [
      numbersUnder(derivePermutationKey(Buffer.alloc(32, 9), RAFFLE_ID)),
      numbersUnder(derivePermutationKey(SECRET, '123e4567-e12b-12d1-a456-426655440001')),
      numbersUnder(KEY, 10_001),
    ];
    const own = numbersUnder(KEY);
    for (const other of others) {
      expect(other.filter((number, ordinal) => number === own[ordinal]).length).toBeLessThan(10);
    }
  });

  // 99 degrees of freedom: chance alone passes 160 once in ten thousand keys; this key is fixed.
  it('spreads a block of consecutive ordinals evenly, and the steps between its numbers too', () => {
    const size = 1_000_000;
    const numbers = createPermutation(KEY, size).numbersOf(400_000, 20_000);
    expect(chiSquare(numbers, size, 100)).toBeLessThan(160);
    const steps = Array.from(numbers.subarray(1), (number, at) => (number - numbers[at]! + size) % size);
    expect(chiSquare(steps, size, 100)).toBeLessThan(160);
    expect(
      chiSquare(
        numbers.map((number) => number % 1000),
        1000,
        100,
      ),
    ).toBeLessThan(160);
  });

  // 23 degrees of freedom; 58 once in ten thousand.
  it('reaches every order of four numbers equally often over the keys', () => {
    const orders = new Map<string, number>();
    for (let raffle = 0; raffle < 12_000; raffle++) {
      const order = createPermutation(derivePermutationKey(SECRET, `raffle ${raffle}`), 4)
        .numbersOf(0, 4)
        .join();
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    expect([...orders.values()].reduce((sum, count) => sum + (count - 500) ** 2 / 500, 0)).toBeLessThan(58);
  });

  it('refuses a size, a key or a secret of the wrong measure', () => {
    for (const size of [0, -1, 1.5, NaN, 10_000_001]) expect(() => createPermutation(KEY, size)).toThrow(RangeError);
    for (const length of [0, 15, 17, 32]) expect(() => createPermutation(Buffer.alloc(length), 10)).toThrow(RangeError);
    expect(() => derivePermutationKey(Buffer.alloc(15), RAFFLE_ID)).toThrow(RangeError);
  });

  it('refuses what is outside the raffle, and gives nothing for a count of nothing', () => {
    const { numbersOf, numberOf, ordinalsOf, ordinalOf } = createPermutation(KEY, 10);
    expect(numbersOf(10, 0)).toEqual(new Uint32Array());
    expect(ordinalsOf([])).toEqual(new Uint32Array());
    for (const [first, count] of [
      [0, 11],
      [9, 2],
      [10, 1],
      [-1, 2],
      [0.5, 1],
      [0, -1],
      [0, 1.5],
      [NaN, 1],
    ]) {
      expect(() => numbersOf(first!, count!)).toThrow(RangeError);
    }
    for (const outside of [-1, 10, 0.5, NaN]) {
      expect(() => numberOf(outside)).toThrow(RangeError);
      expect(() => ordinalOf(outside)).toThrow(RangeError);
      expect(() => ordinalsOf([1, outside])).toThrow(RangeError);
    }
  });

  it('leaves the numbers it was asked about as they were', () => {
    const numbers = Uint32Array.of(1, 2, 3);
    createPermutation(KEY, 10).ordinalsOf(numbers);
    expect(numbers).toEqual(Uint32Array.of(1, 2, 3));
  });
});

describe('a printed lucky number', () => {
  it.each([
    [0, 1, '0'],
    [9, 10, '9'],
    [7, 11, '07'],
    [7, 100, '07'],
    [99, 100, '99'],
    [7, 101, '007'],
    [0, 10_000_000, '0000000'],
    [9_999_999, 10_000_000, '9999999'],
  ])('%i of a raffle of %i is %s', (number, size, text) => {
    expect(formatLuckyNumber(number, size)).toBe(text);
    expect(parseLuckyNumber(text, size)).toBe(number);
  });

  it.each(['', '7', '007', ' 7', '7 ', '-7', '+7', '7.', '0x', '1e', '٠٧', '80', '99'])(
    '%o is no number of a raffle of 80',
    (text) => {
      expect(parseLuckyNumber(text, 80)).toBe(undefined);
    },
  );

  it('is refused outside the raffle', () => {
    for (const number of [-1, 80, 1.5, NaN]) expect(() => formatLuckyNumber(number, 80)).toThrow(RangeError);
  });

  it('reads back, and sorts as text in the order of the numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(), fc.nat(), (size, one, other) => {
        const [low, high] = [one % size, other % size].toSorted((x, y) => x - y) as [number, number];
        expect(parseLuckyNumber(formatLuckyNumber(high, size), size)).toBe(high);
        expect(formatLuckyNumber(low, size) <= formatLuckyNumber(high, size)).toBe(true);
      }),
    );
  });
});
