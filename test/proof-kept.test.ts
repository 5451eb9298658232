import { describe, expect, it } from 'vitest';
import { toHex } from '../src/proof/bytes.js';
import { manifestHash, type Manifest, parseManifest } from '../src/proof/draw-manifest.js';
import type { KeptPromises } from '../src/proof/kept.js';
import { stepsOfKept, verifyKept } from '../src/proof/verify-kept.js';
import { verifyProof } from '../src/proof/verify-proof.js';
import { BY_LOTTERY, EXAMPLE, headOf, proofOf, RAFFLE_ID, receiptOf, RESOLD, type SoldRaffle } from './support/draw-proofs.js';

const { leaves } = EXAMPLE;
// Round 1000 of quicknet, which decides the blocks, was due at 15:59:24; 657,413, which draws, on 16 July 2024.
const BEFORE = '2023-08-23T15:59:23.999Z';
const AFTER = '2023-08-23T15:59:24.000Z';
const NOTHING = { result: 'NOTHING_KEPT', count: 0, since: null, steps: [] };

const proved = (sold: SoldRaffle = EXAMPLE) => verifyProof(proofOf(sold));
const PROVED = proved();
const PROVED_AT = new Date((1_692_803_367 + 657_412 * 3) * 1_000).toISOString();

function promisesOf({ raffleId, quotaQuantity, mode, secretHash, quotaPrizesHash, boxesHash }: Manifest): KeptPromises {
  const facts = { raffleId, quotaQuantity, mode, secretHash, quotaPrizesHash, boxesHash };
  return { ...facts, leaves: 1, prizes: ['Moto', 'Fone'], drawAt: null, contest: null, contestDate: null, seenAt: BEFORE };
}
const PROMISES = promisesOf(PROVED.manifest!);
const hashOf = (sold: SoldRaffle) => ({
  raffleId: RAFFLE_ID,
  manifestHash: toHex(manifestHash(proofOf(sold).manifest)),
  seenAt: BEFORE,
});
const head = (size: number, seenAt = BEFORE) => ({ ...headOf(leaves, size), seenAt });
const receipt = (index: number, order: number, seenAt?: string) => {
  const one = receiptOf(leaves, index, order, index + 1);
  return seenAt === undefined ? one : { ...one, head: { ...one.head, seenAt } };
};

