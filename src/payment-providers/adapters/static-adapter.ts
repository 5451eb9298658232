import { buildBrCode } from '../br-code/br-code.js';
import type { ChargeRequest, ProviderAdapter, ProviderSettings } from './adapter.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';

/** Orders make thousands a second. Throws BrCodeError for a payee or txid that no code can carry; the description is cut. */
export function buildStaticCode(
  { pixKey: key, merchantName, merchantCity }: Pick<ProviderSettings, 'pixKey' | 'merchantName' | 'merchantCity'>,
  { txid, amountCentavos, description }: Pick<ChargeRequest, 'txid' | 'amountCentavos' | 'description'>,
): string {
  // A BR Code refuses control characters and lone surrogates.
  const printable = description.replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
  return buildBrCode({ key, merchantName, merchantCity, amountCentavos, txid, description: printable });
}

/** Without a provider: an operator sees payments on the bank statement and enters them. */
export function createStaticAdapter(settings: ProviderSettings): ProviderAdapter {
  return {
    adapter: 'static',
    async createCharge(request) {
      const { txid, amountCentavos } = request;
      return { txid, brCode: buildStaticCode(settings, request), amountCentavos, status: 'ACTIVE', payments: [] };
    },
    ...unsupported('static', ['consultCharge', 'cancelCharge', 'consultPayment', 'refund', 'consultRefund']),
    ...unsupported('static', ['accessToken', 'listWebhooks', 'registerWebhook', 'deleteWebhook']),
    listReceivedPayments() {
      throw new UnsupportedOperationError('static', 'listReceivedPayments');
    },
    // Nobody has our address, so a caller is not a provider.
    verifyCallback: () => false,
    parseCallback() {
      throw new UnsupportedOperationError('static', 'parseCallback');
    },
    close: async () => {},
  };
}
