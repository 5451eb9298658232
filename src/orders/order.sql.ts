import { statement } from '../platform/database/database.js';
import type { ChargeStatus, OrderStatus } from '../generated/prisma/client.js';

/** An order as it is read, with its charge's code. */
export interface OrderRow {
  /** An int8 as text: what leaves the service is text, and no arithmetic is done with it. */
  id: string;
  raffleId: string;
  userId: string;
  status: OrderStatus;
  quotaQuantity: number;
  priceByQuota: bigint;
  totalValue: bigint;
  paymentProviderName: string;
  referral: string | null;
  buyerName: string | null;
  buyerCpf: string | null;
  buyerPhone: string | null;
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
}

const ORDER_COLUMNS = `
  o.id::text AS id, o.raffle_id AS "raffleId", o.user_id AS "userId", o.status, o.quota_quantity AS "quotaQuantity",
  o.price_by_quota AS "priceByQuota", o.total_value AS "totalValue", o.payment_provider_name AS "paymentProviderName",
  o.referral, o.buyer_name AS "buyerName", o.buyer_cpf AS "buyerCpf", o.buyer_phone AS "buyerPhone",
  o.created_at AS "createdAt", o.expires_at AS "expiresAt", o.paid_at AS "paidAt", o.ended_at AS "endedAt",
  c.txid AS "qrCodeId", c.br_code AS "qrCodeContent", c.status AS "chargeStatus",
  coalesce(c.dynamic, false) AS "isDynamic", c.provider_reference AS "providerReference"`;

const FROM_ORDERS = 'FROM orders o LEFT JOIN charges c ON c.order_id = o.id';

/** $1 order id. */
export const selectOrder = statement<OrderRow>('select_order', `SELECT ${ORDER_COLUMNS} ${FROM_ORDERS} WHERE o.id = $1`);

/** $1 order ids. */
export const selectOrders = statement<OrderRow>(
  'select_orders',
  `SELECT ${ORDER_COLUMNS} ${FROM_ORDERS} WHERE o.id = ANY ($1::bigint[])`,
);

/** Whose orders a list holds: everybody's, one raffle's or one buyer's. */
export type OrderScope = 'all' | 'raffle' | 'user';

/** A statement a scope, so that each is planned over its own index. */
function perScope<Row extends object>(
  name: string,
  text: (scope: string) => string,
): Record<OrderScope, ReturnType<typeof statement<Row>>> {
  return {
    all: statement<Row>(`${name}_all`, text('$1::uuid IS NULL')),
    raffle: statement<Row>(`${name}_of_raffle`, text('o.raffle_id = $1::uuid')),
    user: statement<Row>(`${name}_of_user`, text('o.user_id = $1::uuid')),
  };
}

/** Newest first. $1 the scope's id (null for all), $2 status or null, $3 id to stay below or null, $4 how many. */
export const selectOrderPage = perScope<OrderRow>(
  'select_order_page',
  (scope) => `
  SELECT ${ORDER_COLUMNS} ${FROM_ORDERS}
  WHERE ${scope} AND ($2::order_status IS NULL OR o.status = $2) AND o.id < coalesce($3::bigint, 9223372036854775807)
  ORDER BY o.id DESC LIMIT $4`,
);

/** $1 the scope's id (null for all), $2 status or null. */
export const countOrders = perScope<{ count: bigint }>(
  'count_orders',
  (scope) => `
  SELECT count(*) FROM orders o WHERE ${scope} AND ($2::order_status IS NULL OR o.status = $2)`,
);

/** What reserve_orders says of one order of a batch; see the function's comment in the migration. */
export interface Reservation {
  line: number;
  outcome:
    'RESERVED' | 'REPEATED' | 'MISMATCH' | 'STALE' | 'NO_BUYER' | 'NOT_OPEN' | 'SOLD_OUT' | 'BUYER_LIMIT' | 'ANTI_SPAM' | 'RETRY';
  orderId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** Quotas left once the batch is written. */
  available: number | null;
}

/** Decides and writes a batch of orders of one raffle. */
export const reserveOrders = statement<Reservation>(
  'reserve_orders',
  `
  SELECT * FROM reserve_orders($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
);

/** Which of these codes were written: after a lost COMMIT the only witness. $1 txids. */
export const selectOrdersByTxid = statement<{ txid: string; orderId: string; createdAt: Date; expiresAt: Date }>(
  'select_orders_by_txid',
  `
  SELECT c.txid, o.id::text AS "orderId", o.created_at AS "createdAt", o.expires_at AS "expiresAt"
  FROM charges c JOIN orders o ON o.id = c.order_id WHERE c.txid = ANY ($1::text[])`,
);

/** The provider's answer: its code for the charge, and what it calls it. $1 txid, $2 BR Code, $3 reference or null. */
export const activateCharge = statement<{ txid: string }>(
  'activate_charge',
  `
  UPDATE charges SET br_code = $2, provider_reference = $3, status = 'ACTIVE' WHERE txid = $1 AND status = 'CREATING' RETURNING txid`,
);

/** How far a charge is, until the transaction ends. $1 txid. */
export const lockCharge = statement<{ status: ChargeStatus }>(
  'lock_charge',
  `
  SELECT status FROM charges WHERE txid = $1 FOR UPDATE`,
);

/** Takes the lock every change of a raffle's quotas begins with. $1 raffle ids; locked in one order, so that no two callers deadlock. */
export const lockCounters = statement<{ raffleId: string; sellable: number; reserved: number; allocated: number }>(
  'lock_counters',
  `
  SELECT raffle_id AS "raffleId", sellable, reserved, allocated FROM raffle_counters
  WHERE raffle_id = ANY ($1::uuid[]) ORDER BY raffle_id FOR UPDATE`,
);

/**
 * Ends unpaid orders and gives their quotas back: those still PENDING, no others. The counters must be locked.
 * $1 order ids, $2 the new status, $3 the charge's new status. Answers the orders it ended.
 */
export const releaseOrders = statement<{ id: string; raffleId: string }>(
  'release_orders',
  `
  WITH ended AS (
    UPDATE orders SET status = $2::order_status, ended_at = clock_timestamp()
    WHERE id = ANY ($1::bigint[]) AND status = 'PENDING'
    RETURNING id, raffle_id, user_id, quota_quantity
  ), counted AS (
    UPDATE raffle_counters c SET reserved = c.reserved - e.quantity
    FROM (SELECT raffle_id, sum(quota_quantity) AS quantity FROM ended GROUP BY raffle_id) e WHERE c.raffle_id = e.raffle_id
  ), bought AS (
    UPDATE raffle_buyers b SET reserved = b.reserved - e.quantity
    FROM (SELECT raffle_id, user_id, sum(quota_quantity) AS quantity FROM ended GROUP BY raffle_id, user_id) e
    WHERE b.raffle_id = e.raffle_id AND b.user_id = e.user_id
  ), charged AS (
    UPDATE charges SET status = $3::charge_status WHERE order_id IN (SELECT id FROM ended) AND status IN ('CREATING', 'ACTIVE')
  )
  SELECT id::text, raffle_id AS "raffleId" FROM ended`,
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
  SELECT ${ORDER_COLUMNS} ${FROM_ORDERS}
  WHERE ${EXPIRED} AND CASE WHEN c.dynamic THEN o.payment_provider_name END IS NOT DISTINCT FROM $3::text
    AND ($4::timestamptz IS NULL OR (o.expires_at, o.id) > ($4, $5::bigint))
  ORDER BY o.expires_at, o.id LIMIT $2`,
);
