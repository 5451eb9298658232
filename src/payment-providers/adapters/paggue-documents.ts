import type { ProviderCharge, ProviderRefund, ProviderWebhook, ReceivedPayment } from './adapter.js';
import { date, identifier, InvalidDocumentError, object, optionalText, text } from './document-fields.js';

const PENDING = 0;
const PAID = 1;
const PROCESSING = 2;
const CANCELLED = 3;
const REFUNDED = 4;

const STATUS: ReadonlyMap<unknown, ProviderCharge['status']> = new Map([
  [PENDING, 'ACTIVE'],
  [PAID, 'PAID'],
  // On its way: it may still fail.
  [PROCESSING, 'ACTIVE'],
  [CANCELLED, 'CANCELLED'],
  // It was paid, and its payment says that it went back.
  [REFUNDED, 'PAID'],
]);
const CASH_IN = 0;
const PAYMENT_PREFIX = 'paggue:';

/** What of a billing order must be as it was asked: all of it when it is created, its hash when it is consulted. */
export interface AskedBillingOrder {
  txid?: string;
  amountCentavos?: bigint;
  providerReference?: string;
}

/**
 * Reads a billing order. Its txid is the external id; amounts are whole centavos. `payer_name` is what we sent, so it does not
 * say who paid. Throws InvalidDocumentError, also when it is not the one asked.
 */
export function readBillingOrder(document: unknown, asked: AskedBillingOrder): ProviderCharge {
  const order = object(document, 'the answer');
  const providerReference = hashOf(order);
  const txid = text(order.external_id, 'external_id');
  const amountCentavos = centavos(order.amount);
  mustBeAsked('hash', providerReference, asked.providerReference);
  mustBeAsked('external_id', txid, asked.txid);
  mustBeAsked('amount', amountCentavos, asked.amountCentavos);
  const status = STATUS.get(order.status);
  if (!status) throw new InvalidDocumentError('status is none that is known');
  const payment = (): ReceivedPayment => ({
    endToEndId: PAYMENT_PREFIX + providerReference,
    txid,
    amountCentavos,
    paidAt: optionalText(order.paid_at) ? date(order.paid_at, 'paid_at') : new Date(),
    refunds: order.status === REFUNDED ? [wholeRefund(providerReference, amountCentavos)] : [],
  });
  return {
    txid,
    providerReference,
    brCode: text(order.payment, 'payment'),
    amountCentavos,
    status,
    payments: status === 'PAID' ? [payment()] : [],
  };
}

/**
 * The hash in the id of a payment; undefined for any other id. A payment goes by the hash of its billing order, which is paid
 * once. Not by `endToEndId`, which may be null: an id that were absent in one answer and there in the next would be two
 * payments.
 */
export function hashOfPayment(paymentId: string): string | undefined {
  return paymentId.startsWith(PAYMENT_PREFIX) ? identifier(paymentId.slice(PAYMENT_PREFIX.length)) : undefined;
}

/** The hash that names a billing order. Throws InvalidDocumentError. */
export function hashOf({ hash }: Record<string, unknown>): string {
  const found = identifier(hash);
  if (found) return found;
  throw new InvalidDocumentError('hash is not an identifier');
}

/** Reads the webhooks that tell of money coming in, without those that were deleted. Throws InvalidDocumentError. */
export function readCashInWebhooks(document: unknown): ProviderWebhook[] {
  if (!Array.isArray(document)) throw new InvalidDocumentError('the answer is not a list');
  return document
    .map((entry) => object(entry, 'a webhook'))
    .filter(({ type, deleted_at: deletedAt }) => type === CASH_IN && (deletedAt ?? null) === null)
    .map(readWebhook);
}

/** Reads one webhook. Throws InvalidDocumentError. */
export function readWebhook(document: unknown): ProviderWebhook {
  const { id, url } = object(document, 'a webhook');
  if (!Number.isSafeInteger(id)) throw new InvalidDocumentError('id is not an integer');
  return { id: String(id), url: text(url, 'url') };
}

/** The body that registers an address for money coming in. */
export function requestedWebhook(url: string): unknown {
  return { type: CASH_IN, url };
}

/** Paggue does not say who did it. It was not asked through us, since it cannot be. */
function wholeRefund(refundId: string, amountCentavos: bigint): ProviderRefund {
  return { refundId, amountCentavos, status: 'RETURNED', initiatedBy: 'RECEIVER', reason: 'returned at the provider' };
}

function mustBeAsked<T>(field: string, given: T, asked: T | undefined): void {
  if (asked !== undefined && given !== asked) throw new InvalidDocumentError(`${field} is not the one asked`);
}

function centavos(amount: unknown): bigint {
  if (Number.isSafeInteger(amount) && (amount as number) >= 0) return BigInt(amount as number);
  throw new InvalidDocumentError('amount is not whole centavos');
}
