import type { AdapterName, ProviderAdapter, ProviderSettings } from './adapter.js';
import { createBacenApi } from './bacen-api.js';
import { bacenCharges } from './bacen-charges.js';
import { bacenPayments } from './bacen-payments.js';
import { bacenRefunds } from './bacen-refunds.js';
import { bacenWebhooks } from './bacen-webhooks.js';
import type { CallOptions } from './provider-api.js';

/**
 * Speaks API Pix 2.9 of the Banco Central, for every provider that follows it: immediate charges (`cob`), received payments,
 * refunds (`devolucao`) and the callback registered on our key. Throws DomainError BAD_USER_INPUT for settings it cannot work
 * with.
 */
export function createBacenAdapter(
  settings: ProviderSettings,
  options: CallOptions = {},
  adapter: AdapterName = 'bacen',
): ProviderAdapter {
  const api = createBacenApi(settings, options, adapter);
  return {
    adapter,
    ...bacenCharges(api, settings),
    ...bacenPayments(api),
    ...bacenRefunds(api),
    ...bacenWebhooks(api, settings.callbackSecret),
    accessToken: () => api.tokens.renew(),
    close: api.close,
  };
}
