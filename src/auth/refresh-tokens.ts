import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { ISSUER } from '../platform/tokens.js';
import { isUuid } from '../platform/uuid.js';

/** Differs from the audience of every access token, so that neither is accepted as the other. */
const AUDIENCE = 'REFRESH';

/** `generation`: how often the session was refreshed. */
export interface RefreshClaims {
  sessionId: string;
  generation: number;
}

export interface RefreshTokens {
  /** Equal facts make an equal token, so that a lost answer can be repeated. */
  issue(facts: RefreshClaims & { rotatedAt: Date; refreshExpiresAt: Date }): { refreshToken: string; refreshExpiresAt: Date };
  verify(token: string): (RefreshClaims & { isExpired: boolean }) | undefined;
}

export function createRefreshTokens(secret: string): RefreshTokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  return {
    issue({ sessionId, generation, rotatedAt, refreshExpiresAt }) {
      const exp = Math.floor(refreshExpiresAt.getTime() / 1_000);
      const refreshToken = jwt.sign({ iat: Math.floor(rotatedAt.getTime() / 1_000), exp, gen: generation }, key, {
        algorithm: 'HS256',
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: sessionId,
      });
      return { refreshToken, refreshExpiresAt: new Date(exp * 1_000) };
    },
    verify(token) {
      try {
        const claims = jwt.verify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          ignoreExpiration: true,
        });
        // The library also accepts a list that contains the audience.
        if (typeof claims === 'string' || claims.aud !== AUDIENCE || !claims.exp || !claims.sub || !isUuid(claims.sub))
          return undefined;
        const generation: unknown = claims.gen;
        if (!Number.isSafeInteger(generation)) return undefined;
        const isExpired = claims.exp * 1_000 <= Date.now();
        return { sessionId: claims.sub, generation: generation as number, isExpired };
      } catch {
        return undefined;
      }
    },
  };
}
