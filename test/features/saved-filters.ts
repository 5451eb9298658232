import { deleteFilter, listFilters, saveFilter } from '../../src/saved-filters/saved-filter.service.js';
import type { FeatureTests } from '../features.js';
import { anAdmin } from '../support/actors.js';
import type { ActStage } from '../support/operator-acts.js';

const TESTS = ['test/saved-filters.test.ts'];
const UNPAID = { list: 'ORDERS', name: 'Unpaid', query: 'status=PENDING' } as const;

async function aKeeper({ server: { app } }: ActStage) {
  const by = await anAdmin({ app });
  const { id } = await app.db.prisma.savedFilter.create({ data: { id: by.id, userId: by.id, ...UNPAID } });
  return { by, id };
}

export const savedFilters: FeatureTests = {
  operations: `
    savedFilters       A        GET /v1/saved-filters
    saveFilter         A        POST /v1/saved-filters
    deleteSavedFilter  A        DELETE /v1/saved-filters/{id}`,
  acts: {
    saveFilter: async (stage) => ({ by: await anAdmin(stage.server), variables: { input: UNPAID } }),
    deleteSavedFilter: async (stage) => {
      const { by, id } = await aKeeper(stage);
      return { by, variables: { id } };
    },
  },
  people: ({ admin }) => ({
    'keep a filter and delete it': async () => {
      const { id } = await saveFilter(admin, null, UNPAID);
      await saveFilter(admin, id, { ...UNPAID, name: 'Open' });
      await deleteFilter(admin, id);
    },
    'see the filters': () => listFilters(admin),
  }),
  faults: {
    'src/personal-data/personal-data.service.ts': [
      {
        name: 'filters stay when the account is deleted',
        find: '      await tx.prisma.savedFilter.deleteMany({ where: { userId: user.id } });\n',
        replace: '',
        tests: TESTS,
      },
    ],
    'src/saved-filters/saved-filter.service.ts': [
      {
        name: "an operator changes another's filter",
        find: 'findFirst({ where: { id, userId } })',
        replace: 'findFirst({ where: { id } })',
        tests: TESTS,
      },
    ],
    'src/saved-filters/filter-values.ts': [
      {
        name: 'a filter searches for a person',
        find: '|| !names.every((name) => Object.hasOwn(checks, name))',
        replace: '',
        tests: TESTS,
      },
      {
        name: 'a filter has any value',
        find: '  if (problems.length > 0) throw refuseFields({ query: problems });\n',
        replace: '',
        tests: TESTS,
      },
    ],
  },
};
