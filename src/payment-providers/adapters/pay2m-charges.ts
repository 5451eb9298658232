import type { ChargeReference, ChargeRequest, ProviderAdapter } from './adapter.js';
import { truncate } from './truncate.js';
import { readCreated, readQrCode, reaisOf, referenceOfPayment, type Pay2mCharge } from './pay2m-documents.js';
import { unlessNotFound, type ProviderApi } from './provider-api.js';
import { unsupported } from './unsupported-operation.js';

type ChargeOperations = 'createCharge' | 'consultCharge' | 'cancelCharge' | 'consultPayment';

const MAX_NAME = 100;
const MAX_MESSAGE = 100;
const LONGEST_SECONDS = 3_600;

/**
 * Charges, which Pay2m calls QR codes. A code is found by its `reference_code` only; our txid is its `external_reference`,
 * which nothing can be asked by. So POST /pix/qrcode is sent once: when its answer does not come there may be a code that
 * nobody knows, and nobody can pay it before it ends by itself. A caller who tries again gets another code for the same txid.
 * Codes live 3,600 s at most, however long is asked for. The amount cannot be changed by who pays, so what was charged is what
 * arrived.
 */
export function pay2mCharges(api: ProviderApi): Pick<ProviderAdapter, ChargeOperations> {
  async function consultCharge({ txid, providerReference }: ChargeReference): Promise<Pay2mCharge | undefined> {
    if (providerReference === undefined) return undefined;
    const path = `/api/v1/pix/qrcode/${encodeURIComponent(providerReference)}`;
    const call = { operation: 'GET /api/v1/pix/qrcode/{reference_code}', method: 'GET', path } as const;
    return unlessNotFound(api.ask(call, (body) => readQrCode(body, { txid, providerReference })));
  }

  return {
    createCharge(request) {
      const { txid, amountCentavos } = request;
      const path = '/api/v1/pix/qrcode';
      const call = { operation: `POST ${path}`, method: 'POST', path, json: requestedCode(request) } as const;
      return api.ask(call, (body) => readCreated(body, { txid, amountCentavos }));
    },
    consultCharge,
    cancelCharge: unsupported('pay2m', 'cancelCharge', 'endsByItself'),
    async consultPayment(endToEndId) {
      return (await consultCharge({ providerReference: referenceOfPayment(endToEndId) }))?.payments[0];
    },
  };
}

function requestedCode({ txid, amountCentavos, expiresInSeconds, description, payer }: ChargeRequest): unknown {
  return {
    value: reaisOf(amountCentavos),
    ...(payer && { generator_name: truncate(payer.name, MAX_NAME), generator_document: payer.cpf }),
    external_reference: txid,
    expiration_time: Math.min(LONGEST_SECONDS, Math.max(1, expiresInSeconds)),
    ...(description && { payer_message: truncate(description, MAX_MESSAGE) }),
  };
}
