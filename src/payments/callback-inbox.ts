import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { CallbackOutcome } from '../generated/prisma/client.js';
import { createBatchQueue, QueueFullError, WaitedTooLongError, type BatchQueue, type Take } from '../platform/batch-queue.js';
import { isDataOrIntegrityError, isLockTimeout } from '../platform/database/errors.js';
import { statement, type Statement } from '../platform/database/statement.js';
import { QUEUE_WAIT_MS } from '../platform/deadlines.js';
import { refuse } from '../platform/domain-error.js';
import type { BatchedQueue } from '../platform/metrics.js';
import type { CallbackRequest } from '../payment-providers/adapters/adapter.js';
import { confirmCallback, referencesIn } from './confirm-callback.js';

const LEASE_SECONDS = 30;
const MAX_BACKOFF_SECONDS = 3_600;
const BATCH = 50;
/** A bank that takes two seconds has answered all of them within the lease. */
const MAX_UNDER_WAY = 200;

interface ClaimedCallback {
  id: string;
  providerName: string;
  body: string;
  attempts: number;
}

/** $1 lease in seconds, $2 how many. */
export const claimCallbacks = statement<ClaimedCallback>(
  'claim_callbacks',
  `
  WITH due AS MATERIALIZED (
    SELECT id FROM payment_callbacks WHERE processed_at IS NULL AND next_attempt_at <= now()
    ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE payment_callbacks c SET attempts = c.attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
  FROM due WHERE c.id = due.id RETURNING c.id, c.provider_name AS "providerName", c.body, c.attempts`,
);

/**
 * After thirty days it is given up, as one that nobody knows: it is only a hint, and reconciliation finds the money. $1 id, $2 error, $3
 * seconds until it is tried again, $4 what it is about.
 */
const postponeCallback = statement<object>(
  'postpone_callback',
  `
  UPDATE payment_callbacks SET last_error = $2, next_attempt_at = now() + make_interval(secs => $3), about = $4,
         processed_at = CASE WHEN received_at < now() - interval '30 days' THEN now() END,
         outcome = CASE WHEN received_at < now() - interval '30 days' THEN 'ORPHAN'::callback_outcome END
  WHERE id = $1 AND processed_at IS NULL`,
);

/** One that was not processed stays, however old. $1 days they are kept, $2 how many. */
export const purgeCallbacks = statement<{ id: string }>(
  'purge_callbacks',
  `
  DELETE FROM payment_callbacks WHERE id = ANY (ARRAY(
    SELECT id FROM payment_callbacks WHERE processed_at < now() - make_interval(days => $1)
    ORDER BY processed_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )) RETURNING id`,
);

const MAX_BATCH = 256;
const MAX_WAITING = 10_000;

interface KeptCallback {
  id: string;
  providerName: string;
  body: string;
}

interface DoneCallback {
  id: string;
  outcome: CallbackOutcome;
  about: string[];
}

/** Writes rows of callbacks, one statement and commit for all that come or end at once. */
export interface CallbackRows {
  /** UNAVAILABLE when too many are coming. */
  keep(callback: KeptCallback): Promise<void>;
  finish(done: DoneCallback): Promise<void>;
}

/** Due at once: rounded up to milliseconds it would not be when first looked at. $1 ids, $2 providers, $3 bodies. */
const keepCallbacks = statement<object>(
  'keep_callbacks',
  `
  INSERT INTO payment_callbacks (id, provider_name, body, next_attempt_at)
  SELECT c.*, date_trunc('milliseconds', now()) FROM unnest($1::uuid[], $2::text[], $3::text[]) AS c(id, provider_name, body)`,
);

/** $1 ids, $2 outcomes, $3 what each is about, as JSON: an array of Postgres has no rows of different lengths. */
const finishCallbacks = statement<object>(
  'finish_callbacks',
  `
  UPDATE payment_callbacks c SET processed_at = now(), outcome = done.outcome, last_error = NULL,
         about = ARRAY(SELECT jsonb_array_elements_text(done.about))
  FROM unnest($1::uuid[], $2::callback_outcome[], $3::jsonb[]) AS done(id, outcome, about) WHERE c.id = done.id`,
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
  const finished = queueOf<DoneCallback>('callbacks_finished', finishCallbacks, (items) => [
    items.map(({ id }) => id),
    items.map(({ outcome }) => outcome),
    items.map(({ about }) => JSON.stringify(about)),
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

/** Keeps a callback; nothing in it is believed yet. NOT_FOUND, UNAUTHENTICATED without our secret, BAD_USER_INPUT. */
export async function receiveCallback(app: App, providerName: string, request: CallbackRequest): Promise<void> {
  const provider = await app.providers.find(providerName);
  if (!provider) throw refuse('paymentProviders.notFound');
  if (!provider.adapter.verifyCallback(request)) throw refuse('payments.callbackSecret');
  try {
    provider.adapter.parseCallback(request.rawBody);
  } catch {
    throw refuse('payments.callbackBody');
  }
  await app.callbackRows.keep({ id: uuidv7(), providerName, body: request.rawBody.toString('utf8') });
}

/** Takes more before all of them are done: a slow provider holds up no other. Answers how many it took. */
export async function processCallbacks(app: App): Promise<number> {
  const underWay = new Set<Promise<void>>();
  for (let taken = 0; ;) {
    const callbacks = await app.db.query(claimCallbacks, [LEASE_SECONDS, BATCH]);
    taken += callbacks.length;
    for (const callback of callbacks) {
      const processing = processCallback(app, callback).finally(() => underWay.delete(processing));
      underWay.add(processing);
    }
    if (callbacks.length < BATCH) {
      await Promise.all(underWay);
      return taken;
    }
    while (underWay.size > MAX_UNDER_WAY - BATCH) await Promise.race(underWay);
  }
}

async function processCallback(app: App, { id, providerName, body, attempts }: ClaimedCallback): Promise<void> {
  try {
    await app.callbackRows.finish({ id, ...(await confirmCallback(app, providerName, Buffer.from(body))) });
  } catch (error) {
    app.log.warn(
      { err: error, event: 'payments.callback.failed', providerName, attempts },
      'a callback could not be processed yet',
    );
    const message = error instanceof Error ? error.message : String(error);
    const seconds = Math.min(MAX_BACKOFF_SECONDS, 2 ** attempts);
    await app.db.query(postponeCallback, [id, message.slice(0, 500), seconds, await referencesIn(app, providerName, body)]);
  }
}
