import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manifestText } from '../src/proof/manifest.js';
import { verifyInclusion } from '../src/proof/verify-draw.js';
import { BEACON_MANIFEST, bent, inclusionOf, LEAVES } from './support/proofs.js';

const MANIFEST = manifestText(BEACON_MANIFEST);

describe('that an order takes part', () => {
  it('is proved for each of them, and a refunded one is told that it cannot win', () => {
    const details = LEAVES.map((_, index) => verifyInclusion(MANIFEST, JSON.parse(JSON.stringify(inclusionOf(index)))));
    expect(details.map(({ ok, detail }) => [ok, detail])).toEqual([
      [true, 'order 101, ordinals 0 to 39, is block 0 of 3: it takes part'],
      [true, 'order 103, ordinals 40 to 64, is block 1 of 3: it is voided and cannot win'],
      [true, 'order 102, ordinals 65 to 99, is block 2 of 3: it takes part'],
    ]);
  });

  it('is not proved when any value is another', () => {
    const { leaf, index, path } = inclusionOf(2);
    const others = [
      ...Object.entries(leaf).map(([field, value]) => ({ leaf: { ...leaf, [field]: bent(value) }, index, path })),
      { leaf, index: 1, path },
      { leaf, index: 3, path },
      { leaf, index, path: [] },
      { leaf, index, path: path.map(bent) },
      { leaf, index, path: [...path, path[0]] },
      { leaf: { ...leaf, orderId: '18446744073709551718' }, index, path },
      { leaf: { ...leaf, orderId: '0102' }, index, path },
    ];
    expect(others.map((other) => verifyInclusion(MANIFEST, other).ok)).toEqual(others.map(() => false));
    expect(verifyInclusion(MANIFEST.replace('"blocks":3', '"blocks":4'), inclusionOf(2)).ok).toBe(false);
    expect(verifyInclusion(MANIFEST.replace('"allocated":100', '"allocated":99'), inclusionOf(2)).detail).toBe(
      'the block ends after the last allocated ordinal',
    );
  });

  it('is answered with a step whatever is handed over', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(verifyInclusion(MANIFEST, value).ok).toBe(false);
      }),
    );
    expect(verifyInclusion('nothing', inclusionOf(0))).toEqual({ step: 'inclusion', ok: false, detail: 'manifest is no JSON' });
  });
});
