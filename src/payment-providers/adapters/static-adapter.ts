import { buildBrCode } from '../br-code/br-code.js';
import type { ChargeRequest, ProviderAdapter, ProviderSettings } from './adapter.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';

/**
 * The copy-and-paste payload of a static PIX code. Creating orders calls it thousands of times a second. `txid` is 1 to 25 letters and
 * digits. Throws BrCodeError for a payee or txid that no code can carry; the description is cut to what fits, since it must not cost a
 * sale.
 */
export function buildStaticCode(
  { pixKey: key, merchantName, merchantCity }: Pick<ProviderSettings, 'pixKey' | 'merchantName' | 'merchantCity'>,
  { txid, amountCentavos, description }: Pick<ChargeRequest, 'txid' | 'amountCentavos' | 'description'>,
): string {
  // A BR Code refuses control characters and lone surrogates.
  const printable = description.replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
  return buildBrCode({ key, merchantName, merchantCity, amountCentavos, txid, description: printable });
}

/** No provider at all: codes are static, and whether they were paid is seen on the bank statement and entered by hand. */
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
