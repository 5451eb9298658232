import { describe, expect, it } from 'vitest';
import { toHex } from '../src/proof/bytes.js';
import { manifestHash } from '../src/proof/manifest.js';
import type { Proof } from '../src/proof/proof.js';
import type { Published } from '../src/web/draw/check/published.js';
import { verifyInclusions, verifyPublished } from '../src/web/draw/check/verify-published.js';
import {
  BEACON_MANIFEST,
  beaconProof,
  FEDERAL_MANIFEST,
  FEDERAL_RESULTS,
  federalProof,
  inclusionOf,
  PLAIN_MANIFEST,
} from './support/proofs.js';

const bytesOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text)).buffer;

function publishedOf(proof: Proof, manifest = BEACON_MANIFEST): Published {
  const { raffleId, secretHash, quotaPrizesHash, boxesHash, boxSeedHash } = manifest;
  return {
    raffleId,
    secretHash,
    quotaPrizesHash,
    boxesHash,
    boxSeedHash,
    manifestHash: toHex(manifestHash(proof.manifest)),
    winners: proof.winners.map(({ prize, number }) => ({ position: prize, luckyNumber: number })),
    results: proof.federal?.results ?? [],
    keptHash: undefined,
  };
}

const check = (proof: unknown, published: Published) => verifyPublished(bytesOf(JSON.stringify(proof)), published);
const failed = ({ steps }: { steps: readonly { step: string; ok: boolean }[] }) =>
  steps.filter(({ ok }) => !ok).map(({ step }) => step);

describe("a draw's proof, held against what its page shows", () => {
  const proof = beaconProof(PLAIN_MANIFEST);
  const published = publishedOf(proof, PLAIN_MANIFEST);

  it('holds in all steps, those of the proof and those of the page', () => {
    const report = check(proof, { ...published, keptHash: published.manifestHash });
    expect(failed(report)).toEqual([]);
    expect(report).toMatchObject({ ok: true, isPublicChain: true });
    const names = report.steps.map(({ step }) => step);
    expect(names.slice(0, 3)).toEqual(['file', 'proof', 'manifest']);
    expect(names.slice(-5)).toEqual(['shown: manifest', 'shown: raffle', 'shown: promises', 'shown: winners', 'kept']);
    expect(new Set(names).size).toBe(names.length);
  });

  it('with prizes of quotas has the steps of theirs too', () => {
    const whole = beaconProof();
    const report = check(whole, publishedOf(whole));
    expect(failed(report)).toEqual([]);
    expect(report.steps.map(({ step }) => step)).toContain('quota prizes: places');
  });

  it('by the federal lottery holds its results against those that are shown', () => {
    const federal = federalProof();
    const shown = publishedOf(federal, FEDERAL_MANIFEST);
    expect(failed(check(federal, shown))).toEqual([]);
    expect(check(federal, shown).isPublicChain).toBeNull();
    const others = [...FEDERAL_RESULTS.slice(0, 4), '00000'];
    expect(failed(check(federal, { ...shown, results: others }))).toEqual(['shown: results']);
  });

  const other = 'f'.repeat(64);
  it.each<[string, Partial<Published>, string]>([
    ['another manifest', { manifestHash: other }, 'shown: manifest'],
    ['another raffle', { raffleId: '123e4567-e12b-12d1-a456-426655440001' }, 'shown: raffle'],
    ['another secret', { secretHash: other }, 'shown: promises'],
    ['boxes where there were none', { boxesHash: other }, 'shown: promises'],
    ['another winner', { winners: [{ position: 1, luckyNumber: '000' }, ...published.winners.slice(1)] }, 'shown: winners'],
    ['a winner less', { winners: published.winners.slice(1) }, 'shown: winners'],
    ['another manifest before the draw', { keptHash: other }, 'kept'],
  ])('fails in one step where the page shows %s', (_what, change, step) => {
    const report = check(proof, { ...published, ...change });
    expect(report.ok).toBe(false);
    expect(failed(report)).toEqual([step]);
  });

  it('fails in a step of the proof where that is wrong in itself, and says the others', () => {
    const [first, ...others] = proof.winners;
    const report = check({ ...proof, winners: [{ ...first, ordinal: 1 }, ...others] }, published);
    expect(failed(report)).toEqual(['prize 1']);
  });

  it.each([
    ['no JSON', bytesOf('{"version":1')],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]).buffer],
    ['nothing', new ArrayBuffer(0)],
  ])('is not even read when its file is %s', (_what, bytes) => {
    const report = verifyPublished(bytes, published);
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

describe("a buyer's receipts", () => {
  const { manifest } = beaconProof();
  const hash = toHex(manifestHash(manifest));

  it('lead to the record one by one, and one that was bent does not', () => {
    const bent = { ...inclusionOf(0), index: 1 };
    const steps = verifyInclusions(manifest, hash, [inclusionOf(0), bent, inclusionOf(1)]);
    expect(steps.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(steps[1]?.detail).toMatch(/is not block 1 of 3/);
    expect(steps[2]?.detail).toMatch(/it is voided/);
  });

  it('lead nowhere when the record is not the one whose hash is shown', () => {
    const steps = verifyInclusions(manifest, 'f'.repeat(64), [inclusionOf(0), inclusionOf(2)]);
    expect(steps.map(({ ok, step }) => [step, ok])).toEqual([
      ['shown: manifest', false],
      ['shown: manifest', false],
    ]);
  });
});