describe('what was kept of a sale, compared with its proof', () => {
  it('is the same in every kind, in files of any grouping', () => {
    const kept = [[PROMISES, head(2)], hashOf(EXAMPLE), [receipt(1, 102, BEFORE), receipt(4, 103)], head(6, AFTER)];
    const verified = verifyKept(kept, PROVED, ['Moto', 'Fone']);
    const { promises, manifest, heads, receipts } = verified;
    expect([promises, manifest, heads, receipts].map(({ result, count }) => [result, count])).toEqual([
      ['SAME', 1],
      ['SAME', 1],
      ['SAME', 2],
      ['SAME', 2],
    ]);
    expect([promises.since, heads.since, receipts.since]).toEqual([BEFORE, BEFORE, BEFORE]);
    expect(verified).toMatchObject({ isManifestFirst: true, announced: null, blocks: { bound: 2, confirmed: 1 } });
    expect(stepsOfKept(verified).filter(({ ok }) => !ok)).toEqual([]);
  });

  it('is said to be nothing where it is nothing', () => {
    const verified = verifyKept([], PROVED);
    expect(verified).toEqual({
      promises: NOTHING,
      manifest: NOTHING,
      heads: NOTHING,
      receipts: NOTHING,
      isManifestFirst: null,
      drawn: PROVED_AT,
      announced: null,
      blocks: null,
    });
  });

  it('is compared with nothing where there is no proof: of receipts is told whether their heads hold them', () => {
    const none = { manifest: null, sale: null };
    const kept = [PROMISES, hashOf(EXAMPLE), head(2), receipt(1, 102)];
    const verified = verifyKept(kept, none);
    const { promises, manifest, heads, receipts } = verified;
    expect([promises, manifest, heads, receipts].map(({ result }) => result)).toEqual(Array(4).fill('NOT_COMPARED'));
    expect(stepsOfKept(verified).map(({ step, ok }) => [step, ok])).toEqual([
      ['receipt', true],
      ['receipt: leaf', true],
    ]);
    expect(stepsOfKept(verifyKept([receipt(1, 103)], none)).at(-1)).toMatchObject({ step: 'receipt: leaf', ok: false });
  });

  it.each<[string, Partial<KeptPromises>, RegExp]>([
    ['another secret', { secretHash: 'f'.repeat(64) }, /secretHash was ffff/],
    ['other quota prizes', { quotaPrizesHash: null }, /quotaPrizesHash was null/],
    ['other boxes', { boxesHash: 'f'.repeat(64) }, /boxesHash was ffff/],
    ['more quotas', { quotaQuantity: 20 }, /quotaQuantity was 20, now it is 30/],
    ['fewer prizes', { prizes: ['Moto', 'Fone', 'Carro'] }, /there were 3 prizes, now there are 2/],
    ['another first prize', { prizes: ['Carro', 'Fone'] }, /the prizes were Carro, Fone; now they are Moto, Fone/],
    ['another source', { mode: 'LOTERIA_FEDERAL' }, /mode was LOTERIA_FEDERAL/],
    ['another raffle', { raffleId: RAFFLE_ID.replace('1', '2') }, /raffleId was/],
  ])('promises of a raffle that was drawn with %s differ, unless nothing was sold yet', (_what, change, fault) => {
    const verify = (leaves: number) =>
      verifyKept([{ ...PROMISES, ...change, leaves }, PROMISES], PROVED, ['Moto', 'Fone']).promises;
    expect(verify(1)).toMatchObject({ result: 'DIFFERENT', steps: [{ ok: false, detail: expect.stringMatching(fault) }, {}] });
    const before = verify(0);
    expect(before).toMatchObject({ result: 'NOT_COMPARED', steps: [{ ok: true }, {}] });
    expect(before.steps[0]!.detail).toMatch(/^seen before the first sale, when they could change/);
    expect(before.steps[0]!.detail).toMatch(fault);
  });

  it('titles of prizes are compared only where a page shows them', () => {
    expect(verifyKept([{ ...PROMISES, prizes: ['Carro', 'Casa'] }], PROVED).promises.result).toBe('SAME');
  });

  it('a contest may be put off, told with both times, and not brought forward', () => {
    const lottery = proved(BY_LOTTERY);
    const { contest, contestDate } = lottery.manifest!;
    const announced = (change: object) => {
      const kept = { ...promisesOf(lottery.manifest!), prizes: Array(lottery.manifest!.prizes).fill('Moto') };
      return verifyKept([{ ...kept, contest, contestDate, ...change }], lottery);
    };
    expect(announced({})).toMatchObject({ promises: { result: 'SAME' }, announced: null });
    expect(announced({ contest: null, contestDate: null })).toMatchObject({ promises: { result: 'SAME' }, announced: null });
    const moved = { announced: '2020-01-04T23:00:00.000Z', drawn: `${contestDate}T23:00:00.000Z` };
    expect(announced({ contest: 5_500, contestDate: '2020-01-04' })).toMatchObject({ promises: { result: 'SAME' }, ...moved });
    expect(announced({ contest: 9_000, contestDate: '2040-01-04' }).promises.result).toBe('DIFFERENT');
    expect(announced({ contest: contest! + 1 }).promises.result).toBe('DIFFERENT');
    for (const half of [{ contest: null }, { contestDate: null }])
      expect([half, announced(half).promises.result]).toEqual([half, 'DIFFERENT']);
  });

  it('a round is told that came long after the announced time', () => {
    const drawn = new Date(PROVED_AT);
    const moved = (drawAt: string) => verifyKept([{ ...PROMISES, drawAt }], PROVED).announced;
    expect(moved(new Date(drawn.getTime() - 3_600_000).toISOString())).toBe(null);
    const earlier = new Date(drawn.getTime() - 3_601_000).toISOString();
    expect(moved(earlier)).toBe(earlier);
  });

  it('a manifest of another text differs, and one that was seen after the round was due shows no more than that', () => {
    const resold = hashOf(RESOLD);
    expect(verifyKept([resold], PROVED).manifest).toMatchObject({ result: 'DIFFERENT', steps: [{ ok: false }] });
    const late = { ...hashOf(EXAMPLE), seenAt: PROVED_AT };
    expect(verifyKept([late], PROVED)).toMatchObject({ manifest: { result: 'SAME' }, isManifestFirst: false });
  });

  it('heads and receipts of another book differ, each for itself', () => {
    const other = leaves.map((leaf, at) => (at === 1 && leaf.type === 'BLOCK' ? { ...leaf, how: 'PIX' as const } : leaf));
    const rewritten = proved({ ...EXAMPLE, leaves: other });
    expect(rewritten.ok).toBe(true);
    const { heads, receipts, blocks } = verifyKept([head(6), receipt(4, 103, BEFORE)], rewritten);
    expect([heads.result, receipts.result, blocks]).toEqual(['DIFFERENT', 'DIFFERENT', null]);
    const untouched = verifyKept([head(1), receipt(0, 101)], rewritten);
    expect([untouched.heads.result, untouched.receipts.result]).toEqual(['SAME', 'SAME']);
  });

  it('any head that was seen in time confirms the blocks that it holds', () => {
    const confirmed = (...kept: unknown[]) =>
      verifyKept([receipt(1, 102, AFTER), receipt(4, 103, AFTER), ...kept], PROVED).blocks;
    expect(confirmed()).toEqual({ bound: 2, confirmed: 0 });
    expect(confirmed(head(4))).toEqual({ bound: 2, confirmed: 1 });
    expect(confirmed(head(5))).toEqual({ bound: 2, confirmed: 2 });
    expect(confirmed(head(5, AFTER))).toEqual({ bound: 2, confirmed: 0 });
    // Later orders stand in heads that hold earlier ones.
    expect(confirmed(receipt(5, 104, BEFORE))).toEqual({ bound: 3, confirmed: 3 });
    // One of another book confirms nothing.
    expect(confirmed({ ...head(5), root: 'f'.repeat(64) })).toEqual({ bound: 2, confirmed: 0 });
    const resold = proved(RESOLD);
    expect(verifyKept([receiptOf(RESOLD.leaves, 1, 102)], resold)).toMatchObject({ receipts: { result: 'SAME' }, blocks: null });
  });

  it.each([null, 7, 'text', {}, { secretHash: 1 }, { manifestHash: null }, { leaf: 'x' }, { leaf: 'x', head: 3 }])(
    'that is %j holds in no kind, without a throw',
    (strange) => {
      const verified = verifyKept([strange], PROVED);
      expect(stepsOfKept(verified).some(({ ok }) => !ok)).toBe(true);
      expect(verifyKept([strange], { manifest: null, sale: null })).toBeDefined();
    },
  );

  it('promises fall with one more field', () => {
    const { manifest } = proofOf(EXAMPLE);
    expect(parseManifest(manifest).raffleId).toBe(RAFFLE_ID);
    expect(verifyKept([{ ...PROMISES, more: 1 }], PROVED).promises.result).toBe('DIFFERENT');
  });
});
