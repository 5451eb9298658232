import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProofOfBoxes } from '../src/proof/box-proof.js';
import { parseManifest, manifestText } from '../src/proof/manifest.js';
import type { PrizeLog } from '../src/proof/proof.js';
import { verifyDraw } from '../src/proof/verify-draw.js';
import { proofOf } from './support/box-proofs.js';
import { anyPlan, prize, type Plan } from './support/box-raffles.js';
import { beaconProof, bent, PLAIN_MANIFEST } from './support/proofs.js';

const PLAN: Plan = {
  quotas: 100,
  prizes: [
    prize(0, { title: 'Motorcycle', quantity: 12 }),
    prize(1, { title: 'R$ 50', mode: 'PORCENTAGEM', percentage: 3_000, quantity: 20, releaseAt: 1_000 }),
    prize(2, { title: 'Phone', quantity: 3, isLocked: true }),
  ],
  combos: [{ quantityTitles: 5, quantityBoxes: 3 }],
  cumulative: false,
  acts: [
    ...Array.from({ length: 4 }, () => ({ kind: 'sell' as const, count: 7 })),
    { kind: 'switch', prize: 2 },
    ...Array.from({ length: 4 }, () => ({ kind: 'sell' as const, count: 6 })),
    { kind: 'refund', block: 1 },
  ],
};
const GOOD = proofOf(PLAN);
const failedOf = (proof: unknown): string[] => verifyDraw(proof).steps.flatMap(({ step, ok }) => (ok ? [] : [step]));
const withBoxes = (change: (boxes: ProofOfBoxes) => void): unknown => {
  const copy = structuredClone(GOOD);
  change(copy.boxes);
  return copy;
};

describe("the boxes of a draw's proof", () => {
  it.each(['BEACON', 'LOTERIA_FEDERAL'] as const)('stand with the rest of it, in mode %s', (mode) => {
    const plan = mode === 'BEACON' ? PLAN : { ...PLAN, quotas: 1_000 };
    const { ok, steps } = verifyDraw(proofOf(plan, mode));
    expect([ok, steps.filter(({ ok: holds }) => !holds)]).toEqual([true, []]);
    expect(steps.map(({ step }) => step).slice(-8)).toEqual([
      'boxes',
      ...['prizes', 'published', 'log', 'blocks', 'combos', 'wins', 'close'].map((step) => `boxes: ${step}`),
    ]);
    expect(GOOD.boxes.wins.length).toBeGreaterThan(3);
    expect(GOOD.boxes.closeWins.length).toBeGreaterThan(0);
  });

  it('stand for raffles of any kind', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        fc.pre(plan.acts.some(({ kind }) => kind === 'sell'));
        expect(failedOf(proofOf(plan))).toEqual([]);
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  it.each<[string, (boxes: ProofOfBoxes) => void, steps: string[]]>([
    ['of another seed', (boxes) => void (boxes.seed = bent(boxes.seed) as string), ['boxes']],
    ['with a prize that is worth more', (boxes) => void (boxes.prizes[0]!.prize = '999.00'), ['boxes: published']],
    ['with a win moved to another box', (boxes) => void (boxes.wins[0]![1] = (boxes.wins[0]![1] + 1) % 3), ['boxes: wins']],
    ['without a win', (boxes) => void boxes.wins.pop(), ['boxes: wins']],
    ['with a win of a prize that there is not', (boxes) => void (boxes.wins[0]![2] = 3), ['boxes']],
    ['without a win of the close', (boxes) => void boxes.closeWins.pop(), ['boxes: close']],
    ['with a block more', (boxes) => void boxes.blocks.push([1, 0]), ['boxes']],
    ['with a block without its boxes', (boxes) => void (boxes.blocks[0]![1] = 0), ['boxes: combos', 'boxes: wins']],
    [
      'with the void block made two',
      (boxes) => {
        boxes.blocks[0]![0] += 1;
        boxes.blocks[1]![0] -= 1;
      },
      ['boxes'],
    ],
  ])('%s do not', (_, change, steps) => {
    expect(failedOf(withBoxes(change))).toEqual(expect.arrayContaining(steps));
  });

  it.each<[string, (log: PrizeLog) => void]>([
    ['without a change of the log', (log) => void log.pop()],
    ['with a change at another ordinal', (log) => void (log[0]![0] += 6)],
  ])('%s do not', (_, change) => {
    const copy = structuredClone(GOOD);
    change(copy.log);
    expect(failedOf(copy)).toEqual(expect.arrayContaining(['prize log', 'boxes']));
  });

  it('that are missing, or of a raffle that has none, do not', () => {
    const { boxes, ...without } = GOOD;
    expect(failedOf(without)).toEqual(['prize log', 'boxes']);
    expect(failedOf({ ...beaconProof(PLAIN_MANIFEST), boxes })).toEqual(['boxes']);
    expect(failedOf(beaconProof(PLAIN_MANIFEST))).toEqual([]);
  });

  it('whose close was drawn by what another round would be, do not', () => {
    const manifest = manifestText({ ...parseManifest(GOOD.manifest), round: 1_001 });
    expect(failedOf({ ...GOOD, manifest })).toContain('boxes');
  });
});
