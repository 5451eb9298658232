import type pg from 'pg';
import { ORDERS } from '../fill.js';

/**
 * Ends what a round left unpaid, as a raffle's clock does: a buyer has a few unpaid orders, and what a rule looks at must not grow
 * with the rounds. Leaves no dead rows to be cleaned up while the next round is measured.
 */
export async function endUnpaidOrders(client: pg.Client): Promise<void> {
  await client.query(`
    WITH ended AS (
      UPDATE orders SET status = 'EXPIRED', ended_at = now() WHERE status = 'PENDING' AND id > ${ORDERS}
      RETURNING id, raffle_id, user_id, reservation, unproven, quota_quantity
    ), charged AS (
      UPDATE charges c SET status = 'CANCELLED' FROM ended e WHERE c.order_id = e.id
    ), bought AS (
      UPDATE raffle_buyers b SET reserved = b.reserved - e.quantity
      FROM (SELECT raffle_id, user_id, sum(quota_quantity) AS quantity FROM ended GROUP BY raffle_id, user_id) e
      WHERE b.raffle_id = e.raffle_id AND b.user_id = e.user_id
    )
    UPDATE raffle_counters c SET reserved = c.reserved - e.quantity, unproven = c.unproven - e.unproven
    FROM (SELECT raffle_id, sum(quota_quantity) AS quantity, coalesce(sum(quota_quantity) FILTER (WHERE unproven), 0) AS unproven
          FROM ended WHERE reservation = 'RESERVED' GROUP BY raffle_id) e
    WHERE c.raffle_id = e.raffle_id`);
  await client.query('VACUUM ANALYZE orders, charges, raffle_buyers, raffle_counters, idempotency_keys');
}
