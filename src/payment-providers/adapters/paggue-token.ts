import { InvalidDocumentError, list, object, text } from './document-fields.js';
import type { GrantedToken, TokenProtocol } from './token-protocol.js';

/**
 * `POST /auth/v1/token {client_key, client_secret}` -> `{access_token, token_type, expires_at, user: {companies: [{id}]}}`.
 * `onCompany` is told the number of the company that the token acts for, the first of the list, before the token is used.
 */
export function paggueTokenProtocol(onCompany: (companyId: string) => void): TokenProtocol {
  return {
    path: 'auth/v1/token',
    operation: 'POST /auth/v1/token',
    request: ({ clientId, clientSecret }) => ({ json: { client_key: clientId, client_secret: clientSecret } }),
    read(answer): GrantedToken {
      const granted = object(answer, 'the answer');
      const token = text(granted.access_token, 'access_token');
      onCompany(companyOf(granted));
      return { token, lifetimeSeconds: lifetimeSeconds(granted.expires_at) };
    },
  };
}

function companyOf({ user }: Record<string, unknown>): string {
  const [company] = list(object(user, 'user').companies);
  const { id } = object(company, 'user.companies[0]');
  if (Number.isSafeInteger(id)) return String(id);
  const number = text(id, 'user.companies[0].id');
  if (/^[\w-]{1,100}$/.test(number)) return number;
  throw new InvalidDocumentError('user.companies[0].id is not an identifier');
}

/** Of an ISO 8601 text or of seconds since 1970; undefined, so that a short life is assumed, when it is neither or past. */
function lifetimeSeconds(expiresAt: unknown): number | undefined {
  const atMs = typeof expiresAt === 'number' ? expiresAt * 1000 : Date.parse(String(expiresAt));
  const seconds = (atMs - Date.now()) / 1000;
  return seconds > 0 ? seconds : undefined;
}
