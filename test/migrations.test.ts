import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftMigration } from '../prisma/draft-migration.js';
import { applyMigrations } from '../src/platform/database/migrations.js';
import { isDatabaseUnavailable } from '../src/platform/database/errors.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './support/database.js';
import { createMigrationsFolder, type MigrationsFolder } from './support/migrations-folder.js';

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

async function history(): Promise<unknown[][]> {
  const text = `
    SELECT migration_name, finished_at IS NOT NULL, rolled_back_at IS NOT NULL
    FROM _prisma_migrations ORDER BY migration_name, started_at`;
  const { rows } = await client.query({ text, rowMode: 'array' });
  return rows;
}

describe('the migrations of prisma/migrations', () => {
  it('make on an empty database what schema.prisma describes', async () => {
    const applied = await applyMigrations({ databaseUrl: database.url });
    expect(applied.length).toBeGreaterThan(0);
    expect(await history()).toEqual(applied.map((name) => [name, true, false]));
    expect(await draftMigration({ databaseUrl: database.url })).toBeNull();
  });

  it('are noticed to differ from schema.prisma when a column is missing', async () => {
    await applyMigrations({ databaseUrl: database.url });
    await client.query('ALTER TABLE raffles DROP COLUMN status_text');
    expect(await draftMigration({ databaseUrl: database.url })).toContain('ADD COLUMN     "status_text" TEXT;');
  });

  it('are in the database that every test file gets', async () => {
    const clone = await createTestDatabase();
    expect(await applyMigrations({ databaseUrl: clone.url })).toEqual([]);
    await clone.drop();
  });
});

describe('the functions of prisma/functions', () => {
  const FOLDER = path.join(import.meta.dirname, '../prisma/functions');
  const IN_DATABASE = `
    SELECT p.proname AS name, p.prosrc AS body FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ORDER BY p.proname`;

  it('are in the database, each with the body of the file of its name, and no other but the key of an index', async () => {
    await applyMigrations({ databaseUrl: database.url });
    const { rows } = await client.query<{ name: string; body: string }>(IN_DATABASE);
    const files = (await readdir(FOLDER)).toSorted().map((file) => file.replace('.sql', ''));
    expect(rows.map(({ name }) => name).filter((name) => name !== 'category_key')).toEqual(files);
    const written = await Promise.all(files.map((name) => readFile(path.join(FOLDER, `${name}.sql`), 'utf8')));
    expect(rows.filter(({ name }) => files.includes(name)).map(({ body }) => body)).toEqual(
      written.map((sql) => sql.split('$$')[1]),
    );
  });
});

