import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainHashOf, QUICKNET } from '../src/proof/chain.js';
import type { Proof } from '../src/proof/proof.js';
import { verifyDraw } from '../src/proof/verify-draw.js';
import { QUICKNET_ROUNDS } from './support/quicknet-rounds.js';
import { beaconProof, BEACON_MANIFEST, bent, federalProof, FEDERAL_MANIFEST, PLAIN_MANIFEST } from './support/proofs.js';

const GOOD: Record<string, Proof> = { BEACON: beaconProof(), LOTERIA_FEDERAL: federalProof() };
/** The lottery knows no manifest: the other fields are held by the hash that was published before, which is shown. */
const PINNED_BY_THE_LOTTERY = new Set([
  'version',
  'raffleId',
  'mode',
  'quotaQuantity',
  'secretHash',
  'prizes',
  'chain',
  'round',
  'contest',
  'quotaPrizesHash',
  'prizeLogHash',
]);
const failedOf = (proof: unknown): string[] => verifyDraw(proof).steps.flatMap(({ step, ok }) => (ok ? [] : [step]));

function changed(value: unknown, path: string[], replace: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replace(value);
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = changed(copy[key], rest, replace);
  return copy;
}

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner).map((path) => [key, ...path]))];
}

describe.each(Object.entries(GOOD))('the proof of a draw of mode %s', (mode, good) => {
  it('stands, step by step', () => {
    const { ok, isPublicChain, steps } = verifyDraw(JSON.parse(JSON.stringify(good)));
    expect(failedOf(good)).toEqual([]);
    expect([ok, isPublicChain]).toEqual([true, mode === 'BEACON' ? true : null]);
    const draw = mode === 'BEACON' ? ['chain', 'chain hash', 'round', 'signature', 'randomness'] : ['contest', 'start number'];
    expect(steps.map(({ step }) => step)).toEqual([
      'proof',
      'manifest',
      'prize log',
      'secret',
      ...(mode === 'BEACON' ? ['quota prizes', 'quota prizes: places', 'quota prizes: won'] : []),
      ...draw,
      'prize 1',
      'prize 2',
      'prize 3',
      'winners',
    ]);
  });

  it('falls when any of its values is another', () => {
    const isOneOfMany = ([field, ...path]: string[]) => field === 'quotaPrizes' && /^[1-9]/.test(path[1] ?? '');
    const leaves = pathsOf(good).filter((path) => path.length > 0 && !isOneOfMany(path));
    expect(leaves.length).toBeGreaterThan(15);
    for (const path of leaves) {
      const at = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], good);
      if (typeof at === 'string' || typeof at === 'number')
        expect([path, verifyDraw(changed(good, path, () => bent(at))).ok]).toEqual([path, false]);
      for (const other of [undefined, null, 0, -1, 1e300, '', 'x', '☃', [], {}, [[]], true, Number.NaN]) {
        if (JSON.stringify(other) === JSON.stringify(at)) continue;
        expect([path, other, verifyDraw(changed(good, path, () => other)).ok]).toEqual([path, other, false]);
      }
    }
  });

  it('falls when a value of its manifest is another', () => {
    const manifest = JSON.parse(good.manifest) as Record<string, unknown>;
    const isPinned = ([field = '']: string[]) => field !== '' && (mode === 'BEACON' || PINNED_BY_THE_LOTTERY.has(field));
    for (const path of pathsOf(manifest).filter(isPinned)) {
      const at = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], manifest);
      const other = at === null ? 7 : typeof at === 'object' ? [] : bent(at as string | number);
      const text = JSON.stringify(changed(manifest, path, () => other));
      expect([path, verifyDraw({ ...good, manifest: text }).ok]).toEqual([path, false]);
    }
  });

  it('falls when a field is missing or one too many', () => {
    for (const field of Object.keys(good)) {
      const { [field as keyof Proof]: _, ...rest } = good;
      if (field === 'quotaPrizes') expect(failedOf(rest)).toContain('quota prizes');
      else expect(failedOf(rest)).toEqual(['proof']);
    }
    expect(failedOf({ ...good, more: 1 })).toEqual(['proof']);
  });

  it('falls when a winner is left out, one too many, twice, or in another order', () => {
    const [first, second, third] = good.winners;
    const standsWith = (winners: unknown[]) => verifyDraw({ ...good, winners }).ok;
    expect(standsWith([first, second])).toBe(false);
    expect(standsWith([first, second, third, { ...third, prize: 4 }])).toBe(false);
    expect(standsWith([first, second, third, third])).toBe(false);
    expect(standsWith([second, first, third])).toBe(false);
    expect(standsWith([])).toBe(false);
  });
});

