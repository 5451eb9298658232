import { buildBrCode } from '../br-code/br-code.js';
import type { ChargeRequest, ProviderAdapter, ProviderSettings } from './adapter.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';

/** Whose account a static code pays into. */
export type StaticPayee = Pick<ProviderSettings, 'pixKey' | 'merchantName' | 'merchantCity'>;

/**
 * The copy-and-paste payload of a static PIX code. Pure and quick: no provider is asked, and creating orders calls it thousands of
 * times a second. `txid` is 1 to 25 letters and digits. Throws BrCodeError for a payee or txid that no code can carry; the
 * description is cleaned and cut to what fits instead, since it must not cost a sale.
 */
export function buildStaticCode(
  payee: StaticPayee,
  charge: Pick<ChargeRequest, 'txid' | 'amountCentavos' | 'description'>,
): string {
  return buildBrCode({
    key: payee.pixKey,
    merchantName: payee.merchantName,
    merchantCity: payee.merchantCity,
    amountCentavos: charge.amountCentavos,
    txid: charge.txid,
    description: printable(charge.description),
  });
}

/** No provider at all: codes are static, and whether they were paid is seen on the bank statement and entered by hand. */
export function createStaticAdapter(settings: ProviderSettings): ProviderAdapter {
  return {
    adapter: 'static',
    async createCharge(request) {
      const { txid, amountCentavos } = request;
      return { txid, brCode: buildStaticCode(settings, request), amountCentavos, status: 'ACTIVE', payments: [] };
    },
    consultCharge: unsupported('static', 'consultCharge'),
    cancelCharge: unsupported('static', 'cancelCharge'),
    consultPayment: unsupported('static', 'consultPayment'),
    listReceivedPayments() {
      throw new UnsupportedOperationError('static', 'listReceivedPayments');
    },
    refund: unsupported('static', 'refund'),
    consultRefund: unsupported('static', 'consultRefund'),
    accessToken: unsupported('static', 'accessToken'),
    listWebhooks: unsupported('static', 'listWebhooks'),
    registerWebhook: unsupported('static', 'registerWebhook'),
    deleteWebhook: unsupported('static', 'deleteWebhook'),
    // Nobody has our address, so a caller is not a provider.
    verifyCallback: () => false,
    parseCallback() {
      throw new UnsupportedOperationError('static', 'parseCallback');
    },
    close: async () => {},
  };
}

/** Without the control characters and lone surrogates that a BR Code refuses. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
}
