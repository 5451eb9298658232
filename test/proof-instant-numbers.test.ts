import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstantDecider } from '../src/proof/instant-decider.js';
import { createInstantNumbers } from '../src/proof/instant-numbers.js';
import { createPermutation } from '../src/proof/permutation.js';
import { chiSquare, critical } from './support/statistics.js';
import { anyInstantPlan, decideAll, type InstantPlan } from './support/instant-raffles.js';

const KEY = Uint8Array.from({ length: 16 }, (_, i) => i);

/** The listed numbers of a raffle are spread by a step that has no factor of the quantity. */
function numbersOf({ raffle, leaves }: InstantPlan) {
  const { quotas, quotaPrizes } = raffle;
  const step = [7, 11, 13, 17].find((prime) => quotas % prime !== 0)!;
  const listed = quotaPrizes.map((_, prize) => (prize * step) % quotas);
  const decider = createInstantDecider(raffle);
  const { quotaPrizeWins } = decideAll({ raffle, leaves }, decider);
  const wins = quotaPrizeWins.map(({ ordinal, prize }) => ({ ordinal, number: listed[prize]! }));
  const size = quotas - listed.length;
  const plain = size === 0 ? null : createPermutation(KEY, size);
  const { decided } = decider;
  return { listed, wins, decided, plain, numbers: createInstantNumbers({ quotas, listed, wins, decided, plain }) };
}

describe('the numbers of a raffle with quota prizes', () => {
  it('are those of the description: a listed one for each win, else the next plain one', () => {
    fc.assert(
      fc.property(anyInstantPlan, (plan) => {
        const { listed, wins, decided, plain, numbers } = numbersOf(plan);
        const unlisted = Array.from({ length: plan.raffle.quotas }, (_, number) => number).filter((n) => !listed.includes(n));
        let W = 0;
        const expected = Array.from({ length: decided }, (_, o) => {
          const win = wins.find(({ ordinal }) => ordinal === o);
          if (!win) return unlisted[plain!.numberOf(o - W)]!;
          W += 1;
          return win.number;
        });
        expect([...numbers.numbersOf(0, decided)]).toEqual(expected);
        expect(new Set(expected).size).toBe(decided);
      }),
    );
  });

  it('lead back to their ordinals, and others to none', () => {
    fc.assert(
      fc.property(anyInstantPlan, (plan) => {
        const { decided, numbers } = numbersOf(plan);
        const { quotas } = plan.raffle;
        const ordinals = new Map([...numbers.numbersOf(0, decided)].map((number, ordinal) => [number, ordinal]));
        const all = Array.from({ length: quotas }, (_, number) => number);
        expect([...numbers.ordinalsOf(all)]).toEqual(all.map((number) => ordinals.get(number) ?? quotas));
        for (const number of all.slice(0, 3)) expect(numbers.ordinalOf(number)).toBe(ordinals.get(number) ?? quotas);
      }),
    );
  });

  it('are the same in ranges as alone', () => {
    fc.assert(
      fc.property(anyInstantPlan, fc.array(fc.tuple(fc.nat(120), fc.nat(12)), { maxLength: 6 }), (plan, asked) => {
        const { decided, numbers } = numbersOf(plan);
        const ranges = asked
          .map(([first, count]) => ({ firstOrdinal: Math.min(first, decided), count }))
          .filter(({ firstOrdinal, count }) => firstOrdinal + count <= decided);
        expect(numbers.numbersOfRanges(ranges).map((found) => [...found])).toEqual(
          ranges.map(({ firstOrdinal, count }) => Array.from({ length: count }, (_, i) => numbers.numberOf(firstOrdinal + i))),
        );
      }),
    );
  });

  it('are told of no ordinal that is not decided, and of no number outside', () => {
    const numbers = createInstantNumbers({
      quotas: 10,
      listed: [3, 4],
      wins: [{ ordinal: 1, number: 4 }],
      decided: 5,
      plain: createPermutation(KEY, 8),
    });
    expect(numbers.numberOf(1)).toBe(4);
    expect(() => numbers.numberOf(5)).toThrow(RangeError);
    expect(() => numbers.numbersOf(4, 2)).toThrow(RangeError);
    expect(() => numbers.numbersOf(-1, 2)).toThrow(RangeError);
    expect(() => numbers.ordinalOf(10)).toThrow(RangeError);
    expect(() => numbers.ordinalOf(-1)).toThrow(RangeError);
    expect(numbers.ordinalOf(3)).toBe(10);
    expect(() => createInstantNumbers({ quotas: 10, listed: [3], wins: [], decided: 0, plain: null })).toThrow(RangeError);
  });

  it('are uniform: the first quota of many raffles, and its neighbour', () => {
    const counts = new Float64Array(20);
    const neighbours = new Float64Array(20);
    const runs = 4_000;
    for (let run = 0; run < runs; run++) {
      const key = Uint8Array.from({ length: 16 }, (_, i) => (i < 2 ? run >> (8 * i) : i));
      const plain = createPermutation(key, 19);
      const numbers = createInstantNumbers({ quotas: 20, listed: [7], wins: [], decided: 2, plain });
      const [one, other] = numbers.numbersOf(0, 2);
      counts[one!]! += 1;
      neighbours[(20 + other! - one!) % 20]! += 1;
    }
    expect([counts[7], neighbours[0]]).toEqual([0, 0]);
    const plainCounts = counts.filter((_, number) => number !== 7);
    expect(chiSquare(plainCounts, new Float64Array(19).fill(runs / 19))).toBeLessThan(critical(18));
    // The distance d joins two unlisted numbers in 18 of the 20 places of the first.
    expect(chiSquare(neighbours.slice(1), new Float64Array(19).fill(runs / 19))).toBeLessThan(critical(18));
  });
});
