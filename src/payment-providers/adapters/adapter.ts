import { randomUUID } from 'node:crypto';
import { isSameSecret } from '../../platform/crypto.js';

export const ADAPTER_NAMES = ['static', 'bacen', 'paggue', 'pay2m', 'sandbox'] as const;
export type AdapterName = (typeof ADAPTER_NAMES)[number];

/** Whether the provider tells us of payments of a static code of its key, by callback and in its list of received payments. */
export function reportsStaticCodes(adapter: AdapterName): boolean {
  return adapter === 'bacen' || adapter === 'sandbox';
}

/** Whether the provider tells us of payments of a static code of its key, or an operator does. */
export function takesStaticCodes(adapter: AdapterName): boolean {
  return adapter === 'static' || reportsStaticCodes(adapter);
}

/** The provider's name in orders that cost nothing: no provider may be called so. */
export const NO_PROVIDER = 'free';

export interface ProviderSettings {
  name: string;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  baseUrl?: string | null;
  credentials: ProviderCredentials;
  /** Proves that a callback comes from the provider. */
  callbackSecret: string;
  /** The one before, which a provider sends until our address is registered there again. */
  previousCallbackSecret?: { secret: string; endsAt: Date } | undefined;
}

/** With an adapter of these, callbacks carry our secret. */
export function sendsCallbackSecret(adapter: string): boolean {
  return adapter === 'bacen' || adapter === 'sandbox' || adapter === 'pay2m';
}

export function isCallbackSecret(
  given: unknown,
  { callbackSecret, previousCallbackSecret: previous }: Pick<ProviderSettings, 'callbackSecret' | 'previousCallbackSecret'>,
): boolean {
  if (isSameSecret(given, callbackSecret)) return true;
  return previous !== undefined && previous.endsAt.getTime() > Date.now() && isSameSecret(given, previous.secret);
}

export const CREDENTIAL_NAMES = [
  'clientId',
  'clientSecret',
  'certificatePem',
  'privateKeyPem',
  'caPem',
  'tokenUrl',
  'signatureSecret',
] as const;
export type ProviderCredentials = { [Name in (typeof CREDENTIAL_NAMES)[number]]?: string };

export interface ChargeRequest {
  txid: string;
  amountCentavos: bigint;
  /** Ignored by a static code, which never ends. */
  expiresInSeconds: number;
  /** Shown to the payer; cut to the provider's limit. */
  description: string;
  payer?: { cpf: string; name: string };
}

/** At least one of the two: ours, and the provider's own name of the charge, where nothing else finds it there. */
export interface ChargeReference {
  txid?: string;
  providerReference?: string;
}

/** `CANCELLED` also when the provider removed it, or its time is over. */
export interface ProviderCharge {
  txid: string;
  providerReference?: string;
  brCode: string;
  amountCentavos: bigint;
  status: 'ACTIVE' | 'PAID' | 'CANCELLED';
  /** Usually none or one; the standard allows more. */
  payments: ReceivedPayment[];
}

export interface ReceivedPayment {
  /** The end-to-end id; `pay2m:` or `paggue:` and the provider's reference where it has one payment a charge. */
  endToEndId: string;
  txid?: string;
  amountCentavos: bigint;
  paidAt: Date;
  payer?: { name?: string; cpf?: string };
  refunds: ProviderRefund[];
}

export interface ReceivedPeriod {
  from: Date;
  to: Date;
  onlyReturned?: boolean;
}

/** `reference` is its end-to-end id, or the hash of an entry without one. */
export interface UnreadablePayment {
  reference: string;
  problem: string;
}

/** `refundId` is ours, 1 to 35 letters and digits, unique within the payment. */
export interface RefundReference {
  endToEndId: string;
  refundId: string;
}

/** `PROCESSING` may last, `RETURNED` and `NOT_DONE` are final. */
export interface ProviderRefund {
  refundId: string;
  amountCentavos: bigint;
  status: 'PROCESSING' | 'RETURNED' | 'NOT_DONE';
  /**
   * `BANK`: taken back by the banks (MED: fraud or an operational failure). `RECEIVER`: through us, or on the provider's pages.
   */
  initiatedBy: 'RECEIVER' | 'BANK';
  returnId?: string;
  settledAt?: Date;
  reason?: string;
}

export interface AccessToken {
  accessToken: string;
  expiresAt: Date;
}

export interface ProviderWebhook {
  id: string;
  url: string;
  createdAt?: Date;
}

/** A callback as it came: nothing in it is believed. */
export interface CallbackRequest {
  headers: Record<string, string | string[] | undefined>;
  rawBody: Buffer;
  query: Record<string, unknown>;
}

/** What a callback names. A hint only: ask the provider. */
export interface CallbackReference extends ChargeReference {
  endToEndId?: string;
}

/** Failures are ProviderErrors. Writes are safe to repeat with the same ids. It holds connections and a token: `close` it. */
export interface ProviderAdapter {
  readonly adapter: AdapterName;
  /** May give another code for the same txid when it is repeated; what is paid with either names that txid. */
  createCharge(request: ChargeRequest): Promise<ProviderCharge>;
  /** Undefined when the provider knows no such charge, or cannot be asked by what is known of it. */
  consultCharge(charge: ChargeReference): Promise<ProviderCharge | undefined>;
  /** The charge as it is afterwards: `PAID` when the payer was faster. Undefined when the provider knows no such charge. */
  cancelCharge(charge: ChargeReference): Promise<ProviderCharge | undefined>;
  consultPayment(endToEndId: string): Promise<ReceivedPayment | undefined>;
  /** Received within the closed period, in no order; the next page is asked for when it is read. */
  listReceivedPayments(period: ReceivedPeriod): AsyncIterable<ReceivedPayment | UnreadablePayment>;
  refund(request: RefundReference & { amountCentavos: bigint }): Promise<ProviderRefund>;
  consultRefund(reference: RefundReference): Promise<ProviderRefund | undefined>;
  accessToken(): Promise<AccessToken>;
  listWebhooks(): Promise<ProviderWebhook[]>;
  /** Replaces the address before where the provider keeps only one. */
  registerWebhook(callbackUrl: string): Promise<ProviderWebhook>;
  /** False when there was none. */
  deleteWebhook(id: string): Promise<boolean>;
  verifyCallback(request: CallbackRequest): boolean;
  /** Throws ProviderError `INVALID_ANSWER` for a body that is not a callback of this provider. */
  parseCallback(rawBody: Buffer): CallbackReference[];
  close(): Promise<void>;
}

export type ChargeOperations = Pick<ProviderAdapter, 'createCharge' | 'consultCharge' | 'cancelCharge' | 'consultPayment'>;
export type WebhookOperations = Pick<
  ProviderAdapter,
  'listWebhooks' | 'registerWebhook' | 'deleteWebhook' | 'verifyCallback' | 'parseCallback'
>;

/** The development bank's own client. No secret: the bank holds no money and listens on this machine only. */
export const SANDBOX_CLIENT = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };

/** 32 hexadecimal digits, which API Pix (26 to 35 letters and digits), Paggue and Pay2m take; 25 in a static code. */
export function newTxid(adapter: AdapterName): string {
  const digits = randomUUID().replaceAll('-', '');
  return adapter === 'static' ? digits.slice(-25) : digits;
}
