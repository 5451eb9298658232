import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { isUuid } from './uuid.js';

/** Who signs all of our tokens. */
export const ISSUER = 'raffle-gateway';
/** How long a token of each kind lasts. */
export const TOKEN_LIFETIME_SECONDS = { USER: 24 * 3600, ADMIN: 12 * 3600, CLIENT: 3600 } as const;

/** Which kind of principal a token speaks for. A token of one kind is refused wherever another is asked for. */
export type TokenKind = keyof typeof TOKEN_LIFETIME_SECONDS;

/** What a caller is told whose token was ended before its time. */
export const TOKEN_ENDED = 'The access token is not valid any more: log in again.';

/**
 * Whom a token speaks for; `expiresAt` is when it stops doing so. Sooner when its subject has another `version` by then: whoever
 * takes a token asks for that, and whether its session was ended.
 */
export interface TokenClaims {
  kind: TokenKind;
  subject: string;
  version: number;
  /** The login it came of; of a legacy client's there is none. */
  sessionId: string | undefined;
  expiresAt: Date;
}

/** Signs and checks access tokens. */
export interface Tokens {
  /** `version` is the subject's at this moment. @default that of a new one */
  issue(kind: TokenKind, subject: string, version?: number, sessionId?: string): { accessToken: string; expiresAt: Date };
  /** Undefined for anything but an unexpired token of ours. */
  verify(token: string): TokenClaims | undefined;
  /** What a token of ours says whose time is over; undefined for any other. */
  readExpired(token: string): TokenClaims | undefined;
}

/**
 * A caller sends one token again and again, and checking it takes longer than all else that is done with a request's headers. Half a
 * kilobyte each. Where more callers than that take turns none is met again.
 */
const VERIFIED_KEPT = 20_000;

/**
 * HS256 JWTs: the kind is the audience, the principal's id the subject, `ver` its version, `sid` its session. Algorithm, issuer and
 * expiry are required.
 */
export function createTokens(secret: string): Tokens {
  // A KeyObject: jsonwebtoken parses a text secret anew at every call, which is fifty times slower.
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  /**
   * Tokens that were found to be ours, those last sent; a token says the same for as long as it lasts. By their signatures, which are
   * told apart in a fraction of the time.
   */
  const verified = new LRUCache<string, { token: string; claims: TokenClaims }>({ max: VERIFIED_KEPT });

  const check = (token: string, ignoreExpiration = false): TokenClaims | undefined => {
    try {
      const claims = jwt.verify(token, key, { algorithms: ['HS256'], issuer: ISSUER, ignoreExpiration });
      if (typeof claims === 'string' || !claims.exp || !claims.sub || !isKind(claims.aud)) return undefined;
      if (!isUuid(claims.sub)) return undefined;
      // A process of an older release issues none.
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
