import { randomUUID } from 'node:crypto';

/** The adapters a `PaymentProvider` row may name. */
export const ADAPTER_NAMES = ['static', 'bacen', 'paggue', 'pay2m', 'sandbox'] as const;
export type AdapterName = (typeof ADAPTER_NAMES)[number];

/** Whether a payment of a static code of the provider's key can be learned from it: by callback, and by its list of received payments. */
export function reportsStaticCodes(adapter: AdapterName): boolean {
  return adapter === 'bacen' || adapter === 'sandbox';
}

/** Whether somebody learns of a payment of a static code of the provider's key: the provider says so, or an operator does by hand. */
export function takesStaticCodes(adapter: AdapterName): boolean {
  return adapter === 'static' || reportsStaticCodes(adapter);
}

/** What the orders say that cost nothing and have no provider: no provider may be called so. */
export const NO_PROVIDER = 'free';

/** One payment provider as its row says, secrets opened. */
export interface ProviderSettings {
  /** The provider's name, which orders call `paymentProviderName`. */
  name: string;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  /** Where its API begins, version included ("https://pix.example.com/api/v2"). */
  baseUrl?: string | null;
  credentials: ProviderCredentials;
  /** Proves that a callback comes from whom we gave our address to. */
  callbackSecret: string;
}

/** What a provider gave us to log in with; PEM texts for mutual TLS, certificate and key both or neither. */
export interface ProviderCredentials {
  clientId?: string;
  clientSecret?: string;
  certificatePem?: string;
  privateKeyPem?: string;
  /** Authorities to trust instead of the usual ones. */
  caPem?: string;
  /** The token endpoint where it is not where the adapter expects it. */
  tokenUrl?: string;
  /** Paggue's: signs our requests to it and its callbacks to us. */
  signatureSecret?: string;
}

/** What to charge. `txid` comes from `newTxid`, so that a repeated request is the same charge. */
export interface ChargeRequest {
  txid: string;
  amountCentavos: bigint;
  /** How long the code can be paid; ignored by a static code, which never ends. */
  expiresInSeconds: number;
  /** Shown to the payer; cut to what the provider takes. */
  description: string;
  payer?: { cpf: string; name: string };
}

/**
 * Which charge is meant, by what is known of it: at least one of the two. `txid` is ours. `providerReference` is what the
 * provider calls it where it does not go by our txid, and then nothing else finds it there; keep it with the code, since a
 * charge whose answer never reached us has a code that nobody was shown.
 */
export interface ChargeReference {
  txid?: string;
  providerReference?: string;
}

/** A charge as the provider sees it. `CANCELLED` also when the provider removed it by itself, or its time is over. */
export interface ProviderCharge {
  txid: string;
  /** See ChargeReference; absent where the txid is all the provider needs. */
  providerReference?: string;
  /** The copy-and-paste payload. */
  brCode: string;
  amountCentavos: bigint;
  status: 'ACTIVE' | 'PAID' | 'CANCELLED';
  /** Usually none or one; the standard allows more. */
  payments: ReceivedPayment[];
}

/** Money that arrived. `txid` is absent when it came with none. */
export interface ReceivedPayment {
  /**
   * Tells this payment from every other one, whenever it is asked for: the payment system's end-to-end id, or the adapter's
   * name, a colon and the provider's reference of the charge (`pay2m:...`) where the provider has one payment a charge.
   */
  endToEndId: string;
  txid?: string;
  amountCentavos: bigint;
  paidAt: Date;
  payer?: { name?: string; cpf?: string };
  refunds: ProviderRefund[];
}

/** Which received payments are asked for. */
export interface ReceivedPeriod {
  from: Date;
  to: Date;
  onlyReturned?: boolean;
}

/** An entry of a list that is not what the standard says. `reference` is its end-to-end id, or the hash of an entry without one. */
export interface UnreadablePayment {
  reference: string;
  problem: string;
}

/** Which refund of which payment; `refundId` is ours, 1 to 35 letters and digits, unique within the payment. */
export interface RefundReference {
  endToEndId: string;
  refundId: string;
}

