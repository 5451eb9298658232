import type { ProviderAdapter, ProviderSettings } from './adapter.js';
import { pay2mCharges } from './pay2m-charges.js';
import { pay2mWebhooks } from './pay2m-webhooks.js';
import { createProviderApi, type CallOptions } from './provider-api.js';
import { clientCredentials } from './token-protocol.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';

/**
 * Speaks Pay2m's API v1 as docs.pay2m.com.br shows it: dynamic codes made under a reference of Pay2m's own, and one callback
 * address an account. It documents neither a way to cancel a code (it ends by itself, within an hour), nor refunds, nor a list
 * of payments. Throws DomainError BAD_USER_INPUT for settings it cannot work with.
 */
export function createPay2mAdapter(settings: ProviderSettings, options: CallOptions = {}): ProviderAdapter {
  const api = createProviderApi(settings, options, 'pay2m', clientCredentials('api/auth/generate_token', 'json'));
  return {
    adapter: 'pay2m',
    ...pay2mCharges(api),
    ...pay2mWebhooks(api, settings.callbackSecret),
    listReceivedPayments() {
      throw new UnsupportedOperationError('pay2m', 'listReceivedPayments', 'pay2mPortal');
    },
    refund: unsupported('pay2m', 'refund', 'pay2mPortal'),
    consultRefund: unsupported('pay2m', 'consultRefund', 'pay2mPortal'),
    accessToken: () => api.tokens.renew(),
    close: api.close,
  };
}
