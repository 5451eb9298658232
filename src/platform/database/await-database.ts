import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import { isDatabaseUnavailable } from './errors.js';

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
      if (!isDatabaseUnavailable(error)) throw error;
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
  return undefined;
}
