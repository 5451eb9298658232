import { DomainError } from '../../platform/domain-error.js';
import type { AdapterName, ProviderAdapter } from './adapter.js';

/**
 * The provider has no such operation, or none that is known of: not a failure to retry. Callers see it as CONFLICT; `advice`
 * tells an operator what can be done instead.
 */
export class UnsupportedOperationError extends DomainError {
  constructor(
    readonly adapter: AdapterName,
    readonly operation: keyof ProviderAdapter,
    advice = '',
  ) {
    super('CONFLICT', `A payment provider with the adapter "${adapter}" has no operation "${operation}". ${advice}`.trim());
    this.name = 'UnsupportedOperationError';
  }
}

/** An operation that always fails so. */
export function unsupported(adapter: AdapterName, operation: keyof ProviderAdapter, advice?: string): () => Promise<never> {
  return async () => {
    throw new UnsupportedOperationError(adapter, operation, advice);
  };
}
