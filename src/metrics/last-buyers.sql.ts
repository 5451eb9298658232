// SQL: the order that names the index, so that a sale of a million orders is not sorted.
import { statement } from '../platform/database/statement.js';
import type { LastBuyer } from './last-buyers.type.js';

/** With whole names. By when they were placed: no index has the times of payments. $1 raffle id, $2 how many. */
export const selectLastBuyers = statement<LastBuyer>(
  'select_last_buyers',
  `
  SELECT u.name, o.quota_quantity AS quotas, o.created_at AS at
  FROM (
    SELECT x.id, x.user_id, x.quota_quantity, x.created_at FROM orders x WHERE x.raffle_id = $1 AND x.status = 'PAID'
    ORDER BY x.created_at DESC NULLS LAST, x.id DESC NULLS LAST LIMIT $2
  ) o JOIN users u ON u.id = o.user_id ORDER BY o.created_at DESC, o.id DESC`,
);
