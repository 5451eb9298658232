import { describe, expect, it } from 'vitest';
import { toHex } from '../src/proof/bytes.js';
import { encodeLeaf } from '../src/proof/book.js';
import { consistencyProof, type RootOf } from '../src/proof/consistency.js';
import { manifestHash, parseManifest } from '../src/proof/draw-manifest.js';
import type { Proof } from '../src/proof/draw-proof.js';
import { merkleTree } from '../src/proof/merkle.js';
import type { Receipt } from '../src/web/common/receipt.js';
import type { Published } from '../src/web/draw/check/published.js';
import { type OwnOrder, verifyOwnOrder } from '../src/web/draw/check/verify-own-order.js';
import { verifyPublished } from '../src/web/draw/check/verify-published.js';
import { BY_LOTTERY, EXAMPLE, FEDERAL_RESULTS, PLAIN_BY_LOTTERY, proofOf, receiptOf, RESOLD } from './support/draw-proofs.js';

const bytesOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text)).buffer;

function publishedOf(proof: Proof): Published {
  const { raffleId, secretHash, quotaPrizesHash, boxesHash } = parseManifest(proof.manifest);
  return {
    raffleId,
    secretHash,
    quotaPrizesHash,
    boxesHash,
    manifestHash: toHex(manifestHash(proof.manifest)),
    winners: proof.winners.map(({ prize, number }) => ({ position: prize, luckyNumber: number })),
    results: proof.federal?.results ?? [],
    prizes: ['Moto', 'Fone'],
  };
}

const check = (proof: unknown, published: Published, kept: unknown[] = []) =>
  verifyPublished(bytesOf(JSON.stringify(proof)), published, kept);
const failed = ({ steps }: { steps: readonly { step: string; ok: boolean }[] }) =>
  steps.filter(({ ok }) => !ok).map(({ step }) => step);

describe("a draw's proof, held against what its page shows", () => {
  const proof = proofOf(RESOLD);
  const published = publishedOf(proof);

  it('holds in all steps, those of the proof and those of the page', () => {
    const { raffleId, manifestHash: hash } = published;
    const report = check(proof, published, [{ raffleId, manifestHash: hash, seenAt: '2026-11-20T12:00:00Z' }]);
    expect(failed(report)).toEqual([]);
    expect(report).toMatchObject({ ok: true, isPublicChain: true });
    const names = report.steps.map(({ step }) => step);
    expect(names.slice(0, 3)).toEqual(['file', 'proof', 'manifest']);
    expect(names.slice(-5)).toEqual(['shown: manifest', 'shown: raffle', 'shown: promises', 'shown: winners', 'kept: manifest']);
    expect(new Set(names).size).toBe(names.length);
  });

  it('with instant prizes has the steps of theirs too, and holds their promises against those that are shown', () => {
    const whole = proofOf(EXAMPLE);
    const shown = publishedOf(whole);
    const report = check(whole, shown);
    expect(failed(report)).toEqual([]);
    expect(report.steps.map(({ step }) => step)).toEqual(expect.arrayContaining(['rounds of blocks', 'instant prizes', 'close']));
    for (const name of ['boxesHash', 'quotaPrizesHash'])
      expect(failed(check(whole, { ...shown, [name]: null }))).toEqual(['shown: promises']);
  });

  it.each([
    ['no chain', PLAIN_BY_LOTTERY, null],
    ['the chain of its instant prizes', BY_LOTTERY, false],
  ])('by the federal lottery, with %s, holds its results against those that are shown', (_what, sold, isPublicChain) => {
    const federal = proofOf(sold);
    const shown = publishedOf(federal);
    expect(failed(check(federal, shown))).toEqual([]);
    expect(check(federal, shown).isPublicChain).toBe(isPublicChain);
    const others = [...FEDERAL_RESULTS.slice(0, 4), '00000'];
    expect(failed(check(federal, { ...shown, results: others }))).toEqual(['shown: results']);
  });

  it('holds the receipts that this browser kept against the book, and tells which were seen before their round', () => {
    const whole = proofOf(EXAMPLE);
    const [early, late] = ['2023-08-23T15:59:23.999Z', '2023-08-23T15:59:24.000Z'];
    const kept = (index: number, order: number, seenAt: string) => {
      const receipt = receiptOf(EXAMPLE.leaves, index, order, index + 1);
      return { ...receipt, head: { ...receipt.head, seenAt } };
    };
    const report = check(whole, publishedOf(whole), [kept(1, 102, early), kept(4, 103, late)]);
    expect(report.ok).toBe(true);
    expect(report.steps.at(-1)).toMatchObject({ step: 'kept: receipts', detail: expect.stringContaining('1 of 2 were seen') });
    expect(report.kept).toMatchObject({ receipts: { result: 'SAME', count: 2 }, blocks: { bound: 2, confirmed: 1 } });
    const failedWith = (strange: unknown) => failed(check(whole, publishedOf(whole), [kept(4, 103, late), strange]));
    for (const receipt of [kept(1, 103, early), { ...kept(1, 102, early), index: 2 }])
      expect(failedWith(receipt)).toEqual(['kept: receipts']);
    for (const strange of [null, {}]) expect(failedWith(strange)).toEqual(['kept: heads']);
  });

  const other = 'f'.repeat(64);
  it.each<[string, Partial<Published>, string]>([
    ['another manifest', { manifestHash: other }, 'shown: manifest'],
    ['another raffle', { raffleId: '123e4567-e12b-42d1-a456-426655440001' }, 'shown: raffle'],
    ['another secret', { secretHash: other }, 'shown: promises'],
    ['boxes where there were none', { boxesHash: other }, 'shown: promises'],
    ['another winner', { winners: [{ position: 1, luckyNumber: '99' }, ...published.winners.slice(1)] }, 'shown: winners'],
    ['a winner less', { winners: published.winners.slice(1) }, 'shown: winners'],
  ])('fails in one step where the page shows %s', (_what, change, step) => {
    const report = check(proof, { ...published, ...change });
    expect(report.ok).toBe(false);
    expect(failed(report)).toEqual([step]);
  });

  it('fails in a step of the proof where that is wrong in itself, and says the others', () => {
    const [first, ...others] = proof.winners;
    const report = check({ ...proof, winners: [{ ...first, ordinal: first!.ordinal ^ 1 }, ...others] }, published);
    expect(failed(report)).toEqual(['prize 1']);
  });

  it.each([
    ['no JSON', bytesOf('{"version":1')],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]).buffer],
    ['nothing', new ArrayBuffer(0)],
  ])('is not even read when its file is %s', (_what, bytes) => {
    const report = verifyPublished(bytes, published, []);
    expect(report.ok).toBe(false);
    expect(report.steps).toMatchObject([{ step: 'file', ok: false }]);
  });

  it.each([
    ['null', null],
    ['a number', 1],
    ['a list', []],
    ['a manifest of another kind', { ...proof, manifest: 7 }],
  ])('fails without a throw when it is %s', (_what, value) => expect(failed(check(value, published))).toEqual(['proof']));
});

