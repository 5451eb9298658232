import { createHash, randomUUID } from 'node:crypto';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { sqlstateOf } from './errors.js';
import type { SqlFunction } from './functions.js';

// A migration that was given up and tried again has a row for each time.
const HISTORY = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
const STATE = `
  SELECT 'migration' AS kind, h.* FROM (${HISTORY}) h
  UNION ALL SELECT 'function', name, checksum, true FROM _applied_functions`;
const UNDEFINED_TABLE = '42P01';

export interface Release {
  migrations: MigrationList;
  functions: SqlFunction[];
  isWhole: boolean;
}

export interface Recorded {
  name: string;
  checksum: string;
  finished: boolean;
}

/** Whether the database has exactly these migrations and functions. Needs no lock: each is recorded when it is applied. */
export async function hasExactly(client: pg.Client, { migrations, functions, isWhole }: Release): Promise<boolean> {
  const recorded = await client.query<Recorded & { kind: string }>(STATE).then(
    ({ rows }) => rows,
    (error: unknown) => {
      if (sqlstateOf(error) === UNDEFINED_TABLE) return null;
      throw error;
    },
  );
  const wanted = [
    ...migrations.migrationDirectories.map(({ path }) => `migration ${path} ${checksumOf(migrations, path)}`),
    ...(isWhole ? functions : []).map(({ name, checksum }) => `function ${name} ${checksum}`),
  ];
  const found = new Set(recorded?.filter(({ finished }) => finished).map((row) => `${row.kind} ${row.name} ${row.checksum}`));
  return recorded?.length === wanted.length && wanted.every((each) => found.has(each));
}

/** None in a new database. Fails no transaction. */
export async function readHistory(client: pg.Client): Promise<Recorded[]> {
  const { rows } = await client.query<{ isThere: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isThere"`);
  return rows[0]?.isThere ? (await client.query<Recorded>(HISTORY)).rows : [];
}

export async function finishedMigrations(client: pg.Client): Promise<string[]> {
  const history = await readHistory(client);
  return history.flatMap(({ name, finished }) => (finished ? [name] : [])).sort();
}

function checksumOf({ migrationDirectories }: MigrationList, name: string): string | undefined {
  const content = migrationDirectories.find(({ path }) => path === name)?.migrationFile.content;
  return content?.tag === 'ok' ? createHash('sha256').update(content.value).digest('hex') : undefined;
}

const INITIAL = '20261120000000_initial';
const FIRST_SQUASHED = '20261120000000_init';
const LAST_SQUASHED = '20261201100000_refunds_under_way';
const SQUASHED_NAMES = '0cb5e78228159e911a07fda48a7b7bf44f176b5aac9c3145ebb0675bf5db4fa9';

export const TOO_OLD =
  `First start the last version before its migrations became one (commit 776139f, whose last migration is ${LAST_SQUASHED}) `
  + 'on it once, then this version.';

/** Every database and backup of before has the first one. */
export function areSquashedOnes(names: readonly string[]): boolean {
  return names.includes(FIRST_SQUASHED);
}

/** The names of today for the migrations of a database or a backup. */
export function sinceTheSquash(names: readonly string[]): readonly string[] {
  return hashOf(names) === SQUASHED_NAMES ? [INITIAL] : names;
}

/** Whether the database has exactly the squashed migrations: its tables are those of the initial one. */
export function isSquashed(history: Recorded[]): boolean {
  return history.every(({ finished }) => finished) && hashOf(history.map(({ name }) => name)) === SQUASHED_NAMES;
}

export async function recordSquashed(client: pg.Client, migrations: MigrationList): Promise<string> {
  await client.query('DELETE FROM _prisma_migrations');
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), now(), 1)`,
    [randomUUID(), checksumOf(migrations, INITIAL), INITIAL],
  );
  return INITIAL;
}

function hashOf(names: readonly string[]): string {
  return createHash('sha256').update(names.toSorted().join('\n')).digest('hex');
}
