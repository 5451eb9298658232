import { refuseField } from '../../platform/domain-error.js';
import { isSameSecret, bodySignature } from '../../platform/crypto.js';
import type { HttpCall } from '../client/http-client.js';
import type {
  ChargeOperations,
  ChargeReference,
  ChargeRequest,
  ProviderAdapter,
  ProviderCharge,
  ProviderSettings,
  ProviderWebhook,
  ReceivedPayment,
  WebhookOperations,
} from './adapter.js';
import * as fields from './document-fields.js';
import { createProviderApi, unlessNotFound, type CallOptions, type ProviderApi, type TokenProtocol } from './provider-api.js';
import { unsupported, UnsupportedOperationError } from './unsupported-operation.js';

/** `onCompany` gets the first company that the token acts for, before the token is used. */
function paggueTokenProtocol(onCompany: (companyId: string) => void): TokenProtocol {
  return {
    path: 'auth/v1/token',
    operation: 'POST /auth/v1/token',
    request: ({ clientId, clientSecret }) => ({ json: { client_key: clientId, client_secret: clientSecret } }),
    read(answer) {
      const granted = fields.object(answer, 'the answer');
      const token = fields.text(granted.access_token, 'access_token');
      const [company] = fields.list(fields.object(granted.user, 'user').companies);
      const { id } = fields.object(company, 'user.companies[0]');
      onCompany(Number.isSafeInteger(id) ? String(id) : fields.identifier(id, 'user.companies[0].id'));
      return { token, lifetimeSeconds: lifetimeSeconds(granted.expires_at) };
    },
  };
}

/** Of an ISO 8601 text or of seconds since 1970. Undefined counts as a short life. */
function lifetimeSeconds(expiresAt: unknown): number | undefined {
  const atMs = typeof expiresAt === 'number' ? expiresAt * 1000 : Date.parse(String(expiresAt));
  const seconds = (atMs - Date.now()) / 1000;
  return seconds > 0 ? seconds : undefined;
}

interface PaggueApi extends ProviderApi {
  /** Of our calls and of their callbacks. */
  signatureOf(rawBody: string | Buffer): string;
}

function createPaggueApi(settings: ProviderSettings, options: CallOptions): PaggueApi {
  const { signatureSecret } = settings.credentials;
  if (!signatureSecret) throw refuseField('signatureSecret', 'platform.required');
  let companyId = '';
  const protocol = paggueTokenProtocol((id) => void (companyId = id));
  const api = createProviderApi(settings, options, 'paggue', protocol);
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

const CASH_IN = 0;

/** A client may have several addresses. */
function paggueWebhooks(api: PaggueApi): WebhookOperations {
  const path = '/client/api/webhooks';
  const call = (method: 'GET' | 'POST', json?: unknown): HttpCall => ({ operation: `${method} ${path}`, method, path, json });
  const listWebhooks = () => api.ask(call('GET'), readCashInWebhooks);

  return {
    listWebhooks,
    async registerWebhook(callbackUrl) {
      const known = (await listWebhooks()).find(({ url }) => url === callbackUrl);
      return known ?? api.ask(call('POST', { type: CASH_IN, url: callbackUrl }), readWebhook);
    },
    async deleteWebhook(id) {
      if (!/^\d{1,15}$/.test(id)) return false;
      const deletion = { operation: `DELETE ${path}/{id}`, method: 'DELETE', path: `${path}/${id}` } as const;
      return (await unlessNotFound(api.ask(deletion, () => true))) ?? false;
    },
    verifyCallback: ({ headers, rawBody }) => isSameSecret(headers.signature, api.signatureOf(rawBody)),
    parseCallback: (rawBody) =>
      api.readDocument('callback', () => [{ providerReference: hashOf(fields.object(fields.json(rawBody), 'the body')) }]),
  };
}

function readCashInWebhooks(document: unknown): ProviderWebhook[] {
  if (!Array.isArray(document)) throw new fields.InvalidDocumentError('the answer is not a list');
  return document
    .map((entry) => fields.object(entry, 'a webhook'))
    .filter(({ type, deleted_at: deletedAt }) => type === CASH_IN && (deletedAt ?? null) === null)
    .map(readWebhook);
}

function readWebhook(document: unknown): ProviderWebhook {
  const { id, url } = fields.object(document, 'a webhook');
  if (!Number.isSafeInteger(id)) throw new fields.InvalidDocumentError('id is not an integer');
  return { id: String(id), url: fields.text(url, 'url') };
}

/** No limit is documented. */
const MAX_TEXT = 100;
const PAYMENT_PREFIX = 'paggue:';

/** The same `external_id` is the same billing order, so the POST may be repeated; later it is found by its `hash` only. */
function paggueCharges(api: PaggueApi): ChargeOperations {
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
    ...unsupported('paggue', ['cancelCharge'], 'staysPayable'),
    async consultPayment(endToEndId) {
      return (await consultCharge({ providerReference: fields.identifierAfter(PAYMENT_PREFIX, endToEndId) }))?.payments[0];
    },
  };
}

