import { formatMoney } from '../../platform/money.js';
import type { HttpCall } from '../client/http-client.js';
import {
  isCallbackSecret,
  type CallbackReference,
  type ChargeOperations,
  type ChargeReference,
  type ChargeRequest,
  type ProviderAdapter,
  type ProviderCharge,
  type ProviderSettings,
  type ReceivedPayment,
  type WebhookOperations,
} from './adapter.js';
import * as fields from './document-fields.js';
import {
  clientCredentials,
  createProviderApi,
  isRejection,
  unlessNotFound,
  type CallOptions,
  type ProviderApi,
} from './provider-api.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';

/** An account has one configuration, without a name. */
const ID = 'pay2m';

/** Pay2m sends the registered `authorization` in the Authorization header of every callback. */
function pay2mWebhooks(api: ProviderApi, settings: ProviderSettings): WebhookOperations {
  const path = '/api/v1/webhooks';
  const call = (method: 'GET' | 'POST' | 'DELETE', json?: unknown): HttpCall => ({
    operation: `${method} ${path}`,
    method,
    path,
    json,
    // Also the POST: it overwrites.
    idempotent: true,
  });

  return {
    async listWebhooks() {
      const consulted = api.ask(call('GET'), (body) => fields.text(fields.object(body, 'the answer').url, 'url'));
      const url = await unlessNotFound(consulted);
      return url === undefined ? [] : [{ id: ID, url }];
    },
    async registerWebhook(url) {
      await api.ask(call('POST', { url, authorization: settings.callbackSecret }), () => undefined);
      return { id: ID, url };
    },
    async deleteWebhook(id) {
      if (id !== ID) return false;
      try {
        return await api.ask(call('DELETE'), () => true);
      } catch (error) {
        // "No configuration registered" is documented as a 400.
        if (isRejection(error) && (error.status === 400 || error.status === 404)) return false;
        throw error;
      }
    },
    verifyCallback: ({ headers }) => isCallbackSecret(headers.authorization, settings),
    parseCallback: (rawBody) => api.readDocument('callback', () => callbackReferences(rawBody)),
  };
}

/** Pay2m does not document this body; it is what public clients read. */
function callbackReferences(rawBody: Buffer): CallbackReference[] {
  const body = fields.object(fields.json(rawBody), 'the body');
  if (fields.text(body.notification_type, 'notification_type') !== 'PIX:QRCODE') return [];
  return [{ providerReference: referenceOf(fields.object(body.message, 'message')) }];
}

const MAX_NAME = 100;
const MAX_MESSAGE = 100;
const LONGEST_SECONDS = 3_600;
const PAYMENT_PREFIX = 'pay2m:';

/**
 * A code is found by its `reference_code` only, so POST /pix/qrcode is sent once: one whose answer is lost is known to nobody.
 */
function pay2mCharges(api: ProviderApi): ChargeOperations {
  async function consultCharge({ txid, providerReference }: ChargeReference): Promise<ProviderCharge | undefined> {
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
      return api.ask(call, (body) => {
        const made = fields.object(body, 'the answer');
        const code = { providerReference: referenceOf(made), brCode: codeOf(made) };
        return { txid, amountCentavos, ...code, status: 'ACTIVE', payments: [] };
      });
    },
    consultCharge,
    ...unsupported('pay2m', ['cancelCharge'], 'endsByItself'),
    async consultPayment(endToEndId) {
      return (await consultCharge({ providerReference: fields.identifierAfter(PAYMENT_PREFIX, endToEndId) }))?.payments[0];
    },
  };
}

function requestedCode({ txid, amountCentavos, expiresInSeconds, description, payer }: ChargeRequest): unknown {
  return {
    value: reaisOf(amountCentavos),
    ...(payer && { generator_name: fields.truncate(payer.name, MAX_NAME), generator_document: payer.cpf }),
    external_reference: txid,
    expiration_time: Math.min(LONGEST_SECONDS, Math.max(1, expiresInSeconds)),
    ...(description && { payer_message: fields.truncate(description, MAX_MESSAGE) }),
  };
}

/** As a JSON number. An amount has 12 digits at most and a double keeps 15, so nothing is rounded. */
export function reaisOf(amountCentavos: bigint): number {
  return Number(formatMoney(amountCentavos));
}

/** Through the number's shortest text, so that 0.29 is 29 centavos. Throws InvalidDocumentError. */
export function centavosOf(reais: unknown): bigint {
  return fields.money(typeof reais === 'number' ? String(reais) : reais, 'value');
}

const STATUS: Record<string, ProviderCharge['status']> = {
  awaiting_payment: 'ACTIVE',
  paid: 'PAID',
  canceled: 'CANCELLED',
  expired: 'CANCELLED',
};

/** A payment goes by its code's reference: the optional `end_to_end` may come in one answer only, which would be two payments. */
function readQrCode(document: unknown, asked: { txid?: string; providerReference: string }): ProviderCharge {
  const code = fields.object(document, 'the answer');
  const status = STATUS[fields.text(code.status, 'status')];
  if (!status) throw new fields.InvalidDocumentError('status is none that Pay2m documents');
  const providerReference = referenceOf(code);
  fields.mustBeAsked('reference_code', providerReference, asked.providerReference);
  const txid = fields.optionalText(code.external_reference) ?? asked.txid;
  fields.mustBeAsked('external_reference', txid, asked.txid);
  const amountCentavos = centavosOf(code.value);
  const payment = (): ReceivedPayment => ({
    endToEndId: PAYMENT_PREFIX + providerReference,
    ...(txid && { txid }),
    amountCentavos,
    paidAt: fields.optionalText(code.payment_date) ? fields.date(code.payment_date, 'payment_date') : new Date(),
    ...payerOf(code),
    refunds: [],
  });
  return {
    txid: txid ?? providerReference,
    providerReference,
    brCode: codeOf(code),
    amountCentavos,
    status,
    payments: status === 'PAID' ? [payment()] : [],
  };
}

function referenceOf({ reference_code: reference }: Record<string, unknown>): string {
  return fields.identifier(reference, 'reference_code');
}

/** The documentation's own examples have a space at its end. */
function codeOf({ content }: Record<string, unknown>): string {
  return fields.text(content, 'content').trim();
}

function payerOf({ payer_name, payer_document: document }: Record<string, unknown>): Pick<ReceivedPayment, 'payer'> {
  const name = fields.optionalText(payer_name);
  const cpf = typeof document === 'string' && /^\d{11}$/.test(document) ? document : undefined;
  return name || cpf ? { payer: { ...(name && { name }), ...(cpf && { cpf }) } } : {};
}

/** API v1 as docs.pay2m.com.br shows it: without cancellations, refunds and lists of payments. */
export function createPay2mAdapter(settings: ProviderSettings, options: CallOptions): ProviderAdapter {
  const api = createProviderApi(settings, options, 'pay2m', clientCredentials('api/auth/generate_token', 'json'));
  return {
    adapter: 'pay2m',
    ...pay2mCharges(api),
    ...pay2mWebhooks(api, settings),
    listReceivedPayments() {
      throw new UnsupportedOperationError('pay2m', 'listReceivedPayments', 'pay2mPortal');
    },
    ...unsupported('pay2m', ['refund', 'consultRefund'], 'pay2mPortal'),
    accessToken: api.renewToken,
    close: api.close,
  };
}
