import type { Context } from '../context.js';

/** The value of a nullable field for an ADMIN, null for anyone else. Not a middleware, which makes any field six times as dear. */
export function adminOnly<Value>({ principal }: Context, value: Value): Value | null {
  return principal.role === 'ADMIN' ? value : null;
}
