import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { boxRolls, createMac, createRanks, rollOf, takeFree, uniformDraws } from '../src/proof/random.js';
import { toHex, u64, uuidBytes } from '../src/proof/bytes.js';
import { chiSquare, critical, RAFFLE_ID, SEED, tally } from './support/box-raffles.js';
import { referenceRolls } from './support/box-reference.js';

const RAFFLE = uuidBytes(RAFFLE_ID);

describe('the primitives', () => {
  it("are Node's: HMACs under one key, one after the other", () => {
    const mac = createMac(SEED);
    for (const length of [0, 1, 55, 56, 63, 64, 65, 200]) {
      const message = new Uint8Array(length).fill(length);
      expect(toHex(mac(message))).toBe(createHmac('sha256', SEED).update(message).digest('hex'));
    }
  });

  it('agree with published values: the AES of the first box under a key of zeros', () => {
    // The hash key H of test case 13 of the GCM specification is the AES-256 of 16 zero bytes under 32 of them: dc95c078 begins it.
    expect(boxRolls(() => new Uint8Array(32), RAFFLE)(0, 0)).toBe(0xdc95c078 % 10_000);
  });
});

describe('rolls', () => {
  it.each([0, 1, 70_000, 9_999_999])('are those of the description: the block at %i', (first) => {
    const roll = boxRolls(createMac(SEED), RAFFLE);
    expect(Array.from({ length: 500 }, (_, box) => roll(first, box))).toEqual(referenceRolls(SEED, RAFFLE_ID, first, 500));
  });

  it('are uniform over 10,000 outcomes: a million of them, in blocks of all sizes', () => {
    const roll = boxRolls(createMac(SEED), RAFFLE);
    const counts = new Float64Array(10_000);
    let first = 0;
    for (const [boxes, blocks] of [[10, 20_000] as const, [1000, 300] as const, [10_000, 50] as const]) {
      for (let block = 0; block < blocks; block++) {
        first += 7;
        for (let box = 0; box < boxes; box++) counts[roll(first, box)]! += 1;
      }
    }
    expect(chiSquare(counts, new Float64Array(10_000).fill(100))).toBeLessThan(critical(9999));
    expect(chiSquare(counts, new Float64Array(10_000).fill(100))).toBeGreaterThan(9999 - 4 * Math.sqrt(2 * 9999));
  });

  it('step over what would favour small rolls, and take the last number when none is left', () => {
    expect(rollOf(4_294_959_999, 1, 2, 3)).toBe(9999);
    expect(rollOf(4_294_960_000, 12_345, 2, 3)).toBe(2345);
    expect(rollOf(4_294_960_000, 4_294_967_295, 20_004, 3)).toBe(4);
    expect(rollOf(4_294_960_000, 4_294_967_295, 4_294_960_001, 30_003)).toBe(3);
    expect(rollOf(4_294_960_000, 4_294_967_295, 4_294_960_001, 4_294_960_002)).toBe(2);
  });
});

describe('uniform draws', () => {
  it('step over what would favour small results', () => {
    const asked: string[] = [];
    const answers = [2n ** 64n - 1n, 2n ** 64n - 6n, 2n ** 64n - 7n];
    const draw = uniformDraws(
      (message) => {
        asked.push(toHex(message));
        return u64(answers[asked.length - 1]!);
      },
      new Uint8Array([9]),
    );
    // 2^64 = 6 mod 10: what is accepted ends before 2^64 - 6.
    expect(draw(258, 10)).toBe(9);
    expect(asked).toEqual(['090000010200000000', '090000010200000001', '090000010200000002']);
  });

  it('take all 64 bits where nothing favours, and are exact for ranges beyond 2^32', () => {
    const draw = (value: bigint, range: number): number => uniformDraws(() => u64(value))(0, range);
    expect(draw(2n ** 64n - 1n, 2 ** 20)).toBe(2 ** 20 - 1);
    expect(draw(2n ** 63n + 12_345n, 100_000_000_000)).toBe(Number((2n ** 63n + 12_345n) % 100_000_000_000n));
    expect(draw(123n, 1)).toBe(0);
  });

  it('are uniform', () => {
    const draw = uniformDraws(createMac(SEED), RAFFLE);
    const counts = tally(
      Array.from({ length: 100_000 }, (_, index) => draw(index, 97)),
      97,
    );
    expect(chiSquare(counts, new Float64Array(97).fill(100_000 / 97))).toBeLessThan(critical(96));
  });
});

describe('ranks', () => {
  it.each([1, 2, 3, 7, 8, 9, 100])('take away from %i groups as a plain list does', (groups) => {
    const counts = Float64Array.from({ length: groups }, (_, group) => (group * 7) % 5);
    const plain = [...counts].flatMap((count, group) => Array.from({ length: count }, () => group));
    const ranks = createRanks(counts);
    for (let turn = 0; plain.length > 0; turn++) {
      const rank = (turn * 31) % plain.length;
      const group = plain[rank]!;
      expect(ranks.take(rank)).toEqual({ group, rest: rank - plain.indexOf(group) });
      plain.splice(rank, 1);
    }
  });

  it('find the free ones among the taken as a plain list does', () => {
    const free = Array.from({ length: 200 }, (_, index) => index);
    const taken: number[] = [];
    for (let turn = 0; free.length > 0; turn++) {
      const rank = (turn * 57) % free.length;
      expect(takeFree(taken, rank)).toBe(free.splice(rank, 1)[0]);
      expect(taken).toEqual(taken.toSorted((a, b) => a - b));
    }
  });
});
