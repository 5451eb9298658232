import type { TokenKind } from './tokens.js';

/** Who is calling. PUBLIC has no token. */
export type Principal = { role: 'PUBLIC' } | { role: TokenKind; id: string };

/** Whose act it is, by their id; null for the public and for the service itself. */
export function actorOf({ principal }: { principal: Principal }): string | null {
  return 'id' in principal ? principal.id : null;
}
