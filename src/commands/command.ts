import { readConfig, type Config } from '../config.js';
import { openDatabase, type Database } from '../platform/database/database.js';
import { databaseProblem } from '../platform/database/await-database.js';
import { isConnectionRefused } from '../platform/database/errors.js';
import { applyMigrations, requireOwnSchema } from '../platform/database/migrations.js';
import { startEmbeddedDatabase } from '../platform/embedded-postgres/embedded-database.js';
import { findRunningDatabase } from '../platform/embedded-postgres/running-server.js';
import type { Log } from '../platform/log.js';
import { StartProblem } from '../platform/start-problem.js';

/** Prints why a command failed, without a stack when its user can fix it, and exits with `failure`. */
export function runCommand(work: () => Promise<void>, failure = 1): void {
  work().catch((error: unknown) => {
    console.error(error instanceof StartProblem ? error.message : (databaseProblem(error) ?? unreachable(error) ?? error));
    process.exitCode = failure;
  });
}

/** A service waits for its database, a command does not. */
function unreachable(error: unknown): string | undefined {
  if (!isConnectionRefused(error)) return undefined;
  return `PostgreSQL cannot be reached (${(error as Error).message}): start it, or correct DATABASE_URL.`;
}

interface CommandDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * Uses DATABASE_URL or the database of the running service, else starts the embedded one. `anySchema` skips migration and check.
 */
export async function openCommandDatabase(config: Config, log: Log, { anySchema = false } = {}): Promise<CommandDatabase> {
  const { dataDir } = config;
  const url = config.databaseUrl ?? (await findRunningDatabase({ dataDir }));
  if (url) {
    if (!anySchema) await requireOwnSchema(url);
    return { url, close: async () => undefined };
  }
  const own = await startEmbeddedDatabase({ dataDir, log });
  try {
    if (!anySchema) await applyMigrations({ databaseUrl: own.url, log });
  } catch (error) {
    await own.stop();
    throw error;
  }
  return { url: own.url, close: () => own.stop() };
}

export async function withDatabase(
  log: Log,
  work: (db: Database, config: Config) => Promise<void>,
  onError = (error: Error) => log.warn({ err: error, event: 'database.connection.failed' }, 'a database connection failed'),
): Promise<void> {
  const config = readConfig();
  const database = await openCommandDatabase(config, log);
  const { preparedStatements } = config;
  const db = openDatabase({ url: database.url, poolSize: 2, preparedStatements, onError });
  try {
    await work(db, config);
  } finally {
    await db.close();
    await database.close();
  }
}
