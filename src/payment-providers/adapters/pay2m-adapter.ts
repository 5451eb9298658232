import type { ProviderAdapter, ProviderSettings, ChargeReference, ChargeRequest, CallbackReference } from './adapter.js';
import { createProviderApi, type CallOptions, unlessNotFound, type ProviderApi, isRejection } from './provider-api.js';
import { clientCredentials } from './provider-tokens.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';
import { truncate, identifier, object, text } from './document-fields.js';
import { readCreated, readQrCode, reaisOf, referenceOfPayment, type Pay2mCharge } from './pay2m-documents.js';
import type { HttpCall } from '../client/http-client.js';
import { ProviderError } from '../client/provider-error.js';
import { isSameSecret } from '../../platform/same-secret.js';

type WebhookOperations = 'listWebhooks' | 'registerWebhook' | 'deleteWebhook' | 'verifyCallback' | 'parseCallback';

/** An account has one configuration, without a name. */
const ID = 'pay2m';

/**
 * The account's callback address. The `authorization` registered with it comes back in the Authorization header of every
 * callback: ours is the callback secret. A callback is `{"notification_type": "PIX:QRCODE", "message": {...}}`, the message a
 * QR code; Pay2m's pages leave its body out, so this is what clients of it in public repositories read. Notifications of other
 * types are taken and speak of nothing.
 */
function pay2mWebhooks(api: ProviderApi, callbackSecret: string): Pick<ProviderAdapter, WebhookOperations> {
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
      const consulted = api.ask(call('GET'), (body) => text(object(body, 'the answer').url, 'url'));
      const url = await unlessNotFound(consulted);
      return url === undefined ? [] : [{ id: ID, url }];
    },
    async registerWebhook(url) {
      await api.ask(call('POST', { url, authorization: callbackSecret }), () => undefined);
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
    verifyCallback: ({ headers }) => isSameSecret(headers.authorization, callbackSecret),
    parseCallback(rawBody) {
      const references = callbackReferences(rawBody);
      if (references) return references;
      throw new ProviderError('INVALID_ANSWER', 'the body is not {"notification_type": ..., "message": {...}}', {
        provider: api.provider,
        operation: 'callback',
      });
    },
  };
}

/** What the callback speaks of; undefined for anything that is no callback. */
function callbackReferences(rawBody: Buffer): CallbackReference[] | undefined {
  try {
    const body = object(JSON.parse(rawBody.toString('utf8')), 'the body');
    if (text(body.notification_type, 'notification_type') !== 'PIX:QRCODE') return [];
    const message = object(body.message, 'message');
    const providerReference = identifier(message.reference_code);
    return providerReference ? [{ providerReference }] : undefined;
  } catch {
    return undefined;
  }
}

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
function pay2mCharges(api: ProviderApi): Pick<ProviderAdapter, ChargeOperations> {
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
