// SQL: orders of several accounts go to one, under the locks of their raffles.
import { statement } from '../platform/database/statement.js';

/** The raffles in which the accounts have orders, in a fixed order against deadlocks. $1 users. */
export const lockCountersOfBuyers = statement<object>(
  'lock_counters_of_buyers',
  `
  SELECT raffle_id FROM raffle_counters
  WHERE raffle_id = ANY (ARRAY(SELECT DISTINCT raffle_id FROM orders WHERE user_id = ANY ($1::uuid[]))) ORDER BY raffle_id FOR UPDATE`,
);

/** A sale locks the counter first and then the buyer. $1 users. */
export const lockBuyers = statement<object>(
  'lock_buyers',
  'SELECT id FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE',
);

/** What the accounts hold in each raffle. Quotas that were given back stay with the account. The counters are locked. $1 from, $2 to. */
export const moveHoldings = statement<object>(
  'move_holdings',
  `
  WITH held AS MATERIALIZED (
    SELECT b.* FROM (SELECT DISTINCT raffle_id, user_id FROM orders WHERE user_id = ANY ($1::uuid[])) o
    JOIN raffle_buyers b ON b.raffle_id = o.raffle_id AND b.user_id = o.user_id
  ), moved AS MATERIALIZED (
    SELECT h.raffle_id, sum(h.reserved) AS reserved, sum(h.allocated) AS allocated, sum(h.paid_orders) AS paid_orders,
           sum(h.paid_value) AS paid_value, count(*) FILTER (WHERE h.paid_orders > 0) AS buyers,
           (SELECT max(o.paid_at) FROM orders o WHERE o.user_id = ANY ($1) AND o.status = 'PAID' AND o.raffle_id = h.raffle_id) AS reached_at,
           coalesce((SELECT b.paid_orders FROM raffle_buyers b WHERE b.raffle_id = h.raffle_id AND b.user_id = $2::uuid), 0) > 0 AS is_known
    FROM held h GROUP BY h.raffle_id
  ), emptied AS (
    UPDATE raffle_buyers b SET reserved = 0, allocated = 0, paid_orders = 0, paid_value = 0, reached_at = (
      SELECT max(o.paid_at) FROM orders o WHERE o.user_id = h.user_id AND o.status = 'REFUNDED' AND o.raffle_id = h.raffle_id
    )
    FROM held h WHERE b.raffle_id = h.raffle_id AND b.user_id = h.user_id
  ), counted AS (
    UPDATE raffle_counters c SET buyers = c.buyers - m.buyers + (NOT m.is_known)::int
    FROM moved m WHERE c.raffle_id = m.raffle_id AND m.buyers > 0
  )
  INSERT INTO raffle_buyers AS b (raffle_id, user_id, reserved, allocated, paid_orders, paid_value, reached_at)
  SELECT m.raffle_id, $2, m.reserved, m.allocated, m.paid_orders, m.paid_value, m.reached_at FROM moved m
  ON CONFLICT (raffle_id, user_id) DO UPDATE SET
    reserved = b.reserved + excluded.reserved, allocated = b.allocated + excluded.allocated,
    paid_orders = b.paid_orders + excluded.paid_orders, paid_value = b.paid_value + excluded.paid_value,
    reached_at = greatest(b.reached_at, excluded.reached_at)`,
);

/** Nobody refers themselves. $1 from, $2 to. */
export const moveOrdersOfBuyers = statement<object>(
  'move_orders_of_buyers',
  `
  UPDATE orders SET user_id = $2::uuid, referrer_id = nullif(referrer_id, $2)
  WHERE user_id = ANY ($1::uuid[]) AND status IN ('PENDING', 'PAID')`,
);

/** An answer that got lost is asked for again by the account that is left. $1 principals, $2 principal. */
export const moveIdempotencyKeys = statement<object>(
  'move_idempotency_keys',
  `
  UPDATE idempotency_keys k SET principal = $2
  WHERE k.principal = ANY ($1::text[]) AND NOT EXISTS (SELECT FROM idempotency_keys x WHERE x.principal = $2 AND x.key = k.key)
    AND NOT EXISTS (SELECT FROM idempotency_keys x WHERE x.principal = ANY ($1) AND x.key = k.key AND x.principal > k.principal)`,
);
