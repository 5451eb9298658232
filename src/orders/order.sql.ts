// SQL: measured: orders with their charges; and what expires.
import { columnsOfTable, selectList, type Columns } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import type { ChargeStatus, OrderStatus } from '../generated/prisma/client.js';
import type { OrderTracking } from '../quotas/order-tracking.js';

/** An order as it is read, with its charge's code. */
export interface OrderRow {
  /** An int8 as text: what leaves the service is text, and no arithmetic is done with it. */
  id: string;
  raffleId: string;
  userId: string;
  status: OrderStatus;
  /** All that it holds, the bonus included. */
  quotaQuantity: number;
  bonusQuotas: number;
  priceByQuota: bigint;
  discount: bigint;
  totalValue: bigint;
  paymentProviderName: string;
  referral: string | null;
  buyerName: string | null;
  buyerCpf: string | null;
  buyerPhone: string | null;
  tracking: OrderTracking | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  endedAt: Date | null;
  qrCodeId: string | null;
  qrCodeContent: string | null;
  chargeStatus: ChargeStatus | null;
  /** The charge is registered at the provider. */
  isDynamic: boolean;
  /** What the provider calls it, where it does not go by the txid. */
  providerReference: string | null;
  /** When all this was so, by the database's clock, which its times are told by. */
  readAt: Date;
}

/** Of `orders o LEFT JOIN charges c`. */
export const ORDER_COLUMNS: Columns<OrderRow> = {
  ...columnsOfTable('o', [
    'raffleId',
    'userId',
    'status',
    'quotaQuantity',
    'bonusQuotas',
    'priceByQuota',
    'discount',
    'totalValue',
    'paymentProviderName',
    'referral',
    'buyerName',
    'buyerCpf',
    'buyerPhone',
    'tracking',
    'createdAt',
    'expiresAt',
    'paidAt',
    'endedAt',
  ]),
  id: 'o.id::text',
  qrCodeId: 'c.txid',
  qrCodeContent: 'c.br_code',
  chargeStatus: 'c.status',
  isDynamic: 'coalesce(c.dynamic, false)',
  providerReference: 'c.provider_reference',
  readAt: 'statement_timestamp()',
};

const WHOLE_ORDER = selectList(ORDER_COLUMNS);

const FROM_ORDERS = 'FROM orders o LEFT JOIN charges c ON c.order_id = o.id';

/** $1 order id. */
export const selectOrder = statement<OrderRow>('select_order', `SELECT ${WHOLE_ORDER} ${FROM_ORDERS} WHERE o.id = $1`);

/** $1 order ids. */
export const selectOrders = statement<OrderRow>(
  'select_orders',
  `SELECT ${WHOLE_ORDER} ${FROM_ORDERS} WHERE o.id = ANY ($1::bigint[])`,
);

/** The provider's answer for an order that is still unpaid: the charge's code, and what it calls it. $1 txid, $2 BR Code, $3 reference or null. */
export const activateCharge = statement<{ txid: string }>(
  'activate_charge',
  `
  UPDATE charges c SET br_code = $2, provider_reference = $3, status = 'ACTIVE' FROM orders o
  WHERE c.txid = $1 AND c.status = 'CREATING' AND o.id = c.order_id AND o.status = 'PENDING' RETURNING c.txid`,
);

/** How far a charge is, until the transaction ends. $1 txid. */
export const lockCharge = statement<{ status: ChargeStatus }>(
  'lock_charge',
  `
  SELECT status FROM charges WHERE txid = $1 FOR UPDATE`,
);

const EXPIRED = `o.status = 'PENDING' AND o.expires_at < now() - make_interval(secs => $1)`;

/** Where expired orders are registered; null stands for static codes. $1 grace in seconds. */
export const selectProvidersOfExpired = statement<{ providerName: string | null }>(
  'select_providers_of_expired',
  `
  SELECT DISTINCT CASE WHEN c.dynamic THEN o.payment_provider_name END AS "providerName" ${FROM_ORDERS} WHERE ${EXPIRED}`,
);

/**
 * Unpaid orders whose time and grace have passed, in the order of their expiry. $1 grace in seconds, $2 how many, $3 the
 * provider they are registered at or null for static codes, $4 and $5 expiry and id of the last one seen or null.
 */
export const selectExpiredOrders = statement<OrderRow>(
  'select_expired_orders',
  `
  SELECT ${WHOLE_ORDER} ${FROM_ORDERS}
  WHERE ${EXPIRED} AND CASE WHEN c.dynamic THEN o.payment_provider_name END IS NOT DISTINCT FROM $3::text
    AND ($4::timestamptz IS NULL OR (o.expires_at, o.id) > ($4, $5::bigint))
  ORDER BY o.expires_at, o.id LIMIT $2`,
);
