import { search as searchFor } from '../../src/search/search.service.js';
import type { FeatureTests } from '../features.js';

const SEARCH = ['test/search.test.ts'];

export const search: FeatureTests = {
  operations: `
    search  A  GET /v1/search`,
  matrix: async () => ({ ids: { text: 'Maria' } }),
  people: ({ admin, of }) =>
    Object.fromEntries(
      [
        'maria sil',
        of.buyer.phone,
        of.buyer.cpf,
        'ana@example.com',
        of.paidOrderId,
        'a'.repeat(26),
        'rifa 12',
        'rifa mil 678',
        'recusada 550 678',
      ].map((text) => [`search for ${text}`, () => searchFor(admin, text, null)]),
    ),
  faults: {
    'src/search/search.sql.ts': [
      {
        name: 'who was deleted is found by the old name',
        find: 'CASE WHEN u.deleted_at IS NULL THEN u.name END',
        replace: 'u.name',
        tests: SEARCH,
      },
    ],
    'src/search/search.service.ts': [
      {
        name: 'who was deleted is found by the e-mail address',
        find: '{ [key]: value, deletedAt: null }',
        replace: '{ [key]: value }',
        tests: SEARCH,
      },
    ],
  },
};
