// SQL: measured: orders are settled, released and refunded in batches, several tables in one statement.
import type { Order } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';
import { newestCounter, SOLD_NOW } from './counter.sql.js';
import type { OrderOfEvent } from './order-events.js';

/** Read for settling; the counter is locked. `referrerId` is a USER other than the buyer. */
export interface PayableOrder extends OrderOfEvent, Pick<Order, 'status' | 'unproven' | 'referrerId'> {}

/** Keys do not change, so that a row which refers to an order waits for no payment or refund. */
export const lockPayableOrders = statement<PayableOrder>(
  'lock_payable_orders',
  `
  SELECT id::text, raffle_id AS "raffleId", user_id AS "userId", status, reservation, unproven, quota_quantity AS "quotaQuantity",
         total_value AS "totalValue", referrer_id AS "referrerId", tracking
  FROM orders WHERE id = ANY ($1::bigint[]) ORDER BY orders.id FOR NO KEY UPDATE`,
);

/** By the database's clock, in seconds since 1970, with the counter locked. */
export interface SaleState {
  raffleId: string;
  isSelling: boolean;
  now: number;
  unprovenShare: number;
}

/** $1 raffle ids. */
export const selectSaleStates = statement<SaleState>(
  'select_sale_states',
  `
  SELECT id AS "raffleId", extract(epoch FROM clock_timestamp())::float8 AS now, unproven_share AS "unprovenShare",
         status IN ('OPEN', 'SOLD_OUT') AND deleted_at IS NULL AND coalesce(clock_timestamp() >= starts_at, true)
         AND coalesce(clock_timestamp() < ends_at, true) AS "isSelling"
  FROM raffles WHERE id = ANY ($1::uuid[])`,
);

/**
 * Orders of any raffles: $1 id, $2 when it was paid, $3 how it was paid. Their blocks: $4 order id, $5 first ordinal, $6 end, $7 leaf.
 * Their raffles, each once: $8 id, $9 how many blocks, $10 the round that decides them, or null, $11 how many of the quotas were returned
 * before.
 */
export const allocateOrders = statement<object>(
  'allocate_orders',
  `
  WITH paying AS (
    SELECT p.*, o.raffle_id, o.user_id, o.quota_quantity AS quantity, o.total_value AS value, o.status = 'PENDING' AS is_unpaid,
           o.status = 'PENDING' AND o.reservation = 'RESERVED' AS reserved, o.status = 'PENDING' AND o.unproven AS unproven
    FROM unnest($1::bigint[], $2::timestamptz[], $3::paid_how[]) AS p(order_id, paid_at, how)
    JOIN orders o ON o.id = p.order_id
  ), selling AS (
    SELECT s.*, c.place FROM unnest($8::uuid[], $9::int[], $10::bigint[], $11::int[]) AS s(raffle_id, blocks, round, resold)
    CROSS JOIN LATERAL (${newestCounter('x.ctid AS place', 's.raffle_id')}) c
  ), paid AS (
    UPDATE orders o SET status = 'PAID', paid_at = p.paid_at, ended_at = NULL FROM paying p WHERE o.id = p.order_id
  ), allocated AS (
    INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how, round)
    SELECT p.raffle_id, b.leaf, b.order_id, b.first_ordinal, b.end_ordinal, p.how, s.round
    FROM unnest($4::bigint[], $5::int[], $6::int[], $7::int[]) AS b(order_id, first_ordinal, end_ordinal, leaf)
    JOIN paying p ON p.order_id = b.order_id JOIN selling s ON s.raffle_id = p.raffle_id
  ), bought AS (
    UPDATE raffle_buyers b
    SET reserved = b.reserved - p.freed, allocated = b.allocated + p.taken, paid_orders = b.paid_orders + p.orders,
        paid_value = b.paid_value + p.value, reached_at = greatest(b.reached_at, p.paid_at)
    FROM (SELECT raffle_id, user_id, coalesce(sum(quantity) FILTER (WHERE is_unpaid), 0) AS freed, sum(quantity) AS taken,
                 count(*) AS orders, sum(value) AS value, max(paid_at) AS paid_at
          FROM paying GROUP BY raffle_id, user_id) p
    WHERE b.raffle_id = p.raffle_id AND b.user_id = p.user_id
    RETURNING b.raffle_id, b.paid_orders = p.orders AS is_new
  ), counted AS (
    UPDATE raffle_counters c
    SET reserved = c.reserved - p.freed, unproven = c.unproven - p.freed_unproven, allocated = c.allocated + p.taken - s.resold,
        returned = c.returned - s.resold, buyers = c.buyers + coalesce(n.buyers, 0), leaves = c.leaves + s.blocks,
        last_round = coalesce(s.round, c.last_round), sold_in = ${SOLD_NOW}
    FROM selling s JOIN (
      SELECT raffle_id, coalesce(sum(quantity) FILTER (WHERE reserved), 0) AS freed,
             coalesce(sum(quantity) FILTER (WHERE unproven), 0) AS freed_unproven, sum(quantity) AS taken
      FROM paying GROUP BY raffle_id
    ) p ON p.raffle_id = s.raffle_id LEFT JOIN (
      SELECT raffle_id, count(*) AS buyers FROM bought WHERE is_new GROUP BY raffle_id
    ) n ON n.raffle_id = s.raffle_id
    WHERE c.ctid = s.place
  )
  UPDATE charges SET status = 'PAID' WHERE order_id = ANY ($1)`,
);

