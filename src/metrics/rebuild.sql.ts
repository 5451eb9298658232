// SQL: sums over all orders of a raffle. Each comparison is one statement, without a lock: $1 raffle id, $2 time zone.
import { statement } from '../platform/database/statement.js';

/** A figure that differs, and what is missing, as texts. */
export interface DifferenceRow {
  /** The status, the hour, the day and the buyer, or the buyer. */
  key: string[];
  orders: string;
  quotas: string;
  value: string;
  /** When the buyer last paid; null for no change. */
  reachedAt: string | null;
}

const MISSING = `coalesce(d.orders, 0) - coalesce(n.orders, 0) AS orders, coalesce(d.quotas, 0) - coalesce(n.quotas, 0) AS quotas,
           coalesce(d.value, 0) - coalesce(n.value, 0) AS value`;

export const ORDER_TOTALS_DIFFERENCES = `
  WITH due AS (
    SELECT status, count(*) AS orders, sum(quota_quantity) AS quotas, sum(total_value) AS value
    FROM orders WHERE raffle_id = $1 AND $2::text IS NOT NULL GROUP BY status
  ), is_now AS (SELECT status, orders, quotas, value FROM order_totals WHERE raffle_id = $1), differing AS (
    SELECT status, ${MISSING} FROM due d FULL JOIN is_now n USING (status)
  )
  SELECT ARRAY[status::text] AS key, orders::text, quotas::text, value::text, NULL AS "reachedAt"
  FROM differing WHERE (orders, quotas, value) <> (0, 0, 0)`;

export const SALES_HOURS_DIFFERENCES = `
  WITH due AS (
    SELECT date_trunc('hour', paid_at AT TIME ZONE $2) AS hour, count(*) AS orders, sum(quota_quantity) AS quotas, sum(total_value) AS value
    FROM orders WHERE raffle_id = $1 AND status = 'PAID' AND paid_at IS NOT NULL GROUP BY 1
  ), is_now AS (SELECT hour, orders, quotas, revenue AS value FROM sales_hours WHERE raffle_id = $1), differing AS (
    SELECT hour, ${MISSING} FROM due d FULL JOIN is_now n USING (hour)
  )
  SELECT ARRAY[hour::text] AS key, orders::text, quotas::text, value::text, NULL AS "reachedAt"
  FROM differing WHERE (orders, quotas, value) <> (0, 0, 0)`;

export const BUYER_DAYS_DIFFERENCES = `
  WITH due AS (
    SELECT (paid_at AT TIME ZONE $2)::date AS day, user_id, count(*) FILTER (WHERE status = 'PAID') AS orders,
           coalesce(sum(quota_quantity) FILTER (WHERE status = 'PAID'), 0) AS quotas,
           coalesce(sum(total_value) FILTER (WHERE status = 'PAID'), 0) AS value, max(paid_at) AS reached_at
    FROM orders WHERE raffle_id = $1 AND status IN ('PAID', 'REFUNDED') AND paid_at IS NOT NULL GROUP BY 1, 2
  ), is_now AS (SELECT day, user_id, orders, quotas, value, reached_at FROM buyer_days WHERE raffle_id = $1), differing AS (
    SELECT day, user_id, ${MISSING}, d.reached_at, n.reached_at AS was_reached_at FROM due d FULL JOIN is_now n USING (day, user_id)
  )
  SELECT ARRAY[day::text, user_id::text] AS key, orders::text, quotas::text, value::text, reached_at::text AS "reachedAt"
  FROM differing
  WHERE (orders, quotas, value) <> (0, 0, 0) OR was_reached_at IS DISTINCT FROM reached_at AND reached_at IS NOT NULL`;

