// SQL: sums of a buyer's quotas beside the raffle's limits.
import { statement } from '../platform/database/statement.js';

/**
 * How many quotas, bonus included, the buyer may still take. Null without a limit. `isShared`: other accounts of the person count. The
 * orders are sorted as only the index by buyer and status is, so that no plan without statistics reads others. $1 raffle id, $2 buyer.
 */
export const selectBuyerRoom = statement<{ ofRaffle: number | null; unpaid: number | null; isShared: boolean }>(
  'select_buyer_room',
  `
  SELECT r.max_buyer_quantity - p.quantity AS "ofRaffle",
         p.quantity > coalesce(b.reserved + b.allocated + b.given_back, 0) AS "isShared",
         (r.anti_spam_max_quota - (
           SELECT coalesce(sum(o.quota_quantity), 0)
           FROM (
             SELECT x.raffle_id, x.created_at, x.quota_quantity FROM orders x
             WHERE x.user_id = $2 AND x.status = 'PENDING' ORDER BY x.id NULLS FIRST OFFSET 0
           ) o
           WHERE o.raffle_id = r.id AND o.created_at > clock_timestamp() - make_interval(mins => r.anti_spam_timeout)
         ))::int AS unpaid
  FROM raffles r LEFT JOIN raffle_buyers b ON b.raffle_id = r.id AND b.user_id = $2
  JOIN users u ON u.id = $2 CROSS JOIN LATERAL quotas_of_person(r.id, u.id, u.phone, u.cpf, u.phone_proved_at IS NOT NULL) p(quantity)
  WHERE r.id = $1`,
);
