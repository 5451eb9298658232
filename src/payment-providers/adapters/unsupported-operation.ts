import { DomainError, textOf } from '../../platform/domain-error.js';
import type { AdapterName, ProviderAdapter, ChargeReference, ProviderCharge } from './adapter.js';

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

/**
 * Cancels a charge at its provider, or only asks how it stands where the provider cannot cancel. So it may be answered
 * `ACTIVE`: its code can be paid until the provider ends it by itself, and what is paid then is a late payment. Undefined when
 * the provider knows no such charge; throws ProviderError.
 */
export async function cancelOrConsultCharge(
  adapter: ProviderAdapter,
  charge: ChargeReference,
): Promise<ProviderCharge | undefined> {
  try {
    return await adapter.cancelCharge(charge);
  } catch (error) {
    if (!(error instanceof UnsupportedOperationError)) throw error;
    return adapter.consultCharge(charge);
  }
}
