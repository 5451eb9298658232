import type { PaymentSource } from '../generated/prisma/client.js';
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
