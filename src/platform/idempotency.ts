import { randomUUID } from 'node:crypto';
import { sha256 } from './crypto.js';
import { statement, type Sql } from './database/statement.js';
import { serializationFailure } from './database/retry.js';
import { type DomainError, refuse, refuseField } from './domain-error.js';
import type { Principal } from './principal.js';

/** Visible ASCII, as in the IETF's Idempotency-Key draft. */
const KEY = /^[\x21-\x7e]{1,255}$/;

export interface KeySubject {
  orderId?: string;
  billingOrderId?: string;
}

export const selectIdempotencyKey = statement<{ orderId: string; fingerprint: Buffer }>(
  'select_idempotency_key',
  `
  SELECT order_id::text AS "orderId", fingerprint FROM idempotency_keys WHERE principal = $1 AND key = $2`,
);

/** The caller may try again with the same key. $1 principal, $2 key, $3 the order it made. */
export const deleteIdempotencyKey = statement<object>(
  'delete_idempotency_key',
  `
  DELETE FROM idempotency_keys WHERE principal = $1 AND key = $2 AND order_id = $3::bigint`,
);

/** Stores a key, or returns the stored one. $1 principal, $2 key, $3 fingerprint, $4 order id, $5 billing order id. */
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

/** A person's keys, in the person's own words. $1 principal. */
export const forgetIdempotencyKeys = statement<object>(
  'forget_idempotency_keys',
  'DELETE FROM idempotency_keys WHERE principal = $1',
);

/** $1 days they are kept, $2 how many at most. */
export const purgeIdempotencyKeys = statement<{ key: string }>(
  'purge_idempotency_keys',
  `
  WITH old AS MATERIALIZED (
    SELECT ctid FROM idempotency_keys WHERE created_at < now() - make_interval(days => $1)
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(SELECT ctid FROM old)) RETURNING key`,
);

export interface IdempotentRequest {
  principal: string;
  key: string;
  fingerprint: Buffer;
}

/** Null without one. Keys belong to the principal who sent them. BAD_USER_INPUT on a malformed key. */
export const principalKey = ({ role, id }: { role: string; id: string }): string => `${role}:${id}`;

export function idempotentRequest(
  { idempotencyKey: key, principal }: { idempotencyKey: string | undefined; principal: Principal },
  operation: string,
  input: object,
): IdempotentRequest | null {
  if (key === undefined || principal.role === 'PUBLIC') return null;
  if (!KEY.test(key)) throw refuseField('Idempotency-Key', 'platform.idempotencyKey');
  return {
    principal: principalKey(principal),
    key,
    fingerprint: sha256(JSON.stringify([operation, sorted(input)])),
  };
}

/** For a free order without a key of its caller: it has no code, so after a lost reply it is found by this key. */
export function ownKey(userId: string): IdempotentRequest {
  const key = randomUUID();
  return { principal: principalKey({ role: 'USER', id: userId }), key, fingerprint: sha256(key) };
}

/** In the transaction of what the key makes. False for the same request again; IDEMPOTENCY_MISMATCH for another one. */
export async function claimIdempotencyKey(sql: Sql, request: IdempotentRequest, subject: KeySubject): Promise<boolean> {
  const { principal, key, fingerprint } = request;
  const [kept] = await sql.query(insertIdempotencyKey, [
    principal,
    key,
    fingerprint,
    subject.orderId ?? null,
    subject.billingOrderId ?? null,
  ]);
  if (!kept) throw serializationFailure('the idempotency key was kept meanwhile');
  assertSameFingerprint(kept.fingerprint, request);
  return kept.isNew;
}

export function assertSameFingerprint(keptFingerprint: Buffer, { fingerprint }: IdempotentRequest): void {
  if (!keptFingerprint.equals(fingerprint)) throw idempotencyMismatch();
}

export function idempotencyMismatch(): DomainError {
  return refuse('platform.idempotencyMismatch');
}

/** Sorted keys and nothing unset: the same request in another form has the same fingerprint. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[key];
    if (inner !== null && inner !== undefined) entries.push([key, sorted(inner)]);
  }
  return entries;
}
