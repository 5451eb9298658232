import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import type { Log } from '../log.js';
import { StartProblem } from '../start-problem.js';
import { applyFunctions, missingTriggerFunctions, readFunctions, type SqlFunction } from './functions.js';
import {
  phaseOf,
  readHistory,
  standingOf,
  type Release,
  areSquashedOnes,
  isSquashed,
  recordSquashed,
  TOO_OLD,
} from './migration-history.js';
import { LOCK_WAITS, ownLimits, runScript, type LockWaits } from './migration-script.js';
import { FILTERS, withSchemaEngine } from './schema-engine.js';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const CONNECTION_TIMEOUT_MS = 10_000;
const LOCK_KEY = 7_262_031_401;
const LOCK_ASKED_EVERY_MS = 100;

// The engine marks a migration as finished in another statement: killed before it, the migration would look failed.
const markFinished = (script: string): string => `
  UPDATE _prisma_migrations SET finished_at = now(), logs = nullif('${phaseOf(script) ?? ''}', '')
  WHERE finished_at IS NULL AND rolled_back_at IS NULL;
`;

type Logs = Pick<Log, 'info' | 'warn'> | undefined;

/**
 * Applies missing migrations, then changed functions; returns the names of the migrations. Several processes may call it at once.
 * Each migration, and all functions together, apply whole or not at all. A migration waits for a lock only so long that buyers do not
 * notice, and tries again. Throws an error that names the script, or a StartProblem for a database of another version, and when no
 * lock could be had. A newer version's that lets this one run stays as it is.
 */
export async function applyMigrations(options: {
  databaseUrl: string;
  log?: Pick<Log, 'info' | 'warn'>;
  migrationsFolder?: string;
  /** Only these migrations and no functions: for a backup of an older version. */
  only?: readonly string[] | undefined;
  waits?: LockWaits;
}): Promise<string[]> {
  const { databaseUrl, log, only, waits = LOCK_WAITS } = options;
  const release = await readRelease(options.migrationsFolder ?? MIGRATIONS, only);

  return connected(databaseUrl, async (client) => {
    if (await isServed(client, release, log)) return [];
    if (isSquashed(await readHistory(client))) await withMigrationLock(client, log, () => takeOver(client, release, log));
    return withMigrationLock(client, log, () =>
      connected(databaseUrl, async (observer) => {
        // A newer version may have had the lock until now.
        if (await isServed(observer, release, log)) return [];
        await refuseUnknown(client, release);
        const applied = await migrate(client, { databaseUrl, observer, release, log, waits });
        if (release.isWhole) await applyFunctions(client, release.functions, log);
        return applied;
      }),
    );
  });
}

/** Whether there is nothing to apply: the functions of a newer version stay, too. */
async function isServed(client: pg.Client, release: Release, log: Logs): Promise<boolean> {
  const standing = await standingOf(client, release);
  if (standing === "a newer version's")
    log?.warn(
      { event: 'database.migration.newer' },
      "the database is a newer version's, which lets this one run: it changes nothing",
    );
  return standing !== 'other';
}

/**
 * Throws a StartProblem unless the database has exactly this version's migrations and functions. A command of an older version is
 * refused even where its service may run: it could leave out what it does not know, such as columns to encrypt anew.
 */
export async function requireOwnSchema(databaseUrl: string): Promise<void> {
  const release = await readRelease(MIGRATIONS);
  await connected(databaseUrl, async (client) => {
    if ((await standingOf(client, release)) === 'own') return;
    if (!isSquashed(await readHistory(client))) await refuseUnknown(client, release);
    throw new StartProblem(
      "The database has not got this version's tables and functions yet: start the service once, which brings them.",
    );
  });
}

async function connected<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  // Without a listener, a connection that breaks between two queries would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

async function readRelease(folder: string, only?: readonly string[]): Promise<Release> {
  const entries = await readdir(folder, { withFileTypes: true });
  const all = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const names = all.filter((name) => only?.includes(name) ?? true).toSorted();
  const isWhole = names.length === all.length;
  const lockfile = { path: 'migration_lock.toml', content: await readFile(path.join(folder, 'migration_lock.toml'), 'utf8') };
  const migrationDirectories = await Promise.all(
    names.map(async (name) => {
      const value = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
      return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
    }),
  );
  return {
    migrations: { baseDir: folder, lockfile, shadowDbInitScript: '', migrationDirectories },
    functions: await readFunctions(path.join(folder, '../functions')),
    isWhole,
  };
}

