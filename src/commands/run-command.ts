import { databaseProblem } from '../platform/database/await-database.js';
import { isConnectionRefused } from '../platform/database/errors.js';
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