/** A refund as the provider sees it; `PROCESSING` may last, `RETURNED` and `NOT_DONE` are final. */
export interface ProviderRefund {
  refundId: string;
  amountCentavos: bigint;
  status: 'PROCESSING' | 'RETURNED' | 'NOT_DONE';
  /** `BANK`: taken back by the banks (MED: fraud or an operational failure). `RECEIVER`: through us, or on the provider's pages. */
  initiatedBy: 'RECEIVER' | 'BANK';
  /** The settlement system's identifier of the return. */
  returnId?: string;
  settledAt?: Date;
  reason?: string;
}

/** A bearer token of the provider's API. A secret: mask it before it is shown. */
export interface AccessToken {
  accessToken: string;
  expiresAt: Date;
}

/** A callback address the provider keeps for us; a secret in `url` is masked. */
export interface ProviderWebhook {
  id: string;
  url: string;
  /** Absent where the provider does not say. */
  createdAt?: Date;
}

/** A callback as it reached us, before anything was believed. */
export interface CallbackRequest {
  headers: Record<string, string | string[] | undefined>;
  rawBody: Buffer;
  query: Record<string, unknown>;
}

/** What a callback speaks of: a payment by `endToEndId`, a charge, or both. A hint only: ask the provider. */
export interface CallbackReference extends ChargeReference {
  endToEndId?: string;
}

/**
 * One payment provider. Failures of the provider are thrown as ProviderError; an operation that the
 * provider has not is an UnsupportedOperationError. Writes are safe to repeat with the same ids. An adapter holds
 * connections, a token and the state of a circuit breaker: make one per provider and process, keep it, `close` it.
 */
export interface ProviderAdapter {
  readonly adapter: AdapterName;
  /** Repeated, it may be another code for the same txid; what is paid with either names that txid. */
  createCharge(request: ChargeRequest): Promise<ProviderCharge>;
  /** Undefined when the provider knows no such charge, or cannot be asked by what is known of it. */
  consultCharge(charge: ChargeReference): Promise<ProviderCharge | undefined>;
  /** The charge as it is afterwards: `PAID` when the payer was faster. Undefined when the provider knows no such charge. */
  cancelCharge(charge: ChargeReference): Promise<ProviderCharge | undefined>;
  /** Undefined when the provider received no such payment. The way to check one that belongs to no charge, as a static code's. */
  consultPayment(endToEndId: string): Promise<ReceivedPayment | undefined>;
  /**
   * Payments received within the closed period, in no order, asked page by page as they are read; `onlyReturned` those of which
   * money went back. One that cannot be read comes as such, among the others.
   */
  listReceivedPayments(period: ReceivedPeriod): AsyncIterable<ReceivedPayment | UnreadablePayment>;
  refund(request: RefundReference & { amountCentavos: bigint }): Promise<ProviderRefund>;
  /** Undefined when the provider knows no such refund. */
  consultRefund(reference: RefundReference): Promise<ProviderRefund | undefined>;
  /** A new token; proves that the credentials work. */
  accessToken(): Promise<AccessToken>;
  listWebhooks(): Promise<ProviderWebhook[]>;
  /** Makes the provider call `callbackUrl`, replacing what was registered before where it keeps only one. */
  registerWebhook(callbackUrl: string): Promise<ProviderWebhook>;
  /** False when there was none. */
  deleteWebhook(id: string): Promise<boolean>;
  /** Whether the callback carries our secret. */
  verifyCallback(request: CallbackRequest): boolean;
  /** Throws ProviderError `INVALID_ANSWER` for a body that is not a callback of this provider. */
  parseCallback(rawBody: Buffer): CallbackReference[];
  close(): Promise<void>;
}

/**
 * The client the development bank knows by default. No secret: the bank holds no money and listens on this
 * machine only.
 */
export const SANDBOX_CLIENT = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };

/**
 * A fresh reference of a charge: the hexadecimal digits of a random UUID, all 32 (122 random bits), since API Pix takes 26 to
 * 35 letters and digits and what Paggue and Pay2m call the external reference is a text of our choice; of a static code the
 * last 25 (100 bits, but for two that are fixed), whose field is no longer. Unique without asking anybody, and not to be guessed
 * from another. Node draws the random bytes of many UUIDs at once.
 */
export function newTxid(adapter: AdapterName): string {
  const digits = randomUUID().replaceAll('-', '');
  return adapter === 'static' ? digits.slice(-25) : digits;
}
