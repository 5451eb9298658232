import { ProviderError } from '../payment-providers/client/provider-error.js';

/**
 * Whether a provider answered and the answer says nothing: the fault is of what was asked about, and the next question may
 * well be answered. Any other ProviderError says that the provider is away.
 */
export function isUnhelpful(error: unknown): boolean {
  return error instanceof ProviderError && (error.kind === 'REJECTED' || error.kind === 'INVALID_ANSWER');
}
