import type { ProviderSettings } from '../adapters/adapter.js';
import type { Provider } from '../providers.js';
import { DomainError, textOf } from '../../platform/domain-error.js';
import type { ErrorCode } from '../../platform/error-codes.js';
import { ProviderError } from '../client/provider-error.js';

/** A shorter text is no secret, and would blank out words by chance. */
const SHORTEST_SECRET = 4;

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
    const failure = { name: settings.name, kind: error.kind, reason: withoutSecrets(reason, settings) };
    throw new DomainError(codeOf(error), textOf('paymentProviders.failed', failure));
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
