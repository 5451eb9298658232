import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstantDecider, type InstantRaffle } from '../src/proof/instant-decider.js';
import { instantStream } from '../src/proof/instant-stream.js';
import { shareWithoutRoom } from '../src/proof/quota-prize-room.js';
import { createMac } from '../src/proof/random.js';
import { chiSquare, critical, tally } from './support/statistics.js';
import {
  anyInstantPlan,
  boxPrize,
  decideAll,
  decideLeaf,
  prizeId,
  quotaPrizesOf,
  RAFFLE_ID,
  randomnessOf,
} from './support/instant-raffles.js';
import { scoresOfPredictors } from './support/predictors.js';
import { referenceStream, referenceWins, type ReferenceLeaf, type ReferenceWins } from './support/instant-reference.js';

const byBox = (wins: ReferenceWins): ReferenceWins => ({
  ...wins,
  boxWins: wins.boxWins.toSorted((one, other) => one.first - other.first || one.box - other.box),
});

/** Blocks of `count` that sell a raffle out, each with a round of its own. */
function soldOut(quotas: number, count: number, boxes: number, name = ''): Extract<ReferenceLeaf, { type: 'BLOCK' }>[] {
  return Array.from({ length: quotas / count }, (_, block) => {
    return { type: 'BLOCK', first: block * count, count, boxes, randomness: randomnessOf(`${name} ${block}`) };
  });
}

describe('the stream of a block', () => {
  it('is that of the description, whatever ranges are asked', () => {
    const stream = instantStream('raffle-gateway boxes v2', RAFFLE_ID);
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.nat(), fc.array(fc.integer({ min: 1, max: 2 ** 32 - 1 })), (first, round, ranges) => {
        stream.start(createMac(randomnessOf(round)), first);
        const reference = referenceStream('raffle-gateway boxes v2', RAFFLE_ID, first, randomnessOf(round));
        expect(ranges.map((range) => stream.next(range))).toEqual(ranges.map((range) => reference(range)));
      }),
    );
  });

  it('steps over what would favour small results: of two thirds of all values a half repeats', () => {
    const range = 2 ** 31 + 2 ** 29;
    const stream = instantStream('raffle-gateway boxes v2', RAFFLE_ID);
    stream.start(createMac(randomnessOf(1)), 0);
    const high = Array.from({ length: 10_000 }, () => stream.next(range)).filter((value) => value >= 2 ** 31).length;
    expect(Math.abs(high - 2_000)).toBeLessThan(160);
  });
});