it('anything at all is answered with steps', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const { ok, steps } = verifyDraw(value);
      expect([ok, steps[0]?.ok]).toEqual([false, false]);
    }),
  );
});

describe('the chain of a proof', () => {
  const { hash: _, ...info } = { ...QUICKNET, name: 'development' };
  const own = { ...info, hash: chainHashOf(info) };

  it('that is not the public one is said to prove nothing to a stranger', () => {
    const { ok, isPublicChain, steps } = verifyDraw({ ...beaconProof({ ...BEACON_MANIFEST, chain: own.hash }), chain: own });
    expect([ok, isPublicChain]).toEqual([true, false]);
    expect(steps.find(({ step }) => step === 'chain')?.detail).toContain('proves nothing to a stranger');
  });

  it('cannot say that it is the public one with another key, nor be another than the manifest says', () => {
    const good = GOOD.BEACON!;
    expect(failedOf({ ...good, chain: { ...own, hash: QUICKNET.hash } })).toContain('chain');
    expect(failedOf({ ...good, chain: own })).toContain('chain');
    expect(verifyDraw({ ...good, chain: own }).isPublicChain).toBe(false);
  });
});

it('a proof that is right in itself, but of another round than was frozen, falls', () => {
  const chosen = beaconProof(BEACON_MANIFEST, QUICKNET_ROUNDS[1]);
  const fallen = ['round', 'signature', 'randomness', 'prize 1', 'prize 2', 'prize 3', 'winners'];
  expect(failedOf(chosen)).toEqual(fallen);
});

it('a chain under a hash that is not its own falls, and its winners with it', () => {
  const hash = 'ab'.repeat(32);
  const proof = { ...beaconProof({ ...BEACON_MANIFEST, chain: hash }), chain: { ...QUICKNET, hash } };
  expect(failedOf(proof)).toEqual(['chain hash', 'randomness', 'prize 1', 'prize 2', 'prize 3', 'winners']);
});

it('a proof has nothing of the other mode', () => {
  const { BEACON, LOTERIA_FEDERAL } = GOOD;
  expect(failedOf({ ...LOTERIA_FEDERAL, chain: BEACON!.chain })).toEqual(['manifest']);
  expect(failedOf({ ...LOTERIA_FEDERAL, round: BEACON!.round })).toEqual(['manifest']);
  expect(failedOf({ ...BEACON, federal: LOTERIA_FEDERAL!.federal })).toEqual(['manifest']);
});

describe('prizes that nobody wins', () => {
  it.each([
    ['BEACON', beaconProof({ ...PLAIN_MANIFEST, allocated: 2, blocks: 1, voided: [] })],
    ['LOTERIA_FEDERAL', federalProof({ ...FEDERAL_MANIFEST, allocated: 2, blocks: 1, voided: [] })],
  ])('have no winner in mode %s', (_, proof) => {
    expect(proof.winners.map(({ prize }) => prize)).toEqual([1, 2]);
    expect(failedOf(proof)).toEqual([]);
    expect(failedOf({ ...proof, winners: [...proof.winners, { ...proof.winners[0], prize: 3 }] })).toEqual([
      'prize 3',
      'winners',
    ]);
  });
});

it('holds at ten million quotas too', () => {
  const large = { quotaQuantity: 10_000_000, sellable: 10_000_000, allocated: 10_000_000, prizes: 20 };
  const proofs = [beaconProof({ ...PLAIN_MANIFEST, ...large }), federalProof({ ...FEDERAL_MANIFEST, ...large, allocated: 5000 })];
  for (const proof of proofs) expect(verifyDraw(proof).ok).toBe(true);
});
