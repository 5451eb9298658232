// SQL: several tables, for batches of orders.
import type { RefundInitiator, RefundStatus } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

/** A part of the money that paid an order, which went back or is on its way. */
export interface MoneyRefunded {
  orderId: string;
  id: string;
  /** Centavos. */
  amount: bigint;
  status: RefundStatus;
  reason: string | null;
  initiator: RefundInitiator;
  createdAt: Date;
}

/** Refunds of what paid orders, the oldest first, without those that failed and those of what was paid too much. $1 order ids. */
export const selectMoneyRefunded = statement<MoneyRefunded>(
  'select_money_refunded',
  `
  SELECT p.order_id::text AS "orderId", f.id, f.amount, f.status, f.reason, f.initiator, f.created_at AS "createdAt"
  FROM payments p CROSS JOIN LATERAL (SELECT * FROM refunds WHERE payment_id = p.id OFFSET 0) f
  WHERE p.order_id = ANY ($1::bigint[]) AND f.status <> 'FAILED' AND f.late_payment_id IS NULL
  ORDER BY f.created_at, f.id`,
);
