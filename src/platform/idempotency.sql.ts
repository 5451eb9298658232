// SQL: read and written with every order that has a key; purged in batches.
import { statement } from './database/statement.js';

/** What a key made; at most one of the two. */
export interface KeySubject {
  orderId?: string;
  billingOrderId?: string;
}

/** What a key was sent for. $1 principal, $2 key. */
export const selectIdempotencyKey = statement<{ orderId: string; fingerprint: Buffer }>(
  'select_idempotency_key',
  `
  SELECT order_id::text AS "orderId", fingerprint FROM idempotency_keys WHERE principal = $1 AND key = $2`,
);

/** So that the caller may try again with the same key. $1 principal, $2 key, $3 the order it made. */
export const deleteIdempotencyKey = statement<object>(
  'delete_idempotency_key',
  `
  DELETE FROM idempotency_keys WHERE principal = $1 AND key = $2 AND order_id = $3::bigint`,
);

/** Keeps a key, or answers what was kept under it before. $1 principal, $2 key, $3 fingerprint, $4 order id, $5 billing order id. */
export const insertIdempotencyKey = statement<{ fingerprint: Buffer; isNew: boolean }>(
  'insert_idempotency_key',
  `
  WITH kept AS (
    INSERT INTO idempotency_keys (principal, key, fingerprint, order_id, billing_order_id, created_at)
    VALUES ($1, $2, $3, $4, $5, clock_timestamp())
    ON CONFLICT DO NOTHING RETURNING fingerprint
  )
  SELECT fingerprint, true AS "isNew" FROM kept
  UNION ALL
  SELECT fingerprint, false FROM idempotency_keys WHERE principal = $1 AND key = $2`,
);

/** Deletes keys that nobody repeats any more, a batch at a time. $1 days they are kept, $2 how many. */
export const purgeIdempotencyKeys = statement<{ key: string }>(
  'purge_idempotency_keys',
  `
  WITH old AS MATERIALIZED (
    SELECT ctid FROM idempotency_keys WHERE created_at < now() - make_interval(days => $1)
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(SELECT ctid FROM old)) RETURNING key`,
);
