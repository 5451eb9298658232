import { randomUUID } from 'node:crypto';

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

/** One payment provider as its row says, secrets decrypted. */
export interface ProviderSettings {
  name: string;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  /** The version included, such as "https://pix.example.com/api/v2". */
  baseUrl?: string | null;
  credentials: ProviderCredentials;
  /** Proves that a callback comes from the provider. */
  callbackSecret: string;
}

/** What a provider gave us to log in with; see ProviderCredentialsInput. */
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

/**
 * At least one of the two. `txid` is ours. Where a provider does not go by our txid, `providerReference` is its own name of the
 * charge, and nothing else finds it there.
 */
export interface ChargeReference {
  txid?: string;
  providerReference?: string;
}

/** A charge as the provider sees it. `CANCELLED` also when the provider removed it, or its time is over. */
export interface ProviderCharge {
  txid: string;
  /** Absent where the txid is all the provider needs. */
  providerReference?: string;
  brCode: string;
  amountCentavos: bigint;
  status: 'ACTIVE' | 'PAID' | 'CANCELLED';
  /** Usually none or one; the standard allows more. */
  payments: ReceivedPayment[];
}

/** Money that arrived. `txid` is absent when it came with none. */
export interface ReceivedPayment {
  /**
   * Unique over all payments: the end-to-end id, or the adapter's name, a colon and the provider's reference of the charge
   * (`pay2m:...`) where the provider has one payment a charge.
   */
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
  /** The settlement system's id. */
  returnId?: string;
  settledAt?: Date;
  reason?: string;
}

export interface AccessToken {
  accessToken: string;
  expiresAt: Date;
}

/** A secret in `url` is masked. */
export interface ProviderWebhook {
  id: string;
  url: string;
  /** Absent where the provider does not say. */
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

/**
 * One payment provider. Its failures are thrown as ProviderError, operations that it does not have as UnsupportedOperationError.
 * Writes are safe to repeat with the same ids. An adapter holds connections and a token: make one per provider and process, and
 * `close` it.
 */
export interface ProviderAdapter {
  readonly adapter: AdapterName;
  /** May give another code for the same txid when it is repeated; what is paid with either names that txid. */
  createCharge(request: ChargeRequest): Promise<ProviderCharge>;
  /** Undefined when the provider knows no such charge, or cannot be asked by what is known of it. */
  consultCharge(charge: ChargeReference): Promise<ProviderCharge | undefined>;
  /** The charge as it is afterwards: `PAID` when the payer was faster. Undefined when the provider knows no such charge. */
  cancelCharge(charge: ChargeReference): Promise<ProviderCharge | undefined>;
  /** Undefined when the provider received no such payment. */
  consultPayment(endToEndId: string): Promise<ReceivedPayment | undefined>;
  /**
   * Received within the closed period, in no order; `onlyReturned` those of which money went back. Asked page by page as they are
   * read.
   */
  listReceivedPayments(period: ReceivedPeriod): AsyncIterable<ReceivedPayment | UnreadablePayment>;
  refund(request: RefundReference & { amountCentavos: bigint }): Promise<ProviderRefund>;
  consultRefund(reference: RefundReference): Promise<ProviderRefund | undefined>;
  accessToken(): Promise<AccessToken>;
  listWebhooks(): Promise<ProviderWebhook[]>;
  /** Replaces the address before where the provider keeps only one. */
  registerWebhook(callbackUrl: string): Promise<ProviderWebhook>;
  /** False when there was none. */
  deleteWebhook(id: string): Promise<boolean>;
  /** Whether the callback carries our secret. */
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

/**
 * A new charge's reference: the 32 hexadecimal digits of a random UUID, which API Pix (26 to 35 letters and digits), Paggue and
 * Pay2m take; of a static code, whose field is shorter, the last 25.
 */
export function newTxid(adapter: AdapterName): string {
  const digits = randomUUID().replaceAll('-', '');
  return adapter === 'static' ? digits.slice(-25) : digits;
}