function requestedOrder({ txid, amountCentavos, description, payer }: ChargeRequest): unknown {
  return {
    ...(payer && { payer_name: fields.truncate(payer.name, MAX_TEXT) }),
    // At most 999,999,999,999, which a double holds.
    amount: Number(amountCentavos),
    external_id: txid,
    description: fields.truncate(description, MAX_TEXT),
  };
}

const REFUNDED = 4;
const STATUS: ReadonlyMap<unknown, ProviderCharge['status']> = new Map([
  [0, 'ACTIVE'],
  [1, 'PAID'],
  [2, 'ACTIVE'],
  [3, 'CANCELLED'],
  // It was paid, and its payment says that it went back.
  [REFUNDED, 'PAID'],
]);

/** A payment goes by the hash: its `endToEndId` may come in one answer and not in the other, which would be two payments. */
function readBillingOrder(
  document: unknown,
  asked: { txid?: string; amountCentavos?: bigint; providerReference?: string },
): ProviderCharge {
  const order = fields.object(document, 'the answer');
  const providerReference = hashOf(order);
  const txid = fields.text(order.external_id, 'external_id');
  const amountCentavos = centavos(order.amount);
  fields.mustBeAsked('hash', providerReference, asked.providerReference);
  fields.mustBeAsked('external_id', txid, asked.txid);
  fields.mustBeAsked('amount', amountCentavos, asked.amountCentavos);
  const status = STATUS.get(order.status);
  if (!status) throw new fields.InvalidDocumentError('status is none that is known');
  // Paggue does not say who returned it; it cannot be done through us.
  const refund = { status: 'RETURNED', initiatedBy: 'RECEIVER', reason: 'returned at the provider' } as const;
  const payment = (): ReceivedPayment => ({
    endToEndId: PAYMENT_PREFIX + providerReference,
    txid,
    amountCentavos,
    paidAt: fields.optionalText(order.paid_at) ? fields.date(order.paid_at, 'paid_at') : new Date(),
    refunds: order.status === REFUNDED ? [{ refundId: providerReference, amountCentavos, ...refund }] : [],
  });
  return {
    txid,
    providerReference,
    brCode: fields.text(order.payment, 'payment'),
    amountCentavos,
    status,
    payments: status === 'PAID' ? [payment()] : [],
  };
}

function hashOf({ hash }: Record<string, unknown>): string {
  return fields.identifier(hash, 'hash');
}

function centavos(amount: unknown): bigint {
  if (Number.isSafeInteger(amount) && (amount as number) >= 0) return BigInt(amount as number);
  throw new fields.InvalidDocumentError('amount is not whole centavos');
}

/** Paggue's API, and that of services of its shape, without cancellations, refunds and lists of payments. */
export function createPaggueAdapter(settings: ProviderSettings, options: CallOptions): ProviderAdapter {
  const api = createPaggueApi(settings, options);
  return {
    adapter: 'paggue',
    ...paggueCharges(api),
    ...paggueWebhooks(api),
    listReceivedPayments() {
      throw new UnsupportedOperationError('paggue', 'listReceivedPayments', 'theirPortal');
    },
    ...unsupported('paggue', ['refund', 'consultRefund'], 'theirPortal'),
    accessToken: api.renewToken,
    close: api.close,
  };
}
