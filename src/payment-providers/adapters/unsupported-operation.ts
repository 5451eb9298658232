import { DomainError, textOf } from '../../platform/domain-error.js';
import type { AdapterName, ProviderAdapter } from './adapter.js';

/** What an operator can do instead. */
type Advice = 'theirPortal' | 'pay2mPortal' | 'staysPayable' | 'endsByItself' | 'none';

/**
 * The provider has no such operation, or none that is known of: not a failure to retry. Callers see it as CONFLICT; `advice`
 * tells an operator what can be done instead.
 */
export class UnsupportedOperationError extends DomainError {
  constructor(
    readonly adapter: AdapterName,
    readonly operation: keyof ProviderAdapter,
    advice: Advice = 'none',
  ) {
    super('CONFLICT', textOf('paymentProviders.unsupported', { adapter, operation, advice }));
    this.name = 'UnsupportedOperationError';
  }
}

/** An operation that always fails so. */
export function unsupported(adapter: AdapterName, operation: keyof ProviderAdapter, advice?: Advice): () => Promise<never> {
  return async () => {
    throw new UnsupportedOperationError(adapter, operation, advice);
  };
}
