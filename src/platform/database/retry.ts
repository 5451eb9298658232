import { CONNECTION_WAIT_MS } from '../deadlines.js';
import { isConflict, isConnectionLost, isConnectionRefused } from './errors.js';

export function serializationFailure(reason: string): Error {
  return Object.assign(new Error(reason), { code: '40001' });
}

export function isRetryable(error: unknown): boolean {
  return isConflict(error) || isConnectionRefused(error) || isConnectionLost(error);
}

/** Runs `work` at least once, and again while its failures are `retryable` and there is time. */
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

function retryDelayMs(attempt: number): number {
  return Math.random() * Math.min(250, 10 * 2 ** attempt);
}
