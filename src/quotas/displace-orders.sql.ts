// SQL: a partial index orders by; several tables in one statement.
import { statement } from '../platform/database/statement.js';
import type { OrderOfEvent } from './order-events.js';
import type { Displaceable } from './room.js';

/** Unproven reservations, the newest first. $1 raffle, $2 before which order or null, $3 not these, $4 how many. */
export const selectDisplaceable = statement<Displaceable>(
  'select_displaceable_orders',
  `
  SELECT id::text, quota_quantity AS "quotaQuantity" FROM orders
  WHERE raffle_id = $1 AND status = 'PENDING' AND unproven AND id < coalesce($2::bigint, 9223372036854775807) AND id <> ALL ($3::bigint[])
  ORDER BY orders.id DESC LIMIT $4`,
);

/** The counters are locked. $1 orders. */
export const displaceOrders = statement<OrderOfEvent>(
  'displace_orders',
  `
  WITH displaced AS (
    UPDATE orders SET reservation = 'AT_PAYMENT', unproven = false
    WHERE id = ANY ($1::bigint[]) AND status = 'PENDING' AND unproven
    RETURNING id, raffle_id, user_id, reservation, quota_quantity, total_value, tracking
  ), counted AS (
    UPDATE raffle_counters c SET reserved = c.reserved - d.quantity, unproven = c.unproven - d.quantity
    FROM (SELECT raffle_id, sum(quota_quantity) AS quantity FROM displaced GROUP BY raffle_id) d WHERE c.raffle_id = d.raffle_id
  )
  SELECT id::text, raffle_id AS "raffleId", user_id AS "userId", reservation, quota_quantity AS "quotaQuantity",
         total_value AS "totalValue", tracking
  FROM displaced`,
);
