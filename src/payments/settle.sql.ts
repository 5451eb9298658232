import type { OrderStatus, RaffleStatus } from '../generated/prisma/client.js';
import { statement } from '../platform/database.js';

/** Which order a payment is for, before anything is locked. $1 txid or null, $2 order id or null. */
export const findOrderOfPayment = statement<{ orderId: string; raffleId: string }>('find_order_of_payment', `
  SELECT o.id::text AS "orderId", o.raffle_id AS "raffleId" FROM orders o
  WHERE o.id = coalesce($2::bigint, (SELECT c.order_id FROM charges c WHERE c.txid = $1::text))`);

/** An order as settle decides over it, its counter already locked. */
export interface PayableOrder {
  id: string;
  userId: string;
  status: OrderStatus;
  quotaQuantity: number;
  totalValue: bigint;
}

/** $1 order ids. */
export const lockPayableOrders = statement<PayableOrder>('lock_payable_orders', `
  SELECT id::text, user_id AS "userId", status, quota_quantity AS "quotaQuantity", total_value AS "totalValue"
  FROM orders WHERE id = ANY ($1::bigint[]) ORDER BY orders.id FOR UPDATE`);

/** Whether a raffle still sells, by the database's clock. $1 raffle id. */
export const selectSaleState = statement<{ status: RaffleStatus; withinDates: boolean }>('select_sale_state', `
  SELECT status, coalesce(now() < ends_at, true) AS "withinDates" FROM raffles WHERE id = $1`);

/** $1 end-to-end ids: which were recorded before. */
export const selectRecordedPayments = statement<{ endToEndId: string }>('select_recorded_payments', `
  SELECT end_to_end_id AS "endToEndId" FROM payments WHERE end_to_end_id = ANY ($1::text[])`);

/** Records money, an array a column. An end-to-end id that is already there is left as it is. */
export const insertPayments = statement<{ id: string }>('insert_payments', `
  INSERT INTO payments (id, provider_name, end_to_end_id, txid, order_id, amount, source, payer_name, payer_cpf, paid_at)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::payment_source[],
                       $8::text[], $9::text[], $10::timestamptz[])
  ON CONFLICT (end_to_end_id) DO NOTHING RETURNING id`);

/** Money without a live order: id, payment, amount, reason, an array a column. */
export const insertLatePayments = statement<object>('insert_late_payments', `
  INSERT INTO late_payments (id, payment_id, amount, reason)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::late_payment_reason[])`);

/**
 * Turns reservations into blocks of ordinals. The counter is locked, the orders are one raffle's.
 * $1 raffle id, $2 order ids, $3 first ordinals, $4 when each was paid, $5 whether each still held its reservation.
 */
export const allocateOrders = statement<object>('allocate_orders', `
  WITH paying AS (
    SELECT p.*, o.user_id, o.quota_quantity AS quantity
    FROM unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::boolean[]) AS p(order_id, first_ordinal, paid_at, reserved)
    JOIN orders o ON o.id = p.order_id
  ), paid AS (
    UPDATE orders o SET status = 'PAID', paid_at = p.paid_at, ended_at = NULL FROM paying p WHERE o.id = p.order_id
  ), allocated AS (
    INSERT INTO quota_allocations (order_id, raffle_id, first_ordinal, end_ordinal)
    SELECT order_id, $1, first_ordinal, first_ordinal + quantity FROM paying
  ), counted AS (
    UPDATE raffle_counters c SET reserved = c.reserved - p.freed, allocated = c.allocated + p.taken
    FROM (SELECT coalesce(sum(quantity) FILTER (WHERE reserved), 0) AS freed, sum(quantity) AS taken FROM paying) p
    WHERE c.raffle_id = $1
  ), bought AS (
    UPDATE raffle_buyers b SET reserved = b.reserved - p.freed, allocated = b.allocated + p.taken
    FROM (SELECT user_id, coalesce(sum(quantity) FILTER (WHERE reserved), 0) AS freed, sum(quantity) AS taken
          FROM paying GROUP BY user_id) p
    WHERE b.raffle_id = $1 AND b.user_id = p.user_id
  )
  UPDATE charges SET status = 'PAID' WHERE order_id = ANY ($2)`);

/** The last quota was paid. $1 raffle id. */
export const markSoldOut = statement<object>('mark_sold_out', `
  UPDATE raffles SET status = 'SOLD_OUT', version = version + 1, updated_at = now() WHERE id = $1 AND status = 'OPEN'`);
