import type { Mutant } from '../mutant.js';

const TESTS = ['test/promotions.test.ts', 'test/pricing.test.ts'];

/** Orders that cost another sum than was told, or hold another number of quotas. */
export const pricingMutants: Mutant[] = [
  {
    name: 'an order costs the dearest of what its promotions offer',
    file: 'src/pricing/price.ts',
    find: 'return one.total < other.total ||',
    replace: 'return one.total > other.total ||',
    tests: TESTS,
  },
  {
    name: 'a pack is split by the largest first',
    file: 'src/pricing/split-table.ts',
    find: 'if (packTotal > total ||',
    replace: 'if (packTotal < 0 ||',
    tests: TESTS,
  },
  {
    name: 'an order does not hold the bonus that it was told',
    file: 'src/orders/place-order.ts',
    find: 'quotaQuantity: asked.quotaQuantity + bonusQuotas,',
    replace: 'quotaQuantity: asked.quotaQuantity,',
    tests: TESTS,
  },
  {
    name: 'a changed promotion leaves the version of its raffle',
    file: 'src/promotions/promotion.service.ts',
    find: 'version: { increment: 1 }',
    replace: 'version: { increment: 0 }',
    tests: TESTS,
  },
  {
    name: 'the code asks for the full price',
    file: 'src/orders/place-order.ts',
    find: 'chargeOf(provider, raffle.title, totalValue, code)',
    replace: 'chargeOf(provider, raffle.title, totalValue + discount, code)',
    tests: TESTS,
  },
  {
    name: 'promotions apply while they are switched off',
    file: 'src/raffles/raffle.snapshot.ts',
    find: 'CASE WHEN r.enable_promotions THEN',
    replace: 'CASE WHEN true THEN',
    tests: TESTS,
  },
];
