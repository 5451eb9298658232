import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readManifest, writeBackup } from '../src/platform/backup/write-backup.js';
import { restoreBackup } from '../src/platform/backup/restore-backup.js';
import { applyMigrations, requireOwnSchema } from '../src/platform/database/migrations.js';
import { StartProblem } from '../src/platform/start-problem.js';
import { checkAllBooks } from '../src/reconciliation/books/check-books.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { anAdmin } from './support/actors.js';
import { createEmptyDatabase, createTestDatabase, runSql, type TestDatabase } from './support/database.js';
import { fingerprintOf } from './support/database-fingerprint.js';
import { ENCRYPTION_KEY, fillWith36Migrations } from './support/database-of-36-migrations.js';
import { salesDesk } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';

const TIMEOUT_MS = 60_000;
const LAST = '20261201100000_refunds_under_way';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await fillWith36Migrations(database.url);
  await withoutInstantPrizes(database.url);
});
/** A raffle that sells prizes by secret seeds cannot go on: a later migration refuses it. */
const withoutInstantPrizes = (url: string): Promise<void> =>
  runSql(
    url,
    `SET session_replication_role = replica;
     UPDATE raffle_commitments SET boxes_hash = NULL, quota_prizes_hash = NULL`,
  );
afterEach(() => database.drop());

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/**
 * What the catalogue knows of the service's own, a line each. Of nested ANDs pg_dump writes another nesting, so constraints are without
 * parentheses.
 */
const CATALOGUE = `
  WITH own AS (
    SELECT c.* FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
  )
  SELECT format('relation %s %s %s %s', relname, relkind, relpersistence, reloptions) AS line FROM own
  UNION ALL
  SELECT format('column %s %s %s %s %s %s', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
                format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid))
  FROM own c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'c')
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT format('sequence %s %s %s %s', sequencename, data_type, start_value, increment_by) FROM pg_sequences
  UNION ALL
  SELECT format('constraint %s %s %s %s', conrelid::regclass, conname, convalidated, translate(pg_get_constraintdef(oid), '()', '')) FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT format('trigger %s %s', tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT 'function ' || pg_get_functiondef(p.oid) FROM pg_proc p
  WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  UNION ALL
  SELECT format('enum %s %s', enumtypid::regtype, string_agg(enumlabel, ' ' ORDER BY enumsortorder)) FROM pg_enum GROUP BY enumtypid
  ORDER BY 1`;
const catalogueOf = async (url: string) => (await ask<{ line: string }>(url, CATALOGUE)).map(({ line }) => line);

async function rowsOf(url: string): Promise<Record<string, string>> {
  const pool = new pg.Pool({ connectionString: url });
  const all = await fingerprintOf({ app: { db: { pool } } } as unknown as TestServer).finally(() => pool.end());
  const { _prisma_migrations: _m, _applied_functions: _f, ...rows } = all;
  return rows;
}

/** Later migrations may fill new columns, but no table loses a row. */
const GONE = ['prize_log'];
const countsOf = (rows: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([table, fingerprint]) => (GONE.includes(table) ? [] : [[table, fingerprint.split(' ')[0]]])),
  );

const history = (url: string) =>
  ask(url, 'SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY 1');
const INITIAL = [{ name: '20261120000000_initial', finished: true }];
const folders = await readdir(path.join(import.meta.dirname, '..', 'prisma', 'migrations'));
/** The migrations since, which such a database gets like any other. */
const LATER = folders.filter((name) => /^\d/.test(name) && name > '20261120000000_initial').toSorted();

