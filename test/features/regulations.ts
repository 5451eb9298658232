import type { FeatureTests } from '../features.js';

export const regulations: FeatureTests = {
  faults: {
    'src/regulations/promoter.ts': [
      {
        name: 'the promoter of a raffle with a certificate is not named',
        find: 'raffle.quotaPrice === 0n && raffle.certificateCode === null',
        replace: 'raffle.quotaPrice === 0n',
        tests: ['test/certificate.test.ts'],
      },
    ],
  },
};
