import { createHash, randomUUID } from 'node:crypto';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type pg from 'pg';
import { checksumOf, type Recorded } from './migration-history.js';

/** The one migration that stands for the 36 of before. */
const INITIAL = '20261120000000_initial';
const FIRST_SQUASHED = '20261120000000_init';
const LAST_SQUASHED = '20261201100000_refunds_under_way';
/** SHA-256 of their names in order, one a line. */
const SQUASHED_NAMES = '0cb5e78228159e911a07fda48a7b7bf44f176b5aac9c3145ebb0675bf5db4fa9';

/** What to do with a database or a backup that has only some of the squashed migrations. */
export const TOO_OLD =
  `First start the last version before its migrations became one (commit 776139f, whose last migration is ${LAST_SQUASHED}) `
  + 'on it once, then this version.';

/** Whether these names are of squashed migrations, of which every database and every backup has the first. */
export function areSquashedOnes(names: readonly string[]): boolean {
  return names.includes(FIRST_SQUASHED);
}

/** The names of today for those that a database or a backup has: the same, or the one that all squashed became. */
export function sinceTheSquash(names: readonly string[]): readonly string[] {
  return hashOf(names) === SQUASHED_NAMES ? [INITIAL] : names;
}

/** Whether the database has all squashed migrations, finished, and no other: its tables are those of the initial migration. */
export function isSquashed(history: Recorded[]): boolean {
  return history.every(({ finished }) => finished) && hashOf(history.map(({ name }) => name)) === SQUASHED_NAMES;
}

/** Records the initial migration as applied in place of all that the database has, and answers its name. */
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
