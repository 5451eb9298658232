import { createHash } from 'node:crypto';
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

/** What a version of the service brings to the database. */
export interface Release {
  migrations: MigrationList;
  functions: SqlFunction[];
  /** Whether no migration is left out. */
  isWhole: boolean;
}

/** A migration in the database. */
export interface Recorded {
  name: string;
  /** SHA-256 of the script in hexadecimal. */
  checksum: string;
  finished: boolean;
}

/**
 * Whether the database says, in one query, that it has exactly these migrations and functions: each once, finished, from the same
 * script, and no other. Needs no lock: each is recorded in the transaction that applies it.
 */
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

/** The migrations that the database has; none in a new one. Fails no transaction. */
export async function readHistory(client: pg.Client): Promise<Recorded[]> {
  const { rows } = await client.query<{ isThere: boolean }>(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isThere"`);
  return rows[0]?.isThere ? (await client.query<Recorded>(HISTORY)).rows : [];
}

/** As the engine records it. */
export function checksumOf({ migrationDirectories }: MigrationList, name: string): string | undefined {
  const content = migrationDirectories.find(({ path }) => path === name)?.migrationFile.content;
  return content?.tag === 'ok' ? createHash('sha256').update(content.value).digest('hex') : undefined;
}
