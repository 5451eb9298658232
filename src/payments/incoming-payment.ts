import type { LatePaymentReason, PaymentSource } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';

/** Money that arrived, or that an operator enters. It names what it pays by the charge's txid or by the order's id. */
export interface IncomingPayment {
  source: PaymentSource;
  providerName: string;
  txid?: string | undefined;
  orderId?: string | undefined;
  /** Absent only for what no bank moved: FREE and ADMIN. */
  endToEndId?: string | undefined;
  /** Centavos. */
  amount: bigint;
  paidAt: Date;
  payer?: { name?: string | undefined; cpf?: string | undefined } | undefined;
  /** Written when it becomes PAID. */
  audit?: AuditEntry | undefined;
}

/**
 * PAID: the order owns its numbers, or the billing order is credited. REPEATED: recorded before. LATE: kept as a LatePayment for
 * an operator. REFUSED: an operator's or a free payment that fits no live order; nothing was written.
 */
export type Settlement = 'PAID' | 'REPEATED' | 'LATE' | 'REFUSED';

/** A payment to be recorded, and what it pays: neither of the two for an unknown reference. */
export interface PaymentRow {
  id: string;
  /** It is recorded already, with an unknown reference. */
  isAttached?: boolean;
  orderId?: string | null;
  billingOrderId?: string | null;
  incoming: IncomingPayment;
}

/** What of a payment fits nothing. */
export interface LateRow {
  paymentId: string;
  amount: bigint;
  reason: LatePaymentReason;
}

export interface IncomingBillingPayment {
  incoming: IncomingPayment;
  billingOrderId: string;
}

/**
 * REFUNDED: the billing order has none of its money left. REDUCED: the client is debited a part. REPEATED: it was refunded
 * before. NOT_CREDITED: the payment paid no billing order.
 */
export type BillingOrderRefund = 'REFUNDED' | 'REDUCED' | 'REPEATED' | 'NOT_CREDITED';

/** At most one feature has it; without it a payment of a billing order is kept as late. */
export interface BillingOrderHook {
  /** Records a payment and credits the client, once. */
  settle(clientId: string, payment: IncomingBillingPayment): Promise<Settlement>;
  /** Debits the client what is left of a payment, or `amount` centavos of it. */
  refund(tx: Transaction, payment: { paymentId: string; amount?: bigint }): Promise<BillingOrderRefund>;
}
