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
  /** When all this was so, by the database's clock, which its times are told by. */
  readAt: Date;
}

const ORDER_COLUMNS = `
  o.id::text AS id, o.raffle_id AS "raffleId", o.user_id AS "userId", o.status, o.quota_quantity AS "quotaQuantity",
  o.price_by_quota AS "priceByQuota", o.total_value AS "totalValue", o.payment_provider_name AS "paymentProviderName",
  o.referral, o.buyer_name AS "buyerName", o.buyer_cpf AS "buyerCpf", o.buyer_phone AS "buyerPhone",
  o.created_at AS "createdAt", o.expires_at AS "expiresAt", o.paid_at AS "paidAt", o.ended_at AS "endedAt",
  c.txid AS "qrCodeId", c.br_code AS "qrCodeContent", c.status AS "chargeStatus",
  coalesce(c.dynamic, false) AS "isDynamic", c.provider_reference AS "providerReference",
  statement_timestamp() AS "readAt"`;

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

/** How a scope's orders are found: the order of `id` is one that only its own index has. */
interface Scope {
  condition: string;
  id: string;
  newestFirst: string;
}

const ALL: Scope = { condition: '$1::uuid IS NULL', id: 'o.id + 0', newestFirst: 'o.id + 0 DESC' };
const OF_RAFFLE: Scope = { condition: 'o.raffle_id = $1::uuid', id: 'o.id', newestFirst: 'o.id DESC NULLS LAST' };
const OF_USER: Scope = { condition: 'o.user_id = $1::uuid', id: 'o.id', newestFirst: 'o.id DESC NULLS LAST' };

/** A statement a scope, so that each is planned over its own index. */
function perScope<Row extends object>(
  name: string,
  text: (scope: Scope) => string,
): Record<OrderScope, ReturnType<typeof statement<Row>>> {
  return {
    all: statement<Row>(`${name}_all`, text(ALL)),
    raffle: statement<Row>(`${name}_of_raffle`, text(OF_RAFFLE)),
    user: statement<Row>(`${name}_of_user`, text(OF_USER)),
  };
}

/**
 * Newest first. $1 the scope's id (null for all), $2 the statuses, $3 id to stay below or null, $4 how many.
 *
 * The newest of each status are found apart, each at its place in the index of the scope: orders of a rare status are far apart among
 * the others. `+ 0` and NULLS LAST change nothing but which index has the order that is asked for: with the primary key's, a plan
 * may walk all orders there are in the hope of meeting enough. The ids are an array, which counts as short in every plan: what belongs
 * to them is fetched by its keys.
 */
export const selectOrderPage = perScope<OrderRow>(
  'select_order_page',
  ({ condition, id, newestFirst }) => `
  SELECT ${ORDER_COLUMNS}
  FROM unnest(ARRAY(
    SELECT found.id FROM unnest($2::order_status[]) AS wanted(status) CROSS JOIN LATERAL (
      SELECT o.id FROM orders o
      WHERE ${condition} AND o.status = wanted.status AND ${id} < coalesce($3::bigint, 9223372036854775807)
      ORDER BY ${newestFirst} LIMIT $4
    ) found
    ORDER BY found.id DESC LIMIT $4
  )) AS page(id) JOIN orders o ON o.id = page.id LEFT JOIN charges c ON c.order_id = o.id
  ORDER BY o.id DESC`,
);

/** $1 the scope's id (null for all), $2 the statuses. */
export const countOrders = perScope<{ count: bigint }>(
  'count_orders',
  ({ condition }) => `
  SELECT count(*) FROM orders o WHERE ${condition} AND o.status = ANY ($2::order_status[])`,
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
  SELECT ${ORDER_COLUMNS} ${FROM_ORDERS}
  WHERE ${EXPIRED} AND CASE WHEN c.dynamic THEN o.payment_provider_name END IS NOT DISTINCT FROM $3::text
    AND ($4::timestamptz IS NULL OR (o.expires_at, o.id) > ($4, $5::bigint))
  ORDER BY o.expires_at, o.id LIMIT $2`,
);
