import type { ErrorCode, GatewayError } from '../../../client/errors.js';
import { problemOf } from '../../common/query.js';

export interface Failure<Row> {
  row: Row;
  error: GatewayError;
}

/** Nothing else would come of the next one. */
const ENDS: ReadonlySet<ErrorCode> = new Set([
  'STEP_UP_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'UNAUTHENTICATED',
  'TOKEN_EXPIRED',
  'FORBIDDEN',
]);
const UNANSWERED: ReadonlySet<ErrorCode> = new Set(['NETWORK_ERROR', 'UNAVAILABLE']);
const UNANSWERED_IN_A_ROW = 3;
const LONGEST_WAIT_S = 60;

interface Watcher<Row> {
  isStopped(): boolean;
  onDone(row: Row): void;
  onFailed(failure: Failure<Row>): void;
}

/**
 * Does one after the other. What is refused does not stop the rest; what every one after it would meet does: nobody is logged in, or the
 * service does not answer. Waits when there were too many requests.
 */
export async function runAll<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  watcher: Watcher<Row>,
): Promise<void> {
  let unanswered = 0;
  for (const row of rows) {
    if (watcher.isStopped()) return;
    // Side by side they would compete for the same quotas and limits.
    // oxlint-disable-next-line no-await-in-loop
    const error = await failureOf(() => run(row), watcher.isStopped);
    if (!error) watcher.onDone(row);
    else watcher.onFailed({ row, error });
    unanswered = error && UNANSWERED.has(error.code) ? unanswered + 1 : 0;
    if (error && (ENDS.has(error.code) || unanswered === UNANSWERED_IN_A_ROW)) return;
  }
}

async function failureOf(act: () => Promise<unknown>, isStopped: () => boolean): Promise<GatewayError | undefined> {
  try {
    await act();
    return undefined;
  } catch (thrown) {
    const error = problemOf(thrown);
    const { retryAfterSeconds: wait = 1 } = error;
    if (error.code !== 'RATE_LIMITED' || wait > LONGEST_WAIT_S || isStopped()) return error;
    await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    return isStopped() ? error : failureOf(act, isStopped);
  }
}
