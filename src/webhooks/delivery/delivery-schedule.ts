/** Waits after the first, second, ... failure: the schedule that Standard Webhooks proposes, three days in all. */
export const RETRY_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
/** A receiver may ask for a longer wait than the schedule's, but not for more than this. */
const LONGEST_ASKED_SECONDS = 24 * 3600;
/** What failed together does not come back together: each wait is up to a fifth longer, never shorter. */
const JITTER = 0.2;

/**
 * How many seconds a delivery waits after its failure number `failures` (from 1), or undefined when it was the last one and
 * the delivery is dead. `askedSeconds` is the receiver's Retry-After, which may only lengthen the wait. `random` is in [0, 1).
 */
export function retryDelaySeconds(failures: number, askedSeconds = 0, random = Math.random()): number | undefined {
  const scheduled = RETRY_SECONDS[failures - 1];
  if (scheduled === undefined) return undefined;
  return Math.max(scheduled, Math.min(askedSeconds, LONGEST_ASKED_SECONDS)) * (1 + JITTER * random);
}

/**
 * The same of what is worth nothing in `leftSeconds`, when somebody waits for it: 5, 10, 20, 40 and then every 60 seconds. Undefined when
 * the wait would outlast it.
 */
export function secretRetryDelaySeconds(failures: number, askedSeconds: number, leftSeconds: number): number | undefined {
  const delay = Math.max(Math.min(60, 5 * 2 ** (failures - 1)), askedSeconds);
  return delay < leftSeconds ? delay : undefined;
}
