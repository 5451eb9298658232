import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations } from '../src/platform/database/migrations.js';
import { StartProblem } from '../src/platform/start-problem.js';
import { createEmptyDatabase, type TestDatabase } from './support/database.js';
import { createMigrationsFolder, type MigrationsFolder } from './support/migrations-folder.js';

const FIRST = '20260101000000_first';
const SECOND = '20260102000000_second';
const PATIENT = { lockMs: 50, pauseMs: 100, wholeMs: 60_000 };

let database: TestDatabase;
let version: MigrationsFolder;
let client: pg.Client;
const others: pg.Client[] = [];

async function connect(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: database.url, application_name: 'a-long-reader' });
  other.on('error', () => undefined);
  await other.connect();
  others.push(other);
  return other;
}

beforeEach(async () => {
  database = await createEmptyDatabase();
  version = await createMigrationsFolder();
  client = await connect();
  await version.write(
    FIRST,
    'CREATE TABLE sales (id int PRIMARY KEY, buyer int); INSERT INTO sales SELECT n, n FROM generate_series(1, 1000) n;',
  );
  await apply();
});

afterEach(async () => {
  for (const other of others.splice(0)) await other.end();
  await database.drop();
  await version.remove();
});

interface Line {
  event: string;
  migration?: string;
  blockedBy?: { relation: string | null; pid: number; application: string }[];
}

function apply(more: { waits?: typeof PATIENT; lines?: Line[] } = {}): Promise<string[]> {
  const take = (line: unknown): void => void more.lines?.push(line as Line);
  const { migrationsFolder } = version;
  return applyMigrations({
    databaseUrl: database.url,
    migrationsFolder,
    log: { info: take, warn: take },
    waits: more.waits ?? PATIENT,
  });
}

/** A backup or an export: a snapshot, and ACCESS SHARE on what it has read. */
async function readLong(): Promise<{ pid: number; end(): Promise<void> }> {
  const reader = await connect();
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  const { rows } = await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid FROM sales LIMIT 1');
  return { pid: rows[0]!.pid, end: async () => void (await reader.query('COMMIT')) };
}

const blocked = (lines: Line[]) =>
  expect.poll(() => lines.find(({ event }) => event === 'database.migration.blocked')).toBeTruthy();

