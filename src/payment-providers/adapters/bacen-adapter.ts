import {
  isCallbackSecret,
  type AdapterName,
  type ProviderAdapter,
  type ProviderSettings,
  type ChargeRequest,
  type ProviderCharge,
  type ReceivedPayment,
  type ReceivedPeriod,
  type UnreadablePayment,
  type ProviderRefund,
  type RefundReference,
  type WebhookOperations,
} from './adapter.js';
import {
  clientCredentials,
  createProviderApi,
  isRejection,
  unlessNotFound,
  type CallOptions,
  type ProviderApi,
} from './provider-api.js';
import { formatMoney } from '../../platform/money.js';
import { buildBrCode, canonicalPixKey } from '../br-code/br-code.js';
import {
  readCharge,
  readPage,
  readPayment,
  readRefund,
  readWebhook,
  callbackAddress,
  callbackReferences,
} from './bacen-documents.js';
import { mustBeAsked, truncate } from './document-fields.js';
import { ProviderError } from '../client/provider-error.js';
import { sha256 } from '../../platform/crypto.js';
import type { HttpCall } from '../client/http-client.js';

interface BacenApi extends ProviderApi {
  /** Our PIX key, as the DICT writes it. */
  pixKey: string;
}

/** Asked for by key, which is its id: the entries of `GET /webhook` do not say which key they belong to. */
function bacenWebhooks(api: BacenApi, settings: ProviderSettings): WebhookOperations {
  const call = (method: 'GET' | 'PUT' | 'DELETE', json?: unknown): HttpCall => ({
    operation: `${method} /webhook/{chave}`,
    method,
    path: `/webhook/${encodeURIComponent(api.pixKey)}`,
    json,
  });
  const consult = () => api.ask(call('GET'), (body) => readWebhook(body, api.pixKey));

  return {
    async listWebhooks() {
      const webhook = await unlessNotFound(consult());
      return webhook ? [webhook] : [];
    },
    async registerWebhook(callbackUrl) {
      await api.ask(call('PUT', { webhookUrl: callbackAddress(callbackUrl, settings.callbackSecret) }), () => undefined);
      return consult();
    },
    async deleteWebhook(id) {
      if (id !== api.pixKey) return false;
      return (await unlessNotFound(api.ask(call('DELETE'), () => true))) ?? false;
    },
    verifyCallback: ({ query }) => isCallbackSecret(query.hmac, settings),
    parseCallback: (rawBody) => api.readDocument('callback', () => callbackReferences(rawBody)),
  };
}

/** A repeated refund cannot refund twice. Providers disagree on whether it is an error (bacen/pix-api#277). */
function bacenRefunds(api: BacenApi): Pick<ProviderAdapter, 'refund' | 'consultRefund'> {
  function devolucao(
    method: 'GET' | 'PUT',
    { endToEndId, refundId }: RefundReference,
    amountCentavos?: bigint,
  ): Promise<ProviderRefund> {
    const path = `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(refundId)}`;
    const json = amountCentavos === undefined ? undefined : { valor: formatMoney(amountCentavos) };
    return api.ask({ operation: `${method} /pix/{e2eid}/devolucao/{id}`, method, path, json }, (body) => {
      const refund = readRefund(body);
      mustBeAsked('id', refund.refundId, refundId);
      mustBeAsked('valor', refund.amountCentavos, amountCentavos);
      return refund;
    });
  }

  const consultRefund = (reference: RefundReference): Promise<ProviderRefund | undefined> =>
    unlessNotFound(devolucao('GET', reference));

  return {
    consultRefund,
    async refund({ amountCentavos, ...reference }) {
      try {
        return await devolucao('PUT', reference, amountCentavos);
      } catch (error) {
        const existing = isRejection(error) ? await consultRefund(reference) : undefined;
        if (existing?.amountCentavos !== amountCentavos) throw error;
        return existing;
      }
    },
  };
}

const PAYMENTS_PER_PAGE = 100;
const MAX_PAGES = 10_000;
const OPERATION = 'GET /pix';

function bacenPayments(api: BacenApi): Pick<ProviderAdapter, 'consultPayment' | 'listReceivedPayments'> {
  function askPage({ from, to, onlyReturned }: ReceivedPeriod, page: number): Promise<{ entries: unknown[]; isLast: boolean }> {
    const query = {
      inicio: from.toISOString(),
      fim: to.toISOString(),
      ...(onlyReturned && { devolucaoPresente: 'true' }),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAYMENTS_PER_PAGE),
    };
    return api.ask({ operation: OPERATION, method: 'GET', path: '/pix', query }, (body) => readPage(body, page));
  }

  function readListed(entry: unknown): ReceivedPayment | UnreadablePayment {
    try {
      return api.readDocument(OPERATION, () => readPayment(entry));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { endToEndId } = Object(entry) as { endToEndId?: unknown };
      const isReference = typeof endToEndId === 'string' && /^[\w-]{1,63}$/.test(endToEndId);
      const reference = isReference ? endToEndId : sha256(JSON.stringify(entry)).toString('hex');
      return { reference, problem: error.message };
    }
  }

  return {
    consultPayment(endToEndId) {
      const path = `/pix/${encodeURIComponent(endToEndId)}`;
      return unlessNotFound(api.ask({ operation: 'GET /pix/{e2eid}', method: 'GET', path }, readPayment));
    },
    async *listReceivedPayments(period) {
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { entries, isLast } = await askPage(period, page);
        for (const entry of entries) yield readListed(entry);
        if (isLast) return;
      }
      throw new ProviderError('INVALID_ANSWER', `more than ${MAX_PAGES} pages`, { provider: api.provider, operation: OPERATION });
    },
  };
}

const MAX_REQUEST_TO_PAYER = 140;
const MAX_NAME = 200;

/** A repeated PUT is the same charge. Where it or a cancellation is refused, the charge that exists is the answer. */
function bacenCharges(
  api: BacenApi,
  { merchantName, merchantCity }: Pick<ProviderSettings, 'merchantName' | 'merchantCity'>,
): Pick<ProviderAdapter, 'createCharge' | 'consultCharge' | 'cancelCharge'> {
  const codeOf = (url: string) => buildBrCode({ url, merchantName, merchantCity });

  function cob(method: 'GET' | 'PUT' | 'PATCH', txid: string, json?: unknown, amountCentavos?: bigint): Promise<ProviderCharge> {
    const path = `/cob/${encodeURIComponent(txid)}`;
    // Repeating our PATCH is harmless: all it does is remove.
    return api.ask({ operation: `${method} /cob/{txid}`, method, path, json, idempotent: true }, (body) => {
      const charge = readCharge(body, codeOf);
      mustBeAsked('txid', charge.txid, txid);
      mustBeAsked('valor', charge.amountCentavos, amountCentavos);
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

/** API Pix 2.9 of the Banco Central. BAD_USER_INPUT for settings it cannot work with. */
export function createBacenAdapter(
  settings: ProviderSettings,
  options: CallOptions,
  adapter: AdapterName = 'bacen',
): ProviderAdapter {
  const connected = createProviderApi(settings, options, adapter, clientCredentials('/oauth/token', 'form'));
  const api = { ...connected, pixKey: canonicalPixKey(settings.pixKey) };
  return {
    adapter,
    ...bacenCharges(api, settings),
    ...bacenPayments(api),
    ...bacenRefunds(api),
    ...bacenWebhooks(api, settings),
    accessToken: api.renewToken,
    close: api.close,
  };
}
