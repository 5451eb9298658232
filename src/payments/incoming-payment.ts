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
  /** The banks have taken it back, or are about to (MED): then it is not sent back at once. */
  isClaimed?: boolean | undefined;
  /** Written when it becomes PAID. */
  audit?: AuditEntry | undefined;
}

/** LATE: kept for an operator to decide, or on its way back. REFUSED: money that no bank moved fits no live order; nothing was written. */
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

export interface LateRow {
  id: string;
  paymentId: string;
  amount: bigint;
  reason: LatePaymentReason;
}

export interface IncomingBillingPayment {
  incoming: IncomingPayment;
  billingOrderId: string;
}

/** REFUNDED: none of its money is left. REDUCED: a part went. NOT_CREDITED: the payment paid no billing order. */
export type BillingOrderRefund = 'REFUNDED' | 'REDUCED' | 'REPEATED' | 'NOT_CREDITED';

/** At most one feature has it; without it a payment of a billing order is kept as late. */
export interface BillingOrderHook {
  /** Records a payment and credits the client, once. */
  settle(clientId: string, payment: IncomingBillingPayment): Promise<Settlement>;
  /** Debits the client what is left of a payment, or `amount` centavos of it. */
  refund(tx: Transaction, payment: { paymentId: string; amount?: bigint }): Promise<BillingOrderRefund>;
}
