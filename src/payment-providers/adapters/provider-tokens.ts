import type { HttpClient, TokenSource, HttpCall } from '../client/http-client.js';
import { ProviderError } from '../client/provider-error.js';
import type { AccessToken } from './adapter.js';
import type { ProviderConnection } from './connection.js';
import { readDocument, object, text } from './document-fields.js';

/** A token as its provider gave it; how long it lives, in seconds, when the provider says. */
export interface GrantedToken {
  token: string;
  lifetimeSeconds?: number;
}

/** How tokens are asked of a kind of provider. */
export interface TokenProtocol {
  /** Where, unless the credentials say otherwise; see `providerConnection`. */
  path: string;
  /** Names the call in errors. */
  operation: string;
  /** What is sent, beside the path. */
  request(client: Pick<ProviderConnection, 'clientId' | 'clientSecret'>): Pick<HttpCall, 'headers' | 'form' | 'json'>;
  /** Reads the answer; throws InvalidDocumentError. */
  read(answer: unknown): GrantedToken;
}

const GRANT = { grant_type: 'client_credentials' };

/**
 * OAuth 2.0 client credentials (RFC 6749, 4.4), the request being a form as in the standard or the same in JSON. The id and
 * secret go into HTTP Basic as they are: providers do not decode the form encoding that RFC 6749, 2.3.1 asks for.
 */
export function clientCredentials(path: string, body: 'form' | 'json'): TokenProtocol {
  return {
    path,
    operation: `POST ${path.startsWith('/') ? path : `/${path}`}`,
    request: ({ clientId, clientSecret }) => ({
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}` },
      [body]: GRANT,
    }),
    read(answer) {
      const { access_token: token, expires_in: lifetime } = object(answer, 'the answer');
      // `expires_in` is only recommended (RFC 6749, 5.1).
      return { token: text(token, 'access_token'), ...(Number(lifetime) > 0 && { lifetimeSeconds: Number(lifetime) }) };
    },
  };
}

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
