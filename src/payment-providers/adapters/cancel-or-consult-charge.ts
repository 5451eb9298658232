import type { ChargeReference, ProviderAdapter, ProviderCharge } from './adapter.js';
import { UnsupportedOperationError } from './unsupported-operation.js';

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
