import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintMigration, type Migration } from '../prisma/lint-migration.js';

/** Those until here were applied by sales that stood still meanwhile. */
const LAST_FREE = '20261126182000_newest_counter_first';
const FOLDER = path.join(import.meta.dirname, '..', 'prisma', 'migrations');
const names = (await readdir(FOLDER)).filter((name) => /^\d/.test(name)).toSorted();
const all: Migration[] = await Promise.all(
  names.map(async (name) => ({ name, sql: await readFile(path.join(FOLDER, name, 'migration.sql'), 'utf8') })),
);

it('the migrations from now on stop neither the sale nor old processes', async () => {
  const problems: string[] = [];
  for (const [n, migration] of all.entries())
    if (migration.name > LAST_FREE) problems.push(...(await lintMigration(migration, all.slice(0, n))));
  expect(names).toContain(LAST_FREE);
  expect(problems).toEqual([]);
});

const NAME = '20270101000000_next';
const EARLIER: Migration[] = [
  {
    name: '20261231000000_check',
    sql: '-- expand\nALTER TABLE orders ADD CONSTRAINT has_note CHECK ("note" IS NOT NULL) NOT VALID;',
  },
  { name: '20261231000001_validate', sql: '-- expand\nALTER TABLE orders VALIDATE CONSTRAINT has_note;' },
];
const problemsOf = (sql: string, phase = 'expand') => lintMigration({ name: NAME, sql: `-- ${phase}\n${sql}` }, EARLIER);

describe('a migration is refused', () => {
  it.each([
    ['ALTER TABLE orders ALTER COLUMN total TYPE bigint', 'total gets another type: all rows are rewritten. Add another'],
    ['ALTER TABLE orders ADD COLUMN a uuid DEFAULT gen_random_uuid()', 'Each row gets another value of a'],
    ['ALTER TABLE orders ADD COLUMN a timestamptz DEFAULT clock_timestamp()', 'Each row gets another value of a'],
    ['ALTER TABLE orders ADD COLUMN a bigserial', 'Each row gets another value of a'],
    ['ALTER TABLE orders ADD COLUMN a int GENERATED ALWAYS AS (total + 1) STORED', 'Each row gets another value of a'],
    ['ALTER TABLE orders ADD COLUMN a int GENERATED ALWAYS AS IDENTITY', 'Each row gets another value of a'],
    ['ALTER TABLE orders ADD COLUMN a int NOT NULL', 'Rows of today, and of old processes, have no a. Give it a DEFAULT'],
    ['ALTER TABLE orders ADD COLUMN a int UNIQUE', 'No order can be written while the index of a is built'],
    [
      'ALTER TABLE orders ADD COLUMN a int REFERENCES users(id)',
      'All rows are read to check a. Add the constraint apart, NOT VALID',
    ],
    ['ALTER TABLE orders ADD COLUMN a int CHECK (a > 0)', 'All rows are read to check a'],
    [
      'ALTER TABLE orders ALTER COLUMN total SET NOT NULL',
      'All rows are read to see that total is never NULL. Add CHECK ("total" IS NOT NULL) NOT VALID',
    ],
    ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0)', 'All rows are read to check c. Add it NOT VALID'],
    [
      'ALTER TABLE orders ADD CONSTRAINT c FOREIGN KEY (user_id) REFERENCES users(id)',
      'All rows are read to check c. Add it NOT VALID',
    ],
    ['ALTER TABLE orders ADD CONSTRAINT c UNIQUE (total)', 'the index of c is built. Build it by CREATE INDEX CONCURRENTLY'],
    ['ALTER TABLE orders ADD CONSTRAINT c EXCLUDE USING gist (span WITH &&)', 'All rows are read to check the constraint'],
    [
      'ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c',
      'Validate in a migration of only',
    ],
    [
      'ALTER TABLE orders ADD COLUMN a int; ALTER TABLE users VALIDATE CONSTRAINT c',
      'It reads the whole table while the other statements hold',
    ],
    [
      'ALTER TABLE orders DROP COLUMN total',
      'It drops total, which an old process may still use. Take it away in a release after',
    ],
    ['DROP TABLE orders', 'It drops something, which an old process may still use'],
    ['ALTER TABLE orders RENAME COLUMN total TO sum', 'Old processes use the old name. Add another under the new name'],
    ['ALTER TABLE orders RENAME TO sales', 'Old processes use the old name'],
    [`ALTER TYPE "OrderStatus" RENAME VALUE 'PAID' TO 'DONE'`, 'Old processes use the old name'],
    ['ALTER TABLE orders SET UNLOGGED', 'AT_SetUnLogged is not known to leave the sale alone'],
    [
      'CREATE INDEX a ON orders (total)',
      'No order can be written while the index is built. Build it by CREATE INDEX CONCURRENTLY',
    ],
    ['CREATE INDEX CONCURRENTLY ON orders (total)', 'The index has no name'],
    [
      'CREATE INDEX CONCURRENTLY a ON orders (total); ALTER TABLE orders ADD COLUMN a int',
      'beside an index that is built CONCURRENTLY',
    ],
    ['UPDATE orders SET note = NULL', 'It may rewrite a whole table at once. Let the service write the rows in batches'],
    ['UPDATE orders SET note = NULL WHERE note IS NOT NULL', 'It may rewrite a whole table at once'],
    ['DELETE FROM orders WHERE total > 5', 'It may delete a whole table at once'],
    ['CREATE TABLE n (id int); INSERT INTO n SELECT id FROM orders', 'It may copy a whole table at once'],
    ['LOCK TABLE orders', 'LockStmt is not known to leave the sale alone'],
    ['SET lock_timeout = 0', 'VariableSetStmt is not known to leave the sale alone'],
    ['DO $$ BEGIN END $$', 'DoStmt is not known to leave the sale alone'],
    ['TRUNCATE orders', 'TruncateStmt is not known to leave the sale alone'],
  ])('with %s', async (sql, why) => {
    const problems = await problemsOf(sql);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(why);
  });

  it('without a first line that says which older versions may run on it, or with one that names no earlier migration', async () => {
    const said = 'Begin with "-- expand", or "-- contract since <migration>".';
    expect(await problemsOf('', 'what is new')).toEqual([
      `${NAME}, line 1: It does not say which older versions may run on it. ${said}`,
    ]);
    expect(await problemsOf('', 'contract since 20990101000000_later')).toEqual([
      expect.stringContaining('There is no earlier migration'),
    ]);
  });

  it('by the line of the statement', async () => {
    const problems = await problemsOf('-- é;\nCREATE TABLE n (id int);\n\n-- More.\nDROP TABLE orders;');
    expect(problems).toEqual([expect.stringMatching(`^${NAME}, line 6: It drops`)]);
  });
});

