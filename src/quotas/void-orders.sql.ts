// SQL: several tables in one statement.
import { statement } from '../platform/database/statement.js';
import type { OrderOfEvent } from './order-events.js';

/**
 * Takes paid orders out of the draw: their blocks are voided, not resold, and no longer count for the buyer. The counters
 * must be locked. $1 order ids. Answers those that were PAID.
 */
export const voidOrders = statement<OrderOfEvent>(
  'void_orders',
  `
  WITH ended AS (
    UPDATE orders SET status = 'REFUNDED', ended_at = clock_timestamp() WHERE id = ANY ($1::bigint[]) AND status = 'PAID'
    RETURNING id, raffle_id, user_id, quota_quantity, total_value, tracking
  ), voided AS (
    UPDATE quota_allocations SET voided_at = clock_timestamp() WHERE order_id IN (SELECT id FROM ended)
  ), bought AS (
    UPDATE raffle_buyers b
    SET allocated = b.allocated - e.quantity, paid_orders = b.paid_orders - e.orders, paid_value = b.paid_value - e.value
    FROM (SELECT raffle_id, user_id, sum(quota_quantity) AS quantity, count(*) AS orders, sum(total_value) AS value
          FROM ended GROUP BY raffle_id, user_id) e
    WHERE b.raffle_id = e.raffle_id AND b.user_id = e.user_id
    RETURNING b.raffle_id, b.paid_orders
  ), counted AS (
    UPDATE raffle_counters c SET buyers = c.buyers - gone.buyers
    FROM (SELECT raffle_id, count(*) AS buyers FROM bought WHERE paid_orders = 0 GROUP BY raffle_id) gone
    WHERE c.raffle_id = gone.raffle_id
  )
  SELECT id::text, raffle_id AS "raffleId", user_id AS "userId", quota_quantity AS "quotaQuantity", total_value AS "totalValue", tracking
  FROM ended`,
);
