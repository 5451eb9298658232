import type { Mutant } from '../mutant.js';

const DATABASE = 'src/platform/database/database.ts';
const TRANSACTIONS = ['test/transactions.test.ts'];

/** What is done twice, half or not at all when a connection breaks or somebody asks again. */
export const databaseMutants: Mutant[] = [
  {
    name: 'a transaction whose reply to COMMIT was lost is run again',
    file: DATABASE,
    find: '(await wasCommitted(',
    replace: '(await (async (..._: unknown[]) => false)(',
    tests: TRANSACTIONS,
  },
  {
    name: 'a transaction that was rolled back is answered as committed',
    file: 'src/platform/database/transaction-outcome.ts',
    find: "return status === 'committed';",
    replace: 'return true;',
    tests: TRANSACTIONS,
  },
  {
    name: 'a transaction in which a statement failed is lost in silence',
    file: DATABASE,
    find: "if (command !== 'COMMIT') throw",
    replace: "if (command === 'BEGIN') throw",
    tests: TRANSACTIONS,
  },
  {
    name: 'caches and workers are told of a transaction that did not commit',
    file: DATABASE,
    find: 'afterCommit: (tell) => void toTell.push(tell)',
    replace: 'afterCommit: (tell) => tell()',
    tests: TRANSACTIONS,
  },
  {
    name: 'a serialization failure is not tried again',
    file: 'src/platform/database/retry.ts',
    find: 'return isConflict(error) || isConnectionRefused(error)',
    replace: 'return isConnectionRefused(error)',
    tests: [...TRANSACTIONS, 'test/settle.test.ts'],
  },
  {
    name: 'a batch of orders whose reply was lost is written again',
    file: 'src/quotas/reserve-orders.ts',
    find: '(error) => isConflict(error) || isKeyTaken(error)',
    replace: '(error) => isConflict(error) || isConnectionLost(error) || isKeyTaken(error)',
    tests: ['test/order-faults.test.ts'],
  },
  {
    name: 'an Idempotency-Key is everybody’s',
    file: 'src/platform/idempotency.ts',
    find: 'principal: `${principal.role}:${principal.id}`',
    replace: 'principal: principal.role',
    tests: ['test/order-idempotency.test.ts', 'test/billing-orders.test.ts'],
  },
  {
    name: 'an Idempotency-Key answers whatever is asked with it',
    file: 'src/platform/idempotency.ts',
    find: 'if (!keptFingerprint.equals(fingerprint)) throw',
    replace: 'if (keptFingerprint.length !== fingerprint.length) throw',
    tests: ['test/refunds.test.ts', 'test/billing-orders.test.ts'],
  },
  {
    name: 'an Idempotency-Key that made an order of one kind answers for the other',
    file: 'src/platform/idempotency.ts',
    find: 'JSON.stringify([operation, sorted(input)])',
    replace: 'JSON.stringify([sorted(input)])',
    tests: ['test/order-idempotency.test.ts'],
    survives: 'the two kinds are asked for with different fields: only one of them carries its buyer',
  },
  {
    name: 'Idempotency-Keys are forgotten within the week that they are kept for',
    file: 'src/platform/idempotency.sql.ts',
    find: 'make_interval(days => $1)',
    replace: 'make_interval(hours => $1)',
    tests: ['test/retention.test.ts'],
  },
  {
    name: 'migrations are taken for applied whatever their scripts say',
    file: 'src/platform/database/migration-history.ts',
    find: "content.tag === 'ok' && checksums.get(path) === createHash('sha256').update(content.value).digest('hex')",
    replace: "content.tag === 'ok' && checksums.has(path)",
    tests: ['test/migrations'],
  },
  {
    name: 'migrations are taken for applied that did not finish',
    file: 'src/platform/database/migration-history.ts',
    find: 'recorded.filter(({ finished }) => finished)',
    replace: 'recorded',
    tests: ['test/migrations'],
  },
  {
    name: 'migrations of which the database has more are taken for all',
    file: 'src/platform/database/migration-history.ts',
    find: 'if (recorded.length !== migrationDirectories.length) return false;',
    replace: '',
    tests: ['test/migrations'],
  },
  {
    name: 'a build that was ended half-way, or changed by hand, is started',
    file: 'scripts/stamp.mjs',
    find: 'isSame(stampOf(step), made)',
    replace: 'isMadeOfSources(step)',
    tests: ['test/build'],
  },
];
