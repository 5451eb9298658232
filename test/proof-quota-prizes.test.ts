import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPermutation, derivePermutationKey } from '../src/proof/permutation.js';
import { shareWithoutRoom, placeQuotaPrizes, type QuotaPrize, type QuotaPrizeEvent } from '../src/proof/quota-prizes.js';
import { verifyDraw } from '../src/proof/verify-draw.js';
import { createPermutation as createFastPermutation } from '../src/lucky-numbers/permutations.js';
import { beaconProof, bent, BEACON_MANIFEST, PLAIN_MANIFEST, PRIZE_LOG, QUOTA_PRIZES } from './support/proofs.js';
import { referenceNumbers } from './support/quota-prize-reference.js';

const raffleId = '123e4567-e12b-42d1-a456-426655440000';
const secret = createHash('sha256').update('quota prizes').digest();
const prizeId = (index: number): string => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
const raffleOf = (size: number) => ({
  raffleId,
  secret,
  permutation: createPermutation(derivePermutationKey(secret, raffleId), size),
});

interface Plan {
  quotas: number;
  prizes: QuotaPrize[];
  log: QuotaPrizeEvent[];
}

const anyPlan: fc.Arbitrary<Plan> = fc
  .oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 20, max: 80 }))
  .chain((quotas) =>
    fc.record({
      quotas: fc.constant(quotas),
      numbers: fc.uniqueArray(fc.nat(quotas - 1), { maxLength: 12, size: 'max' }),
      of: fc.array(
        fc.record({
          releaseAt: fc.oneof(
            { weight: 4, arbitrary: fc.constant(0) },
            { weight: 8, arbitrary: fc.integer({ min: 0, max: 7_000 }) },
            { weight: 1, arbitrary: fc.constantFrom(9_000, 10_000) },
          ),
          isLocked: fc.constantFrom(false, false, true),
        }),
        { minLength: 12, maxLength: 12 },
      ),
      acts: fc.array(fc.record({ prize: fc.nat(11), sold: fc.constantFrom(0, 0, 0, 1, 3) }), { maxLength: 25, size: 'max' }),
    }),
  )
  .map(({ quotas, numbers, of, acts }) => {
    const prizes = numbers.map((number, i): QuotaPrize => ({ id: prizeId(i), number, ...of[i]! }));
    const locked = prizes.map(({ isLocked }) => isLocked);
    let ordinal = 0;
    const log = acts.flatMap(({ prize, sold }): QuotaPrizeEvent[] => {
      ordinal = Math.min(ordinal + sold, quotas - locked.filter(Boolean).length);
      if (prize >= prizes.length) return [];
      locked[prize] = !locked[prize];
      return [{ ordinal, type: locked[prize] ? 'LOCKED' : 'UNLOCKED', prizeId: prizeId(prize) }];
    });
    return { quotas, prizes, log };
  });

function placedUpTo({ quotas, prizes, log }: Plan, events: number) {
  try {
    return placeQuotaPrizes(raffleOf(quotas), prizes, log.slice(0, events));
  } catch (error) {
    expect((error as Error).name).toBe('ProofProblem');
    return undefined;
  }
}

