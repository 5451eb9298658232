import { CONNECTION_WAIT_MS } from '../deadlines.js';
import { isConflict, isConnectionLost, isConnectionRefused } from './errors.js';

/** Thrown to run a transaction again: it saw what another one changed meanwhile. */
export function serializationFailure(reason: string): Error {
  return Object.assign(new Error(reason), { code: '40001' });
}

/**
 * Whether work that writes all or nothing may run again. After a lost connection only when it is known that nothing was
 * committed.
 */
export function isRetryable(error: unknown): boolean {
  return isConflict(error) || isConnectionRefused(error) || isConnectionLost(error);
}

/** Runs `work` again while its failures are `retryable`: at least once, until the time is up. */
export async function retrying<Result>(
  work: () => Promise<Result>,
  retryable: (error: unknown) => boolean,
  endsAtMs = performance.now() + CONNECTION_WAIT_MS,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!retryable(error) || (attempt > 1 && performance.now() >= endsAtMs)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(attempt)));
    }
  }
}

/** Full jitter, doubling from 20 ms to at most 250 ms. */
function retryDelayMs(attempt: number): number {
  return Math.random() * Math.min(250, 10 * 2 ** attempt);
}
