import { CONNECTION_WAIT_MS } from '../deadlines.js';
import { isConflict, isConnectionLost, isConnectionRefused } from './errors.js';

/** What a transaction throws to be run again: it saw something that another one changed meanwhile. */
export function serializationFailure(reason: string): Error {
  return Object.assign(new Error(reason), { code: '40001' });
}

/** Whether work that writes all or nothing may be done again; of a lost connection only who knows that nothing was committed may say so. */
export function isRetryable(error: unknown): boolean {
  return isConflict(error) || isConnectionRefused(error) || isConnectionLost(error);
}

/** Does `work` again after a failure that `retryable` accepts: once at least, and until the time is up. */
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
