import type { LatePaymentReason, PaymentSource } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';

/** Money that arrived, or is said by an operator to have. It names what it pays by the charge's txid or by the order's id. */
export interface IncomingPayment {
  source: PaymentSource;
  providerName: string;
  txid?: string | undefined;
  orderId?: string | undefined;
  /** Once in the whole payment system; absent only for what no bank moved: FREE and ADMIN. */
  endToEndId?: string | undefined;
  /** Centavos. */
  amount: bigint;
  paidAt: Date;
  payer?: { name?: string | undefined; cpf?: string | undefined } | undefined;
  /** Written in the same transaction when it becomes PAID. */
  audit?: AuditEntry | undefined;
}

/**
 * What became of it. PAID: the order owns its numbers now, or the billing order is credited. REPEATED: recorded before, nothing to do. LATE: kept as a
 * LatePayment for an operator. REFUSED: an operator's or a free payment that fits no live order; nothing was written.
 */
export type Settlement = 'PAID' | 'REPEATED' | 'LATE' | 'REFUSED';

/** A payment to be recorded, and what it pays; neither for one whose reference is nobody's. */
export interface PaymentRow {
  id: string;
  /** It is recorded already, as nobody's: what it pays is written to it now. */
  isAttached?: boolean;
  orderId?: string | null;
  billingOrderId?: string | null;
  incoming: IncomingPayment;
}

/** Money of a payment that fits nothing: all of it, or what is too much. */
export interface LateRow {
  paymentId: string;
  amount: bigint;
  reason: LatePaymentReason;
}
