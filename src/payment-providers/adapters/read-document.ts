import { ProviderError } from '../client/provider-error.js';
import { InvalidDocumentError } from './document-fields.js';

/** What was read of a provider's document, or ProviderError INVALID_ANSWER saying what it should not have sent. */
export function readDocument<T>({ provider, operation }: { provider: string; operation: string }, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof InvalidDocumentError)) throw cause;
    throw new ProviderError('INVALID_ANSWER', cause.message, { provider, operation, cause });
  }
}
