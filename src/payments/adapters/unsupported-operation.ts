import { DomainError } from '../../platform/domain-error.js';
import type { AdapterName, ProviderAdapter } from './adapter.js';

/** The provider has no such operation, and never will: not a failure to retry. Callers see it as CONFLICT. */
export class UnsupportedOperationError extends DomainError {
  constructor(
    readonly adapter: AdapterName,
    readonly operation: keyof ProviderAdapter,
  ) {
    super('CONFLICT', `A payment provider with the adapter "${adapter}" has no operation "${operation}".`);
    this.name = 'UnsupportedOperationError';
  }
}