async function refuseUnknown(client: pg.Client, { migrations }: Release): Promise<void> {
  const known = new Set(migrations.migrationDirectories.map(({ path: name }) => name));
  const applied = (await readHistory(client)).filter(({ finished }) => finished).map(({ name }) => name);
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  if (areSquashedOnes(unknown)) throw new StartProblem(`The database is an older version's. ${TOO_OLD}`);
  throw new StartProblem(
    `The database is a newer version's, which has applied ${unknown.join(', ')}: start that version, `
      + 'or restore a backup from before it into another database.',
  );
}

// The engine works on a connection of its own: what it is to see must be committed before.
async function takeOver(client: pg.Client, { migrations }: Release, log: Logs): Promise<void> {
  if (!isSquashed(await readHistory(client))) return;
  const initial = await recordSquashed(client, migrations);
  log?.info({ event: 'database.migration.squashed', migration: initial }, 'the migrations of before are recorded as one');
}

interface Migrating {
  databaseUrl: string;
  observer: pg.Client;
  release: Release;
  log: Logs;
  waits: LockWaits;
}

async function migrate(client: pg.Client, { databaseUrl, observer, release, log, waits }: Migrating): Promise<string[]> {
  const { migrations: migrationsList } = release;
  const scriptStart = functionsFirst(await missingTriggerFunctions(client, release.functions));
  let problem: Error | undefined;
  const run = (script: string, send: (sql: string) => Promise<void>): Promise<void> => {
    const migration = nameOf(migrationsList, script);
    const parts = { migration, script, scriptStart, scriptEnd: markFinished(script) };
    return runScript({ ...parts, send, observer, waits, log }).catch((error: Error) => {
      // The engine tells only errors of its adapter.
      if (error.name !== 'DriverAdapterError') problem = error;
      throw error;
    });
  };
  const applied = await withSchemaEngine({ databaseUrl, runScript: run }, async (engine) => {
    await forgetUnfinished(engine, migrationsList, log);
    return engine
      .applyMigrations({ migrationsList, filters: FILTERS })
      .catch((error: Error) => Promise.reject(problem ?? readable(error)));
  });
  const names = applied.appliedMigrationNames;
  if (names.length > 0) log?.info({ event: 'database.migration.applied', migrations: names }, 'migrations applied');
  return names;
}

// Scripts of the same text do nothing.
function nameOf({ migrationDirectories }: MigrationList, script: string): string {
  const found = migrationDirectories.find(({ migrationFile: { content } }) => content.tag === 'ok' && content.value === script);
  return found?.path ?? '';
}

// A migration that makes a trigger needs its function, whose body may name tables that do not exist yet: it is checked later.
function functionsFirst(functions: SqlFunction[]): string {
  if (functions.length === 0) return '';
  const texts = functions.map(({ sql }) => sql).join('\n;');
  return `SET LOCAL check_function_bodies = off;\n${texts}\n;SET LOCAL check_function_bodies = DEFAULT;\n`;
}

// A transaction's lock: a session's is lost behind a pooler.
async function withMigrationLock<Result>(client: pg.Client, log: Logs, work: () => Promise<Result>): Promise<Result> {
  try {
    await lockMigrations(client, log);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // The engine reports a lost server as text; this query fails with a code.
    await client.query('ROLLBACK');
    throw error;
  }
}

// CREATE INDEX CONCURRENTLY waits for all transactions with a snapshot. Who waits in a statement has one, and who asked with parameters
// keeps it until the next statement: so the lock is asked for again and again, and without parameters.
async function lockMigrations(client: pg.Client, log: Logs): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; ${ownLimits({ lockMs: 0, isLocal: true })}`);
    const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS locked`);
    if (rows[0].locked) return;
    if (isFirst) log?.info({ event: 'database.migration.waiting' }, 'waiting for another process to apply the migrations');
    await client.query('ROLLBACK');
    await sleep(LOCK_ASKED_EVERY_MS);
  }
}

// The lock is held, so no other process works on them.
async function forgetUnfinished(engine: SchemaEngine, migrationsList: MigrationList, log: Logs): Promise<void> {
  const history = await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: FILTERS });
  for (const migrationName of history.failedMigrationNames) {
    log?.warn(
      { event: 'database.migration.retried', migration: migrationName },
      'this migration did not finish earlier, trying it again',
    );
    await engine.markMigrationRolledBack({ migrationName });
  }
}

// The engine's message ends with a stack.
function readable(error: Error): Error {
  const [, migration] = /migration_name="([^"]+)"/.exec(error.message) ?? [];
  const reason = error.message.split(/\n\s+0: /)[0]?.replace(/^external connector error\n/, '');
  return new Error(migration ? `The migration ${migration} failed and was undone. ${reason}` : reason, { cause: error });
}
