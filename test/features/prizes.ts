import type { FeatureTests } from '../features.js';

export const prizes: FeatureTests = {
  operations: `
    prizeLog  P  GET /v1/raffles/{raffleId}/prize-log`,
  events: { draws: ['prize.won'] },
  lists: () => ({ prizeLog: { after: [200] } }),
  faults: {
    'src/prizes/prize-log.ts': [
      {
        name: 'prizes change after the first leaf of the book, when every order has ended',
        find: 'return quotas.counterOf(raffleId).leaves > 0 || quotas.isOrdered(raffleId);',
        replace: 'return quotas.isOrdered(raffleId);',
        tests: ['test/awarded-boxes.test.ts'],
      },
    ],
  },
};