it(
  'a database of the last version before goes on with the tables of a new one, its rows, and its sale',
  { timeout: TIMEOUT_MS },
  async () => {
    const before = await rowsOf(database.url);
    expect(before.orders).toMatch(/^6 /);
    await expect(requireOwnSchema(database.url)).rejects.toThrow('start the service once');

    const starts = await Promise.all([1, 2, 3].map(() => applyMigrations({ databaseUrl: database.url })));
    expect(starts.flat()).toEqual(LATER);
    expect(await history(database.url)).toEqual([...INITIAL, ...LATER.map((name) => ({ name, finished: true }))]);
    expect(countsOf(await rowsOf(database.url))).toMatchObject(countsOf(before));
    await requireOwnSchema(database.url);
    const fresh = await createTestDatabase();
    // Processes of the version before call this one while they are replaced.
    const isOld = (line: string): boolean => line.includes('reserve_orders(p_raffle_id uuid, p_orders json)');
    expect((await catalogueOf(database.url)).filter((line) => !isOld(line))).toEqual(await catalogueOf(fresh.url));
    await fresh.drop();

    const server = await startTestServer({ databaseUrl: database.url, encryptionKeys: [ENCRYPTION_KEY] });
    try {
      const { id: raffleId } = await server.app.db.prisma.raffle.findFirstOrThrow();
      const desk = salesDesk(server.graphql);
      const { id, tokenVersion } = await server.app.db.prisma.user.findFirstOrThrow({ where: { role: 'USER' } });
      const { accessToken } = server.app.tokens.issue('USER', id, tokenVersion);
      const { order, message } = await desk.buyWithoutGateway(accessToken, { raffleId, quotaQuantity: 3 });
      expect(message).toBeUndefined();
      const paid = await desk.pay((await anAdmin(server)).token, order!.id);
      expect(paid.order).toMatchObject({ id: '7', status: 'PAID', luckyNumbers: { totalCount: 3 } });
      await checkAllBooks(server.app);
      expect((await reportReconciliation(server.app)).disagreements).toEqual([]);
    } finally {
      await server.stop();
    }
  },
);

it('a database that is not at the last migration of before is refused, and left as it is', async () => {
  const message = new RegExp(
    `^The database is an older version's\\. First start .*776139f.*${LAST}.* on it once, then this version\\.$`,
  );
  const refused = async () => {
    const before = [await history(database.url), await catalogueOf(database.url)];
    const problem: unknown = await applyMigrations({ databaseUrl: database.url }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StartProblem);
    expect((problem as Error).message).toMatch(message);
    await expect(requireOwnSchema(database.url)).rejects.toThrow(message);
    expect([await history(database.url), await catalogueOf(database.url)]).toEqual(before);
  };
  // Its last migration was interrupted, or was never applied.
  await runSql(database.url, `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${LAST}'`);
  await refused();
  await runSql(database.url, `DELETE FROM _prisma_migrations WHERE migration_name = '${LAST}'`);
  await refused();
});

it(
  'a backup of the last version before is restored, and one of a version before that is refused',
  { timeout: TIMEOUT_MS },
  async () => {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'raffle-backup-')), 'backup');
    const target = await createEmptyDatabase();
    try {
      await writeBackup(database.url, folder);
      expect((await readManifest(folder)).migrations).toHaveLength(36);
      await restoreBackup(target.url, folder);
      expect(await history(target.url)).toEqual(INITIAL);
      const { sessions: _s, users: _u, api_clients: _c, ...restored } = await rowsOf(target.url);
      expect(await rowsOf(database.url)).toMatchObject(restored);
      expect(await applyMigrations({ databaseUrl: target.url })).toEqual(LATER);

      await runSql(database.url, `DELETE FROM _prisma_migrations WHERE migration_name = '${LAST}'`);
      const older = `${folder}-older`;
      await writeBackup(database.url, older);
      await expect(restoreBackup(target.url, older)).rejects.toThrow('The database has users, raffles or orders');
      const empty = await createEmptyDatabase();
      await expect(restoreBackup(empty.url, older)).rejects.toThrow(
        `The backup is an older version's. Restore it with that version`,
      );
      expect(await ask(empty.url, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
      await empty.drop();
    } finally {
      await target.drop();
      await rm(path.dirname(folder), { recursive: true });
    }
  },
);
