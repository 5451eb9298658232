import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { boxesFor, boxesHash, type Combo, combosFault, type PublishedPrize } from '../src/proof/box-prizes.js';
import { boxPrize, prizeId } from './support/instant-raffles.js';

const combo = (quantityTitles: number, quantityBoxes: number): Combo => ({ quantityTitles, quantityBoxes });
const prize = (index: number, fields: Partial<PublishedPrize> = {}): PublishedPrize => {
  const told = { id: prizeId(index), title: `Prize ${index}`, prize: '100.00', quantity: 1 };
  return { ...boxPrize(index, fields), ...told, ...fields };
};
const COMBOS = [combo(10, 1), combo(20, 30), combo(50, 7)];

describe('the boxes of an order', () => {
  it.each([
    [9, 0, 0],
    [10, 1, 1],
    [19, 1, 1],
    [20, 30, 31],
    [49, 30, 31],
    [50, 7, 38],
    [20_000, 7, 38],
  ])('of %i quotas are %i, cumulative %i', (quantity, highest, sum) => {
    expect(boxesFor(COMBOS, false, quantity)).toBe(highest);
    expect(boxesFor(COMBOS, true, quantity)).toBe(sum);
  });

  it('are none where there are no combos', () => {
    expect(boxesFor([], true, 100)).toBe(0);
    expect(boxesFor([], false, 100)).toBe(0);
  });
});

describe('combos', () => {
  it('are told their faults', () => {
    expect(combosFault(COMBOS, true)).toBeNull();
    expect(combosFault([combo(0, 1)], true)).toMatch(/0 quotas/);
    expect(combosFault([combo(1, 0)], true)).toMatch(/0 boxes/);
    expect(combosFault([combo(1, 1001)], true)).toMatch(/1001 boxes/);
    expect(combosFault([combo(1, 1), combo(1, 2)], true)).toMatch(/1 quotas behind one of 1/);
    expect(combosFault(COMBOS.toReversed(), true)).toMatch(/20 quotas behind one of 50/);
  });

  it('give an order no more boxes than one may hold', () => {
    const ten = Array.from({ length: 10 }, (_, tier) => combo(tier + 1, 1000));
    expect(combosFault(ten, true)).toBeNull();
    expect(combosFault([...ten, combo(11, 1)], true)).toMatch(/10000/);
    expect(combosFault([...ten, combo(11, 1)], false)).toBeNull();
  });
});

describe('the hash of boxes and combos', () => {
  it('is of one text, keys in their order, combos and prizes in that of the list', () => {
    const prizes = [
      prize(1, { title: 'Pão "doce" \\ ☃', quantity: 3, mode: 'PORCENTAGEM', percentage: 125, isLocked: true }),
      prize(0, { prize: '1500.50', releaseAt: 5000 }),
    ];
    const text =
      '{"boxes":[{"id":"00000000-0000-4000-8000-000000000001","title":"Pão \\"doce\\" \\\\ ☃","quantity":3,"prize":"100.00",'
      + '"mode":"PORCENTAGEM","percentage":125,"releaseAt":0,"isLocked":true},{"id":"00000000-0000-4000-8000-000000000000",'
      + '"title":"Prize 0","quantity":1,"prize":"1500.50","mode":"ALEATORIO","percentage":null,"releaseAt":5000,'
      + '"isLocked":false}],"combos":[{"quantityTitles":10,"quantityBoxes":1},{"quantityTitles":20,"quantityBoxes":30},'
      + '{"quantityTitles":50,"quantityBoxes":7}],"cumulative":true}';
    expect(boxesHash(prizes, COMBOS, true)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    expect(boxesHash(prizes.toReversed(), COMBOS, true)).not.toBe(boxesHash(prizes, COMBOS, true));
    expect(boxesHash(prizes, COMBOS.toReversed(), true)).not.toBe(boxesHash(prizes, COMBOS, true));
  });
});
