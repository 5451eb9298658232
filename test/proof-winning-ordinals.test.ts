import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniform } from '../src/proof/random.js';
import { type BeaconDraw, type Span, winningOrdinals } from '../src/proof/winning-ordinals.js';
import { bytesOf, fields, validOf } from './support/draws.js';

const RAFFLE_ID = '123e4567-e12b-12d1-a456-426655440000';
const draw = (more: Partial<BeaconDraw>): (number | undefined)[] =>
  winningOrdinals({
    randomness: bytesOf('round'),
    raffleId: RAFFLE_ID,
    manifestHash: bytesOf('manifest'),
    allocated: 1000,
    voided: [],
    prizes: 3,
    ...more,
  });

/** The description word for word, over a list of the ordinals. */
function specified({ randomness, manifestHash, prizes }: BeaconDraw, valid: number[]): (number | undefined)[] {
  return Array.from({ length: prizes }, (_, index) => {
    if (valid.length === 0) return undefined;
    const size = BigInt(valid.length);
    for (let attempt = 0; ; attempt++) {
      const counters = Buffer.alloc(8);
      counters.writeUInt32BE(index + 1, 0);
      counters.writeUInt32BE(attempt, 4);
      const value = createHmac('sha256', randomness)
        .update('raffle-gateway draw v1')
        .update(Buffer.from(RAFFLE_ID.replaceAll('-', ''), 'hex'))
        .update(manifestHash)
        .update(counters)
        .digest()
        .readBigUInt64BE(0);
      if (value < (2n ** 64n / size) * size) return valid.splice(Number(value % size), 1)[0];
    }
  });
}

describe('the winning ordinals of a beacon', () => {
  it('are what their description says, for any randomness and any voided blocks', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, bytes, fields(400), fc.integer({ min: 0, max: 30 }), (randomness, manifestHash, field, prizes) => {
        const asked = { randomness, manifestHash, prizes, raffleId: RAFFLE_ID, ...field };
        expect(winningOrdinals(asked)).toEqual(specified(asked, validOf(field)));
      }),
    );
  });

  it('are distinct, never voided, and none once none is left', () => {
    const winners = draw({
      allocated: 6,
      voided: [
        [1, 2],
        [5, 1],
      ],
      prizes: 5,
    });
    expect(new Set(winners.slice(0, 3))).toEqual(new Set([0, 3, 4]));
    expect(winners.slice(3)).toEqual([undefined, undefined]);
    expect(draw({ allocated: 0, prizes: 1 })).toEqual([undefined]);
  });

  it('depend on the randomness, the raffle and the manifest', () => {
    const others = [
      draw({ allocated: 1_000_000 }),
      draw({ allocated: 1_000_000, randomness: bytesOf('another') }),
      draw({ allocated: 1_000_000, manifestHash: bytesOf('another') }),
      draw({ allocated: 1_000_000, raffleId: '123e4567-e12b-12d1-a456-426655440001' }),
    ];
    expect(new Set(others.map((ordinals) => ordinals.join())).size).toBe(4);
  });

  // 95 valid ordinals: 94 degrees of freedom, 131 is passed by chance once in 140 fair runs. The seeds are fixed, so it passes or not.
  it('fall evenly on the valid ordinals, those of each of three prizes', () => {
    const voided: Span[] = [
      [0, 10],
      [50, 15],
    ];
    const runs = 19_000;
    const countsOfPrizes = Array.from({ length: 3 }, () => new Map<number | undefined, number>());
    for (let run = 0; run < runs; run++) {
      const winners = draw({ randomness: bytesOf(`run ${run}`), allocated: 120, voided, prizes: 3 });
      countsOfPrizes.forEach((counts, prize) => counts.set(winners[prize], (counts.get(winners[prize]) ?? 0) + 1));
    }
    for (const counts of countsOfPrizes) {
      expect(counts.size).toBe(95);
      const statistic = [...counts.values()].reduce((sum, count) => sum + (count - runs / 95) ** 2 / (runs / 95), 0);
      expect(statistic).toBeLessThan(131);
    }
  });

  it('take a moment with ten million quotas and five thousand voided blocks', () => {
    const voided = Array.from({ length: 5000 }, (_, i): Span => [i * 2000 + 7, 1 + (i % 900)]);
    const started = performance.now();
    const winners = draw({ allocated: 10_000_000, voided, prizes: 20 });
    expect(performance.now() - started).toBeLessThan(2_500);
    expect(new Set(winners).size).toBe(20);
    expect(winners.some((winner) => voided.some(([first, count]) => winner! >= first && winner! < first + count))).toBe(false);
  });
});

it('a value that would favour the low ordinals is rejected, and the next attempt counts', () => {
  const words = (value: bigint) => {
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setBigUint64(0, value);
    return bytes;
  };
  // 2^64 = 6 mod 10: the six highest values are one too many for the remainders 0 to 5.
  const tried: number[] = [];
  const at = (values: bigint[]) =>
    uniform(10, (attempt) => {
      tried.push(attempt);
      return words(values[attempt]!);
    });
  expect(at([2n ** 64n - 1n, 2n ** 64n - 6n, 17n])).toBe(7);
  expect(tried).toEqual([0, 1, 2]);
  expect(at([2n ** 64n - 7n])).toBe(9);
  expect(uniform(2 ** 32 / 2, () => words(2n ** 64n - 1n))).toBe(2 ** 31 - 1);
});