describe('blocks', () => {
  it('win what the description says, by any list of prizes, sale and locks', () => {
    fc.assert(
      fc.property(anyInstantPlan, (plan) => {
        expect(decideAll(plan)).toEqual(byBox(referenceWins(plan.raffle, plan.leaves)));
      }),
      { numRuns: 500 },
    );
  });

  it('win the same when the decider stops anywhere and goes on from what it left', () => {
    fc.assert(
      fc.property(anyInstantPlan, fc.nat(), ({ raffle, leaves }, at) => {
        const cut = at % (leaves.length + 1);
        const wins: ReferenceWins = { quotaPrizeWins: [], boxWins: [], toClose: [] };
        const first = createInstantDecider(raffle);
        for (const leaf of leaves.slice(0, cut)) decideLeaf(first, leaf, wins);
        const isWon = raffle.quotaPrizes.map((_, prize) => wins.quotaPrizeWins.some((win) => win.prize === prize));
        const sentToClose = leaves.slice(0, cut).flatMap((leaf) => (leaf.type === 'TO_CLOSE' ? [leaf.prizeId] : []));
        const state = { decided: first.decided, isWon, unitsOut: [...first.unitsOut], sentToClose };
        const second = createInstantDecider(raffle, state);
        expect(second.forSale).toBe(first.forSale);
        expect(second.quotaPrizesWon).toBe(first.quotaPrizesWon);
        expect(second.chanceOfNext()).toEqual(first.chanceOfNext());
        for (const leaf of leaves.slice(cut)) decideLeaf(second, leaf, wins);
        expect(wins).toEqual(decideAll({ raffle, leaves }));
      }),
    );
  });

  it('come in their order, within what is for sale', () => {
    const raffle: InstantRaffle = { raffleId: RAFFLE_ID, quotas: 10, quotaPrizes: quotaPrizesOf(2), boxPrizes: [] };
    const decider = createInstantDecider(raffle);
    const decide = (first: number, count: number) => decider.decide({ first, count, boxes: 0 }, randomnessOf(1));
    expect(() => decide(1, 1)).toThrow(RangeError);
    expect(() => decide(0, 0)).toThrow(RangeError);
    expect(() => decide(0, 11)).toThrow(RangeError);
    decide(0, 4);
    expect(() => decide(0, 4)).toThrow(RangeError);
    decide(4, 6);
    expect(decider.chanceOfNext()).toBe(null);
    // One of its quotas could have no number.
    expect(() => decider.sendToClose(prizeId(1))).toThrow(RangeError);
  });

  it('know their prizes: none twice, none at the close twice', () => {
    const raffle: InstantRaffle = {
      raffleId: RAFFLE_ID,
      quotas: 10,
      quotaPrizes: [{ id: prizeId(0), releaseAt: 0, isLocked: true }, ...quotaPrizesOf(2).slice(1)],
      boxPrizes: [],
    };
    const decider = createInstantDecider(raffle);
    expect(() => decider.sendToClose(prizeId(0))).toThrow(RangeError);
    expect(() => decider.sendToClose(prizeId(7))).toThrow(RangeError);
    decider.sendToClose(prizeId(1));
    expect(() => decider.sendToClose(prizeId(1))).toThrow(RangeError);
    expect(decider.forSale).toBe(8);
    expect(() => decider.decide({ first: 0, count: 9, boxes: 0 }, randomnessOf(1))).toThrow('8 are for sale');
    const twice = { ...raffle, boxPrizes: [boxPrize(0, { id: prizeId(1) })] };
    expect(() => createInstantDecider(twice)).toThrow(RangeError);
  });
});

