import { createHash, randomUUID } from 'node:crypto';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { sqlstateOf } from './errors.js';
import type { SqlFunction } from './functions.js';

// A migration that was given up and tried again has a row for each time.
const HISTORY = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs AS phase
  FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
const STATE = `
  SELECT 'migration' AS kind, h.* FROM (${HISTORY}) h
  UNION ALL SELECT 'function', name, checksum, true, NULL FROM _applied_functions`;
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
  /** What its script says of older versions. */
  phase: string | null;
}

const PHASE = /^-- (expand|contract since (\w+))$/;

/**
 * What the first line of a migration says of older versions, which may meet its database: `expand`, all of them work on it;
 * `contract since <migration>`, those that know that migration do.
 */
export function phaseOf(script: string): string | undefined {
  return PHASE.exec(script.split('\n', 1)[0] ?? '')?.[1];
}

function letsRun({ phase }: Recorded, known: ReadonlySet<string>): boolean {
  const since = PHASE.exec(`-- ${phase}`)?.[2];
  return phase === 'expand' || (since !== undefined && known.has(since));
}

/** A newer version's has all of this one's migrations, and later ones that let this one run. */
export type Standing = 'own' | "a newer version's" | 'other';

/**
 * How the database stands to a version. Needs no lock: each migration and function is recorded when it is applied. One that has
 * not finished is not there yet, if the version does not know it: a newer process works on it, or failed.
 */
export async function standingOf(client: pg.Client, { migrations, functions, isWhole }: Release): Promise<Standing> {
  const recorded = await client.query<Recorded & { kind: string }>(STATE).then(
    ({ rows }) => rows,
    (error: unknown) => {
      if (sqlstateOf(error) === UNDEFINED_TABLE) return null;
      throw error;
    },
  );
  if (!recorded) return 'other';
  const rows = recorded.filter(({ kind }) => kind === 'migration');
  const names = new Set(migrations.migrationDirectories.map(({ path }) => path));
  const own = rows.filter(({ name }) => names.has(name));
  if (
    !areSame(
      own,
      [...names].map((name) => ({ name, checksum: checksumOf(migrations, name) })),
    )
  )
    return 'other';
  const unknown = rows.filter(({ name, finished }) => finished && !names.has(name));
  if (unknown.length > 0) return isWhole && unknown.every((row) => letsRun(row, names)) ? "a newer version's" : 'other';
  const applied = recorded.filter(({ kind }) => kind === 'function');
  return areSame(applied, isWhole ? functions : []) ? 'own' : 'other';
}

function areSame(recorded: Recorded[], wanted: { name: string; checksum: string | undefined }[]): boolean {
  const found = new Set(recorded.filter(({ finished }) => finished).map(({ name, checksum }) => `${name} ${checksum}`));
  return recorded.length === wanted.length && wanted.every(({ name, checksum }) => found.has(`${name} ${checksum}`));
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
