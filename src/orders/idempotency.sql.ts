import { statement } from '../platform/database/database.js';

/** What a key was sent for. $1 principal, $2 key. */
export const selectIdempotencyKey = statement<{ orderId: string; fingerprint: Buffer }>(
  'select_idempotency_key',
  `
  SELECT order_id::text AS "orderId", fingerprint FROM idempotency_keys WHERE principal = $1 AND key = $2`,
);

/** So that the caller may try again with the same key. $1 order id. */
export const forgetIdempotencyKey = statement<object>(
  'forget_idempotency_key',
  `
  DELETE FROM idempotency_keys WHERE order_id = $1`,
);

/** Keeps a key, or answers what was kept under it before. $1 principal, $2 key, $3 fingerprint, $4 order id. */
export const insertIdempotencyKey = statement<{ fingerprint: Buffer; isNew: boolean }>(
  'insert_idempotency_key',
  `
  WITH kept AS (
    INSERT INTO idempotency_keys (principal, key, fingerprint, order_id, created_at) VALUES ($1, $2, $3, $4, now())
    ON CONFLICT DO NOTHING RETURNING fingerprint
  )
  SELECT fingerprint, true AS "isNew" FROM kept
  UNION ALL
  SELECT fingerprint, false FROM idempotency_keys WHERE principal = $1 AND key = $2`,
);

/** Lets go of keys that nobody repeats any more, a batch at a time. $1 days they are kept, $2 how many. */
export const forgetOldIdempotencyKeys = statement<{ key: string }>(
  'forget_old_idempotency_keys',
  `
  WITH old AS MATERIALIZED (
    SELECT principal, key FROM idempotency_keys WHERE created_at < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys k USING old WHERE k.principal = old.principal AND k.key = old.key RETURNING k.key`,
);
