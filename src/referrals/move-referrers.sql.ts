// SQL: sums of several referrers go to one.
import { statement } from '../platform/database/statement.js';

/** Blocks payouts and settlements until the transaction ends. $1 users. */
export const lockReferrers = statement<{ userId: string }>(
  'lock_referrers',
  'SELECT user_id AS "userId" FROM referrers WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id FOR UPDATE',
);

/** $1 from, $2 to. */
export const addReferrers = statement<object>(
  'add_referrers',
  `
  INSERT INTO referrers AS known (user_id, orders, accrued, reversed, paid_out, balance)
  SELECT $2::uuid, sum(orders), sum(accrued), sum(reversed), sum(paid_out), sum(balance) FROM referrers WHERE user_id = ANY ($1::uuid[])
  ON CONFLICT (user_id) DO UPDATE SET
    orders = known.orders + excluded.orders, accrued = known.accrued + excluded.accrued, reversed = known.reversed + excluded.reversed,
    paid_out = known.paid_out + excluded.paid_out, balance = known.balance + excluded.balance`,
);

/** A payout keeps its name, unless another payout of the account has it. $1 from, $2 to. */
export const moveCommissionEntries = statement<object>(
  'move_commission_entries',
  `
  UPDATE commission_entries e SET referrer_id = $2::uuid, reference = CASE WHEN EXISTS (
      SELECT FROM commission_entries x WHERE x.referrer_id = $2 AND x.reference = e.reference
    ) OR EXISTS (
      SELECT FROM commission_entries x WHERE x.referrer_id = ANY ($1::uuid[]) AND x.reference = e.reference AND x.id < e.id
    ) THEN e.reference || ' ' || e.id ELSE e.reference END
  WHERE e.referrer_id = ANY ($1)`,
);

/** $1 from, $2 to. */
export const movePendingCommissions = statement<object>(
  'move_pending_commissions',
  `
  WITH gone AS (DELETE FROM pending_commissions WHERE referrer_id = ANY ($1::uuid[]) RETURNING hour, amount)
  INSERT INTO pending_commissions AS known (referrer_id, hour, amount) SELECT $2::uuid, hour, sum(amount) FROM gone GROUP BY hour
  ON CONFLICT (referrer_id, hour) DO UPDATE SET amount = known.amount + excluded.amount`,
);

/** $1 users. */
export const deleteReferrers = statement<object>('delete_referrers', 'DELETE FROM referrers WHERE user_id = ANY ($1::uuid[])');
