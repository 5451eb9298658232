import { formatMoney } from '../../platform/money.js';
import { buildBrCode } from '../br-code/br-code.js';
import type { ChargeRequest, ProviderAdapter, ProviderCharge, ProviderSettings } from './adapter.js';
import type { BacenApi } from './bacen-api.js';
import { readCharge } from './bacen-documents.js';
import { InvalidDocumentError } from './document-fields.js';
import { truncate } from './truncate.js';
import { isRejection, unlessNotFound } from './provider-api.js';

const MAX_REQUEST_TO_PAYER = 140;
const MAX_NAME = 200;

/**
 * Immediate charges (`cob`). The txid is ours, so a repeated PUT is the same charge; and where a provider refuses one that it
 * carried out already, the charge it has is the answer, if the amount is the same. A cancellation that is refused is answered
 * with the charge as it is, which is how "already paid" is seen.
 */
export function bacenCharges(
  api: BacenApi,
  { merchantName, merchantCity }: Pick<ProviderSettings, 'merchantName' | 'merchantCity'>,
): Pick<ProviderAdapter, 'createCharge' | 'consultCharge' | 'cancelCharge'> {
  const codeOf = (url: string) => buildBrCode({ url, merchantName, merchantCity });

  function cob(method: 'GET' | 'PUT' | 'PATCH', txid: string, json?: unknown, amountCentavos?: bigint): Promise<ProviderCharge> {
    const path = `/cob/${encodeURIComponent(txid)}`;
    // Repeating our PATCH is harmless: all it does is remove.
    return api.ask({ operation: `${method} /cob/{txid}`, method, path, json, idempotent: true }, (body) => {
      const charge = readCharge(body, codeOf);
      if (charge.txid !== txid) throw new InvalidDocumentError('txid is not the one asked');
      if (charge.amountCentavos !== (amountCentavos ?? charge.amountCentavos))
        throw new InvalidDocumentError('valor is not the one asked');
      return charge;
    });
  }

  const consulted = (txid: string): Promise<ProviderCharge | undefined> => unlessNotFound(cob('GET', txid));

  return {
    consultCharge: async ({ txid }) => (txid === undefined ? undefined : consulted(txid)),
    async createCharge(request) {
      const { txid, amountCentavos } = request;
      try {
        return await cob('PUT', txid, requestedCob(request, api.pixKey), amountCentavos);
      } catch (error) {
        const existing = isRejection(error) ? await consulted(txid) : undefined;
        if (!existing || existing.status === 'CANCELLED' || existing.amountCentavos !== amountCentavos) throw error;
        return existing;
      }
    },
    async cancelCharge({ txid }) {
      if (txid === undefined) return undefined;
      try {
        return await cob('PATCH', txid, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      } catch (error) {
        if (!isRejection(error)) throw error;
        const charge = await consulted(txid);
        if (charge?.status === 'ACTIVE') throw error;
        return charge;
      }
    },
  };
}

function requestedCob({ amountCentavos, expiresInSeconds, description, payer }: ChargeRequest, pixKey: string): unknown {
  return {
    calendario: { expiracao: expiresInSeconds },
    ...(payer && { devedor: { cpf: payer.cpf, nome: truncate(payer.name, MAX_NAME) } }),
    valor: { original: formatMoney(amountCentavos) },
    chave: pixKey,
    ...(description && { solicitacaoPagador: truncate(description, MAX_REQUEST_TO_PAYER) }),
  };
}
