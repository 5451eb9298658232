import { formatMoney } from '../../platform/money.js';
import type { ProviderCharge, ReceivedPayment } from './adapter.js';
import { date, identifier, InvalidDocumentError, money, object, optionalText, text } from './document-fields.js';

const STATUS: Record<string, ProviderCharge['status']> = {
  awaiting_payment: 'ACTIVE',
  paid: 'PAID',
  canceled: 'CANCELLED',
  expired: 'CANCELLED',
};
const PAYMENT_PREFIX = 'pay2m:';

/** A charge that a document of Pay2m describes: always under its reference. */
export type Pay2mCharge = ProviderCharge & { providerReference: string };

/**
 * Centavos as a JSON number of reais. The text of the amount has 12 digits at most, and a double keeps 15: the number nearest
 * to it is written out as the same digits again (less a final zero), so nothing is rounded that was not exact.
 */
export function reaisOf(amountCentavos: bigint): number {
  return Number(formatMoney(amountCentavos));
}

/** The opposite, through the number's shortest text, so that 0.29 is 29 centavos. Throws InvalidDocumentError. */
export function centavosOf(reais: unknown): bigint {
  return money(typeof reais === 'number' ? String(reais) : reais, 'value');
}

/** Reads the answer to POST /pix/qrcode: what was made of the request. Throws InvalidDocumentError. */
export function readCreated(document: unknown, request: { txid: string; amountCentavos: bigint }): Pay2mCharge {
  const created = object(document, 'the answer');
  return { ...request, providerReference: referenceOf(created), brCode: codeOf(created), status: 'ACTIVE', payments: [] };
}

/**
 * Reads the QR code that was asked for (GET /pix/qrcode/{reference_code}). Its txid is the external reference; one that has none
 * was not made by us and goes by Pay2m's. Throws InvalidDocumentError, also when it is another one.
 */
export function readQrCode(document: unknown, asked: { txid?: string; providerReference: string }): Pay2mCharge {
  const code = object(document, 'the answer');
  const status = STATUS[text(code.status, 'status')];
  if (!status) throw new InvalidDocumentError('status is none that Pay2m documents');
  const providerReference = referenceOf(code);
  if (providerReference !== asked.providerReference) throw new InvalidDocumentError('reference_code is not the one asked');
  const txid = optionalText(code.external_reference) ?? asked.txid;
  if (txid !== (asked.txid ?? txid)) throw new InvalidDocumentError('external_reference is not the one asked');
  const amountCentavos = centavosOf(code.value);
  const payment = (): ReceivedPayment => ({
    endToEndId: paymentIdOf(providerReference),
    ...(txid && { txid }),
    amountCentavos,
    paidAt: optionalText(code.payment_date) ? date(code.payment_date, 'payment_date') : new Date(),
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

/**
 * What tells a payment from all others: the reference of the code it was made with, since a dynamic code is paid once. Not
 * `end_to_end`, which is optional: an id that were absent in one answer and there in the next would be two payments.
 */
function paymentIdOf(reference: string): string {
  return PAYMENT_PREFIX + reference;
}

/** The reference in an id of `paymentIdOf`; undefined for any other id. */
export function referenceOfPayment(paymentId: string): string | undefined {
  return paymentId.startsWith(PAYMENT_PREFIX) ? identifier(paymentId.slice(PAYMENT_PREFIX.length)) : undefined;
}

function referenceOf({ reference_code: reference }: Record<string, unknown>): string {
  const found = identifier(reference);
  if (found) return found;
  throw new InvalidDocumentError('reference_code is not an identifier');
}

/** The documentation's own examples have a space at its end. */
function codeOf({ content }: Record<string, unknown>): string {
  return text(content, 'content').trim();
}

function payerOf({ payer_name, payer_document: document }: Record<string, unknown>): Pick<ReceivedPayment, 'payer'> {
  const name = optionalText(payer_name);
  const cpf = typeof document === 'string' && /^\d{11}$/.test(document) ? document : undefined;
  return name || cpf ? { payer: { ...(name && { name }), ...(cpf && { cpf }) } } : {};
}
