import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { isUuid } from './uuid.js';

export const ISSUER = 'raffle-gateway';
export const TOKEN_LIFETIME_SECONDS = { USER: 24 * 3600, ADMIN: 12 * 3600, CLIENT: 3600 } as const;

/** A token of one kind is refused where another is needed. */
export type TokenKind = keyof typeof TOKEN_LIFETIME_SECONDS;

export const TOKEN_ENDED = 'The access token is not valid any more: log in again.';

/** The caller of `verify` checks that the subject still has this `version` and that the session has not ended. */
export interface TokenClaims {
  kind: TokenKind;
  subject: string;
  version: number;
  /** Undefined for a legacy client. */
  sessionId: string | undefined;
  expiresAt: Date;
}

export interface Tokens {
  /** @default the version of a new subject */
  issue(kind: TokenKind, subject: string, version?: number, sessionId?: string): { accessToken: string; expiresAt: Date };
  /** Undefined for anything but an unexpired token of ours. */
  verify(token: string): TokenClaims | undefined;
  /** The claims of an expired token of ours; undefined for any other. */
  readExpired(token: string): TokenClaims | undefined;
}

/** Half a kilobyte each. Callers send a token again and again, and checking it is most of the work for a request's headers. */
const VERIFIED_KEPT = 20_000;

/** HS256 JWTs: `aud` is the kind, `sub` the principal's id, `ver` its version, `sid` its session. */
export function createTokens(secret: string): Tokens {
  // jsonwebtoken parses a text secret at every call, which is fifty times slower.
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  /** The tokens sent last, by signature: signatures differ in their first characters. */
  const verified = new LRUCache<string, { token: string; claims: TokenClaims }>({ max: VERIFIED_KEPT });

  const check = (token: string, ignoreExpiration = false): TokenClaims | undefined => {
    try {
      const claims = jwt.verify(token, key, { algorithms: ['HS256'], issuer: ISSUER, ignoreExpiration });
      if (typeof claims === 'string' || !claims.exp || !claims.sub || !isKind(claims.aud)) return undefined;
      if (!isUuid(claims.sub)) return undefined;
      // Older releases did not issue it.
      const version: unknown = claims.ver ?? 0;
      if (!Number.isSafeInteger(version)) return undefined;
      const sessionId: unknown = claims.sid;
      if (sessionId !== undefined && !(typeof sessionId === 'string' && isUuid(sessionId))) return undefined;
      const expiresAt = new Date(claims.exp * 1000);
      return { kind: claims.aud, subject: claims.sub, version: version as number, sessionId, expiresAt };
    } catch {
      return undefined;
    }
  };

  return {
    issue(kind, subject, version = 0, sessionId) {
      const expiresInSeconds = TOKEN_LIFETIME_SECONDS[kind];
      const now = Math.floor(Date.now() / 1000);
      const claims = { iat: now, exp: now + expiresInSeconds, ver: version, ...(sessionId && { sid: sessionId }) };
      const accessToken = jwt.sign(claims, key, {
        algorithm: 'HS256',
        issuer: ISSUER,
        audience: kind,
        subject,
      });
      return { accessToken, expiresAt: new Date((now + expiresInSeconds) * 1000) };
    },
    verify(token) {
      const signature = token.slice(token.lastIndexOf('.') + 1);
      const known = verified.get(signature);
      if (known?.token === token && known.claims.expiresAt.getTime() > Date.now()) return known.claims;
      const claims = check(token);
      if (claims) verified.set(signature, { token, claims });
      return claims;
    },
    readExpired(token) {
      const claims = check(token, true);
      return claims && claims.expiresAt.getTime() <= Date.now() ? claims : undefined;
    },
  };
}

function isKind(audience: unknown): audience is TokenKind {
  return typeof audience === 'string' && Object.hasOwn(TOKEN_LIFETIME_SECONDS, audience);
}
