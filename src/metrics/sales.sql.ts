// SQL: sums, and several tables.
import { keysetList } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { UUID } from '../platform/page.js';
import type { Badges, OrdersOfStatus, SalesDay, SalesMetrics } from './sales.type.js';

export const TOTALS = 'sum(orders)::int AS orders, sum(quotas)::float8 AS quotas, sum(value)::bigint AS value';

export const selectOrderTotals = statement<OrdersOfStatus>(
  'select_order_totals',
  `SELECT status, ${TOTALS} FROM order_totals GROUP BY status`,
);

/** $1 raffle id. */
export const selectOrderTotalsOfRaffle = statement<OrdersOfStatus>(
  'select_order_totals_of_raffle',
  `SELECT status, ${TOTALS} FROM order_totals WHERE raffle_id = $1 GROUP BY status`,
);

export const selectShopTotals = statement<{ activeRaffles: number; buyers: number }>(
  'select_shop_totals',
  `
  SELECT (SELECT count(*)::int FROM raffles WHERE status = 'OPEN' AND deleted_at IS NULL) AS "activeRaffles",
         (SELECT coalesce(sum(buyers), 0)::int FROM raffle_counters) AS buyers`,
);

/** With days without sales. $1 raffle id, $2 first day, $3 last day. */
export const selectSalesDays = statement<SalesDay>(
  'select_sales_days',
  `
  SELECT d.day::date AS day, coalesce(s.orders, 0)::int AS orders, coalesce(s.quotas, 0)::int AS quotas, coalesce(s.revenue, 0)::bigint AS revenue
  FROM generate_series($2::date, $3::date, interval '1 day') AS d(day)
  LEFT JOIN (
    SELECT h.hour::date AS day, sum(h.orders) AS orders, sum(h.quotas) AS quotas, sum(h.revenue) AS revenue
    FROM sales_hours h WHERE h.raffle_id = $1 AND h.hour >= $2::date AND h.hour < $3::date + 1 GROUP BY 1
  ) s ON s.day = d.day::date
  ORDER BY d.day`,
);

export interface TopBuyerRow {
  userId: string;
  name: string;
  orders: number;
  quotas: number;
  value: bigint;
}

const withNames = (found: string, by: string, most = '$2') => `
  SELECT b.user_id AS "userId", u.name, b.orders, b.quotas, b.value
  FROM (${found} LIMIT ${most}) b JOIN users u ON u.id = b.user_id ORDER BY b.${by} DESC, b.reached_at, b.user_id`;

export const rankedBuyers = (by: 'allocated' | 'paid_value', name: string, raffleId = '$1', most = '$2') =>
  withNames(
    `SELECT user_id, paid_orders AS orders, allocated AS quotas, paid_value AS value, reached_at FROM raffle_buyers
     WHERE raffle_id = ${raffleId} AND ${by} > 0 ORDER BY ${by} DESC, reached_at, user_id`,
    name,
    most,
  );

const topBuyersOfDay = (by: 'quotas' | 'value') =>
  withNames(
    `SELECT user_id, orders, quotas, value, reached_at FROM buyer_days
     WHERE raffle_id = $1 AND day = $3::date AND ${by} > 0 ORDER BY ${by} DESC, reached_at, user_id`,
    by,
  );

/** Of equal buyers the earlier one comes first. $1 raffle id, $2 how many; of a day, $3 the day. */
export const selectTopBuyers = {
  QUOTAS: statement<TopBuyerRow>('select_top_buyers_by_quotas', rankedBuyers('allocated', 'quotas')),
  VALUE: statement<TopBuyerRow>('select_top_buyers_by_value', rankedBuyers('paid_value', 'value')),
};
export const selectTopBuyersOfDay = {
  QUOTAS: statement<TopBuyerRow>('select_top_buyers_of_day_by_quotas', topBuyersOfDay('quotas')),
  VALUE: statement<TopBuyerRow>('select_top_buyers_of_day_by_value', topBuyersOfDay('value')),
};

export interface RaffleShareRow {
  id: string;
  title: string;
  sellable: number;
  paid: number;
  revenue: bigint;
}

