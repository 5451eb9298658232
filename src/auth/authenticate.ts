import type { App, Caller } from '../context.js';
import { DomainError, refuse } from '../platform/domain-error.js';
import { ERROR_CODES } from '../platform/error-codes.js';
import type { RequestInfo } from '../platform/http/request-info.js';
import type { Principal } from '../platform/principal.js';
import type { TokenClaims, TokenKind, Tokens } from '../platform/tokens.js';
import type { TokenOwners } from './token-owners.js';

const ACCEPTED_BY_DEFAULT: readonly TokenKind[] = ['USER', 'ADMIN'];
const PUBLIC: Principal = { role: 'PUBLIC' };

type Parts = Pick<App, 'tokens'> & { tokenOwners: TokenOwners };

export async function authenticate(parts: Parts, info: RequestInfo): Promise<Caller> {
  try {
    const token = tokenOf(parts.tokens, info);
    return { token, principal: token ? await principalOf(parts, token) : PUBLIC };
  } catch (error) {
    if (!info.orPublic || !isTokenProblem(error) || isOfAnotherKind(parts.tokens, info)) throw error;
    return { token: undefined, principal: PUBLIC, tokenProblem: error };
  }
}

async function principalOf({ tokenOwners }: Parts, token: TokenClaims): Promise<Principal> {
  const { kind: role, subject: id } = token;
  if (role === 'CLIENT') return { role, id };
  const { operatorRole, mustEnrol } = await tokenOwners.check(token);
  return operatorRole ? { role: 'ADMIN', id, operatorRole, ...(mustEnrol && { mustEnrol }) } : { role: 'USER', id };
}

function tokenOf(tokens: Tokens, { authorization, accepts = ACCEPTED_BY_DEFAULT }: RequestInfo): TokenClaims | undefined {
  if (!authorization) return undefined;
  const token = bearerOf(authorization);
  const claims = token ? tokens.verify(token) : undefined;
  if (claims && accepts.includes(claims.kind)) return claims;
  const expired = token ? tokens.readExpired(token) : undefined;
  if (expired && accepts.includes(expired.kind)) throw refuse('auth.tokenExpired');
  throw refuse('auth.invalidToken');
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization.trim())?.[1];
}

/** The program called the wrong group of routes. */
function isOfAnotherKind(tokens: Tokens, { authorization = '', accepts = ACCEPTED_BY_DEFAULT }: RequestInfo): boolean {
  const token = bearerOf(authorization);
  const claims = token ? tokens.verify(token) : undefined;
  return claims !== undefined && !accepts.includes(claims.kind);
}

function isTokenProblem(error: unknown): error is DomainError {
  return error instanceof DomainError && ERROR_CODES[error.code].status === 401;
}