describe('quota prizes', () => {
  it('lie where the description says, after every change, and changes that cannot be are told', () => {
    let events = 0;
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const numbers = [...raffleOf(plan.quotas).permutation.numbersOf(0, plan.quotas)];
        const told = referenceNumbers({ raffleId, secret, numbers }, plan.prizes, plan.log);
        for (const [i, { numbers: expected, sellable }] of told.entries()) {
          const placed = placedUpTo(plan, i)!;
          expect([placed.sellable, [...placed.permutation.numbersOf(0, plan.quotas)]]).toEqual([sellable, expected]);
          expect([...placed.ordinals]).toEqual(plan.prizes.map(({ number }) => expected.indexOf(number)));
        }
        if (told.length <= plan.log.length) expect(placedUpTo(plan, told.length)).toBe(undefined);
        events += told.length;
      }),
      { numRuns: 600, seed: 5 },
    );
    expect(events).toBeGreaterThan(1_200);
  });

  it('keep what was sold, withhold what is locked, and hold back what is not released', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const { quotas, prizes, log } = plan;
        const isLocked = prizes.map((prize) => prize.isLocked);
        let before: Uint32Array | undefined;
        for (let events = 0; events <= log.length; events++) {
          const placed = placedUpTo(plan, events);
          if (!placed) break;
          const event = log[events - 1];
          if (event) isLocked[prizes.findIndex(({ id }) => id === event.prizeId)] = event.type === 'LOCKED';
          const { permutation, ordinals, sellable } = placed;
          const numbers = permutation.numbersOf(0, quotas);
          expect(new Set(numbers).size).toBe(quotas);
          expect([...permutation.ordinalsOf(numbers)]).toEqual(Array.from(numbers, (_, ordinal) => ordinal));
          if (before && event) expect(numbers.slice(0, event.ordinal)).toEqual(before.slice(0, event.ordinal));
          before = numbers;
          expect(sellable).toBe(quotas - isLocked.filter(Boolean).length);
          for (const [i, { releaseAt }] of prizes.entries()) {
            if (isLocked[i]) expect(ordinals[i]).toBeGreaterThanOrEqual(sellable);
            else {
              expect(ordinals[i]).toBeLessThan(sellable);
              expect(ordinals[i]).toBeGreaterThanOrEqual(Math.min(quotas - 1, Math.ceil((releaseAt * quotas) / 10_000)));
            }
          }
        }
      }),
      { numRuns: 300, seed: 9 },
    );
  });

  it('have as many numbers in ranges, one by one and back as in one piece', () => {
    const prizes = [3, 8, 21, 40].map((number, i): QuotaPrize => ({
      id: prizeId(i),
      number,
      releaseAt: 4_000,
      isLocked: i === 1,
    }));
    const { permutation } = placeQuotaPrizes(raffleOf(50), prizes, []);
    const all = [...permutation.numbersOf(0, 50)];
    expect(all).not.toEqual([...raffleOf(50).permutation.numbersOf(0, 50)]);
    const ranges = [
      { firstOrdinal: 7, count: 20 },
      { firstOrdinal: 0, count: 0 },
      { firstOrdinal: 25, count: 25 },
    ];
    const told = permutation.numbersOfRanges(ranges).map((numbers) => [...numbers]);
    expect(told).toEqual(ranges.map(({ firstOrdinal, count }) => all.slice(firstOrdinal, firstOrdinal + count)));
    expect(all.map((_, ordinal) => permutation.numberOf(ordinal))).toEqual(all);
    expect(all.map((number) => permutation.ordinalOf(number))).toEqual(all.map((_, ordinal) => ordinal));
    expect(() => permutation.numberOf(50)).toThrow(RangeError);
    expect(() => permutation.ordinalOf(-1)).toThrow(RangeError);
  });

  it('come out of an unlocking anywhere that is left, alike', () => {
    const quotas = 24;
    const counts = Array.from({ length: quotas }, () => 0);
    for (let i = 0; i < 2_000; i++) {
      const prize = { id: prizeId(i), number: 5, releaseAt: 5_000, isLocked: true };
      const { ordinals } = placeQuotaPrizes(raffleOf(quotas), [prize], [{ ordinal: 4, type: 'UNLOCKED', prizeId: prize.id }]);
      counts[ordinals[0]!]! += 1;
    }
    expect(counts.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 0));
    for (const count of counts.slice(12)) expect(Math.abs(count - 2_000 / 12)).toBeLessThan(60);
  });

  it('lack room from the share on that too many of them wait for', () => {
    const prizes = [9_000, 9_500, 10_000].map((releaseAt) => ({ releaseAt, isLocked: false }));
    expect(shareWithoutRoom(prizes, 40, 0)).toBe(null);
    expect(shareWithoutRoom(prizes, 20, 0)).toBe(10_000);
    expect(shareWithoutRoom(prizes, 20, 19)).toBe(null);
    expect(shareWithoutRoom([...prizes, { releaseAt: 0, isLocked: true }], 40, 0)).toBe(10_000);
  });

  it('are placed quickly, ten thousand of them and a thousand changes', () => {
    const quotas = 1_000_000;
    const prizes = Array.from({ length: 10_000 }, (_, i): QuotaPrize => {
      return { id: prizeId(i), number: i * 97, releaseAt: (i % 10) * 1_000, isLocked: i % 100 === 0 };
    });
    const log = Array.from({ length: 1_000 }, (_, i): QuotaPrizeEvent => {
      return { ordinal: 0, type: i % 2 === 0 ? 'LOCKED' : 'UNLOCKED', prizeId: prizeId(10 * (i >> 1) + 1) };
    });
    const permutation = createFastPermutation(Buffer.from(derivePermutationKey(secret, raffleId)), quotas);
    const raffle = { raffleId, secret, permutation };
    const times = [1, 2, 3].map(() => {
      const began = performance.now();
      placeQuotaPrizes(raffle, prizes, log);
      return performance.now() - began;
    });
    expect(Math.min(...times)).toBeLessThan(1_000);
  });
});

