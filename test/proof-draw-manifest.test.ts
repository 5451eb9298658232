import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toHex } from '../src/proof/bytes.js';
import { manifestHash, manifestText, parseManifest, readManifest } from '../src/proof/draw-manifest.js';
import { EXAMPLE, GOOD, proofOf } from './support/draw-proofs.js';

const TEXT = proofOf(EXAMPLE).manifest;
const MANIFEST = parseManifest(TEXT);

describe('the text of a manifest', () => {
  it('is JSON without spaces, its fields in their order', () => {
    expect(TEXT).toBe(
      '{"version":2,"raffleId":"123e4567-e12b-42d1-a456-426655440000","mode":"BEACON","quotaQuantity":30,"sellable":28,'
        + `"allocated":20,"prizes":2,"voided":[[0,5]],"leaves":6,"bookRoot":"${MANIFEST.bookRoot}",`
        + '"composition":{"pix":3,"byHand":4,"free":8,"givenBack":5},'
        + `"secretHash":"${MANIFEST.secretHash}","quotaPrizesHash":"${MANIFEST.quotaPrizesHash}",`
        + `"boxesHash":"${MANIFEST.boxesHash}","chain":"${MANIFEST.chain}","round":657413,"contest":null,"contestDate":null}`,
    );
    const { composition, ...rest } = MANIFEST;
    const turned = Object.fromEntries(Object.entries(composition).toReversed()) as unknown as typeof composition;
    const shuffled = { composition: turned, ...rest };
    expect(manifestText(shuffled)).toBe(TEXT);
    expect(manifestText(readManifest(shuffled))).toBe(TEXT);
  });

  it.each(Object.entries(GOOD))('is read again: drawn by %s', (_, sold) => {
    const { manifest } = proofOf(sold);
    expect(manifestText(parseManifest(manifest))).toBe(manifest);
  });

  it('has no other form', () => {
    const { version, ...rest } = MANIFEST;
    for (const text of [
      `${TEXT} `,
      TEXT.replace(':', ': '),
      JSON.stringify({ ...rest, version }),
      TEXT.replace('657413', '657413.0'),
    ])
      expect(() => parseManifest(text)).toThrow('manifest is not written in its one form');
    expect(() => parseManifest('{')).toThrow('manifest is no JSON');
  });

  it('is hashed in UTF-8 by SHA-256', () => {
    expect(toHex(manifestHash(TEXT))).toBe(createHash('sha256').update(TEXT, 'utf8').digest('hex'));
  });
});

describe('a manifest that is read', () => {
  const composition = (change: object) => ({ composition: { ...MANIFEST.composition, ...change } });

  it.each([
    [{ version: 1 }, 'manifest.version is none of 2'],
    [{ raffleId: '123E4567-E12B-42D1-A456-426655440000' }, 'manifest.raffleId is no UUID in small letters'],
    [{ mode: 'LUCK' }, 'manifest.mode is none of BEACON, LOTERIA_FEDERAL'],
    [{ quotaQuantity: '30' }, 'manifest.quotaQuantity is no integer'],
    [{ quotaQuantity: 27 }, 'manifest.sellable is more than quotaQuantity'],
    [{ sellable: 19 }, 'manifest.allocated is more than sellable'],
    [{ allocated: 4 }, 'manifest.voided[0] ends after the last allocated ordinal'],
    [{ voided: [[0, 0]] }, 'manifest.voided[0][1] is no integer from 1'],
    [
      {
        voided: [
          [0, 2],
          [2, 3],
        ],
      },
      'manifest.voided[1] begins before the end of the one before it, or there',
    ],
    [
      {
        voided: [
          [3, 2],
          [0, 3],
        ],
      },
      'manifest.voided[1] begins before',
    ],
    [{ leaves: 0 }, 'manifest.leaves is 0 and allocated is not'],
    [{ bookRoot: 'AB'.repeat(32) }, 'manifest.bookRoot is no text of 32 bytes'],
    [composition({ pix: 4 }), 'manifest.composition has not as many quotas as are live'],
    [composition({ givenBack: 6 }), 'manifest.composition.givenBack is not what is voided'],
    [composition({ more: 0 }), 'manifest.composition.more is no field of it'],
    [{ chain: null }, 'manifest.chain is missing in this raffle'],
    [{ round: null }, 'manifest.round is missing in this raffle'],
    [{ contest: 5921 }, 'manifest.contest is of no use in this raffle'],
    [{ contestDate: '2026-12-05' }, 'manifest.contestDate is of no use in this raffle'],
    [{ contestDate: '31.12.2026' }, 'manifest.contestDate is no date'],
    [{ contestDate: '2026-13-05' }, 'manifest.contestDate is 2026-13-05, which there is not'],
    [{ contestDate: '2026-02-29' }, 'manifest.contestDate is 2026-02-29, which there is not'],
    [{ mode: 'LOTERIA_FEDERAL' }, 'manifest.round is of no use in this raffle'],
    [{ mode: 'LOTERIA_FEDERAL', round: null, contest: 1 }, 'manifest.contestDate is missing in this raffle'],
    [
      { mode: 'LOTERIA_FEDERAL', round: null, contest: 1, contestDate: '2026-12-05' },
      'manifest.quotaQuantity is no power of ten, from 10 on',
    ],
  ])('has no %j', (change, problem) => {
    expect(() => readManifest({ ...MANIFEST, ...change })).toThrow(problem);
  });

  it('of a raffle whose quotas are sold again counts all that were given back', () => {
    const resold = parseManifest(proofOf(GOOD['a beacon, with quotas sold again']!).manifest);
    const givenBack = (value: number) => () =>
      readManifest({ ...resold, composition: { ...resold.composition, givenBack: value } });
    expect(givenBack(9)).not.toThrow();
    expect(givenBack(8)).toThrow('manifest.composition.givenBack');
  });
});
