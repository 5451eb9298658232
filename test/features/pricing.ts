import type { FeatureTests } from '../features.js';

const PRICING = ['test/promotions.test.ts', 'test/pricing.test.ts'];

export const pricing: FeatureTests = {
  faults: {
    'src/pricing/price.ts': [
      {
        name: 'an order costs the dearest of what its promotions offer',
        find: 'return one.total < other.total ||',
        replace: 'return one.total > other.total ||',
        tests: PRICING,
      },
      {
        name: 'a pack is split by the largest first',
        find: 'if (packTotal > total ||',
        replace: 'if (packTotal < 0 ||',
        tests: PRICING,
      },
    ],
  },
};
