import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BoxWin, closeBoxes, closeBoxesInSteps, federalCloseKey, type SoldBlock } from '../src/proof/box-close.js';
import { toHex } from '../src/proof/bytes.js';
import { type Act, bytesOf, chiSquare, critical, play, prize, prizeId, RAFFLE_ID, tally } from './support/box-raffles.js';

const sells = (times: number, count: number): Act[] => Array.from({ length: times }, () => ({ kind: 'sell', count }));
const units = (wins: readonly BoxWin[]): string[] => wins.map(({ prizeId, unit }) => `${prizeId} ${unit}`).toSorted();
const allUnits = (quantity: number, index = 0): string[] =>
  Array.from({ length: quantity }, (_, unit) => `${prizeId(index)} ${unit}`).toSorted();
const close = (blocks: SoldBlock[], wins: BoxWin[], quantity: number, key = bytesOf('beacon')) =>
  closeBoxes({ raffleId: RAFFLE_ID, prizes: [prize(0, { quantity })], standings: ['UNLOCKED'], blocks, wins, key });

describe('by the end of a raffle all units of hidden ordinals have left', () => {
  const prizes = [prize(0, { quantity: 40 })];
  const combos = [{ quantityTitles: 5, quantityBoxes: 6 }];
  const plan = { quotas: 200, prizes, combos, cumulative: false };

  it('when it sells out', () => {
    const { wins, closeWins } = play({ ...plan, acts: sells(40, 5) });
    expect(units([...wins, ...closeWins])).toEqual(allUnits(40));
    expect(wins.length).toBeGreaterThan(30);
  });

  it('when no order has boxes until late', () => {
    const { wins, closeWins, blocks } = play({ ...plan, acts: [...sells(38, 4), ...sells(8, 5)] });
    expect(blocks.filter(({ boxes }) => boxes > 0)).toHaveLength(8);
    expect(wins.filter(({ first }) => first === 152)).toHaveLength(6);
    expect(units([...wins, ...closeWins])).toEqual(allUnits(40));
  });

  it('when most ordinals are never sold', () => {
    const { wins, closeWins } = play({ ...plan, acts: sells(10, 5) });
    expect(wins.length).toBeLessThan(25);
    expect(units([...wins, ...closeWins])).toEqual(allUnits(40));
  });

  it('when it was locked for a time: what waited leaves first', () => {
    const lock: Act = { kind: 'switch', prize: 0 };
    const { wins, closeWins } = play({ ...plan, acts: [...sells(10, 5), lock, ...sells(20, 5), lock, ...sells(10, 5)] });
    const [before, between] = [wins.filter(({ first }) => first < 50), wins.filter(({ first }) => first >= 50 && first < 150)];
    expect(before.length).toBeGreaterThan(5);
    expect(between).toEqual([]);
    expect(wins.filter(({ first }) => first === 150)).toHaveLength(6);
    expect(units([...wins, ...closeWins])).toEqual(allUnits(40));
  });

  it('when orders that won were refunded: their units are drawn again, not to void boxes nor to winning ones', () => {
    const refunds = Array.from({ length: 15 }, (_, block): Act => ({ kind: 'refund', block }));
    const { wins, closeWins, blocks } = play({ ...plan, acts: [...sells(40, 5), ...refunds] });
    const voided = new Set(blocks.filter(({ isVoid }) => isVoid).map(({ first }) => first));
    const held = wins.filter(({ first }) => !voided.has(first));
    expect(held.length).toBeLessThan(wins.length);
    expect(closeWins.every(({ first }) => !voided.has(first))).toBe(true);
    expect(units([...held, ...closeWins])).toEqual(allUnits(40));
    expect(new Set([...held, ...closeWins].map(({ first, boxIndex }) => `${first} ${boxIndex}`)).size).toBe(40);
  });

  it('but for prizes locked or deleted to the end, and those by percentage', () => {
    const others = [
      prize(0, { quantity: 9, isLocked: true }),
      prize(1, { quantity: 9 }),
      prize(2, { quantity: 9, mode: 'PORCENTAGEM', percentage: 1, releaseAt: 10_000 }),
      prize(3, { quantity: 9 }),
    ];
    const { wins, closeWins } = play({ ...plan, prizes: others, acts: [{ kind: 'delete', prize: 1 }, ...sells(2, 5)] });
    expect(units([...wins, ...closeWins])).toEqual(allUnits(9, 3));
  });

  it('but for those that find no box: a box takes one', () => {
    const blocks = [{ first: 0, count: 5, boxes: 6, isVoid: false }];
    const closed = close(blocks, [{ first: 0, boxIndex: 2, prizeId: prizeId(0), unit: 3 }], 10);
    expect(new Set(closed.wins.map(({ boxIndex }) => boxIndex))).toEqual(new Set([0, 1, 3, 4, 5]));
    expect(closed.wins.map(({ unit }) => unit)).toEqual([0, 1, 2, 4, 5]);
    expect(closed.left).toBe(4);
    expect(close([], [], 10)).toEqual({ wins: [], left: 10 });
  });
});

