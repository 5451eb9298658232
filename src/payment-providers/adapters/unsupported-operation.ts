import { DomainError, textOf } from '../../platform/domain-error.js';
import type { AdapterName, ProviderAdapter, ChargeReference, ProviderCharge } from './adapter.js';

type Advice = 'theirPortal' | 'pay2mPortal' | 'staysPayable' | 'endsByItself' | 'none';

/** Not a failure to retry. */
export class UnsupportedOperationError extends DomainError {
  constructor(adapter: AdapterName, operation: keyof ProviderAdapter, advice: Advice = 'none') {
    super('CONFLICT', textOf('paymentProviders.unsupported', { adapter, operation, advice }));
    this.name = 'UnsupportedOperationError';
  }
}

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

/** Only asks how the charge stands where the provider cannot cancel: then it may stay `ACTIVE`. Throws ProviderError. */
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
