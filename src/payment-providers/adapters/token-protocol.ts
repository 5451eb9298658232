import type { HttpCall } from '../client/http-client.js';
import type { ProviderConnection } from './connection.js';
import { object, text } from './document-fields.js';

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
