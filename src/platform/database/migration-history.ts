import { createHash } from 'node:crypto';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { sqlstateOf } from './errors.js';

// What was given up and tried again has a row of its own for each time.
const HISTORY = `
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
  FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
const UNDEFINED_TABLE = '42P01';

interface Recorded {
  name: string;
  /** SHA-256 of the script in hexadecimal. */
  checksum: string;
  finished: boolean;
}

/**
 * Whether the database says that it has exactly these migrations: each once, finished, from the same script, and no other. Anything
 * else is the schema engine's to judge. Needs no lock: a migration is recorded as finished in the transaction that applies it.
 */
export async function hasExactly(client: pg.Client, { migrationDirectories }: MigrationList): Promise<boolean> {
  const recorded = await readHistory(client);
  if (recorded.length !== migrationDirectories.length) return false;
  const checksums = new Map(recorded.filter(({ finished }) => finished).map(({ name, checksum }) => [name, checksum]));
  return migrationDirectories.every(({ path, migrationFile: { content } }) => {
    return content.tag === 'ok' && checksums.get(path) === createHash('sha256').update(content.value).digest('hex');
  });
}

/** The migrations that the database has and this version does not: it is a newer one's. */
export async function unknownOf(client: pg.Client, { migrationDirectories }: MigrationList): Promise<string[]> {
  const known = new Set(migrationDirectories.map(({ path }) => path));
  const recorded = await readHistory(client);
  return recorded.filter(({ name, finished }) => finished && !known.has(name)).map(({ name }) => name);
}

async function readHistory(client: pg.Client): Promise<Recorded[]> {
  try {
    return (await client.query<Recorded>(HISTORY)).rows;
  } catch (error) {
    if (sqlstateOf(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}
