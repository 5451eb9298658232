import type { FeatureTests } from '../features.js';

export const prizes: FeatureTests = {
  operations: `
    prizeLog  P  GET /v1/raffles/{raffleId}/prize-log`,
  events: { draws: ['prize.won'] },
  lists: () => ({ prizeLog: { after: [25_000] } }),
  faults: {
    'src/prizes/prize-log.ts': [
      {
        name: 'boxes begin otherwise than the log of an order that has ended says',
        find: 'select: { id: true } })) !== null',
        replace: 'select: { id: true } })) === undefined',
        tests: ['test/awarded-boxes.test.ts'],
      },
    ],
  },
};
