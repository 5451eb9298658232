import type { Config } from '../config.js';
import { databaseProblem } from '../platform/database/await-database.js';
import { isConnectionRefused } from '../platform/database/errors.js';
import { applyMigrations, requireOwnSchema } from '../platform/database/migrations.js';
import { startEmbeddedDatabase } from '../platform/embedded-postgres/embedded-database.js';
import { findRunningDatabase } from '../platform/embedded-postgres/running-server.js';
import type { Log } from '../platform/log.js';
import { StartProblem } from '../platform/start-problem.js';

/** Runs a command to its end; where it fails it says why, without a stack where people can mend it, and ends with `failure`. */
export function runCommand(work: () => Promise<void>, failure = 1): void {
  work().catch((error: unknown) => {
    console.error(error instanceof StartProblem ? error.message : (databaseProblem(error) ?? unreachable(error) ?? error));
    process.exitCode = failure;
  });
}

/** A service waits for its database; a command has somebody who waits for it. */
function unreachable(error: unknown): string | undefined {
  if (!isConnectionRefused(error)) return undefined;
  return `PostgreSQL cannot be reached (${(error as Error).message}): start it, or correct DATABASE_URL.`;
}

/** The database that a command works on, until `close`. */
interface CommandDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * The database of DATABASE_URL. Without one the embedded one: that of the service which runs on the same DATA_DIR, which goes on
 * when the command has ended, or, when none runs, the command starts it, migrates it (it may be new), and ends it. One that is not its
 * own to migrate must have this version's tables; whoever brings `anySchema` asks for neither.
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
