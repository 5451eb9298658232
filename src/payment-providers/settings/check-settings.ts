import { createAdapter } from '../adapters/create-adapter.js';
import { buildStaticCode } from '../adapters/static-adapter.js';
import type { ProviderSettings } from '../adapters/adapter.js';
import { BrCodeError } from '../br-code/br-code-tlv.js';
import { CREDENTIAL_NAMES } from '../provider-secrets.js';
import { DomainError, refuseField } from '../../platform/domain-error.js';

/**
 * Throws BAD_USER_INPUT, by the field of `UpsertPaymentProviderInput`, for settings that no charge can be made with: by building
 * a code for the payee and by really making the adapter, which sends nothing yet. Whether the credentials are the right ones
 * only the provider knows.
 */
export async function checkSettings(adapter: string, settings: ProviderSettings, production: boolean): Promise<void> {
  if (production && adapter === 'sandbox') {
    throw refuseField('adapter', 'paymentProviders.sandbox');
  }
  refuseUncodable(settings);
  try {
    await createAdapter(adapter, settings).close();
  } catch (error) {
    throw error instanceof DomainError ? inTermsOfInput(error) : error;
  }
}

/** Whatever the adapter: `createOrderWithoutPaymentGateway` builds static codes for any provider's payee. */
function refuseUncodable(settings: ProviderSettings): void {
  try {
    buildStaticCode(settings, { txid: 'A', amountCentavos: 1n, description: '' });
  } catch (error) {
    if (!(error instanceof BrCodeError)) throw error;
    const problem = error.message.slice(error.field.length + 1);
    throw refuseField(error.field === 'key' ? 'pixKey' : error.field, 'paymentProviders.uncodable', { problem });
  }
}

/** Adapters speak of `clientId`; here it is `credentials.clientId`. */
function inTermsOfInput({ code, fields = {} }: DomainError): DomainError {
  const nameOf = (field: string): string => (CREDENTIAL_NAMES.some((name) => name === field) ? `credentials.${field}` : field);
  const renamed = Object.fromEntries(Object.entries(fields).map(([field, problems]) => [nameOf(field), problems]));
  return new DomainError(code, { fields: renamed });
}
