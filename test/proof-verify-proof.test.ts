import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainHashOf, QUICKNET } from '../src/proof/chain.js';
import { manifestText, parseManifest } from '../src/proof/draw-manifest.js';
import type { Proof } from '../src/proof/draw-proof.js';
import { verifyProof } from '../src/proof/verify-proof.js';
import { bent, bentText, parsed } from './support/bent-text.js';
import { EXAMPLE, GOOD, prizeId, proofOf, RESOLD, saleOf, textsOf, type SoldRaffle } from './support/draw-proofs.js';

const failedOf = (proof: unknown): string[] => verifyProof(proof).steps.flatMap(({ step, ok }) => (ok ? [] : [step]));

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

/** The service says it, and nothing can show it: also digits that this size of a raffle does not use. */
const isClaim = (path: string[], isInstant: boolean): boolean =>
  path.join('.') === 'federal.confirmation' || (!isInstant && path.join('.').startsWith('federal.results.'));

function differsOnlyInResults(value: unknown, good: Proof): boolean {
  const { federal } = (value ?? {}) as { federal?: Partial<Proof['federal']> };
  const restored = { ...(value as Proof), federal: { ...federal, results: good.federal?.results } };
  return Boolean(federal) && JSON.stringify(restored) === JSON.stringify(good);
}

describe.each(Object.entries(GOOD))('the proof of a draw by %s', (name, sold) => {
  const good = proofOf(sold);
  const isInstant = sold.boxes !== undefined;
  const isBeacon = sold.mode === 'BEACON';

  it('stands, step by step', () => {
    const { ok, isPublicChain, steps, sale } = verifyProof(JSON.parse(JSON.stringify(good)));
    expect(failedOf(good)).toEqual([]);
    expect([ok, isPublicChain]).toEqual([true, good.chain === null ? null : sold.chain === QUICKNET]);
    expect(sale?.leaves.size).toBe(sold.leaves.length);
    expect(steps.map(({ step }) => step)).toEqual([
      'proof',
      'manifest',
      'book',
      'book: blocks',
      'secret',
      ...(good.chain ? ['chain', 'chain hash'] : []),
      ...(isInstant ? ['rounds of blocks', 'quota prizes', 'boxes'] : []),
      'boxes of orders',
      isInstant ? 'instant prizes' : 'for sale',
      'numbers',
      ...(isBeacon ? ['round', 'signature'] : ['contest', 'start number']),
      ...Array.from({ length: sold.prizes }, (_, prize) => `prize ${prize + 1}`),
      'winners',
      ...(isInstant ? ['close'] : []),
    ]);
  });

  it('falls when any of its values is another', () => {
    const isOneOfMany = (path: string[]): boolean => path.some((key, at) => at > 0 && /^([2-9]|\d\d)$/.test(key));
    const paths = pathsOf(good).filter((path) => path.length > 0 && !(isInstant && isOneOfMany(path)));
    expect(paths.length).toBeGreaterThan(15);
    for (const [at, path] of paths.entries()) {
      const own = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], good);
      if ((typeof own === 'string' || typeof own === 'number') && !isClaim(path, isInstant))
        expect([path, verifyProof(changed(good, path, () => bent(own))).ok]).toEqual([path, false]);
      // Two wrong values a place: each signature costs a tenth of a second.
      const wrong = [undefined, null, 0, -1, 1e300, '', 'x', '☃', [], {}, [[]], true, Number.NaN];
      for (const other of [wrong[at % wrong.length], wrong[(at + 5) % wrong.length]]) {
        if (JSON.stringify(other) === JSON.stringify(own)) continue;
        expect([path, other, verifyProof(changed(good, path, () => other)).ok]).toEqual([path, other, false]);
      }
    }
  });

  it('falls when a value of its manifest is another', () => {
    const manifest = JSON.parse(good.manifest) as Record<string, unknown>;
    for (const path of pathsOf(manifest).filter(({ length }) => length > 0)) {
      const at = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], manifest);
      const other = at === null ? 7 : typeof at === 'object' ? [] : bent(at as string | number);
      if (JSON.stringify(other) === JSON.stringify(at)) continue;
      const text = JSON.stringify(changed(manifest, path, () => other));
      expect([path, verifyProof({ ...good, manifest: text }).ok]).toEqual([path, false]);
    }
  });

  it('falls with one other character anywhere', () => {
    const runs = isInstant || isBeacon ? 150 : 550;
    for (let run = 0; run < runs; run++) {
      const { text, at } = bentText(good, `${name} ${run}`);
      if (!isInstant && differsOnlyInResults(parsed(text), good)) continue;
      expect([at, text.slice(at - 5, at + 5), verifyProof(parsed(text)).ok]).toEqual([at, text.slice(at - 5, at + 5), false]);
    }
  });

  it('falls when a field is missing or one too many', () => {
    for (const field of Object.keys(good)) {
      const { [field as keyof Proof]: _, ...rest } = good;
      if (field === 'quotaPrizes' || field === 'boxes')
        expect(failedOf(rest)[0]).toBe(field === 'boxes' ? 'boxes' : 'quota prizes');
      else expect(failedOf(rest)).toEqual(['proof']);
    }
    expect(failedOf({ ...good, more: 1 })).toEqual(['proof']);
  });

  it('falls when a winner is left out, one too many, twice, or in another order', () => {
    const { winners } = good;
    const [first, second] = winners;
    const last = winners.at(-1)!;
    const standsWith = (others: unknown[]) => verifyProof({ ...good, winners: others }).ok;
    expect(standsWith(winners.slice(0, -1))).toBe(false);
    expect(standsWith([...winners, { ...last, prize: sold.prizes + 1 }])).toBe(false);
    expect(standsWith([...winners, last])).toBe(false);
    expect(standsWith([second, first, ...winners.slice(2)])).toBe(false);
    expect(standsWith([])).toBe(false);
  });
});

