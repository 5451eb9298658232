// SQL: several tables in one statement, for batches of orders.
import { statement } from '../platform/database/statement.js';
import type { OrderOfEvent } from './order-events.js';

/**
 * Ends unpaid orders and gives their quotas back: those still PENDING, no others. The counters must be locked. $1 order ids,
 * $2 the new status, $3 the new status of their charges; null when nobody has ended these at their providers: static ones are
 * cancelled, registered ones may still be paid and reconciliation ends them at once. Answers the orders it ended.
 */
export const releaseOrders = statement<OrderOfEvent>(
  'release_orders',
  `
  WITH ended AS (
    UPDATE orders SET status = $2::order_status, ended_at = clock_timestamp()
    WHERE id = ANY ($1::bigint[]) AND status = 'PENDING'
    RETURNING id, raffle_id, user_id, quota_quantity, total_value, tracking
  ), counted AS (
    UPDATE raffle_counters c SET reserved = c.reserved - e.quantity
    FROM (SELECT raffle_id, sum(quota_quantity) AS quantity FROM ended GROUP BY raffle_id) e WHERE c.raffle_id = e.raffle_id
  ), bought AS (
    UPDATE raffle_buyers b SET reserved = b.reserved - e.quantity
    FROM (SELECT raffle_id, user_id, sum(quota_quantity) AS quantity FROM ended GROUP BY raffle_id, user_id) e
    WHERE b.raffle_id = e.raffle_id AND b.user_id = e.user_id
  ), charged AS (
    UPDATE charges SET
      status = coalesce($3::charge_status, CASE WHEN dynamic THEN status ELSE 'CANCELLED' END),
      next_check_at = CASE WHEN $3 IS NOT NULL THEN next_check_at WHEN dynamic THEN now() END
    WHERE order_id IN (SELECT id FROM ended) AND status IN ('CREATING', 'ACTIVE')
  )
  SELECT id::text, raffle_id AS "raffleId", user_id AS "userId", quota_quantity AS "quotaQuantity", total_value AS "totalValue", tracking
  FROM ended`,
);

/**
 * A raffle's oldest unpaid orders. Only the index of these has the order NULLS FIRST, so that Postgres takes no other one under the lock. $1 raffle id, $2 how many.
 */
export const selectUnpaidOrders = statement<{ id: string }>(
  'select_unpaid_orders',
  `SELECT id::text FROM orders WHERE raffle_id = $1 AND status = 'PENDING' ORDER BY orders.id NULLS FIRST LIMIT $2`,
);
