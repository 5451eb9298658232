import type { ChargeReference, ChargeRequest, ProviderAdapter, ProviderCharge } from './adapter.js';
import { truncate } from './truncate.js';
import type { PaggueApi } from './paggue-api.js';
import { hashOfPayment, readBillingOrder } from './paggue-documents.js';
import { unlessNotFound } from './provider-api.js';
import { unsupported } from './unsupported-operation.js';

type ChargeOperations = 'createCharge' | 'consultCharge' | 'cancelCharge' | 'consultPayment';

/** No limit is documented: this much has a place anywhere. */
const MAX_TEXT = 100;

/**
 * Charges, which Paggue calls billing orders. Our txid is the `external_id`, unique for a client: the same body again is the
 * same billing order, so that the POST may be repeated. Afterwards it is found by its `hash` only. The code is static and does
 * not end, so what comes after an order's expiry is a late payment.
 */
export function paggueCharges(api: PaggueApi): Pick<ProviderAdapter, ChargeOperations> {
  const path = '/cashin/api/billing_order';

  async function consultCharge({ txid, providerReference }: ChargeReference): Promise<ProviderCharge | undefined> {
    if (providerReference === undefined) return undefined;
    const ofHash = `${path}/${encodeURIComponent(providerReference)}`;
    const call = { operation: `GET ${path}/{hash}`, method: 'GET', path: ofHash } as const;
    return unlessNotFound(api.ask(call, (body) => readBillingOrder(body, { txid, providerReference })));
  }

  return {
    createCharge(request) {
      const { txid, amountCentavos } = request;
      const call = { operation: `POST ${path}`, method: 'POST', path, json: requestedOrder(request), idempotent: true } as const;
      return api.ask(call, (body) => readBillingOrder(body, { txid, amountCentavos }));
    },
    consultCharge,
    cancelCharge: unsupported('paggue', 'cancelCharge', 'staysPayable'),
    async consultPayment(endToEndId) {
      return (await consultCharge({ providerReference: hashOfPayment(endToEndId) }))?.payments[0];
    },
  };
}

function requestedOrder({ txid, amountCentavos, description, payer }: ChargeRequest): unknown {
  return {
    ...(payer && { payer_name: truncate(payer.name, MAX_TEXT) }),
    // At most 999,999,999,999, which a double holds.
    amount: Number(amountCentavos),
    external_id: txid,
    description: truncate(description, MAX_TEXT),
  };
}