/** $1 raffle ids. */
export const markSoldOut = statement<object>(
  'mark_sold_out',
  `
  UPDATE raffles SET status = 'SOLD_OUT', version = version + 1, updated_at = now() WHERE id = ANY ($1::uuid[]) AND status = 'OPEN'`,
);

/**
 * $1 order ids, $2 new status, $3 new status of their charges, or null when these were not ended at their providers: then static
 * ones are cancelled, and reconciliation ends registered ones.
 */
export const releaseOrders = statement<OrderOfEvent & Pick<Order, 'unproven'>>(
  'release_orders',
  `
  WITH ended AS (
    UPDATE orders SET status = $2::order_status, ended_at = clock_timestamp()
    WHERE id = ANY ($1::bigint[]) AND status = 'PENDING'
    RETURNING id, raffle_id, user_id, reservation, unproven, quota_quantity, total_value, tracking
  ), counted AS (
    UPDATE raffle_counters c SET reserved = c.reserved - e.quantity, unproven = c.unproven - e.unproven, sold_in = ${SOLD_NOW}
    FROM (SELECT raffle_id, sum(quota_quantity) AS quantity, coalesce(sum(quota_quantity) FILTER (WHERE unproven), 0) AS unproven
          FROM ended WHERE reservation = 'RESERVED' GROUP BY raffle_id) e
    CROSS JOIN LATERAL (${newestCounter('x.ctid AS place', 'e.raffle_id')}) n
    WHERE c.ctid = n.place
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
  SELECT id::text, raffle_id AS "raffleId", user_id AS "userId", reservation, unproven, quota_quantity AS "quotaQuantity",
         total_value AS "totalValue", tracking
  FROM ended`,
);

/** The oldest first. Only one index has this order. $1 raffle id, $2 limit. */
export const selectUnpaidOrders = statement<{ id: string }>(
  'select_unpaid_orders',
  `
  SELECT id::text FROM orders WHERE raffle_id = $1 AND status = 'PENDING'
  ORDER BY orders.created_at NULLS FIRST, orders.id NULLS FIRST LIMIT $2`,
);

export const voidOrders = statement<OrderOfEvent>(
  'void_orders',
  `
  WITH ended AS (
    UPDATE orders SET status = 'REFUNDED', ended_at = clock_timestamp() WHERE id = ANY ($1::bigint[]) AND status = 'PAID'
    RETURNING id, raffle_id, user_id, reservation, quota_quantity, total_value, tracking
  ), voided AS (
    UPDATE quota_allocations SET voided_at = clock_timestamp() WHERE order_id IN (SELECT id FROM ended)
    RETURNING raffle_id, leaf, first_ordinal, end_ordinal
  ), sold_again AS (
    SELECT c.raffle_id FROM raffle_counters c
    WHERE c.raffle_id = ANY (ARRAY(SELECT v.raffle_id FROM voided v)) AND NOT c.is_instant
      AND (SELECT r.status FROM raffles r WHERE r.id = c.raffle_id) <> 'CANCELLED'
  ), entered AS (
    INSERT INTO book_entries (raffle_id, leaf, type, block_leaf)
    SELECT v.raffle_id, c.leaves + row_number() OVER (PARTITION BY v.raffle_id ORDER BY v.leaf) - 1, 'VOID', v.leaf
    FROM voided v JOIN raffle_counters c ON c.raffle_id = v.raffle_id
  ), returned AS (
    INSERT INTO returned_quotas (raffle_id, first_ordinal, end_ordinal)
    SELECT v.raffle_id, v.first_ordinal, v.end_ordinal FROM voided v JOIN sold_again s ON s.raffle_id = v.raffle_id
  ), bought AS (
    UPDATE raffle_buyers b
    SET allocated = b.allocated - e.quantity, given_back = b.given_back + e.quantity, paid_orders = b.paid_orders - e.orders,
        paid_value = b.paid_value - e.value
    FROM (SELECT raffle_id, user_id, sum(quota_quantity) AS quantity, count(*) AS orders, sum(total_value) AS value
          FROM ended GROUP BY raffle_id, user_id) e
    WHERE b.raffle_id = e.raffle_id AND b.user_id = e.user_id
    RETURNING b.raffle_id, b.paid_orders
  ), counted AS (
    UPDATE raffle_counters c SET buyers = c.buyers - gone.buyers, leaves = c.leaves + gone.leaves,
           returned = c.returned + CASE WHEN gone.are_sold_again THEN gone.quotas ELSE 0 END,
           spent = c.spent + CASE WHEN gone.are_sold_again THEN 0 ELSE gone.quotas END
    FROM (SELECT v.raffle_id, count(*) AS leaves, sum(v.end_ordinal - v.first_ordinal) AS quotas,
                 v.raffle_id IN (SELECT s.raffle_id FROM sold_again s) AS are_sold_again,
                 (SELECT count(*) FROM bought b WHERE b.raffle_id = v.raffle_id AND b.paid_orders = 0) AS buyers
          FROM voided v GROUP BY v.raffle_id) gone
    WHERE c.raffle_id = gone.raffle_id
  )
  SELECT id::text, raffle_id AS "raffleId", user_id AS "userId", reservation, quota_quantity AS "quotaQuantity",
         total_value AS "totalValue", tracking
  FROM ended`,
);
