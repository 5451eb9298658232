// SQL: sums of a buyer's orders over several tables.
import { statement } from '../platform/database/statement.js';

/** Of each status so many of the newest are summed up, however many a buyer has. */
const PURCHASES_SUMMED = 1_000;

export interface PurchasesRow {
  raffleId: string;
  raffleTitle: string;
  orders: number;
  paidOrders: number;
  quotas: number;
  paid: bigint;
  returned: bigint;
  /** Whether there are more of a status. */
  isCut: boolean;
}

/** By raffle, that of the newest order first. `returned` is the money that went back for them. $1 user. */
export const selectPurchases = statement<PurchasesRow>(
  'select_purchases',
  `
  WITH newest AS MATERIALIZED (
    SELECT o.* FROM unnest(enum_range(NULL::order_status)) AS wanted(status) CROSS JOIN LATERAL (
      SELECT x.id, x.raffle_id, x.status, x.quota_quantity, x.total_value FROM orders x
      WHERE x.user_id = $1 AND x.status = wanted.status ORDER BY x.id DESC NULLS LAST LIMIT ${PURCHASES_SUMMED}
    ) o
  )
  SELECT n.raffle_id AS "raffleId", r.title AS "raffleTitle", count(*)::int AS orders,
         count(*) FILTER (WHERE n.status = 'PAID')::int AS "paidOrders",
         coalesce(sum(n.quota_quantity) FILTER (WHERE n.status = 'PAID'), 0)::int AS quotas,
         coalesce(sum(n.total_value) FILTER (WHERE n.status = 'PAID'), 0)::bigint AS paid,
         coalesce(sum(back.amount), 0)::bigint AS returned,
         (SELECT max(c.count) FROM (SELECT count(*) FROM newest GROUP BY status) c) >= ${PURCHASES_SUMMED} AS "isCut"
  FROM newest n JOIN raffles r ON r.id = n.raffle_id CROSS JOIN LATERAL (
    SELECT sum(f.amount) AS amount FROM (SELECT p.id FROM payments p WHERE p.order_id = n.id OFFSET 0) own
    JOIN refunds f ON f.payment_id = own.id AND f.status = 'RETURNED'
  ) back
  GROUP BY n.raffle_id, r.title ORDER BY max(n.id) DESC`,
);
