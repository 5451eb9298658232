import type { App } from './context.js';
import { purgeIdempotencyKeys } from './platform/idempotency.sql.js';
import { forgetOldEvents } from './webhooks/outbox.js';

/** A repetition that comes later than this is a new order. */
const IDEMPOTENCY_KEY_DAYS = 7;
/** How long the delivery log goes back. */
const EVENT_DAYS = 30;
const BATCH = 5_000;

/** Lets go of what nobody needs any more, a batch at a time. True when there may be more. */
export async function keepHouse(app: App): Promise<boolean> {
  const keys = await app.db.query(purgeIdempotencyKeys, [IDEMPOTENCY_KEY_DAYS, BATCH]);
  const events = await app.db.query(forgetOldEvents, [EVENT_DAYS, BATCH]);
  return keys.length === BATCH || events.length === BATCH;
}
