import type { TokenKind } from './tokens.js';

/** Who is calling. PUBLIC has no token. */
export type Principal = { role: 'PUBLIC' } | { role: TokenKind; id: string };
