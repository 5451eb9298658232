// SQL: arrays of changes under the lock of the counter.
import { statement } from '../platform/database/statement.js';

/** Adds what was missing of what buyers paid; their raffle's counter is locked. $1 raffle id, $2 users, $3 orders, $4 values, $5 when each last paid. */
export const repairBuyers = statement<object>(
  'repair_buyers',
  `
  UPDATE raffle_buyers b SET paid_orders = b.paid_orders + d.orders, paid_value = b.paid_value + d.value, reached_at = d.reached_at
  FROM unnest($2::uuid[], $3::int[], $4::bigint[], $5::timestamptz[]) AS d(user_id, orders, value, reached_at)
  WHERE b.raffle_id = $1 AND b.user_id = d.user_id`,
);

/** Adds to how many buyers a raffle has; its counter is locked. $1 raffle id, $2 how many. */
export const repairBuyersCount = statement<object>(
  'repair_buyers_count',
  'UPDATE raffle_counters SET buyers = buyers + $2 WHERE raffle_id = $1',
);
