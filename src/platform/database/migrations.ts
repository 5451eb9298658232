import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import type { Log } from '../log.js';
import { StartProblem } from '../start-problem.js';
import { hasExactly, unknownOf } from './migration-history.js';
import { NO_FILTERS, withSchemaEngine } from './schema-engine.js';

// The same place seen from src/platform and from dist/platform.
const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const CONNECTION_TIMEOUT_MS = 10_000;
const LOCK_KEY = 7_262_031_401;

// The engine marks a migration as finished in a statement of its own. A process killed between the two would leave one that is
// applied and looks failed; marked by its own script it is both or neither.
const MARK_FINISHED = `
  UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL;
`;

/**
 * Applies the migrations of prisma/migrations that the database does not have yet, in the order of their names, and resolves
 * to the names of those it applied. Idempotent, and safe to call from several processes at once: they take turns. Each
 * migration takes effect as a whole or not at all, so one that failed or was interrupted is tried again by the next call. Where
 * all are applied that is one query: the engine is loaded for what is left to do. Throws an error that names the migration
 * PostgreSQL refused and says why; a StartProblem where the database has some that are not known here.
 */
export async function applyMigrations(options: {
  databaseUrl: string;
  log?: Pick<Log, 'info' | 'warn'>;
  migrationsFolder?: string;
  /** Those of these names alone, for a backup of an older version. */
  only?: readonly string[];
}): Promise<string[]> {
  const { databaseUrl, log, only } = options;
  const migrationsList = await readMigrations(options.migrationsFolder ?? MIGRATIONS, (name) => only?.includes(name) ?? true);

  return connected(databaseUrl, async (client) => {
    if (await hasExactly(client, migrationsList)) return [];
    const unknown = await unknownOf(client, migrationsList);
    if (unknown.length > 0) throw new StartProblem(ofNewerVersion(unknown));
    return await inTurn({ client, log }, () =>
      withSchemaEngine({ databaseUrl, scriptEnd: MARK_FINISHED }, async (engine) => {
        await forgetUnfinished(engine, migrationsList, log);
        const { appliedMigrationNames } = await engine
          .applyMigrations({ migrationsList, filters: NO_FILTERS })
          .catch((error: Error) => Promise.reject(readable(error)));
        if (appliedMigrationNames.length > 0)
          log?.info({ event: 'database.migration.applied', migrations: appliedMigrationNames }, 'migrations applied');
        return appliedMigrationNames;
      }),
    );
  });
}

/** Throws a StartProblem unless the database has exactly the migrations of this version; it changes nothing. */
export async function requireOwnSchema(databaseUrl: string): Promise<void> {
  const migrationsList = await readMigrations(MIGRATIONS, () => true);
  await connected(databaseUrl, async (client) => {
    if (await hasExactly(client, migrationsList)) return;
    const unknown = await unknownOf(client, migrationsList);
    throw new StartProblem(
      unknown.length > 0
        ? ofNewerVersion(unknown)
        : "The database has not got this version's tables yet: start the service once, which brings them.",
    );
  });
}

async function connected<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  // Unheard, the error of a connection that breaks between two queries would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

function ofNewerVersion(unknown: string[]): string {
  return (
    `The database is a newer version's, which has applied ${unknown.join(', ')}: start that version, `
    + 'or restore a backup from before it into another database.'
  );
}

async function readMigrations(folder: string, isWanted: (name: string) => boolean): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && isWanted(entry.name)).map((entry) => entry.name);
  const lockfile = { path: 'migration_lock.toml', content: await readFile(path.join(folder, 'migration_lock.toml'), 'utf8') };
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name) => {
      const value = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
      return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
    }),
  );
  return { baseDir: folder, lockfile, shadowDbInitScript: '', migrationDirectories };
}

// A lock of a transaction, for one of a session is lost behind a pooler. The server frees it when this process dies.
async function inTurn<Result>(
  { client, log }: { client: pg.Client; log?: Pick<Log, 'info'> | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await client.query('BEGIN');
    await client.query(
      'SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0',
    );
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [LOCK_KEY]);
    if (!rows[0].locked) {
      log?.info({ event: 'database.migration.waiting' }, 'waiting for another process to apply the migrations');
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    }
    return await work();
  } catch (error) {
    // What the engine says of a server that went away are words only; this fails with a reason that is known.
    await client.query('SELECT 1');
    throw error;
  }
}

// With the lock held nobody is at work on them.
async function forgetUnfinished(engine: SchemaEngine, migrationsList: MigrationList, log?: Pick<Log, 'warn'>): Promise<void> {
  const history = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: NO_FILTERS });
  for (const migrationName of history.failedMigrationNames) {
    log?.warn(
      { event: 'database.migration.retried', migration: migrationName },
      'this migration did not finish earlier, trying it again',
    );
    await engine.markMigrationRolledBack({ migrationName });
  }
}

// The engine's message ends with its own stack.
function readable(error: Error): Error {
  const [, migration] = /migration_name="([^"]+)"/.exec(error.message) ?? [];
  const reason = error.message.split(/\n\s+0: /)[0]?.replace(/^external connector error\n/, '');
  return new Error(migration ? `The migration ${migration} failed and was undone. ${reason}` : reason, { cause: error });
}
