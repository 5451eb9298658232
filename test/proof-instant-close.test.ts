import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoxPrize } from '../src/proof/box-prizes.js';
import { type Close, closePrizes, type CloseWin, federalCloseKey } from '../src/proof/instant-close.js';
import { chiSquare, critical, tally } from './support/statistics.js';
import {
  anyInstantPlan,
  boxPrize,
  decideAll,
  prizeId,
  quotaPrizesOf,
  RAFFLE_ID,
  randomnessOf,
} from './support/instant-raffles.js';

const HASH = createHash('sha256').update('a manifest').digest();
const NOTHING: Close = {
  raffleId: RAFFLE_ID,
  manifestHash: HASH,
  allocated: 20,
  voided: [],
  boxPrizes: [],
  quotaPrizes: [],
  sentToClose: new Set(),
  boxWins: [],
  quotaPrizeWins: [],
  key: randomnessOf('the draw'),
};
const rolled = (index: number, fields: Partial<BoxPrize> = {}) => boxPrize(index, { mode: 'PORCENTAGEM', ...fields });
const unitsOf = (wins: readonly CloseWin[]) => wins.map(({ prizeId: id, unit }) => [Number.parseInt(id.slice(-4), 16), unit]);

/** The chapter "The close" of src/proof/README.md, word by word. */
function referenceClose(close: Close): CloseWin[] {
  const valid = Array.from({ length: close.allocated }, (_, ordinal) => ordinal).filter(
    (ordinal) => !close.voided.some(([first, count]) => ordinal >= first && ordinal < first + count),
  );
  const bytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
  function draw(prizeId: string, unit: number): CloseWin[] {
    for (let t = 0; valid.length > 0; t++) {
      const tail = Buffer.alloc(8);
      tail.writeUInt32BE(unit);
      tail.writeUInt32BE(t, 4);
      const parts = [Buffer.from('raffle-gateway close v2'), bytes(close.raffleId), close.manifestHash, bytes(prizeId), tail];
      const u = createHmac('sha256', close.key).update(Buffer.concat(parts)).digest().readBigUInt64BE();
      const V = BigInt(valid.length);
      if (u < (2n ** 64n / V) * V) return [{ prizeId, unit, ordinal: valid[Number(u % V)]! }];
    }
    return [];
  }
  const boxes = close.boxPrizes.flatMap(({ id, mode, quantity, isLocked }, prize) =>
    Array.from({ length: quantity }, (_, unit) => unit).flatMap((unit) => {
      const win = close.boxWins.find((one) => one.prize === prize && one.unit === unit);
      if (win && valid.includes(win.first)) return [];
      const isAtClose = isLocked || close.sentToClose.has(id);
      return mode === 'ALEATORIO' || isAtClose || win ? draw(id, unit) : [];
    }),
  );
  const numbers = close.quotaPrizes.flatMap(({ id }, prize) => {
    const win = close.quotaPrizeWins.find((one) => one.prize === prize);
    return win && valid.includes(win.ordinal) ? [] : draw(id, 0);
  });
  return [...boxes, ...numbers];
}

describe('the close', () => {
  it('draws what the description says, after any sale', () => {
    fc.assert(
      fc.property(anyInstantPlan, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), ({ raffle, leaves }, isVoid) => {
        const { boxWins, quotaPrizeWins } = decideAll({ raffle, leaves });
        const blocks = leaves.flatMap((leaf) => (leaf.type === 'BLOCK' ? [leaf] : []));
        const close: Close = {
          ...NOTHING,
          allocated: blocks.reduce((sum, { count }) => sum + count, 0),
          voided: blocks.flatMap(({ first, count }, at) => (isVoid[at] ? [[first, count] as const] : [])),
          boxPrizes: raffle.boxPrizes,
          quotaPrizes: raffle.quotaPrizes,
          sentToClose: new Set(leaves.flatMap((leaf) => (leaf.type === 'TO_CLOSE' ? [leaf.prizeId] : []))),
          boxWins,
          quotaPrizeWins,
        };
        expect(closePrizes(close)).toEqual(referenceClose(close));
      }),
    );
  });

  it('leaves units of drawn boxes that nobody won, and no rolled ones, unless their prize is at the close', () => {
    const boxPrizes = [
      boxPrize(0, { quantity: 2 }),
      rolled(1, { quantity: 2 }),
      rolled(2, { quantity: 2, isLocked: true }),
      rolled(3, { quantity: 2 }),
    ];
    const boxWins = [
      { first: 0, prize: 0, unit: 0 },
      { first: 0, prize: 3, unit: 0 },
    ];
    const place = (index: number): number => Number.parseInt(boxPrizes[index]!.id.slice(-4), 16);
    const closed = closePrizes({ ...NOTHING, boxPrizes, boxWins, sentToClose: new Set([boxPrizes[3]!.id]) });
    expect(unitsOf(closed)).toEqual([
      [place(0), 1],
      [place(2), 0],
      [place(2), 1],
      [place(3), 1],
    ]);
  });

  it('draws again what an order won whose money went back', () => {
    const boxWins = [
      { first: 0, prize: 0, unit: 0 },
      { first: 10, prize: 1, unit: 1 },
      { first: 5, prize: 1, unit: 0 },
    ];
    const boxPrizes = [boxPrize(0, { quantity: 1 }), rolled(1, { quantity: 4 })];
    const quotaPrizeWins = [
      { ordinal: 3, prize: 0 },
      { ordinal: 12, prize: 1 },
    ];
    const close = { ...NOTHING, boxPrizes, boxWins, quotaPrizes: quotaPrizesOf(3), quotaPrizeWins };
    const closed = closePrizes({ ...close, voided: [[10, 5]] });
    expect(closed.map(({ prizeId: id, unit }) => [id, unit])).toEqual([
      [boxPrizes[1]!.id, 1],
      [prizeId(1), 0],
      [prizeId(2), 0],
    ]);
    for (const { ordinal } of closed) expect(ordinal < 10 || ordinal >= 15).toBe(true);
  });

  it('draws among all who paid, alike, one as often as chance has it', () => {
    const wins = closePrizes({ ...NOTHING, boxPrizes: [boxPrize(0, { quantity: 20_000 })], voided: [[4, 3]] });
    const counts = tally(
      wins.map(({ ordinal }) => ordinal),
      20,
    ).filter((_, ordinal) => ordinal < 4 || ordinal >= 7);
    expect(wins).toHaveLength(20_000);
    expect(chiSquare(counts, new Float64Array(17).fill(20_000 / 17))).toBeLessThan(critical(16));
  });

  it('gives nothing where nobody paid', () => {
    expect(closePrizes({ ...NOTHING, allocated: 0, quotaPrizes: quotaPrizesOf(1) })).toEqual([]);
    expect(closePrizes({ ...NOTHING, voided: [[0, 20]], quotaPrizes: quotaPrizesOf(1) })).toEqual([]);
  });

  it('has a key of the five results in a raffle of the federal lottery', () => {
    const results = ['34567', '12348', '90211', '55603', '77129'];
    const text = 'raffle-gateway federal v134567-12348-90211-55603-77129';
    expect(Buffer.from(federalCloseKey(results))).toEqual(createHash('sha256').update(text).digest());
    expect(() => federalCloseKey(results.slice(1))).toThrow(RangeError);
  });
});
