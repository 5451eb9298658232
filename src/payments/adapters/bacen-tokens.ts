import type { HttpClient, TokenSource } from '../../platform/http-client.js';
import { ProviderError } from '../../platform/provider-error.js';
import type { AccessToken } from './adapter.js';

const OPERATION = 'POST /oauth/token';
const EXPIRY_MARGIN_SECONDS = 60;
/** `expires_in` is only recommended (RFC 6749, 5.1). */
const DEFAULT_LIFETIME_SECONDS = 300;

/** The tokens of one provider: `get` from the cache, `renew` always from the provider. */
export interface BacenTokens extends TokenSource {
  renew(): Promise<AccessToken>;
}

/**
 * OAuth 2.0 client credentials (RFC 6749, 4.4). A token is kept until 60 s before its end (a short-lived one for half its
 * life), and however many calls want one at once, one request is made. `path` is that of the token endpoint at `client`. The
 * id and secret go into HTTP Basic as they are: providers do not decode the form encoding that RFC 6749, 2.3.1 asks for.
 */
export function createBacenTokens(
  client: HttpClient,
  { provider, path, clientId, clientSecret }: { provider: string; path: string; clientId: string; clientSecret: string },
): BacenTokens {
  const basic = Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64');
  let cached: { token: string; freshUntilMs: number } | undefined;
  let underWay: Promise<AccessToken> | undefined;

  async function request(): Promise<AccessToken> {
    const askedAtMs = Date.now();
    const form = { grant_type: 'client_credentials' };
    const headers = { authorization: `Basic ${basic}` };
    const call = { operation: OPERATION, method: 'POST', path, form, headers, idempotent: true } as const;
    const { body } = await client.call(call).catch((error: unknown) => {
      // RFC 6749, 5.2: refused credentials are a 400 as often as a 401.
      if (!(error instanceof ProviderError) || error.kind !== 'REJECTED') throw error;
      throw new ProviderError('UNAUTHORIZED', error.message, {
        provider,
        operation: OPERATION,
        status: error.status,
        cause: error,
      });
    });
    const { access_token: token, expires_in: lifetime } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown };
    if (typeof token !== 'string' || token === '') {
      throw new ProviderError('INVALID_ANSWER', 'no access_token', { provider, operation: OPERATION });
    }
    const lifetimeSeconds = Number(lifetime) > 0 ? Number(lifetime) : DEFAULT_LIFETIME_SECONDS;
    const marginSeconds = Math.min(EXPIRY_MARGIN_SECONDS, lifetimeSeconds / 2);
    cached = { token, freshUntilMs: askedAtMs + (lifetimeSeconds - marginSeconds) * 1000 };
    return { accessToken: token, expiresAt: new Date(askedAtMs + lifetimeSeconds * 1000) };
  }

  function renew(): Promise<AccessToken> {
    underWay ??= request().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    renew,
    async get() {
      if (cached && Date.now() < cached.freshUntilMs) return cached.token;
      return (await renew()).accessToken;
    },
    discard(token) {
      // Another call may have replaced it already.
      if (cached?.token === token) cached = undefined;
    },
  };
}
