/**
 * Ends every unpaid order of a raffle that is called off and gives the quotas back. The counter must be locked by the
 * caller. Money that arrives all the same finds a cancelled order and becomes a late payment. $1 raffle id.
 */
export const CANCEL_UNPAID_ORDERS = `
  WITH ended AS (
    UPDATE orders SET status = 'CANCELLED', ended_at = clock_timestamp()
    WHERE raffle_id = $1::uuid AND status = 'PENDING'
    RETURNING id, user_id, quota_quantity
  ), charged AS (
    UPDATE charges SET status = CASE WHEN dynamic THEN status ELSE 'CANCELLED' END,
           -- A registered charge is still payable: reconciliation ends it at its provider.
           next_check_at = CASE WHEN dynamic THEN now() END
    WHERE order_id IN (SELECT id FROM ended) AND status IN ('CREATING', 'ACTIVE')
  ), bought AS (
    UPDATE raffle_buyers b SET reserved = b.reserved - e.quantity
    FROM (SELECT user_id, sum(quota_quantity) AS quantity FROM ended GROUP BY user_id) e
    WHERE b.raffle_id = $1::uuid AND b.user_id = e.user_id
  )
  UPDATE raffle_counters SET reserved = reserved - (SELECT coalesce(sum(quota_quantity), 0) FROM ended)
  WHERE raffle_id = $1::uuid`;

/** Takes the lock every change of a raffle's quotas begins with. $1 raffle id. Answers RaffleCounter's figures. */
export const LOCK_COUNTER = `
  SELECT sellable, reserved, allocated FROM raffle_counters WHERE raffle_id = $1::uuid FOR UPDATE`;
