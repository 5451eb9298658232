import type { LatePaymentReason, PaymentSource } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';

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

/** A payment and the billing order it is for. */
export interface IncomingBillingPayment {
  incoming: IncomingPayment;
  billingOrderId: string;
}

/**
 * What the refund of a payment changed. REFUNDED: the billing order has none of its money left. REDUCED: the client is debited a
 * part, the billing order stays paid. REPEATED: it was refunded before. NOT_CREDITED: the payment paid no billing order.
 */
export type BillingOrderRefund = 'REFUNDED' | 'REDUCED' | 'REPEATED' | 'NOT_CREDITED';

/** Keeps the balances that billing orders change. At most one feature has it; without it a payment of one is kept as late. */
export interface BillingOrderHook {
  /** Records a payment and credits the client, once. */
  settle(clientId: string, payment: IncomingBillingPayment): Promise<Settlement>;
  /** Debits the client what is left of a payment, or `amount` centavos of it, in the transaction that keeps the refund. */
  refund(tx: Transaction, payment: { paymentId: string; amount?: bigint }): Promise<BillingOrderRefund>;
}
