import { listWork } from '../../src/background-work/background-work.service.js';
import type { FeatureTests } from '../features.js';

export const backgroundWork: FeatureTests = {
  operations: `
    backgroundWork  A  GET /v1/background-work`,
  people: ({ admin }) => ({ 'look at the work in the background': () => listWork(admin) }),
  lists: () => ({ backgroundWork: {} }),
  faults: {
    'src/background-work/background-work.service.ts': [
      {
        name: 'who may not export sees the exports of others',
        find: "!['OWNER', 'FINANCE'].includes(principal.operatorRole)",
        replace: 'false',
        tests: ['test/background-work.test.ts'],
      },
    ],
  },
};