async function indexes(): Promise<unknown[]> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS "isValid" FROM pg_index WHERE indrelid = 'sales'::regclass ORDER BY 1`,
  );
  return rows.map(({ name, isValid }) => (isValid ? name : `${name} is invalid`));
}

describe('a migration that wants a table which a long reader has', () => {
  beforeEach(() => version.write(SECOND, 'CREATE TABLE second (id int); ALTER TABLE sales ADD COLUMN note text;'));

  it('lets a sale go on, says whom it waits for, and applies once the reader is done', async () => {
    const reader = await readLong();
    const lines: Line[] = [];
    let isDone = false;
    const applied = apply({ lines }).finally(() => (isDone = true));
    await blocked(lines);
    // In each pause, and behind each wait for the lock.
    for (let id = 2_000; id < 2_010; id++) await client.query('INSERT INTO sales VALUES ($1, 1)', [id]);
    expect(isDone).toBe(false);
    await reader.end();
    expect(await applied).toEqual([SECOND]);
    expect(lines[0]).toMatchObject({
      event: 'database.migration.blocked',
      migration: SECOND,
      blockedBy: [{ relation: 'sales', pid: reader.pid, application: 'a-long-reader' }],
    });
  });

  it('waits with nobody behind it for longer where that is possible, so that a vacuum gives way', async () => {
    const vacuum = await connect();
    await vacuum.query('BEGIN; LOCK TABLE sales IN SHARE UPDATE EXCLUSIVE MODE');
    const applied = apply({ waits: { ...PATIENT, lockMs: 200 } });
    const waiting = `SELECT FROM pg_locks WHERE relation = 'sales'::regclass AND mode = 'ShareUpdateExclusiveLock' AND NOT granted`;
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
    await client.query("SET lock_timeout = '500ms'; INSERT INTO sales VALUES (2000, 1)");
    expect((await client.query(waiting)).rowCount).toBe(1);
    await vacuum.query('COMMIT');
    expect(await applied).toEqual([SECOND]);
  });

  it('gives up after the whole time, changes nothing, and says what to do', async () => {
    const reader = await readLong();
    const problem: unknown = await apply({ waits: { ...PATIENT, lockMs: 300, wholeMs: 1_000 } }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StartProblem);
    expect((problem as Error).message).toMatch(
      new RegExp(
        `^The migration ${SECOND} got no lock of sales for 1 s, and changed nothing\\. Its last wait was for process ${reader.pid} of `
          + `PostgreSQL \\(a-long-reader, \\d+ s\\)\\. Start again when that is over, or end it: SELECT pg_terminate_backend\\(${reader.pid}\\)\\.$`,
      ),
    );
    expect((await client.query(`SELECT to_regclass('second') AS second`)).rows).toEqual([{ second: null }]);
    await reader.end();
    expect(await apply()).toEqual([SECOND]);
  });
});

it('no timeout of the role or the database ends a migration', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM pg_settings WHERE name = ANY($1)', [limits]);
  for (const limit of rows) await client.query(`ALTER DATABASE ${name} SET ${limit.name} = 300`);
  const slowly =
    'CREATE FUNCTION slowly(n int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.001); RETURN n; END $$';
  await version.write(SECOND, `SELECT pg_sleep(0.5); SELECT pg_sleep(0.5); ${slowly};`);
  await version.write('20260103000000_third', 'CREATE INDEX CONCURRENTLY third ON sales (slowly(buyer));');
  await version.writeFunction('slow', `CREATE FUNCTION slow() RETURNS int LANGUAGE sql AS 'SELECT 1'; SELECT pg_sleep(0.5);`);
  // Nor does it the locks of another process, whose transaction is idle meanwhile.
  expect((await Promise.all([apply(), apply()])).flat()).toHaveLength(2);
});

describe('a migration that builds indexes CONCURRENTLY', () => {
  const BUILD = `-- A sale goes on.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "sales_buyer" ON "sales" ("buyer");\nCREATE UNIQUE INDEX CONCURRENTLY sales_both ON sales (id, buyer);\n`;
  const BUILT = ['sales_both', 'sales_buyer', 'sales_pkey'];
  const BUILDING = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'CREATE%INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`;

  it('waits for a long reader with nobody behind it, also when another process wants to migrate', async () => {
    await version.write(SECOND, BUILD);
    const reader = await readLong();
    await reader.end();
    const writer = await connect();
    await writer.query('BEGIN; INSERT INTO sales VALUES (2000, 1)');
    const lines: Line[] = [];
    const both = Promise.all([apply({ lines }), apply({ lines })]);
    await blocked(lines);
    await client.query('INSERT INTO sales VALUES (2001, 1)');
    await writer.query('COMMIT');
    expect((await both).flat()).toEqual([SECOND]);
    expect(await indexes()).toEqual(BUILT);
    expect(await apply()).toEqual([]);
  });

  it('begins anew what was killed in the middle, and keeps what is whole', async () => {
    await version.write(SECOND, BUILD);
    await client.query('CREATE INDEX sales_buyer ON sales (buyer)');
    const before = (await client.query(`SELECT 'sales_buyer'::regclass::oid AS oid`)).rows;
    const writer = await connect();
    await writer.query('BEGIN; INSERT INTO sales VALUES (2000, 1)');
    const killed = apply().catch(() => 'killed');
    await expect.poll(async () => (await client.query(BUILDING)).rowCount).toBe(1);
    expect(await killed).toBe('killed');
    expect(await indexes()).toContain('sales_both is invalid');
    await writer.query('COMMIT');
    expect(await apply()).toEqual([SECOND]);
    expect(await indexes()).toEqual(BUILT);
    expect((await client.query(`SELECT 'sales_buyer'::regclass::oid AS oid`)).rows).toEqual(before);
  });

  it('waits for the session of a killed process, which builds on', async () => {
    await version.write(SECOND, BUILD);
    const writer = await connect();
    await writer.query('BEGIN; INSERT INTO sales VALUES (2000, 1)');
    const left = await connect();
    const building = left.query('CREATE INDEX CONCURRENTLY sales_buyer ON sales (buyer)');
    await expect.poll(indexes).toContain('sales_buyer is invalid');
    const { rows: before } = await client.query(`SELECT 'sales_buyer'::regclass::oid AS oid`);
    const lines: Line[] = [];
    const applied = apply({ lines });
    await blocked(lines);
    // A statement that waited for it would not be the one that PostgreSQL ends as a deadlock: it looks for one after a second.
    await sleep(1_500);
    await writer.query('COMMIT');
    await building;
    expect(await applied).toEqual([SECOND]);
    expect((await client.query(`SELECT 'sales_buyer'::regclass::oid AS oid`)).rows).toEqual(before);
  });

  it('leaves no invalid index when it fails, and says why', async () => {
    await client.query('INSERT INTO sales VALUES (2000, 1)');
    await version.write(SECOND, 'CREATE UNIQUE INDEX CONCURRENTLY sales_buyer ON sales (buyer);');
    await expect(apply()).rejects.toThrow(`The migration ${SECOND} failed and was undone.`);
    expect(await indexes()).toEqual(['sales_pkey']);
    await client.query('DELETE FROM sales WHERE id = 2000');
    expect(await apply()).toEqual([SECOND]);
  });

  it('gives up after the whole time, and drops indexes whether or not they are there', async () => {
    await version.write(SECOND, BUILD);
    const writer = await connect();
    await writer.query('BEGIN; INSERT INTO sales VALUES (2000, 1)');
    await expect(apply({ waits: { ...PATIENT, wholeMs: 300 } })).rejects.toThrow('Start again when that is over, or end it');
    await writer.query('COMMIT');
    await apply();
    await version.write('20260103000000_third', 'DROP INDEX CONCURRENTLY sales_both; DROP INDEX CONCURRENTLY IF EXISTS nothing;');
    await apply();
    expect(await indexes()).toEqual(['sales_buyer', 'sales_pkey']);
  });

  it('may hold nothing else', async () => {
    await version.write(SECOND, `${BUILD} ALTER TABLE sales ADD COLUMN note text;`);
    await expect(apply()).rejects.toThrow('Give a migration of its own to: ALTER TABLE sales ADD COLUMN note text');
    expect(await indexes()).toEqual(['sales_pkey']);
  });
});
