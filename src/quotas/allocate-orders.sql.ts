// SQL: measured: a sale is settled by batches, several tables in one statement.
import type { OrderStatus } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';
import type { OrderTracking } from './order-tracking.js';

/** An order as settle decides over it, its counter already locked. */
export interface PayableOrder {
  id: string;
  raffleId: string;
  userId: string;
  status: OrderStatus;
  quotaQuantity: number;
  totalValue: bigint;
  /** Whom it credits: another USER, or nobody. */
  referrerId: string | null;
  tracking: OrderTracking | null;
}

/** $1 order ids. */
export const lockPayableOrders = statement<PayableOrder>(
  'lock_payable_orders',
  `
  SELECT id::text, raffle_id AS "raffleId", user_id AS "userId", status, quota_quantity AS "quotaQuantity", total_value AS "totalValue",
         referrer_id AS "referrerId", tracking
  FROM orders WHERE id = ANY ($1::bigint[]) ORDER BY orders.id FOR UPDATE`,
);

/** Whether a raffle still sells, by the database's clock now that the counter is locked. $1 raffle id. */
export const selectSaleState = statement<{ isSelling: boolean }>(
  'select_sale_state',
  `
  SELECT status IN ('OPEN', 'SOLD_OUT') AND deleted_at IS NULL AND coalesce(clock_timestamp() >= starts_at, true)
         AND coalesce(clock_timestamp() < ends_at, true) AS "isSelling"
  FROM raffles WHERE id = $1`,
);

/**
 * Turns reservations into blocks of ordinals. The counter is locked, the orders are one raffle's.
 * $1 raffle id, $2 order ids, $3 first ordinals, $4 when each was paid, $5 whether each still held its reservation.
 */
export const allocateOrders = statement<object>(
  'allocate_orders',
  `
  WITH paying AS (
    SELECT p.*, o.user_id, o.quota_quantity AS quantity, o.total_value AS value
    FROM unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::boolean[]) AS p(order_id, first_ordinal, paid_at, reserved)
    JOIN orders o ON o.id = p.order_id
  ), paid AS (
    UPDATE orders o SET status = 'PAID', paid_at = p.paid_at, ended_at = NULL FROM paying p WHERE o.id = p.order_id
  ), allocated AS (
    INSERT INTO quota_allocations (order_id, raffle_id, first_ordinal, end_ordinal)
    SELECT order_id, $1, first_ordinal, first_ordinal + quantity FROM paying
  ), bought AS (
    UPDATE raffle_buyers b
    SET reserved = b.reserved - p.freed, allocated = b.allocated + p.taken, paid_orders = b.paid_orders + p.orders,
        paid_value = b.paid_value + p.value, reached_at = greatest(b.reached_at, p.paid_at)
    FROM (SELECT user_id, coalesce(sum(quantity) FILTER (WHERE reserved), 0) AS freed, sum(quantity) AS taken, count(*) AS orders,
                 sum(value) AS value, max(paid_at) AS paid_at
          FROM paying GROUP BY user_id) p
    WHERE b.raffle_id = $1 AND b.user_id = p.user_id
    RETURNING b.paid_orders = p.orders AS is_new
  ), counted AS (
    UPDATE raffle_counters c
    SET reserved = c.reserved - p.freed, allocated = c.allocated + p.taken,
        buyers = c.buyers + (SELECT count(*) FROM bought WHERE is_new)
    FROM (SELECT coalesce(sum(quantity) FILTER (WHERE reserved), 0) AS freed, sum(quantity) AS taken FROM paying) p
    WHERE c.raffle_id = $1
  )
  UPDATE charges SET status = 'PAID' WHERE order_id = ANY ($2)`,
);

/** The last quota was paid. $1 raffle id. */
export const markSoldOut = statement<object>(
  'mark_sold_out',
  `
  UPDATE raffles SET status = 'SOLD_OUT', version = version + 1, updated_at = now() WHERE id = $1 AND status = 'OPEN'`,
);