describe("the quota prizes of a draw's proof", () => {
  const failedOf = (proof: unknown): string[] => verifyDraw(proof).steps.flatMap(({ step, ok }) => (ok ? [] : [step]));
  const GOOD = beaconProof();
  const ALL = ['quota prizes', 'quota prizes: places', 'quota prizes: won'];

  it('are told with what was won', () => {
    expect(verifyDraw(GOOD).steps.find(({ step }) => step === 'quota prizes: won')?.detail).toBe(
      '1 of 6: 946 by ordinal 0; 1 void, since their orders were refunded',
    );
  });

  it('fall with another list, another salt, without either, or where there were none', () => {
    expect(failedOf({ ...GOOD, quotaPrizes: { ...(GOOD.quotaPrizes as object), salt: bent(QUOTA_PRIZES.salt) } })).toEqual(
      expect.arrayContaining(ALL),
    );
    const prizes = QUOTA_PRIZES.prizes.toReversed();
    expect(failedOf({ ...GOOD, quotaPrizes: { ...(GOOD.quotaPrizes as object), prizes } })).toEqual(expect.arrayContaining(ALL));
    const { quotaPrizes, ...without } = GOOD;
    expect(failedOf(without)).toEqual(expect.arrayContaining(['prize log', ...ALL]));
    expect(failedOf({ ...beaconProof(PLAIN_MANIFEST), quotaPrizes })).toEqual(expect.arrayContaining(ALL));
  });

  it('fall with a number that lies elsewhere than it says', () => {
    const { places, ...told } = GOOD.quotaPrizes as { places: number[] };
    for (const lied of [places.with(2, places[2]! - 1), places.slice(1), [...places, 5]])
      expect(failedOf({ ...GOOD, quotaPrizes: { ...told, places: lied } })).toContain('quota prizes: places');
  });

  it('fall when the manifest sells another number of quotas than they leave', () => {
    expect(failedOf(beaconProof({ ...BEACON_MANIFEST, sellable: 999 }))).toContain('quota prizes: places');
  });

  it('fall with a log of prizes that are not there, out of order, or of what cannot be', () => {
    const strange = [...PRIZE_LOG, [65, 'LOCKED', prizeId(77)]];
    expect(failedOf({ ...GOOD, log: strange })).toContain('prize log');
    expect(failedOf({ ...GOOD, log: PRIZE_LOG.toReversed() })).toContain('prize log');
  });
});