it('anything at all is answered with steps', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const { ok, steps, sale } = verifyProof(value);
      expect([ok, steps[0]?.ok, sale]).toEqual([false, false, null]);
    }),
  );
});

describe('what an operator could change', () => {
  const good = proofOf(EXAMPLE);

  /** Also the manifest says it: as if it had been so from the beginning. */
  function withManifest(proof: Proof, change: Record<string, unknown>): Proof {
    return { ...proof, manifest: manifestText({ ...parseManifest(proof.manifest), ...change }) };
  }

  /** A service that believes its own leaves, with the prizes that follow. */
  const standsWith = (leaves: SoldRaffle['leaves'], sold = EXAMPLE): string[] => failedOf(proofOf({ ...sold, leaves }));

  it('is found: wins that are left out, swapped or invented', () => {
    for (const section of ['boxes', 'quotaPrizes'] as const) {
      const wins = good[section]!.wins as number[][];
      const others = [wins.slice(1), wins.toReversed(), [...wins, wins[0]!], [...wins, [19, 3, 0, 2].slice(0, wins[0]!.length)]];
      for (const other of others)
        expect(failedOf({ ...good, [section]: { ...good[section]!, wins: other } })).toContain('instant prizes');
    }
    for (const other of [good.closeWins.slice(1), good.closeWins.toReversed(), [...good.closeWins, good.closeWins[0]!]])
      expect(failedOf({ ...good, closeWins: other })).toEqual(['close']);
  });

  it('is found: rounds that are missing, too many, or of no block', () => {
    expect(failedOf({ ...good, rounds: [] })).toContain('rounds of blocks');
    expect(failedOf({ ...good, rounds: [...good.rounds, [657_413, good.round!.signature]] })).toContain('rounds of blocks');
    const resold = proofOf(RESOLD);
    expect(failedOf({ ...resold, rounds: good.rounds })).toEqual(['rounds of blocks']);
    expect(failedOf({ ...resold, closeWins: good.closeWins })).toEqual(['close']);
  });

  it('is found: leaves in texts of another size', () => {
    const many = saleOf();
    for (let order = 0; order < 1025; order++) many.block('PIX', order, 1, 0);
    const proof = proofOf({ ...RESOLD, quotas: 2_000, leaves: many.leaves });
    expect(failedOf(proof)).toEqual([]);
    const [first = '', second = ''] = proof.leaves;
    expect(failedOf({ ...proof, leaves: [first + second] })).toContain('book');
    expect(failedOf({ ...proof, leaves: [first.slice(0, -48), first.slice(-48) + second] })).toContain('book');
    expect(failedOf({ ...proof, leaves: [second, first] })).toContain('book');
  });

  it('is found: a border between two orders that was moved', () => {
    const moved = saleOf().block('PIX', 101, 11, 0).block('PIX', 102, 11, 0).leaves;
    const proof = proofOf({ ...RESOLD, leaves: saleOf().block('PIX', 101, 10, 0).block('PIX', 102, 12, 0).leaves });
    expect(failedOf(proof)).toEqual([]);
    expect(failedOf({ ...proof, leaves: textsOf(moved) })).toContain('book');
  });

  it('is found: payments by hand that are told as paid by PIX', () => {
    const { composition } = parseManifest(good.manifest);
    const other = withManifest(good, { composition: { ...composition, pix: 7, byHand: 0 } });
    expect(failedOf(other)).toContain('book: blocks');
  });

  it('is found: more boxes than the combos give', () => {
    const leaves = EXAMPLE.leaves.map((leaf) => (leaf.type === 'BLOCK' && leaf.count === 3 ? { ...leaf, boxes: 4 } : leaf));
    expect(standsWith(leaves)).toEqual(['boxes of orders']);
  });

  it('is found: a prize that goes to the close twice, or that the raffle does not have', () => {
    const sale = () => saleOf(EXAMPLE.boxes!.combos).block('PIX', 101, 5, 1000);
    expect(standsWith(sale().toClose(prizeId('22')).leaves)).toEqual([]);
    expect(() => standsWith(sale().toClose(prizeId('22')).toClose(prizeId('22')).leaves)).toThrow('a second time');
    const proof = proofOf({ ...EXAMPLE, leaves: sale().toClose(prizeId('22')).leaves });
    const unknown = sale().toClose(prizeId('99')).leaves;
    expect(failedOf({ ...proof, leaves: textsOf(unknown) })).toContain('book');
  });

  it('is found: a chain that has the name of the public one', () => {
    const other = { ...QUICKNET, publicKey: bent(QUICKNET.publicKey) as string };
    expect(failedOf({ ...good, chain: other })).toContain('chain');
  });

  it('is told: a chain that is not public proves nothing to a stranger', () => {
    const { hash: _, ...info } = { ...QUICKNET, name: 'development' };
    const chain = { ...info, hash: chainHashOf(info) };
    const { ok, isPublicChain, steps } = verifyProof(proofOf({ ...EXAMPLE, chain }));
    expect([ok, isPublicChain]).toEqual([true, false]);
    expect(steps.find(({ step }) => step === 'chain')?.detail).toContain('proves nothing to a stranger');
  });
});
