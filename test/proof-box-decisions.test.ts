import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxRules, decideBlock, type PrizeState } from '../src/proof/box-decisions.js';
import { bandOwners, type BoxPrize } from '../src/proof/box-prizes.js';
import { anyPlan, bytesOf, chiSquare, critical, play, prize, prizeId, RAFFLE_ID, SEED, tally } from './support/box-raffles.js';
import { referenceRolls, referenceWins } from './support/box-reference.js';

const band = (index: number, percentage: number, fields: Partial<BoxPrize> = {}) =>
  prize(index, { mode: 'PORCENTAGEM', percentage, quantity: 1_000_000, ...fields });
const rulesOf = (quotas: number, prizes: readonly BoxPrize[], seed = SEED) =>
  boxRules({ raffleId: RAFFLE_ID, quotas, seed, prizes });
const fresh = (prizes: readonly BoxPrize[]): PrizeState[] => prizes.map(() => ({ given: 0, standing: 'UNLOCKED' }));
const opensOf = (quotas: number, prizes: readonly BoxPrize[], block: { first: number; count: number; boxes: number }) =>
  decideBlock(rulesOf(quotas, prizes), fresh(prizes), block).wins;

describe('prizes by percentage', () => {
  it('come out at their stated chances: a million boxes', () => {
    const percentages = [1, 250, 3333, 17, 5000];
    const prizes = percentages.map((percentage, index) => band(index, percentage));
    const rules = rulesOf(10_000_000, prizes);
    const counts = new Map<string, number>();
    let boxesLeft = 1_000_000;
    for (let first = 0, turn = 0; boxesLeft > 0; first += 13, turn++) {
      const boxes = Math.min(boxesLeft, [1, 10, 10_000][turn % 3]!);
      boxesLeft -= boxes;
      for (const { prizeId } of decideBlock(rules, fresh(prizes), { first, count: 13, boxes }).wins) {
        counts.set(prizeId, (counts.get(prizeId) ?? 0) + 1);
      }
    }
    const won = prizes.map(({ id }) => counts.get(id) ?? 0);
    const empty = 1_000_000 - won.reduce((sum, count) => sum + count, 0);
    const expected = [...percentages, 10_000 - percentages.reduce((sum, part) => sum + part, 0)].map((part) => part * 100);
    expect(chiSquare([...won, empty], expected)).toBeLessThan(critical(5));
  });

  it('own bands exactly as wide as they say', () => {
    const owners = bandOwners([band(0, 1), prize(1), band(2, 333), band(3, 9000)]);
    expect(
      Array.from(
        tally(
          owners.map((owner) => owner + 1),
          5,
        ),
      ),
    ).toEqual([666, 1, 0, 333, 9000]);
    expect([owners[0], owners[1], owners[333], owners[334], owners[9333], owners[9334]]).toEqual([0, 2, 2, 3, 3, -1]);
  });

  it('own bands one after the other in order of creation, and number their units in order of boxes', () => {
    const prizes = [band(0, 2000), prize(1), band(2, 3000)];
    const rolls = referenceRolls(SEED, RAFFLE_ID, 40, 300);
    const units = new Map<string, number>();
    const expected = rolls.flatMap((roll, boxIndex) => {
      const id = roll < 2000 ? prizeId(0) : roll < 5000 ? prizeId(2) : null;
      if (id === null) return [];
      units.set(id, (units.get(id) ?? -1) + 1);
      return [{ boxIndex, prizeId: id, unit: units.get(id) }];
    });
    const wins = opensOf(1000, prizes, { first: 40, count: 10, boxes: 300 }).filter((win) => win.prizeId !== prizeId(1));
    expect(wins).toEqual(expected);
  });

  it('leave a band empty while its prize is locked, deleted, spent or not released, and move no other', () => {
    const prizes = [band(0, 5000), band(1, 5000)];
    const block = { first: 0, count: 10, boxes: 200 };
    const all = decideBlock(rulesOf(100, prizes), fresh(prizes), block).wins;
    const others = all.filter((win) => win.prizeId === prizeId(1));
    expect(others.length).toBeGreaterThan(50);
    const decided = (changed: Partial<BoxPrize>, state: Partial<PrizeState>) => {
      const after = [band(0, 5000, changed), band(1, 5000)];
      return decideBlock(rulesOf(100, after), [{ given: 0, standing: 'UNLOCKED', ...state }, fresh(after)[1]!], block).wins;
    };
    expect(decided({}, { standing: 'LOCKED' })).toEqual(others);
    expect(decided({}, { standing: 'DELETED' })).toEqual(others);
    expect(decided({ quantity: 7 }, { given: 7 })).toEqual(others);
    expect(decided({ releaseAt: 1001 }, {})).toEqual(others);
    expect(decided({ releaseAt: 1000 }, {})).toEqual(all);
    expect(
      decided({ quantity: 7 }, { given: 5 })
        .filter((win) => win.prizeId === prizeId(0))
        .map(({ unit }) => unit),
    ).toEqual([5, 6]);
  });

  it('are released by the block that reaches their share of the quotas, rounded up', () => {
    const prizes = [band(0, 10_000, { releaseAt: 3333 })];
    expect(opensOf(10, prizes, { first: 2, count: 1, boxes: 5 })).toEqual([]);
    expect(opensOf(10, prizes, { first: 2, count: 2, boxes: 5 })).toHaveLength(5);
  });
});

