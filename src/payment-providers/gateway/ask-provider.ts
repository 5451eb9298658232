import type { ProviderSettings } from '../adapters/adapter.js';
import type { Provider } from '../providers.js';
import { DomainError } from '../../platform/domain-error.js';
import type { ErrorCode } from '../../platform/error-codes.js';
import { ProviderError, type ProviderErrorKind } from '../client/provider-error.js';

/** A shorter text is no secret, and would blank out words by chance. */
const SHORTEST_SECRET = 4;

const MEANINGS: Record<ProviderErrorKind, string> = {
  UNREACHABLE: 'cannot be reached, or cannot answer',
  TIMEOUT: 'did not answer in time, and may have done what was asked',
  REJECTED: 'refuses what was asked',
  UNAUTHORIZED: 'refuses our credentials, our certificate or our rights',
  CIRCUIT_OPEN: 'has just failed too often and is left alone for some seconds',
  INVALID_ANSWER: 'answered something that it should not',
};

/**
 * What a call of the provider answers. Its failures become ours, in words for an operator: PAYMENT_PROVIDER_UNAVAILABLE, or where
 * the provider understood and refuses, BAD_USER_INPUT (400 and 422) or CONFLICT. The provider's reason is told as far as it is in
 * the fields that standards have for it, with every secret of ours blanked out. What the provider has not stays the CONFLICT of
 * UnsupportedOperationError.
 */
export async function askProvider<T>({ settings }: Provider, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const reason = error.message.replaceAll(`${error.provider}: ${error.operation}: `, '');
    const message = `The payment provider ${settings.name} ${MEANINGS[error.kind]} (${withoutSecrets(reason, settings)}).`;
    throw new DomainError(codeOf(error), message);
  }
}

/** A text with the provider's credentials and callback secret blanked out, should they be in it. */
export function withoutSecrets(text: string, { credentials, callbackSecret }: ProviderSettings): string {
  const values: string[] = [...Object.values(credentials), callbackSecret];
  const secrets = values.filter((secret) => secret.length >= SHORTEST_SECRET);
  // The longest first: one may be a part of another.
  secrets.sort((one, other) => other.length - one.length);
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((blanked, secret) => blanked.replaceAll(secret, '***'), text);
}

function codeOf({ kind, status }: ProviderError): ErrorCode {
  if (kind !== 'REJECTED') return 'PAYMENT_PROVIDER_UNAVAILABLE';
  return status === 400 || status === 422 ? 'BAD_USER_INPUT' : 'CONFLICT';
}
