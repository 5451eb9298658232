import type { App } from '../context.js';
import type { CallbackOutcome } from '../generated/prisma/client.js';
import { createBatchQueue, QueueFullError, WaitedTooLongError, type BatchQueue, type Take } from '../platform/batch-queue.js';
import { statement, type Statement } from '../platform/database/statement.js';
import { isDataOrIntegrityError, isLockTimeout } from '../platform/database/errors.js';
import { QUEUE_WAIT_MS } from '../platform/deadlines.js';
import { refuse } from '../platform/domain-error.js';
import type { BatchedQueue } from '../platform/metrics.js';

const MAX_BATCH = 256;
const MAX_WAITING = 10_000;

/** A callback as it came. */
interface KeptCallback {
  id: string;
  providerName: string;
  body: string;
}

/** The rows of callbacks, of many that come or end at once a statement and a commit for all. */
export interface CallbackRows {
  /** Resolves once it is kept. UNAVAILABLE when too many are coming. */
  keep(callback: KeptCallback): Promise<void>;
  finish(done: { id: string; outcome: CallbackOutcome }): Promise<void>;
}

/** Due at once: rounded up to the column's milliseconds it would not be when first looked at. $1 ids, $2 providers, $3 bodies. */
const keepCallbacks = statement<object>(
  'keep_callbacks',
  `
  INSERT INTO payment_callbacks (id, provider_name, body, next_attempt_at)
  SELECT c.*, date_trunc('milliseconds', now()) FROM unnest($1::uuid[], $2::text[], $3::text[]) AS c(id, provider_name, body)`,
);

/** $1 ids, $2 their outcomes. */
const finishCallbacks = statement<object>(
  'finish_callbacks',
  `
  UPDATE payment_callbacks c SET processed_at = now(), outcome = done.outcome, last_error = NULL
  FROM unnest($1::uuid[], $2::callback_outcome[]) AS done(id, outcome) WHERE c.id = done.id`,
  // As it was, but for the time.
  { repeatable: true },
);

export function createCallbackRows({ db, metrics, tracer }: Pick<App, 'db' | 'metrics' | 'tracer'>): CallbackRows {
  const queueOf = <Item>(
    queue: BatchedQueue,
    rows: Statement<object>,
    valuesOf: (items: Item[]) => unknown[][],
  ): BatchQueue<Item, undefined> =>
    createBatchQueue<Item, undefined>({
      watched: { queue, metrics, tracer },
      maxBatch: MAX_BATCH,
      maxWaiting: MAX_WAITING,
      maxWaitMs: QUEUE_WAIT_MS,
      blames: isDataOrIntegrityError,
      isHeldUp: isLockTimeout,
      async decide(take: Take<Item>) {
        const items = take();
        if (items.length > 0) await db.query(rows, valuesOf(items));
        return items.map(() => ({ answer: undefined }));
      },
    });

  const kept = queueOf<KeptCallback>('callbacks_kept', keepCallbacks, (items) => [
    items.map(({ id }) => id),
    items.map(({ providerName }) => providerName),
    items.map(({ body }) => body),
  ]);
  const finished = queueOf<{ id: string; outcome: CallbackOutcome }>('callbacks_finished', finishCallbacks, (items) => [
    items.map(({ id }) => id),
    items.map(({ outcome }) => outcome),
  ]);
  return {
    keep: (callback) =>
      kept.push(callback).catch((error: unknown) => {
        if (!(error instanceof QueueFullError || error instanceof WaitedTooLongError)) throw error;
        throw refuse('payments.tooManyCallbacks');
      }),
    finish: (done) => finished.push(done),
  };
}
