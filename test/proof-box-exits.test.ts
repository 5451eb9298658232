import { describe, expect, it } from 'vitest';
import { exitsInSteps, exitsOf } from '../src/proof/box-decisions.js';
import { chiSquare, critical, prize, RAFFLE_ID, SEED, tally } from './support/box-raffles.js';
import { referenceExit } from './support/box-reference.js';

const exits = (quotas: number, fields: Parameters<typeof prize>[1]) =>
  exitsOf({ raffleId: RAFFLE_ID, quotas, seed: SEED, prizes: [prize(0, fields)] })[0]!;

describe('exit ordinals', () => {
  it.each([
    [1000, 0, 0],
    [1000, 2500, 250],
    [997, 3333, 333],
    [100_000, 9000, 90_000],
  ])('of %i quotas, released at %i, are uniform over [%i, quotas)', (quotas, releaseAt, start) => {
    const { ordinals } = exits(quotas, { quantity: 100_000, releaseAt });
    const range = quotas - start;
    expect(ordinals[0]).toBeGreaterThanOrEqual(start);
    expect(ordinals.at(-1)).toBeLessThan(quotas);
    const bins = Math.min(100, range);
    const counts = tally(
      Array.from(ordinals, (ordinal) => Math.floor(((ordinal - start) * bins) / range)),
      bins,
    );
    const widths = tally(
      Array.from({ length: range }, (_, offset) => Math.floor((offset * bins) / range)),
      bins,
    );
    const expected = widths.map((width) => (width * 100_000) / range);
    expect(chiSquare(counts, expected)).toBeLessThan(critical(bins - 1));
  });

  it('are in order, each unit there once, and those of the description', () => {
    const { ordinals, units } = exits(50, { quantity: 400, releaseAt: 1234 });
    expect([...units].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, unit) => unit));
    for (const [rank, unit] of units.entries()) {
      expect(ordinals[rank]).toBe(referenceExit(SEED, RAFFLE_ID, 50, prize(0, { releaseAt: 1234 }), unit));
      if (rank === 0) continue;
      const isSame = ordinals[rank - 1] === ordinals[rank];
      expect(isSame ? units[rank - 1]! < unit : ordinals[rank - 1]! < ordinals[rank]!).toBe(true);
    }
  });

  it('of a prize released at the very end are the last quota, and so in a raffle of one', () => {
    expect([...exits(10, { quantity: 3, releaseAt: 10_000 }).ordinals]).toEqual([9, 9, 9]);
    expect([...exits(10, { quantity: 3, releaseAt: 9001 }).ordinals]).toEqual([9, 9, 9]);
    expect([...exits(1, { quantity: 2 }).ordinals]).toEqual([0, 0]);
  });

  it('hold the greatest ordinal and the greatest unit apart', () => {
    const { ordinals, units } = exits(10_000_000, { quantity: 1_000_000, releaseAt: 10_000 });
    expect(ordinals.every((ordinal) => ordinal === 9_999_999)).toBe(true);
    expect(units.every((unit, rank) => unit === rank)).toBe(true);
  });

  it('are computed in steps of some milliseconds for who asks for them', () => {
    const raffle = { raffleId: RAFFLE_ID, quotas: 1000, seed: SEED, prizes: [prize(0, { quantity: 5000 }), prize(1)] };
    const steps = exitsInSteps(raffle);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(count).toBe(6);
    expect(step.value).toEqual(exitsOf(raffle));
  });

  it('are none for prizes by percentage', () => {
    const prizes = [prize(0, { mode: 'PORCENTAGEM', percentage: 1 })];
    expect(exitsOf({ raffleId: RAFFLE_ID, quotas: 5, seed: SEED, prizes })).toEqual([null]);
  });
});