describe('a migration is allowed', () => {
  it.each([
    ['', 'expand'],
    [
      `ALTER TABLE orders ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b timestamptz DEFAULT now(), ADD COLUMN c text[] DEFAULT ARRAY['x']::text[]`,
      'expand',
    ],
    ['ALTER TABLE orders ADD CONSTRAINT c CHECK (total > 0) NOT VALID, ADD CONSTRAINT d UNIQUE USING INDEX e', 'expand'],
    ['ALTER TABLE orders VALIDATE CONSTRAINT c; ALTER TABLE users VALIDATE CONSTRAINT d', 'expand'],
    ['ALTER TABLE orders ALTER COLUMN note SET NOT NULL, DROP CONSTRAINT has_note', 'expand'],
    ['CREATE INDEX CONCURRENTLY a ON orders (total); DROP INDEX CONCURRENTLY b', 'expand'],
    [
      'CREATE TABLE n (id int PRIMARY KEY, o int REFERENCES orders(id)); CREATE INDEX i ON n (o); ALTER TABLE n ALTER COLUMN o TYPE bigint',
      'expand',
    ],
    [
      `UPDATE settings SET value = 1 WHERE key IN ('a', 'b'); DELETE FROM settings WHERE id = 1 AND value > 2; INSERT INTO settings VALUES (1)`,
      'expand',
    ],
    ['ALTER TABLE orders DROP COLUMN total; DROP TABLE gone', 'contract since 20261231000001_validate'],
    ['ALTER TABLE orders DROP COLUMN total', `contract since ${NAME}`],
    [`ALTER TYPE "OrderStatus" ADD VALUE 'HELD'; ALTER INDEX a RENAME TO b`, 'expand'],
    ['CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f()', 'expand'],
  ])('with %s (%s)', async (sql, phase) => {
    expect(await problemsOf(sql, phase)).toEqual([]);
  });
});
