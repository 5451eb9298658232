import type { HttpClient, TokenSource } from '../client/http-client.js';
import { ProviderError } from '../client/provider-error.js';
import type { AccessToken } from './adapter.js';
import type { ProviderConnection } from './connection.js';
import type { TokenProtocol } from './token-protocol.js';
import { readDocument } from './read-document.js';

const EXPIRY_MARGIN_SECONDS = 60;
const DEFAULT_LIFETIME_SECONDS = 300;

/** The tokens of one provider: `get` from the cache, `renew` always from the provider. */
export interface ProviderTokens extends TokenSource {
  renew(): Promise<AccessToken>;
}

/**
 * Keeps a provider's token until 60 s before its end (a short-lived one for half its life; one whose end is not said counts as
 * ending after 300 s), and however many calls want one at once, one request is made. `client` is connected to the host of the
 * token endpoint.
 */
export function createProviderTokens(
  client: HttpClient,
  provider: string,
  connection: Pick<ProviderConnection, 'tokenUrl' | 'clientId' | 'clientSecret'>,
  { operation, request, read }: TokenProtocol,
): ProviderTokens {
  const path = connection.tokenUrl.pathname + connection.tokenUrl.search;
  let cached: { token: string; freshUntilMs: number } | undefined;
  let underWay: Promise<AccessToken> | undefined;

  async function ask(): Promise<AccessToken> {
    const askedAtMs = Date.now();
    const call = { ...request(connection), operation, method: 'POST', path, idempotent: true } as const;
    const { body } = await client.call(call).catch((error: unknown) => {
      // RFC 6749, 5.2: refused credentials are a 400 as often as a 401.
      if (!(error instanceof ProviderError) || error.kind !== 'REJECTED') throw error;
      throw new ProviderError('UNAUTHORIZED', error.message, { provider, operation, status: error.status, cause: error });
    });
    const { token, lifetimeSeconds = DEFAULT_LIFETIME_SECONDS } = readDocument({ provider, operation }, () => read(body));
    const marginSeconds = Math.min(EXPIRY_MARGIN_SECONDS, lifetimeSeconds / 2);
    cached = { token, freshUntilMs: askedAtMs + (lifetimeSeconds - marginSeconds) * 1000 };
    return { accessToken: token, expiresAt: new Date(askedAtMs + lifetimeSeconds * 1000) };
  }

  function renew(): Promise<AccessToken> {
    underWay ??= ask().finally(() => {
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