export const raffleShareList = keysetList<RaffleShareRow>({
  name: 'raffle_shares',
  columns: `r.id, r.title, c.sellable, c.allocated - c.returned - c.spent AS paid,
    coalesce((SELECT t.value FROM order_totals t WHERE t.raffle_id = r.id AND t.status = 'PAID'), 0) AS revenue`,
  from: 'raffles r',
  joins: 'JOIN raffle_counters c ON c.raffle_id = r.id',
  where: 'r.deleted_at IS NULL',
  key: [['id', UUID, 'r.id']],
  order: 'DESC',
});

export const selectSalesMetrics = statement<SalesMetrics>(
  'select_sales_metrics',
  `
  SELECT c.raffle_id AS "raffleId", c.sellable AS "totalQuotas", c.reserved AS "reservedQuotas",
         coalesce(paid.orders, 0) AS orders, coalesce(paid.quotas, 0)::int AS "soldQuotas", coalesce(paid.value, 0) AS revenue,
         c.buyers, coalesce(pending.orders, 0) AS "pendingOrders", coalesce(pending.value, 0) AS "pendingValue",
         extract(hour FROM here.now)::int AS hour, recent.*
  FROM raffle_counters c
  CROSS JOIN (SELECT clock_timestamp() AT TIME ZONE time_zone AS now FROM business_calendar) here
  LEFT JOIN order_totals paid ON paid.raffle_id = c.raffle_id AND paid.status = 'PAID'
  LEFT JOIN order_totals pending ON pending.raffle_id = c.raffle_id AND pending.status = 'PENDING'
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(h.orders) FILTER (WHERE h.hour >= here.now::date), 0)::int AS "ordersToday",
           coalesce(sum(h.quotas) FILTER (WHERE h.hour >= here.now::date), 0)::int AS "quotasToday",
           coalesce(sum(h.revenue) FILTER (WHERE h.hour >= here.now::date), 0)::bigint AS "revenueToday",
           coalesce(sum(h.revenue) FILTER (WHERE h.hour >= here.now::date AND h.hour < date_trunc('hour', here.now)), 0)::bigint
             AS "revenueTodayToHour",
           coalesce(sum(h.revenue) FILTER (WHERE h.hour < date_trunc('hour', here.now) - interval '1 day'), 0)::bigint
             AS "revenueYesterdayToHour"
    FROM sales_hours h WHERE h.raffle_id = c.raffle_id AND h.hour >= here.now::date - 1
  ) recent
  WHERE c.raffle_id = ANY ($1::uuid[])`,
);

export const markWinnersSeen = statement<object>(
  'mark_winners_seen',
  'UPDATE users SET winners_seen_at = clock_timestamp() WHERE id = $1',
  { repeatable: true },
);

/** A menu shows "999+". */
const MOST_BADGES = 1_000;

const counted = (rows: string): string => `(SELECT count(*)::int FROM (${rows} LIMIT ${MOST_BADGES}) counted)`;

/** Each count reads a bounded number of rows. $1 the operator's id. */
export const selectBadges = statement<Badges>(
  'select_badges',
  `
  SELECT least(${MOST_BADGES}, coalesce((SELECT sum(t.orders) FROM order_totals t WHERE t.status = 'PENDING'), 0))::int AS "pendingOrders",
         ${counted("SELECT FROM late_payments l WHERE l.status = 'PENDING'")} AS "latePayments",
         least(${MOST_BADGES},
           ${counted('SELECT FROM raffle_winners w JOIN draws d ON d.raffle_id = w.raffle_id WHERE d.drawn_at > seen.at')}
           + ${counted('SELECT FROM quota_prizes q WHERE q.won_at > seen.at AND q.voided_at IS NULL')}
           + ${counted('SELECT FROM box_wins b WHERE b.shown_at > seen.at')}
         ) AS "unseenWinners",
         least(${MOST_BADGES}, coalesce((
           SELECT sum(o.boxes - o.opened_count) FROM (
             SELECT boxes, opened_count FROM order_boxes WHERE opened_count < boxes AND NOT void LIMIT ${MOST_BADGES}
           ) o
         ), 0))::int AS "unopenedBoxes",
         ${counted("SELECT FROM users u WHERE u.role = 'USER' AND u.created_at >= today.begins")} AS "newCustomersToday"
  FROM (SELECT coalesce(u.winners_seen_at, u.created_at) AS at FROM users u WHERE u.id = $1) seen
  CROSS JOIN (
    SELECT date_trunc('day', clock_timestamp() AT TIME ZONE time_zone) AT TIME ZONE time_zone AS begins FROM business_calendar
  ) today`,
);