describe('prizes of hidden ordinals', () => {
  it('lie in each box of the block alike', () => {
    const prizes = [prize(0, { quantity: 20_000 })];
    const rules = rulesOf(200_000, prizes);
    const state = fresh(prizes);
    const places: number[] = [];
    for (let first = 0; first < 200_000; first += 4) {
      const { wins, changes } = decideBlock(rules, state, { first, count: 4, boxes: 10 });
      places.push(...wins.map(({ boxIndex }) => boxIndex));
      for (const { given } of changes) state[0]!.given = given;
    }
    expect(places).toHaveLength(20_000);
    expect(chiSquare(tally(places, 10), new Float64Array(10).fill(2000))).toBeLessThan(critical(9));
  });

  it('wait in line through blocks without boxes and with too few, and no unit leaves twice', () => {
    const prizes = [prize(0, { quantity: 30 }), prize(1, { quantity: 10 })];
    const { wins } = play({
      quotas: 100,
      prizes,
      combos: [{ quantityTitles: 5, quantityBoxes: 3 }],
      cumulative: false,
      acts: [{ kind: 'sell', count: 4 }, ...Array.from({ length: 20 }, () => ({ kind: 'sell' as const, count: 5 }))],
    });
    expect(new Set(wins.map((win) => `${win.prizeId} ${win.unit}`)).size).toBe(40);
    expect(wins).toHaveLength(40);
  });

  it('take the boxes before any roll does', () => {
    const prizes = [band(0, 10_000), prize(1, { quantity: 50 })];
    const wins = opensOf(10, prizes, { first: 0, count: 10, boxes: 60 });
    expect(wins.filter((win) => win.prizeId === prizeId(1))).toHaveLength(50);
    expect(wins.filter((win) => win.prizeId === prizeId(0))).toHaveLength(10);
    expect(wins.map(({ boxIndex }) => boxIndex)).toEqual(Array.from({ length: 60 }, (_, box) => box));
  });
});

describe('blocks in a row', () => {
  it('win what the rules, followed word for word, say', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const played = play(plan);
        const { wins, closeWins } = referenceWins(played);
        const inOrder = wins.toSorted((a, b) => a.first - b.first || a.boxIndex - b.boxIndex);
        expect(played.wins).toEqual(inOrder);
        expect(played.closeWins).toEqual(closeWins);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('never give more units than there are, nor one twice, nor two to a box', () => {
    fc.assert(
      fc.property(anyPlan, fc.string(), (plan, seed) => {
        const { wins, closeWins, blocks } = play(plan, bytesOf(seed));
        const voided = new Set(blocks.filter(({ isVoid }) => isVoid).map(({ first }) => first));
        const held = [...wins.filter(({ first }) => !voided.has(first)), ...closeWins];
        expect(new Set(held.map(({ prizeId, unit }) => `${prizeId} ${unit}`)).size).toBe(held.length);
        expect(new Set(held.map(({ first, boxIndex }) => `${first} ${boxIndex}`)).size).toBe(held.length);
        expect(new Set(wins.map(({ prizeId, unit }) => `${prizeId} ${unit}`)).size).toBe(wins.length);
        for (const { prizeId, unit } of held) expect(unit).toBeLessThan(plan.prizes.find(({ id }) => id === prizeId)!.quantity);
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});

describe('what cannot be decided', () => {
  const prizes = [band(0, 100)];
  it.each([
    ['no box before the raffle', { first: -1, count: 1, boxes: 1 }],
    ['an empty block', { first: 0, count: 0, boxes: 1 }],
    ['a block over the end', { first: 9, count: 2, boxes: 1 }],
    ['too many boxes', { first: 0, count: 1, boxes: 10_001 }],
    ['half a box', { first: 0, count: 1, boxes: 0.5 }],
  ])('throws: %s', (_name, block) => {
    expect(() => decideBlock(rulesOf(10, prizes), fresh(prizes), block)).toThrow(RangeError);
  });

  it('throws: a state of other prizes', () => {
    expect(() => decideBlock(rulesOf(10, prizes), [], { first: 0, count: 1, boxes: 1 })).toThrow(RangeError);
  });

  it.each<[string, Partial<BoxPrize>]>([
    ['no unit', { quantity: 0 }],
    ['too many units', { quantity: 1_000_001 }],
    ['no percentage', { percentage: null }],
    ['a percentage of nought', { percentage: 0 }],
    ['more than 100%', { percentage: 10_001 }],
    ['a percentage beside a hidden ordinal', { mode: 'ALEATORIO', quantity: 5 }],
    ['an unknown mode', { mode: 'OTHER' as 'ALEATORIO', quantity: 5 }],
    ['a release beyond all quotas', { releaseAt: 10_001 }],
    ['an id in capitals', { id: prizeId(10).toUpperCase() }],
    ['no UUID', { id: 'prize' }],
    ['neither locked nor not', { isLocked: null as never }],
  ])('throws: a prize with %s', (_name, fields) => {
    expect(() => rulesOf(10, [band(0, 100, fields)])).toThrow(RangeError);
  });

  it('throws: the same prize twice, percentages above 100%, a raffle without quotas, a short seed', () => {
    expect(() => rulesOf(10, [band(0, 1), band(0, 1)])).toThrow(/twice/);
    expect(() => rulesOf(10, [band(0, 5000), band(1, 5001)])).toThrow(/exceed/);
    expect(() => rulesOf(10, [band(0, 5000), band(1, 5000)])).not.toThrow();
    expect(() => rulesOf(0, [])).toThrow(/quotas/);
    expect(() => rulesOf(10, [], new Uint8Array(31))).toThrow(/32 bytes/);
  });
});
