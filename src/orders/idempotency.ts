import type { Context } from '../context.js';
import { sha256 } from '../platform/crypto.js';
import { badField, DomainError } from '../platform/domain-error.js';
import { selectIdempotencyKey } from './idempotency.sql.js';
import type { OrderRequest } from './order-lines.js';
import { selectOrder, type OrderRow } from './order.sql.js';

/** Visible ASCII, as the IETF's Idempotency-Key draft has it; 255 is the longest a key is kept. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The caller's Idempotency-Key with the fingerprint of what is asked, or null without one. Keys belong to the principal
 * who sent them. BAD_USER_INPUT on a key that is none.
 */
export function idempotencyOf(ctx: Context, operation: string, input: object): OrderRequest['idempotency'] {
  const { idempotencyKey: key, principal } = ctx;
  if (key === undefined || principal.role === 'PUBLIC') return null;
  if (!KEY.test(key)) throw badField('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  return { principal: `${principal.role}:${principal.id}`, key, fingerprint: sha256(JSON.stringify([operation, sorted(input)])) };
}

/** The order that this key and body made before, if they did. IDEMPOTENCY_MISMATCH when the key was sent with another body. */
export async function findRepeated({ db }: Context, idempotency: OrderRequest['idempotency']): Promise<OrderRow | undefined> {
  if (!idempotency) return undefined;
  const [known] = await db.query(selectIdempotencyKey, [idempotency.principal, idempotency.key]);
  if (!known) return undefined;
  if (!known.fingerprint.equals(idempotency.fingerprint)) throw mismatch();
  return (await db.query(selectOrder, [known.orderId]))[0];
}

/** What a key is refused with that was sent with another request. */
export function mismatch(): DomainError {
  return new DomainError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was sent before with another request: use a new key.');
}

/** Keys in one order and nothing unset, so that the same request in other words is the same. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]);
}
