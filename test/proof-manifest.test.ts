import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toHex } from '../src/proof/bytes.js';
import { manifestHash, manifestText, parseManifest, readManifest } from '../src/proof/manifest.js';
import { BEACON_MANIFEST, FEDERAL_MANIFEST } from './support/proofs.js';

const TEXT = manifestText(BEACON_MANIFEST);

describe('the text of a manifest', () => {
  it('is JSON without spaces, its fields in their order', () => {
    expect(TEXT).toBe(
      '{"version":1,"raffleId":"123e4567-e12b-12d1-a456-426655440000","mode":"BEACON","quotaQuantity":1000,"sellable":998,"allocated":100,"prizes":3,'
        + `"voided":[[40,25]],"blocks":3,"merkleRoot":"${BEACON_MANIFEST.merkleRoot}","secretHash":"${BEACON_MANIFEST.secretHash}","boxSeedHash":null,`
        + `"quotaPrizesHash":"${BEACON_MANIFEST.quotaPrizesHash}","boxesHash":null,"prizeLogHash":"${BEACON_MANIFEST.prizeLogHash}",`
        + `"chain":"${BEACON_MANIFEST.chain}","round":1000,"contest":null}`,
    );
    const shuffled = Object.fromEntries(Object.entries(BEACON_MANIFEST).toReversed()) as unknown as typeof BEACON_MANIFEST;
    expect(manifestText(shuffled)).toBe(TEXT);
    expect(manifestText(readManifest(shuffled))).toBe(TEXT);
  });

  it('is read again', () => {
    for (const manifest of [BEACON_MANIFEST, FEDERAL_MANIFEST]) expect(parseManifest(manifestText(manifest))).toEqual(manifest);
  });

  it('has no other form', () => {
    const { version, ...rest } = BEACON_MANIFEST;
    for (const text of [`${TEXT} `, TEXT.replace(':', ': '), JSON.stringify({ ...rest, version }), TEXT.replace('1000', '1e3')])
      expect(() => parseManifest(text)).toThrow('manifest is not written in its one form');
    expect(() => parseManifest('{')).toThrow('manifest is no JSON');
  });

  it('is hashed in UTF-8 by SHA-256', () => {
    expect(toHex(manifestHash(TEXT))).toBe(createHash('sha256').update(TEXT, 'utf8').digest('hex'));
  });
});

describe('a manifest that is read', () => {
  it.each([
    [{ version: 2 }, 'manifest.version is none of 1'],
    [{ raffleId: '123E4567-E12B-12D1-A456-426655440000' }, 'manifest.raffleId is no UUID in small letters'],
    [{ mode: 'LUCK' }, 'manifest.mode is none of BEACON, LOTERIA_FEDERAL'],
    [{ quotaQuantity: 0 }, 'manifest.quotaQuantity is no integer from 1'],
    [{ quotaQuantity: '1000' }, 'manifest.quotaQuantity is no integer'],
    [{ quotaQuantity: 10_000_001 }, 'manifest.quotaQuantity is no integer'],
    [{ quotaQuantity: 997 }, 'manifest.sellable is more than quotaQuantity'],
    [{ sellable: 99 }, 'manifest.allocated is more than sellable'],
    [{ allocated: 99.5 }, 'manifest.allocated is no integer'],
    [{ allocated: 64 }, 'manifest.voided[0] ends after the last allocated ordinal'],
    [{ prizes: -1 }, 'manifest.prizes is no integer'],
    [{ voided: {} }, 'manifest.voided is no list'],
    [{ voided: [[40]] }, 'manifest.voided[0] is no list of 2'],
    [{ voided: [[40, 0]] }, 'manifest.voided[0][1] is no integer from 1 to 10000000'],
    [{ voided: [[40, 1, 1]] }, 'manifest.voided[0] is no list of 2'],
    [
      {
        voided: [
          [40, 10],
          [49, 1],
        ],
      },
      'manifest.voided[1] begins before the end',
    ],
    [
      {
        voided: [
          [0, 1],
          [1, 1],
          [2, 1],
          [3, 1],
        ],
      },
      'manifest.voided has more blocks',
    ],
    [{ blocks: 101 }, 'manifest.blocks is more than allocated'],
    [{ blocks: 0, voided: [] }, 'manifest.blocks is 0 and allocated is not'],
    [{ merkleRoot: null }, 'manifest.merkleRoot is no text of 32 bytes'],
    [{ secretHash: 'A'.repeat(64) }, 'manifest.secretHash is no text of 32 bytes'],
    [{ boxSeedHash: 'ab' }, 'manifest.boxSeedHash is no text'],
    [{ quotaPrizesHash: 1 }, 'manifest.quotaPrizesHash is no text'],
    [{ boxesHash: '' }, 'manifest.boxesHash is no text'],
    [{ prizeLogHash: null }, 'manifest.prizeLogHash is no text'],
    [{ chain: null }, 'manifest.chain is missing in mode BEACON'],
    [{ round: null }, 'manifest.round is missing in mode BEACON'],
    [{ round: 0 }, 'manifest.round is no integer'],
    [{ contest: 1 }, 'manifest.contest is of no use in mode BEACON'],
    [{ ...FEDERAL_MANIFEST, contest: null }, 'manifest.contest is missing in mode LOTERIA_FEDERAL'],
    [{ ...FEDERAL_MANIFEST, round: 7 }, 'manifest.round is of no use in mode LOTERIA_FEDERAL'],
    [{ ...FEDERAL_MANIFEST, quotaQuantity: 2000, sellable: 2000, allocated: 2000 }, 'manifest.quotaQuantity is no power of ten'],
    [{ winner: 'me' }, 'manifest.winner is no field of it'],
  ])('says which field is wrong: %j', (change, problem) => {
    expect(() => readManifest({ ...BEACON_MANIFEST, ...change })).toThrow(problem);
  });

  it('has all its fields', () => {
    for (const field of Object.keys(BEACON_MANIFEST)) {
      const { [field]: _, ...rest } = BEACON_MANIFEST as unknown as Record<string, unknown>;
      expect(() => readManifest(rest)).toThrow(`manifest.${field} is missing`);
    }
    for (const value of [undefined, null, 1, 'text', []]) expect(() => readManifest(value)).toThrow('manifest is no object');
  });

  it('may be of a raffle of which nothing was sold', () => {
    const empty = { ...BEACON_MANIFEST, allocated: 0, blocks: 0, voided: [] };
    expect(readManifest(empty)).toEqual(empty);
  });
});
