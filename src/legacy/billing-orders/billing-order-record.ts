import type { BillingOrderStatus } from '../../generated/prisma/client.js';
import type { BillingOrderRow } from './billing-order.sql.js';

/** The interface's billing order: these twelve fields in this order, in answers and in callbacks. */
export interface BillingOrderRecord {
  hash: string;
  payer_name: string;
  /** Centavos. */
  amount: number;
  description: string;
  external_id: string;
  paid_at: string | null;
  created_at: string;
  expiration_at: string | null;
  payment: string;
  /** 0 pending, 1 paid, 2 processing, 3 cancelled or expired, 4 refunded. */
  status: number;
  endToEndId: string | null;
  reference: string;
}

const STATUS_NUMBERS: Record<BillingOrderStatus, number> = { PENDING: 0, PAID: 1, PROCESSING: 2, CANCELLED: 3, REFUNDED: 4 };

/** A billing order as its client sees it. `reference` is the code's txid, as the bank statement shows it. */
export function billingOrderRecord(row: BillingOrderRow): BillingOrderRecord {
  return {
    hash: row.id,
    payer_name: row.payerName,
    amount: Number(row.amount),
    description: row.description,
    external_id: row.externalId,
    paid_at: row.paidAt,
    created_at: row.createdAt,
    expiration_at: row.expirationAt,
    payment: row.brCode,
    status: STATUS_NUMBERS[row.status],
    endToEndId: row.endToEndId,
    reference: row.txid,
  };
}