describe('the draw of the close', () => {
  it('is uniform over the boxes that are left', () => {
    const blocks = Array.from({ length: 20 }, (_, index) => ({
      first: index * 5,
      count: 5,
      boxes: index % 7,
      isVoid: index % 6 === 5,
    }));
    const winning: BoxWin[] = [2, 6, 9, 16].map((index, unit) => ({ first: index * 5, boxIndex: 1, prizeId: prizeId(0), unit }));
    const eligible = blocks.flatMap(({ first, boxes, isVoid }) =>
      Array.from({ length: isVoid ? 0 : boxes }, (_, boxIndex) => `${first} ${boxIndex}`).filter(
        (box) => !winning.some((win) => `${win.first} ${win.boxIndex}` === box),
      ),
    );
    const drawn = Array.from({ length: 2000 }, (_, turn) => close(blocks, winning, 14, bytesOf(`turn ${turn}`)).wins).flat();
    const counts = tally(
      drawn.map(({ first, boxIndex }) => eligible.indexOf(`${first} ${boxIndex}`)),
      eligible.length,
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20_000);
    expect(chiSquare(counts, new Float64Array(eligible.length).fill(20_000 / eligible.length))).toBeLessThan(
      critical(eligible.length - 1),
    );
  });

  it('is done in seconds and in little memory: 100,000 units among 100,000,000 boxes of 500,000 orders', () => {
    const blocks = Array.from({ length: 500_000 }, (_, index) => ({ first: index * 20, count: 20, boxes: 200, isVoid: false }));
    const begun = performance.now();
    const before = process.memoryUsage();
    const { wins } = close(blocks, [], 100_000);
    const after = process.memoryUsage();
    expect(wins).toHaveLength(100_000);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(200 * 2 ** 20);
  });

  it('is the same in steps, which let others have their turn at least every 1,024 units', () => {
    const quantity = 20_000;
    const blocks = Array.from({ length: 40_000 }, (_, index) => ({
      first: index * 5,
      count: 5,
      boxes: 3,
      isVoid: index % 3 === 0,
    }));
    const wins = blocks.map(({ first }, unit) => ({ first, boxIndex: unit % 3, prizeId: prizeId(unit % 2), unit: unit >> 1 }));
    const prizes = [prize(0, { quantity }), prize(1, { quantity })];
    const sale = { raffleId: RAFFLE_ID, prizes, blocks, wins, key: bytesOf('beacon') };
    const closing = { ...sale, standings: ['UNLOCKED' as const, 'UNLOCKED' as const] };
    const steps = closeBoxesInSteps(closing);
    let turns = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) turns += 1;
    expect(step.value).toEqual(closeBoxes(closing));
    expect(step.value.wins.length).toBeGreaterThan(10_000);
    // 20 for the units of each prize, and 3 for wins, winning blocks and blocks.
    expect(turns).toBe(2 * 20 + 3 + 2 + 3);
  });

  it('is keyed by the five results of the federal lottery where that draws', () => {
    const text = 'raffle-gateway federal v134567-12348-90211-55603-77129';
    expect(toHex(federalCloseKey(['34567', '12348', '90211', '55603', '77129']))).toBe(
      createHash('sha256').update(text).digest('hex'),
    );
    expect(() => federalCloseKey(['34567', '12348', '90211', '55603'])).toThrow(RangeError);
    expect(() => federalCloseKey(['34567', '12348', '90211', '55603', '7-129'])).toThrow(RangeError);
  });

  it('throws for a win in a block that is not there', () => {
    const blocks = [{ first: 0, count: 5, boxes: 6, isVoid: false }];
    expect(() => close(blocks, [{ first: 1, boxIndex: 0, prizeId: prizeId(0), unit: 0 }], 1)).toThrow(RangeError);
  });
});
