import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import { isDatabaseUnavailable, isStartupRefused } from './errors.js';

const ASKED_EVERY_MS = 1_000;
const SAID_EVERY_MS = 5_000;

/** Runs `work` again while the database is away; it must be safe to repeat. Rejects with other failures. */
export async function awaitDatabase<Result>(
  { log, signal }: { log: Pick<Log, 'warn'>; signal?: AbortSignal | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = performance.now();
  let saidAtMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || databaseProblem(error)) throw error;
      const now = performance.now();
      if (now - saidAtMs >= SAID_EVERY_MS) {
        saidAtMs = now;
        const waitedSeconds = Math.round((now - startedAtMs) / 1_000);
        log.warn(
          { err: error, event: 'database.start.waiting', waitedSeconds },
          'the start waits for the database, which is away',
        );
      }
    }
    await sleep(ASKED_EVERY_MS, undefined, { signal });
  }
}

/** Why the service cannot log in to its database; undefined for other errors. */
export function databaseProblem(error: unknown): string | undefined {
  const { code, message } = error as { code?: unknown; message?: string };
  if (code === '28P01' || code === '28000') return `PostgreSQL does not let the service in: ${message}. Correct DATABASE_URL.`;
  if (code === '3D000') return `PostgreSQL has no such database: ${message}. Create it, or correct DATABASE_URL.`;
  if (isStartupRefused(error))
    return `The pooler refuses what DATABASE_URL sets (${error.message}): take it out, and set it for the role in PostgreSQL.`;
  if (code === '26000' || code === '42P05')
    return `A pooler in transaction mode forgets prepared statements (${message}). Set PREPARED_STATEMENTS=false, or max_prepared_statements in PgBouncer 1.21 or newer.`;
  // PgBouncer's own, before it asks PostgreSQL.
  if (code === '08P01' && /^no such (user|database)|authentication failed/.test(message ?? ''))
    return `The pooler does not let the service in: ${message}. Correct DATABASE_URL, or the pooler's lists of databases and users.`;
  return undefined;
}
