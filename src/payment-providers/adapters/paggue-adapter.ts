import type { ProviderAdapter, ProviderSettings, ChargeReference, ChargeRequest, ProviderCharge } from './adapter.js';
import { type CallOptions, unlessNotFound, createProviderApi, type ProviderApi } from './provider-api.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';
import { truncate, InvalidDocumentError, object, list, text } from './document-fields.js';
import {
  hashOfPayment,
  readBillingOrder,
  hashOf,
  readCashInWebhooks,
  readWebhook,
  requestedWebhook,
} from './paggue-documents.js';
import type { HttpCall } from '../client/http-client.js';
import { isSameSecret } from '../../platform/same-secret.js';
import { refuseField } from '../../platform/domain-error.js';
import { bodySignature } from '../../platform/body-signature.js';
import type { GrantedToken, TokenProtocol } from './provider-tokens.js';

/**
 * `POST /auth/v1/token {client_key, client_secret}` -> `{access_token, token_type, expires_at, user: {companies: [{id}]}}`.
 * `onCompany` gets the number of the company that the token acts for, the first of the list, before the token is used.
 */
function paggueTokenProtocol(onCompany: (companyId: string) => void): TokenProtocol {
  return {
    path: 'auth/v1/token',
    operation: 'POST /auth/v1/token',
    request: ({ clientId, clientSecret }) => ({ json: { client_key: clientId, client_secret: clientSecret } }),
    read(answer): GrantedToken {
      const granted = object(answer, 'the answer');
      const token = text(granted.access_token, 'access_token');
      onCompany(companyOf(granted));
      return { token, lifetimeSeconds: lifetimeSeconds(granted.expires_at) };
    },
  };
}

function companyOf({ user }: Record<string, unknown>): string {
  const [company] = list(object(user, 'user').companies);
  const { id } = object(company, 'user.companies[0]');
  if (Number.isSafeInteger(id)) return String(id);
  const number = text(id, 'user.companies[0].id');
  if (/^[\w-]{1,100}$/.test(number)) return number;
  throw new InvalidDocumentError('user.companies[0].id is not an identifier');
}

/** Of an ISO 8601 text or of seconds since 1970; undefined, so that a short life is assumed, when it is neither or past. */
function lifetimeSeconds(expiresAt: unknown): number | undefined {
  const atMs = typeof expiresAt === 'number' ? expiresAt * 1000 : Date.parse(String(expiresAt));
  const seconds = (atMs - Date.now()) / 1000;
  return seconds > 0 ? seconds : undefined;
}

/** One provider of Paggue's shape, as the operations use it. */
export interface PaggueApi extends ProviderApi {
  /** The `Signature` header that goes with these bytes, in either direction. */
  signatureOf(rawBody: string | Buffer): string;
}

/**
 * Connects to the provider of these settings; nothing is sent yet. Every call carries `X-Company-ID`, and every call with a
 * body its `Signature`. Throws DomainError BAD_USER_INPUT for settings that cannot work.
 */
function createPaggueApi(settings: ProviderSettings, options: CallOptions): PaggueApi {
  const { signatureSecret } = settings.credentials;
  if (!signatureSecret) throw refuseField('signatureSecret', 'platform.required');
  let companyId = '';
  const api = createProviderApi(
    settings,
    options,
    'paggue',
    paggueTokenProtocol((id) => void (companyId = id)),
  );
  const signatureOf = (rawBody: string | Buffer): string => bodySignature(signatureSecret, rawBody);

  const withHeaders = (call: HttpCall): HttpCall => ({
    ...call,
    headers: {
      ...(call.json !== undefined && { signature: signatureOf(JSON.stringify(call.json)) }),
      // Read as the request is sent, which is after its token came, and with it the company.
      get 'x-company-id'() {
        return companyId;
      },
    },
  });

  return { ...api, signatureOf, ask: (call, read) => api.ask(withHeaders(call), read) };
}

type WebhookOperations = 'listWebhooks' | 'registerWebhook' | 'deleteWebhook' | 'verifyCallback' | 'parseCallback';

/**
 * The addresses that are told of money coming in (type 0). A client may have several, so registering adds ours unless it is
 * there already. A callback is the billing order itself, signed over its bytes.
 */
function paggueWebhooks(api: PaggueApi): Pick<ProviderAdapter, WebhookOperations> {
  const path = '/client/api/webhooks';
  const call = (method: 'GET' | 'POST', json?: unknown): HttpCall => ({ operation: `${method} ${path}`, method, path, json });
  const listWebhooks = () => api.ask(call('GET'), readCashInWebhooks);

  return {
    listWebhooks,
    async registerWebhook(callbackUrl) {
      const known = (await listWebhooks()).find(({ url }) => url === callbackUrl);
      return known ?? api.ask(call('POST', requestedWebhook(callbackUrl)), readWebhook);
    },
    async deleteWebhook(id) {
      if (!/^\d{1,15}$/.test(id)) return false;
      const deletion = { operation: `DELETE ${path}/{id}`, method: 'DELETE', path: `${path}/${id}` } as const;
      return (await unlessNotFound(api.ask(deletion, () => true))) ?? false;
    },
    verifyCallback: ({ headers, rawBody }) => isSameSecret(headers.signature, api.signatureOf(rawBody)),
    parseCallback: (rawBody) =>
      api.readDocument('callback', () => [{ providerReference: hashOf(object(parsed(rawBody), 'the body')) }]),
  };
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new InvalidDocumentError('the body is not JSON');
  }
}

type ChargeOperations = 'createCharge' | 'consultCharge' | 'cancelCharge' | 'consultPayment';

/** No limit is documented: this much has a place anywhere. */
const MAX_TEXT = 100;

/**
 * Charges, which Paggue calls billing orders. Our txid is the `external_id`, unique for a client: the same body again is the
 * same billing order, so that the POST may be repeated. Afterwards it is found by its `hash` only. The code is static and does
 * not end, so what comes after an order's expiry is a late payment.
 */
function paggueCharges(api: PaggueApi): Pick<ProviderAdapter, ChargeOperations> {
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

/**
 * Speaks Paggue's API, and that of every service of its shape: billing orders under a hash of the provider's own, calls and
 * callbacks signed with a secret both sides know. No way to cancel a billing order, to refund one or to list payments is known.
 * Throws DomainError BAD_USER_INPUT for settings it cannot work with.
 */
export function createPaggueAdapter(settings: ProviderSettings, options: CallOptions = {}): ProviderAdapter {
  const api = createPaggueApi(settings, options);
  return {
    adapter: 'paggue',
    ...paggueCharges(api),
    ...paggueWebhooks(api),
    listReceivedPayments() {
      throw new UnsupportedOperationError('paggue', 'listReceivedPayments', 'theirPortal');
    },
    refund: unsupported('paggue', 'refund', 'theirPortal'),
    consultRefund: unsupported('paggue', 'consultRefund', 'theirPortal'),
    accessToken: () => api.tokens.renew(),
    close: api.close,
  };
}
