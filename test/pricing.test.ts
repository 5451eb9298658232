import { describe, expect, it } from 'vitest';
import { createPrices, nextTier, type PriceList, type Promotion } from '../src/pricing/price.js';
import { seededRandom } from './support/second-gateway.js';

let made = 0;
function listOf(promotions: Omit<Promotion, 'id'>[], more: Partial<PriceList> = {}): PriceList {
  made += 1;
  const terms = promotions.map((one, i) => ({ id: String(i), ...one }));
  return { id: `raffle ${made}`, version: 1, quotaPrice: 100n, cumulative: false, promotions: terms, ...more };
}

const exact = (quotaQuantity: number, price: number, bonusQuotas = 0) => ({
  kind: 'EXACT' as const,
  quotaQuantity,
  price,
  bonusQuotas,
});
const from = (quotaQuantity: number, price: number, bonusQuotas = 0) => ({
  kind: 'FROM' as const,
  quotaQuantity,
  price,
  bonusQuotas,
});

const prices = createPrices();
const told = (list: PriceList, quantity: number): [total: number, bonus: number] => {
  const { totalValue, discount, bonusQuotas } = prices.of(list, quantity);
  expect(totalValue + discount).toBe(list.quotaPrice * BigInt(quantity));
  return [Number(totalValue), bonusQuotas];
};

describe('the price of an order', () => {
  it.each<[string, Omit<Promotion, 'id'>[], quantity: number, total: number, bonus: number]>([
    ['is that of its quotas without a promotion', [], 7, 700, 0],
    ['is that of an EXACT promotion of its very quantity', [exact(5, 400)], 5, 400, 0],
    ['is not that of an EXACT promotion above or below it', [exact(5, 400)], 6, 600, 0],
    ['is that of a FROM promotion from its quantity on', [from(5, 90)], 5, 450, 0],
    ['is not that of a FROM promotion below its quantity', [from(5, 90)], 4, 400, 0],
    ['is that of the cheapest FROM promotion it reaches', [from(5, 90), from(10, 70), from(20, 10)], 12, 840, 0],
    ['is the lower one of an EXACT and a FROM promotion', [exact(10, 500), from(5, 40)], 10, 400, 0],
    ['has the bonus of the promotion that applies', [exact(5, 500, 2)], 5, 500, 2],
    ['has the larger bonus where two cost the same', [from(5, 100, 1), from(10, 100, 3)], 12, 1_200, 3],
    ['has no bonus of a promotion that costs more', [exact(10, 1_000, 9), from(10, 99)], 10, 990, 0],
    ['has the bonus once, however often it would fit', [from(5, 100, 1)], 50, 5_000, 1],
    ['may be nothing', [exact(3, 0)], 3, 0, 0],
  ])('%s', (_, promotions, quantity, total, bonus) => {
    expect(told(listOf(promotions), quantity)).toEqual([total, bonus]);
  });

  it.each<[string, Omit<Promotion, 'id'>[], quantity: number, total: number, bonus: number]>([
    ['applies an EXACT promotion as often as it fits', [exact(5, 400)], 17, 1_400, 0],
    ['splits into what costs least, not into the largest first', [exact(5, 400), exact(3, 200)], 6, 400, 0],
    ['has each bonus as often', [exact(5, 500, 1)], 17, 1_700, 3],
    ['has single quotas at a FROM price it reaches', [exact(5, 400), from(12, 90)], 12, 980, 0],
    ["has a FROM promotion's bonus as often as its quantity fits", [from(5, 100, 1)], 17, 1_700, 3],
  ])('%s in a raffle whose promotions are cumulative', (_, promotions, quantity, total, bonus) => {
    expect(told(listOf(promotions, { cumulative: true }), quantity)).toEqual([total, bonus]);
  });

  it('never holds more than 20,000 quotas, a bonus included', () => {
    expect(told(listOf([from(10, 100, 5)], { cumulative: true }), 19_990)).toEqual([1_999_000, 10]);
    expect(told(listOf([from(10, 100, 5)], { cumulative: true }), 20_000)).toEqual([2_000_000, 0]);
  });

  it('is that of the version it is asked for', () => {
    const before = listOf([exact(5, 400)], { cumulative: true });
    expect(told(before, 10)).toEqual([800, 0]);
    expect(told({ ...before, version: 2, promotions: [{ id: '0', ...exact(5, 300) }] }, 10)).toEqual([600, 0]);
  });

  it('is the least, and then the largest bonus, of all ways there are: tried one by one', () => {
    const below = seededRandom(7);
    for (let round = 0; round < 300; round++) {
      const promotions = Array.from({ length: 1 + below(4) }, () => {
        const quotaQuantity = 1 + below(9);
        return below(2) === 0
          ? exact(quotaQuantity, below(100 * quotaQuantity), below(3))
          : from(quotaQuantity, below(101), below(3));
      });
      const list = listOf(promotions, { cumulative: true });
      const quantity = 1 + below(24);
      expect(told(list, quantity)).toEqual(bestByTrying(list, quantity));
    }
  });
});

function bestByTrying({ promotions }: PriceList, quantity: number): [total: number, bonus: number] {
  const packs = promotions.filter(({ kind }) => kind === 'EXACT');
  let best: [number, number] = [Infinity, 0];
  const reached = promotions.filter(({ kind, quotaQuantity }) => kind === 'FROM' && quotaQuantity <= quantity);
  for (const one of [undefined, ...reached]) {
    const unit = one?.price ?? 100;
    const extra = one ? one.bonusQuotas * Math.floor(quantity / one.quotaQuantity) : 0;
    const split = (at: number, left: number, total: number, bonus: number): void => {
      const pack = packs[at];
      if (!pack) {
        const whole = total + left * unit;
        if (whole < best[0] || (whole === best[0] && bonus > best[1])) best = [whole, bonus];
        return;
      }
      for (let n = 0; n * pack.quotaQuantity <= left; n++)
        split(at + 1, left - n * pack.quotaQuantity, total + n * pack.price, bonus + n * pack.bonusQuotas);
    };
    split(0, quantity, 0, extra);
  }
  return best;
}

describe('the next tier', () => {
  it.each([
    [1, 5],
    [4, 5],
    [5, 10],
    [10, null],
  ])('above %i is at %s', (quantity, next) => {
    expect(nextTier(listOf([from(10, 50), exact(5, 400), from(5, 90)]), quantity)).toBe(next);
  });
});