describe('prizes in play', () => {
  it('are all out when all is sold, and none before its share', () => {
    fc.assert(
      fc.property(anyInstantPlan, ({ raffle, leaves }) => {
        const locked = new Set(leaves.flatMap((leaf) => (leaf.type === 'TO_CLOSE' ? [leaf.prizeId] : [])));
        const last = leaves.findLast((leaf) => leaf.type === 'BLOCK');
        const decider = createInstantDecider(raffle);
        const wins = decideAll({ raffle, leaves }, decider);
        for (const { ordinal, prize } of wins.quotaPrizeWins) {
          const { releaseAt, isLocked } = raffle.quotaPrizes[prize]!;
          expect(isLocked).toBe(false);
          expect(ordinal).toBeGreaterThanOrEqual(Math.min(raffle.quotas - 1, (releaseAt * raffle.quotas) / 10_000));
        }
        if (last?.type !== 'BLOCK' || decider.decided < decider.forSale || locked.size > 0) return;
        const open = raffle.quotaPrizes.filter(({ isLocked }) => !isLocked);
        expect(wins.quotaPrizeWins).toHaveLength(open.length);
      }),
      { numRuns: 300 },
    );
  });

  it('are never missing where no plain number is left, whatever is sent to the close: each quota has one number', () => {
    fc.assert(
      // As many prizes as quotas, or nearly; the decider throws for a quota without a number.
      fc.property(
        anyInstantPlan.filter(({ raffle }) => raffle.quotaPrizes.length > 0.7 * raffle.quotas),
        (plan) => {
          const { quotaPrizeWins } = decideAll(plan);
          expect(new Set(quotaPrizeWins.map(({ prize }) => prize)).size).toBe(quotaPrizeWins.length);
          expect(new Set(quotaPrizeWins.map(({ ordinal }) => ordinal)).size).toBe(quotaPrizeWins.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('lack room from the share on that too many of them wait for', () => {
    const prizes = [9_000, 9_500, 10_000].map((releaseAt) => ({ releaseAt, isLocked: false }));
    expect(shareWithoutRoom(prizes, 40, 0)).toBe(null);
    expect(shareWithoutRoom(prizes, 20, 0)).toBe(10_000);
    expect(shareWithoutRoom(prizes, 20, 19)).toBe(null);
    expect(shareWithoutRoom([...prizes, { releaseAt: 0, isLocked: true }], 40, 0)).toBe(10_000);
  });

  it('leave a quota without a number where there is no room', () => {
    const releases = [0, 0, 10_000, 10_000];
    const raffle: InstantRaffle = { raffleId: RAFFLE_ID, quotas: 4, quotaPrizes: quotaPrizesOf(4, releases), boxPrizes: [] };
    expect(shareWithoutRoom(raffle.quotaPrizes, 4, 0)).toBe(10_000);
    expect(() => decideAll({ raffle, leaves: soldOut(4, 1, 0) })).toThrow('there is no number for ordinal 2');
  });

  it('have the chance that the page tells', () => {
    const raffle: InstantRaffle = {
      raffleId: RAFFLE_ID,
      quotas: 50,
      quotaPrizes: quotaPrizesOf(5, [0, 0, 0, 5_000, 5_000]),
      boxPrizes: [boxPrize(0, { quantity: 4 }), boxPrize(1, { quantity: 4, releaseAt: 5_000 })],
    };
    const seen = { won: 0, expected: 0, out: 0, outExpected: 0 };
    for (let run = 0; run < 400; run++) {
      const decider = createInstantDecider(raffle);
      for (const leaf of soldOut(50, 1, 1, `chance ${run}`)) {
        const { quotaPrize, boxUnit } = decider.chanceOfNext()!;
        const { quotaPrizeWins, boxWins } = decider.decide(leaf, leaf.randomness);
        // The last wins are all but certain: they tell nothing.
        if (leaf.first >= 45) continue;
        seen.expected += quotaPrize.inPlay / quotaPrize.of;
        seen.outExpected += boxUnit.inPlay / boxUnit.of;
        seen.won += quotaPrizeWins.length;
        seen.out += boxWins.length;
      }
    }
    expect(Math.abs(seen.won - seen.expected)).toBeLessThan(4 * Math.sqrt(seen.expected));
    expect(Math.abs(seen.out - seen.outExpected)).toBeLessThan(4 * Math.sqrt(seen.outExpected));
  });
});

describe('chance', () => {
  const RUNS = 4_000;

  it('spreads quota prizes evenly: over ordinals, and over prizes', () => {
    const raffle: InstantRaffle = { raffleId: RAFFLE_ID, quotas: 40, quotaPrizes: quotaPrizesOf(8), boxPrizes: [] };
    const ordinals = new Float64Array(40);
    const first = new Float64Array(8);
    for (let run = 0; run < RUNS; run++) {
      const { quotaPrizeWins } = decideAll({ raffle, leaves: soldOut(40, 5, 0, `prizes ${run}`) });
      expect(quotaPrizeWins).toHaveLength(8);
      for (const { ordinal } of quotaPrizeWins) ordinals[ordinal]! += 1;
      first[quotaPrizeWins[0]!.prize]! += 1;
    }
    expect(chiSquare(ordinals, new Float64Array(40).fill((RUNS * 8) / 40))).toBeLessThan(critical(39));
    expect(chiSquare(first, new Float64Array(8).fill(RUNS / 8))).toBeLessThan(critical(7));
  });

  it('spreads what is released later evenly over the quotas that are left then', () => {
    const raffle: InstantRaffle = {
      raffleId: RAFFLE_ID,
      quotas: 40,
      quotaPrizes: quotaPrizesOf(4, [5_000, 5_000, 5_000, 5_000]),
      boxPrizes: [boxPrize(0, { quantity: 5, releaseAt: 2_500 })],
    };
    const ordinals = new Float64Array(20);
    const blocks = new Float64Array(6);
    for (let run = 0; run < RUNS; run++) {
      const { quotaPrizeWins, boxWins } = decideAll({ raffle, leaves: soldOut(40, 5, 5, `late ${run}`) });
      expect([quotaPrizeWins.length, boxWins.length]).toEqual([4, 5]);
      for (const { ordinal } of quotaPrizeWins) ordinals[ordinal - 20]! += 1;
      for (const { first } of boxWins) blocks[first / 5 - 2]! += 1;
    }
    expect(chiSquare(ordinals, new Float64Array(20).fill(RUNS / 5))).toBeLessThan(critical(19));
    expect(chiSquare(blocks, new Float64Array(6).fill((RUNS * 5) / 6))).toBeLessThan(critical(5));
  });

  it('spreads units evenly over prizes and over the boxes of an order', () => {
    const prizes = [boxPrize(0, { quantity: 1 }), boxPrize(1, { quantity: 3 }), boxPrize(2, { quantity: 4 })];
    const raffle: InstantRaffle = { raffleId: RAFFLE_ID, quotas: 80, quotaPrizes: [], boxPrizes: prizes };
    const boxes: number[] = [];
    const firstOf: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const { boxWins } = decideAll({ raffle, leaves: soldOut(80, 10, 6, `boxes ${run}`).slice(0, 1) });
      boxes.push(...boxWins.map(({ box }) => box));
      if (boxWins.length === 1) firstOf.push(boxWins[0]!.prize);
    }
    expect(chiSquare(tally(boxes, 6), new Float64Array(6).fill(boxes.length / 6))).toBeLessThan(critical(5));
    const expected = [1, 3, 4].map((quantity) => (firstOf.length * quantity) / 8);
    expect(chiSquare(tally(firstOf, 3), expected)).toBeLessThan(critical(2));
  });

  it('rolls boxes by their percentages', () => {
    const prizes = [1_000, 2_500].map((percentage, index) =>
      boxPrize(index, { mode: 'PORCENTAGEM', percentage, quantity: 1_000_000 }),
    );
    const raffle: InstantRaffle = { raffleId: RAFFLE_ID, quotas: 4_000, quotaPrizes: [], boxPrizes: prizes };
    const { boxWins } = decideAll({ raffle, leaves: soldOut(4_000, 2, 20, 'rolls') });
    const [some, more] = tally(
      boxWins.map(({ prize }) => prize),
      2,
    );
    expect(chiSquare([some!, more!, 40_000 - some! - more!], [4_000, 10_000, 26_000])).toBeLessThan(critical(2));
  });

  it('tells nothing before the round: with all but the rounds nobody does better, over 10,000 blocks', () => {
    const raffle: InstantRaffle = {
      raffleId: RAFFLE_ID,
      quotas: 20_000,
      quotaPrizes: quotaPrizesOf(20),
      boxPrizes: [boxPrize(0, { quantity: 2_000 })],
    };
    const blocks = soldOut(20_000, 2, 2, 'what was drawn');
    const before = (first: number): Uint8Array => blocks[first / 2 - 1]?.randomness ?? randomnessOf('none');
    const scores = scoresOfPredictors(raffle, blocks, {
      'the round before': ({ first }) => before(first),
      'the hash of the round before': ({ first }) => createHash('sha256').update(before(first)).digest(),
      'the secret of the numbers': () => Uint8Array.from({ length: 32 }, (_, i) => i),
    });
    for (const { name, wins, deviations } of scores) {
      expect(wins).toBeGreaterThan(1_000);
      expect([name, Math.abs(deviations) < 4]).toEqual([name, true]);
    }
    const [cheat] = scoresOfPredictors(raffle, blocks, { 'the round itself': ({ randomness }) => randomness });
    expect(cheat!.deviations).toBeGreaterThan(20);
  });
});

it('does not look at each prize for each order', () => {
  const timeOf = (prizes: number): number => {
    const raffle: InstantRaffle = {
      raffleId: RAFFLE_ID,
      quotas: 1_000_000,
      quotaPrizes: quotaPrizesOf(prizes),
      boxPrizes: Array.from({ length: 100 }, (_, index) => boxPrize(index, { quantity: 1_000 })),
    };
    const state = { decided: 500_000, isWon: raffle.quotaPrizes.map(() => false), sentToClose: [] };
    const began = performance.now();
    const decider = createInstantDecider(raffle, { ...state, unitsOut: raffle.boxPrizes.map(() => 0) });
    for (let i = 0; i < 1_000; i++) decider.decide({ first: 500_000 + i, count: 1, boxes: 1 }, randomnessOf(i));
    return performance.now() - began;
  };
  const rounds = [1, 2, 3, 4, 5].map(() => [timeOf(100), timeOf(10_000)] as const);
  const fastest = (of: 0 | 1): number => Math.min(...rounds.map((times) => times[of]));
  // Who looks at each prize for each order takes a hundred times as long. Between the two no busy machine gets in the way.
  expect(fastest(1) / fastest(0)).toBeLessThan(20);
});