export const BUYERS_DIFFERENCES = `
  WITH due AS (
    SELECT user_id, count(*) FILTER (WHERE status = 'PAID') AS orders,
           coalesce(sum(total_value) FILTER (WHERE status = 'PAID'), 0) AS value, max(paid_at) AS reached_at
    FROM orders WHERE raffle_id = $1 AND status IN ('PAID', 'REFUNDED') AND paid_at IS NOT NULL AND $2::text IS NOT NULL GROUP BY 1
  ), differing AS (
    SELECT user_id, coalesce(d.orders, 0) - n.paid_orders AS orders, coalesce(d.value, 0) - n.paid_value AS value, d.reached_at,
           n.reached_at AS was_reached_at
    FROM raffle_buyers n LEFT JOIN due d USING (user_id) WHERE n.raffle_id = $1
  )
  SELECT ARRAY[user_id::text] AS key, orders::text, '0' AS quotas, value::text, reached_at::text AS "reachedAt"
  FROM differing WHERE (orders, value) <> (0, 0) OR was_reached_at IS DISTINCT FROM reached_at`;

export const BUYERS_COUNT_DIFFERENCES = `
  SELECT '{buyers}'::text[] AS key, (d.buyers - c.buyers)::text AS orders, '0' AS quotas, '0' AS value, NULL AS "reachedAt"
  FROM raffle_counters c CROSS JOIN (
    SELECT count(DISTINCT user_id) AS buyers FROM orders WHERE raffle_id = $1 AND status = 'PAID' AND $2::text IS NOT NULL
  ) d
  WHERE c.raffle_id = $1 AND d.buyers <> c.buyers`;

// Repairs add what is missing, so that later sales stay. $1 raffle id, $2 keys, $3 orders, $4 quotas, $5 values.

export const repairOrderTotals = statement<object>(
  'repair_order_totals',
  `
  INSERT INTO order_totals AS t (raffle_id, status, orders, quotas, value)
  SELECT $1, d.status, d.orders, d.quotas, d.value
  FROM unnest($2::order_status[], $3::int[], $4::bigint[], $5::bigint[]) AS d(status, orders, quotas, value)
  ON CONFLICT (raffle_id, status) DO UPDATE
  SET orders = t.orders + excluded.orders, quotas = t.quotas + excluded.quotas, value = t.value + excluded.value`,
);

export const repairSalesHours = statement<object>(
  'repair_sales_hours',
  `
  INSERT INTO sales_hours AS h (raffle_id, hour, orders, quotas, revenue)
  SELECT $1, d.hour, d.orders, d.quotas, d.value
  FROM unnest($2::timestamp[], $3::int[], $4::bigint[], $5::bigint[]) AS d(hour, orders, quotas, value)
  ON CONFLICT (raffle_id, hour) DO UPDATE
  SET orders = h.orders + excluded.orders, quotas = h.quotas + excluded.quotas, revenue = h.revenue + excluded.revenue`,
);

/** $2 days, $6 users, $7 when each last paid. */
export const repairBuyerDays = statement<object>(
  'repair_buyer_days',
  `
  INSERT INTO buyer_days AS b (raffle_id, day, user_id, orders, quotas, value, reached_at)
  SELECT $1, d.day, d.user_id, d.orders, d.quotas, d.value, coalesce(d.reached_at, '-infinity')
  FROM unnest($2::date[], $3::int[], $4::bigint[], $5::bigint[], $6::uuid[], $7::timestamptz[])
    AS d(day, orders, quotas, value, user_id, reached_at)
  ON CONFLICT (raffle_id, day, user_id) DO UPDATE
  SET orders = b.orders + excluded.orders, quotas = b.quotas + excluded.quotas, value = b.value + excluded.value,
      reached_at = CASE WHEN isfinite(excluded.reached_at) THEN excluded.reached_at ELSE b.reached_at END`,
);

export const deleteEmptyHours = statement<object>(
  'delete_empty_sales_hours',
  'DELETE FROM sales_hours WHERE raffle_id = $1 AND (orders, quotas, revenue) = (0, 0, 0)',
);
