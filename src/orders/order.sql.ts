// SQL: measured: orders with their charges; and what expires.
import { columnsOfTable, selectList, type Columns } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import { Prisma, type ChargeStatus, type Order } from '../generated/prisma/client.js';
import type { OrderTracking } from '../quotas/reserve-orders.js';
import { instantText, moneyText } from '../platform/database/sql-text.js';

/** An order with its charge's code. The id is an int8 as text. */
export interface OrderRow extends Omit<Order, 'id' | 'referrerId' | 'commissionBasisPoints' | 'unproven' | 'tracking'> {
  id: string;
  tracking: OrderTracking | null;
  qrCodeId: string | null;
  qrCodeContent: string | null;
  chargeStatus: ChargeStatus | null;
  /** Registered at the provider. */
  isDynamic: boolean;
  /** The provider's id of the charge, where it is not the txid. */
  providerReference: string | null;
  readAt: Date;
}

export const ORDER_COLUMNS: Columns<OrderRow> = {
  ...columnsOfTable(
    'o',
    Object.values(Prisma.OrderScalarFieldEnum).filter(
      (name) => name !== 'referrerId' && name !== 'commissionBasisPoints' && name !== 'unproven',
    ),
  ),
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

export const selectOrder = statement<OrderRow>('select_order', `SELECT ${WHOLE_ORDER} ${FROM_ORDERS} WHERE o.id = $1`);

export const selectOrders = statement<OrderRow>(
  'select_orders',
  `SELECT ${WHOLE_ORDER} ${FROM_ORDERS} WHERE o.id = ANY ($1::bigint[])`,
);

/** What a buyer can reserve for without being unproven, in centavos, as reserve_orders.sql computes it. $1 user. */
export const selectCredit = statement<{ credit: bigint }>(
  'select_credit_of_buyer',
  `
  SELECT (
    paid_for_good($1, clock_timestamp()) - (SELECT coalesce(sum(o.total_value) FILTER (WHERE o.reservation = 'RESERVED'), 0) FROM (
         SELECT x.total_value, x.reservation FROM orders x WHERE x.user_id = $1 AND x.status = 'PENDING' ORDER BY x.id NULLS FIRST OFFSET 0
       ) o)
  )::bigint AS credit`,
);

export const activateCharge = statement<{ txid: string }>(
  'activate_charge',
  `
  UPDATE charges c SET br_code = $2, provider_reference = $3, status = 'ACTIVE' FROM orders o
  WHERE c.txid = $1 AND c.status = 'CREATING' AND o.id = c.order_id AND o.status = 'PENDING' RETURNING c.txid`,
);

export const lockCharge = statement<{ status: ChargeStatus }>(
  'lock_charge',
  'SELECT status FROM charges WHERE txid = $1 FOR UPDATE',
);

const EXPIRED = `o.status = 'PENDING' AND o.expires_at < now() - make_interval(secs => $1)`;

/** Null stands for static codes. $1 grace in seconds. */
export const selectProvidersOfExpired = statement<{ providerName: string | null }>(
  'select_providers_of_expired',
  `SELECT DISTINCT CASE WHEN c.dynamic THEN o.payment_provider_name END AS "providerName" ${FROM_ORDERS} WHERE ${EXPIRED}`,
);

/**
 * $1 grace in seconds, $2 limit, $3 provider or null for static codes, $4 and $5 expiry and id of the last order seen, or null.
 */
export const selectExpiredOrders = statement<OrderRow>(
  'select_expired_orders',
  `
  SELECT ${WHOLE_ORDER} ${FROM_ORDERS}
  WHERE ${EXPIRED} AND CASE WHEN c.dynamic THEN o.payment_provider_name END IS NOT DISTINCT FROM $3::text
    AND ($4::timestamptz IS NULL OR (o.expires_at, o.id) > ($4, $5::bigint))
  ORDER BY o.expires_at, o.id LIMIT $2`,
);

/** In the order of the index. $1 user, $2 and $3 status and id of the last order seen, $4 limit. */
export const selectPersonalOrders = statement<{ status: string; id: string; json: string }>(
  'select_personal_orders',
  `
  SELECT o.status, o.id::text, jsonb_build_object(
    'id', o.id, 'raffle', r.title, 'raffleId', o.raffle_id, 'status', o.status, 'reservation', o.reservation, 'createdAt', ${instantText('o.created_at')}, 'paidAt', ${instantText('o.paid_at')},
    'endedAt', ${instantText('o.ended_at')}, 'quotaQuantity', o.quota_quantity, 'totalValue', ${moneyText('o.total_value')}, 'referral', o.referral,
    'tracking', o.tracking, 'regulationVersion', o.regulation_version,
    'buyerName', o.buyer_name, 'buyerCpf', o.buyer_cpf, 'buyerPhone', o.buyer_phone,
    'payments', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
        'amount', ${moneyText('p.amount')}, 'paidAt', ${instantText('p.paid_at')}, 'endToEndId', p.end_to_end_id, 'payerName', p.payer_name,
        'payerCpf', p.payer_cpf, 'refunds', (
          SELECT coalesce(jsonb_agg(jsonb_build_object(
            'amount', ${moneyText('f.amount')}, 'status', f.status, 'createdAt', ${instantText('f.created_at')}, 'settledAt', ${instantText('f.settled_at')})), '[]')
          FROM refunds f WHERE f.payment_id = p.id), 'disputes', (
          SELECT coalesce(jsonb_agg(jsonb_build_object(
            'amount', ${moneyText('d.amount')}, 'status', d.status, 'openedBy', d.opened_by, 'openedAt', ${instantText('d.opened_at')},
            'endedAt', ${instantText('d.ended_at')}) ORDER BY d.opened_at, d.id), '[]')
          FROM disputes d WHERE d.payment_id = p.id))), '[]')
      FROM payments p WHERE p.order_id = o.id),
    'boxes', (SELECT b.boxes FROM order_boxes b WHERE b.order_id = o.id),
    'quotaPrizes', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('prize', q.prize, 'wonAt', ${instantText('q.won_at')})), '[]')
      FROM quota_prizes q WHERE q.won_order_id = o.id),
    'prizes', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('position', w.position, 'prize', w.prize)), '[]')
      FROM raffle_winners w WHERE w.order_id = o.id)
  )::text AS json
  FROM orders o JOIN raffles r ON r.id = o.raffle_id
  WHERE o.user_id = $1 AND (o.status, o.id) > ($2::order_status, $3::bigint)
  ORDER BY o.status, o.id NULLS FIRST LIMIT $4`,
);
