import { GatewayError, type ErrorCode } from '../../client/errors.js';
import type { Tokens } from '../../client/session.js';
import type { SecondFactorMethod } from '../../generated/client/operations.js';
import type { CookieSession } from '../common/session.js';

/*
 * The refresh token of an operator is in a cookie that this script cannot read. Here are the calls that use it.
 */

const CODES: Record<number, ErrorCode> = { 401: 'UNAUTHENTICATED', 429: 'RATE_LIMITED', 503: 'UNAVAILABLE' };
const TIMEOUT_MS = 30_000;

interface SecondStep {
  needsSecondFactor: SecondFactorMethod[];
}
type Credentials = { email: string; password: string; code?: string; passkey?: string };

/** The methods of the second factor, if the password is right and a `code` or `passkey` is missing. */
export async function logInOperator(credentials: Credentials, language: string): Promise<Tokens | SecondStep> {
  return post<Tokens | SecondStep>('login', language, credentials);
}

/** By a passkey alone. */
export function logInByPasskey(passkey: string, language: string): Promise<Tokens> {
  return post('login', language, { passkey });
}

/** Puts a new session into the cookie. */
export function keepSession(refreshToken: string, language: string): Promise<Tokens> {
  return post('refresh', language, { refreshToken });
}

export const OPERATOR_COOKIE: CookieSession = { renew, logOut };

async function renew(language: string): Promise<Tokens | null> {
  try {
    return await post('refresh', language);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}

function logOut(language: string): void {
  post('logout', language).catch(() => undefined);
}

async function post<Answer = Tokens>(path: string, language: string, body: object = {}): Promise<Answer> {
  const answer = await fetch(`/auth/dashboard/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new GatewayError('NETWORK_ERROR', 'The service could not be reached.', { cause });
  });
  const answered = (await answer.json().catch(() => ({}))) as Answer & { message?: string };
  if (answer.ok) return answered;
  throw new GatewayError(CODES[answer.status] ?? 'INTERNAL_SERVER_ERROR', answered.message ?? '');
}