describe('applyMigrations', () => {
  const FIRST = '20260101000000_first';
  const SECOND = '20260102000000_second';
  const TWICE = `
    SELECT 'twice', checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count
    FROM _prisma_migrations WHERE migration_name = '${FIRST}'`;
  let version: MigrationsFolder;
  const write: MigrationsFolder['write'] = (name, sql) => version.write(name, sql);
  const writeFunction: MigrationsFolder['writeFunction'] = (name, sql) => version.writeFunction(name, sql);

  beforeEach(async () => {
    version = await createMigrationsFolder();
    await write(FIRST, 'CREATE TABLE first (id int PRIMARY KEY);');
  });

  afterEach(() => version.remove());

  const apply = (more: { only?: string[] } = {}) =>
    applyMigrations({ databaseUrl: database.url, migrationsFolder: version.migrationsFolder, ...more });

  it('applies what is missing, once, in the order of the names', async () => {
    expect(await apply()).toEqual([FIRST]);
    await write(SECOND, 'CREATE TABLE second AS SELECT id FROM first;');
    expect(await apply()).toEqual([SECOND]);
    expect(await apply()).toEqual([]);
  });

  it('takes as long as it needs, whatever the timeouts of its role', async () => {
    await apply();
    await write(SECOND, 'SELECT pg_sleep(1.2);');
    const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
    await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${name} SET statement_timeout = '1s'`);
    expect(await apply()).toEqual([SECOND]);
  });

  describe('when the database has been migrated', () => {
    beforeEach(async () => {
      await write(SECOND, 'CREATE TABLE second (id int);');
      await apply();
    });
    afterEach(() => vi.restoreAllMocks());

    /** What applying once more sends to the server, on whatever connection; the engine asks much. */
    async function asked(): Promise<number> {
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      await apply();
      const { length } = queries.mock.calls;
      queries.mockRestore();
      return length;
    }

    it('is refused to an older version, which does not know some of them, and left as it is', async () => {
      await version.forget(SECOND);
      const before = await history();
      await expect(apply()).rejects.toThrow(`The database is a newer version's, which has applied ${SECOND}: start that version`);
      expect(await history()).toEqual(before);
    });

    describe('by a newer version', () => {
      const THIRD = '20260103000000_third';
      const answering = (n: number) => `CREATE OR REPLACE FUNCTION answer() RETURNS int LANGUAGE sql AS 'SELECT ${n}';`;
      const answer = async () => (await client.query('SELECT answer()')).rows[0].answer;

      /** Applies it, then is the version that does not know it, and has another function. */
      async function upgrade(phase: string): Promise<void> {
        await write(THIRD, `-- ${phase}\nALTER TABLE second ADD COLUMN note text;`);
        await writeFunction('answer', answering(3));
        await apply();
        await version.forget(THIRD);
        await writeFunction('answer', answering(2));
      }

      it.each(['expand', `contract since ${SECOND}`, `contract since ${FIRST}`])(
        'lets an older one run where it says "%s", without a turn, which leaves tables and functions as they are',
        async (phase) => {
          await upgrade(phase);
          const before = await history();
          await client.query('BEGIN; SELECT pg_advisory_xact_lock(7262031401)');
          expect(await apply()).toEqual([]);
          await client.query('ROLLBACK');
          expect([await history(), await answer()]).toEqual([before, 3]);
        },
      );

      it.each(['nothing', 'expand all', `contract since ${THIRD}`, 'contract since 20260102500000_between'])(
        'does not let an older one run where it says "%s"',
        async (phase) => {
          await upgrade(phase);
          await expect(apply()).rejects.toThrow(
            `The database is a newer version's, which has applied ${THIRD}: start that version`,
          );
          expect(await answer()).toBe(3);
        },
      );

      it('refuses one that has a migration of its own', async () => {
        await upgrade('expand');
        await write('20260102500000_between', '-- expand\nCREATE TABLE between (id int);');
        await expect(apply()).rejects.toThrow("The database is a newer version's");
      });

      it('lets an older one run that waited while it migrated, or that starts while it does, or after it failed', async () => {
        await write(THIRD, '-- expand\nCREATE TABLE third AS SELECT 1 AS id FROM pg_sleep(0.5);');
        await writeFunction('answer', answering(3));
        const older = await createMigrationsFolder();
        try {
          await older.write(FIRST, 'CREATE TABLE first (id int PRIMARY KEY);');
          await older.write(SECOND, 'CREATE TABLE second (id int);');
          const start = () => applyMigrations({ databaseUrl: database.url, migrationsFolder: older.migrationsFolder });
          const newer = apply();
          const atWork = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%third%pg_sleep%' AND pid <> pg_backend_pid()`;
          await expect.poll(async () => (await client.query(atWork)).rowCount).toBe(1);
          expect(await start()).toEqual([]);
          expect((await client.query(atWork)).rowCount).toBe(1);
          // Its functions differ, so that it waits for the lock.
          await older.writeFunction('answer', answering(2));
          expect(await Promise.all([newer, start()])).toEqual([[THIRD], []]);
          expect(await answer()).toBe(3);

          await write('20260104000000_fourth', '-- expand\nSELECT nothing;');
          await expect(apply()).rejects.toThrow('failed and was undone');
          expect(await start()).toEqual([]);
        } finally {
          await older.remove();
        }
      });
    });

    it('costs one query and no turn', async () => {
      await client.query('BEGIN; SELECT pg_advisory_xact_lock(7262031401)');
      expect(await asked()).toBe(1);
      await client.query('ROLLBACK');
    });

    it('costs one query after a migration was tried twice, too', async () => {
      const again = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, rolled_back_at)
        SELECT 'earlier', checksum, migration_name, now(), now() FROM _prisma_migrations WHERE migration_name = '${SECOND}'`;
      await client.query(again);
      expect(await asked()).toBe(1);
    });

    it.each([
      ['another script under a name', () => write(SECOND, 'CREATE TABLE second (id bigint);')],
      ['one that did not finish', () => client.query(`UPDATE _prisma_migrations SET finished_at = NULL`)],
      ['one twice', () => client.query(`INSERT INTO _prisma_migrations SELECT * FROM (${TWICE}) AS twice`)],
    ])('leaves %s to the engine', async (_, change) => {
      await change();
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      await apply().catch(() => undefined);
      expect(queries.mock.calls.length).toBeGreaterThan(5);
    });
  });

  it('lets callers that start together take turns', async () => {
    await write(SECOND, 'CREATE TABLE second AS SELECT 1 AS id FROM pg_sleep(0.3);');
    const applied = await Promise.all([apply(), apply(), apply()]);
    expect(applied.filter((names) => names.length > 0)).toEqual([[FIRST, SECOND]]);
    expect(await history()).toEqual([
      [FIRST, true, false],
      [SECOND, true, false],
    ]);
  });

  it('takes a script as PostgreSQL does: semicolons in bodies and literals end nothing, the last may be missing', async () => {
    await write(
      SECOND,
      `CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END $$;
       INSERT INTO first VALUES (twice(21)); -- no more; really
       COMMENT ON TABLE first IS 'a;b' -- the end`,
    );
    await apply();
    const { rows } = await client.query(`SELECT id, obj_description('first'::regclass) AS comment FROM first`);
    expect(rows).toEqual([{ id: 42, comment: 'a;b' }]);
  });

  it('says which migration failed and why, keeps nothing of it, and applies it once it is mended', async () => {
    await write(SECOND, 'CREATE TABLE second (id int); INSERT INTO third VALUES (1);');
    await expect(apply()).rejects.toThrow(`The migration ${SECOND} failed and was undone.`);
    await expect(apply()).rejects.toThrow('No such table: third');
    const { rows } = await client.query(`SELECT to_regclass('first')::text AS first, to_regclass('second')::text AS second`);
    expect(rows).toEqual([{ first: 'first', second: null }]);

    await write(SECOND, 'CREATE TABLE second (id int);');
    expect(await apply()).toEqual([SECOND]);
    expect(await history()).toEqual([
      [FIRST, true, false],
      [SECOND, false, true],
      [SECOND, false, true],
      [SECOND, true, false],
    ]);
  });

  it('tries again a migration whose process was killed in the middle of it', async () => {
    await write(SECOND, 'CREATE TABLE second AS SELECT 1 AS id FROM pg_sleep(0.5);');
    const killed = apply().catch(() => 'killed');
    const kill = `
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%second%pg_sleep%'`;
    await expect.poll(async () => (await client.query(kill)).rowCount).toBe(1);
    expect(await killed).toBe('killed');
    expect(await apply()).toEqual([SECOND]);
  });

  it('says that the database went away when it did in the middle of one, so that a start can wait for it', async () => {
    await write(SECOND, 'CREATE TABLE second AS SELECT 1 AS id FROM pg_sleep(0.5);');
    const interrupted = apply().catch((error: unknown) => error);
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const atWork = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> ${rows[0].pid}`;
    await expect.poll(async () => (await client.query(`SELECT ${atWork} AND query LIKE '%second%pg_sleep%'`)).rowCount).toBe(1);
    await client.query(`SELECT pg_terminate_backend(pid) ${atWork}`);
    expect(isDatabaseUnavailable(await interrupted)).toBe(true);
    expect(await apply()).toEqual([SECOND]);
  });

  describe('with functions', () => {
    const answering = (n: number) => `CREATE OR REPLACE FUNCTION answer() RETURNS int LANGUAGE sql AS 'SELECT ${n}';`;
    const answer = async () => (await client.query('SELECT answer()')).rows[0].answer;
    const applied = async () => (await client.query('SELECT name, applied_at FROM _applied_functions ORDER BY name')).rows;

    beforeEach(() => writeFunction('answer', answering(1)));

    it('applies each once, and a changed one once more, whoever starts at the same time', async () => {
      await write(SECOND, 'CREATE TABLE runs (id serial);');
      await writeFunction('answer', `${answering(1)} INSERT INTO runs DEFAULT VALUES; SELECT pg_sleep(0.2);`);
      await writeFunction('other', `CREATE OR REPLACE FUNCTION other() RETURNS int LANGUAGE sql AS 'SELECT 1';`);
      await Promise.all([apply(), apply(), apply()]);
      const [, other] = await applied();
      await writeFunction('answer', `${answering(2)} INSERT INTO runs DEFAULT VALUES; SELECT pg_sleep(0.2);`);
      expect(await Promise.all([apply(), apply(), apply()])).toEqual([[], [], []]);
      await apply();
      expect(await answer()).toBe(2);
      expect((await client.query('SELECT count(*)::int AS runs FROM runs')).rows).toEqual([{ runs: 2 }]);
      expect((await applied())[1]).toEqual(other);
    });

    it('costs one query once they are applied', async () => {
      await apply();
      const queries = vi.spyOn(pg.Client.prototype, 'query');
      await apply();
      expect(queries.mock.calls.length).toBe(1);
      queries.mockRestore();
    });

    it('drops one whose file is gone, with all its signatures', async () => {
      const gone = (argument: string) => `CREATE FUNCTION gone(${argument}) RETURNS int LANGUAGE sql AS 'SELECT 1';`;
      await writeFunction('gone', gone('') + gone('int'));
      await apply();
      await version.forgetFunction('gone');
      await apply();
      expect((await client.query(`SELECT FROM pg_proc WHERE proname = 'gone'`)).rowCount).toBe(0);
      expect(await applied()).toMatchObject([{ name: 'answer' }]);
    });

    it('has those of triggers there before a migration that makes the trigger, in its transaction', async () => {
      await writeFunction(
        'refuse',
        `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE row third; BEGIN RAISE EXCEPTION 'refused'; END $$;`,
      );
      await write(
        SECOND,
        `CREATE TABLE third (id int);
         CREATE TRIGGER "third_refused" BEFORE INSERT ON third FOR EACH ROW EXECUTE FUNCTION refuse();`,
      );
      expect(await apply()).toEqual([FIRST, SECOND]);
      await expect(client.query('INSERT INTO third VALUES (1)')).rejects.toThrow('refused');
    });

    it('refuses to go on with a broken one, names it, and changes none', async () => {
      await apply();
      const before = await applied();
      await writeFunction('answer', answering(2));
      await writeFunction('broken', `CREATE FUNCTION broken() RETURNS int LANGUAGE sql AS $$\n SELECT nothing $$;`);
      await expect(apply()).rejects.toThrow('The function broken failed, and no function was changed.');
      await expect(apply()).rejects.toThrow('column "nothing" does not exist');
      expect([await answer(), await applied()]).toEqual([1, before]);
      await version.forgetFunction('broken');
      await apply();
      expect(await answer()).toBe(2);
    });

    it('applies none to the tables of an older version, and all once those are of this one', async () => {
      await write(SECOND, 'CREATE TABLE second (id int);');
      expect(await apply({ only: [FIRST] })).toEqual([FIRST]);
      await expect(answer()).rejects.toThrow('does not exist');
      expect(await apply()).toEqual([SECOND]);
      expect(await answer()).toBe(1);
    });

    it('leaves those of a newer version alone', async () => {
      await write(SECOND, '-- The functions changed.');
      await apply();
      await version.forget(SECOND);
      await writeFunction('answer', answering(0));
      await expect(apply()).rejects.toThrow("The database is a newer version's");
      expect(await answer()).toBe(1);
    });
  });
});
