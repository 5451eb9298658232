import { randomUUID } from 'node:crypto';
import { keepMissingRegulations } from '../../src/regulations/keep-regulation.js';
import { updateSettings } from '../../src/site/settings.service.js';
import type { FeatureTests } from '../features.js';

const REGULATIONS = ['test/regulations.test.ts'];

export const regulations: FeatureTests = {
  operations: `
    raffleRegulation  P  GET /v1/raffles/{raffleId}/regulation`,
  matrix: async ({ raffleId }) => ({ calls: { raffleRegulation: () => ({ raffleId }) } }),
  people: ({ app, admin }) => ({
    'name another promoter': () => updateSettings(admin, { companyName: `Rifas ${randomUUID().slice(0, 8)}` }),
    'publish what has no regulation yet': () => keepMissingRegulations(app),
  }),
  rounds: ({ app }) => ({ 'regulations.missing': () => keepMissingRegulations(app) }),
  faults: {
    'src/regulations/keep-regulation.ts': [
      {
        name: 'orders go on by the regulation that named another promoter',
        find: '    if (!(await keepRegulation(app, tx, raffleId))) continue;\n    await raiseVersion(tx, raffleId);\n',
        replace: '    if (!(await keepRegulation(app, tx, raffleId))) continue;\n',
        tests: REGULATIONS,
      },
    ],
    'src/orders/order-rules.ts': [
      {
        name: 'any regulation of before is accepted for good',
        find: 'isRecent && before?.hash === hash.toLowerCase()',
        replace: 'before?.hash === hash.toLowerCase()',
        tests: REGULATIONS,
      },
    ],
    'src/regulations/regulation.sql.ts': [
      {
        name: 'the regulation tells what is in boxes that the raffle hides',
        find: 'WHERE b.raffle_id = r.id AND r.show_awarded_boxes',
        replace: 'WHERE b.raffle_id = r.id',
        tests: REGULATIONS,
      },
    ],
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
