import { DomainError, textOf } from '../../platform/domain-error.js';
import type { AdapterName, ProviderAdapter, ChargeReference, ProviderCharge } from './adapter.js';

/** What an operator can do instead. */
type Advice = 'theirPortal' | 'pay2mPortal' | 'staysPayable' | 'endsByItself' | 'none';

/** The provider has no such operation, or none that is known of: not a failure to retry. Callers see a CONFLICT. */
export class UnsupportedOperationError extends DomainError {
  constructor(adapter: AdapterName, operation: keyof ProviderAdapter, advice: Advice = 'none') {
    super('CONFLICT', textOf('paymentProviders.unsupported', { adapter, operation, advice }));
    this.name = 'UnsupportedOperationError';
  }
}

/** Operations that a provider does not have. */
export function unsupported<Name extends keyof ProviderAdapter>(
  adapter: AdapterName,
  operations: readonly Name[],
  advice?: Advice,
): Record<Name, () => Promise<never>> {
  const failing = operations.map((operation) => {
    const fail = async (): Promise<never> => {
      throw new UnsupportedOperationError(adapter, operation, advice);
    };
    return [operation, fail] as const;
  });
  return Object.fromEntries(failing) as Record<Name, () => Promise<never>>;
}

/**
 * Cancels a charge, or only asks how it stands where the provider cannot cancel: then it may stay `ACTIVE` until it ends by itself, and
 * what is paid meanwhile is a late payment. Undefined when the provider knows no such charge; throws ProviderError.
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