describe("a buyer's own order", () => {
  const { leaves } = RESOLD;
  const { manifest } = proofOf(RESOLD);
  const hash = toHex(manifestHash(manifest));
  const rootOf: RootOf = (from, to) => merkleTree(to - from, (at) => encodeLeaf(leaves[from + at]!)).root;
  /** As its head was first published, and long before the freeze. */
  const receipt = (index: number, order: number, size = index + 1): Receipt => {
    const { head, ...rest } = receiptOf(leaves, index, order, size);
    return { ...rest, head: { ...head, at: null }, round: null, roundDueAt: null, isVoid: index === 0 || index === 2 };
  };
  const pathOf = ({ head }: Receipt): string[] => consistencyProof(head.size, leaves.length, rootOf).map(toHex);
  const own = (orderId: number, quotas: number, receipts: Receipt[]): OwnOrder => {
    return { orderId: String(orderId), quotas, receipts, paths: receipts.map(pathOf) };
  };
  const sold = own(104, 9, [receipt(5, 104), receipt(6, 104)]);
  const faultOf = (order: OwnOrder, text = manifest, shown = hash): string | undefined => {
    const { ok, steps, blocks } = verifyOwnOrder(text, shown, order);
    expect([ok, blocks.length > 0]).toEqual([steps.every((step) => step.ok), ok]);
    return steps.find((step) => !step.ok)?.detail;
  };

  it('takes part with all its blocks, from each head on', () => {
    expect(verifyOwnOrder(manifest, hash, sold)).toMatchObject({
      ok: true,
      blocks: [
        { first: 2, end: 8, isVoid: false },
        { first: 22, end: 25, isVoid: false },
      ],
    });
    for (let size = 2; size <= leaves.length; size++) expect(faultOf(own(102, 12, [receipt(1, 102, size)]))).toBeUndefined();
  });

  it('that was given back is there as that', () => {
    expect(verifyOwnOrder(manifest, hash, own(103, 8, [receipt(2, 103)]))).toMatchObject({
      ok: true,
      blocks: [{ first: 22, end: 30, isVoid: true }],
    });
  });

  const [one, two] = [receipt(5, 104), receipt(6, 104)];
  it.each<[string, OwnOrder, RegExp]>([
    ['of which a block is missing', own(104, 9, [one]), /the receipts have 6 quotas, the order 9/],
    ['with a block that is there twice', own(104, 12, [one, one]), /a receipt is there twice/],
    ["with another's block", own(104, 18, [one, receipt(1, 102)]), /a receipt is of order 102/],
    ['with the salt of another', own(104, 9, [{ ...one, salt: '00'.repeat(16) }, two]), /is not of order 104 with this salt/],
    ['in a head that the frozen book does not continue', { ...sold, paths: [[], []] }, /does not continue its head of 6/],
    ['with a path that cannot be read', { ...sold, paths: [['zz'], []] }, /hexadecimal/],
    ['of another raffle', own(104, 9, [{ ...one, raffleId: '123e4567-e12b-42d1-a456-426655440001' }, two]), /it is of raffle/],
    // Ordinals 0 and 1 were given back, and not sold again.
    [
      'that takes part, as the server says, and not as the manifest',
      own(101, 10, [{ ...receipt(0, 101), isVoid: false }]),
      /voids its quotas/,
    ],
  ])('%s does not hold', (_what, order, problem) => expect(faultOf(order)).toMatch(problem));

  it('leads nowhere when the record is not the one whose hash is shown', () => {
    expect(faultOf(sold, manifest, 'f'.repeat(64))).toMatch(/the manifest's hash is/);
    expect(faultOf(sold, manifest.replace('"leaves":7', '"leaves":8'))).toMatch(/the manifest's hash is/);
  });
});
