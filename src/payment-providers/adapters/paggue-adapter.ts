import type { ProviderAdapter, ProviderSettings } from './adapter.js';
import { createPaggueApi } from './paggue-api.js';
import { paggueCharges } from './paggue-charges.js';
import { paggueWebhooks } from './paggue-webhooks.js';
import type { CallOptions } from './provider-api.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';

/**
 * Speaks Paggue's API, and that of every service of its shape: billing orders under a hash of the provider's own, calls and
 * callbacks signed with a secret both sides know. No way to cancel a billing order, to refund one or to list payments is known.
 * Throws DomainError BAD_USER_INPUT for settings it cannot work with.
 */
export function createPaggueAdapter(settings: ProviderSettings, options: CallOptions = {}): ProviderAdapter {
  const api = createPaggueApi(settings, options);
  return {
    adapter: 'paggue',
    ...paggueCharges(api),
    ...paggueWebhooks(api),
    listReceivedPayments() {
      throw new UnsupportedOperationError('paggue', 'listReceivedPayments', 'theirPortal');
    },
    refund: unsupported('paggue', 'refund', 'theirPortal'),
    consultRefund: unsupported('paggue', 'consultRefund', 'theirPortal'),
    accessToken: () => api.tokens.renew(),
    close: api.close,
  };
}
