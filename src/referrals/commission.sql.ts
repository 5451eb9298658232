// SQL: commissions are counted with the sale that earns them, several tables in one statement.
import type { CommissionEntry, Referrer } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { instantText, moneyText } from '../platform/database/sql-text.js';
import { statement } from '../platform/database/statement.js';
import { BIGINT } from '../platform/page.js';

/** Rounded half up to a centavo. Referrers are locked in a fixed order against deadlocks. $1 order ids. */
export const accrueCommissions = statement<object>(
  'accrue_commissions',
  `
  WITH due AS (
    SELECT o.id, o.referrer_id, (o.total_value * r.commission_basis_points + 5000) / 10000 AS amount
    FROM orders o JOIN raffles r ON r.id = o.raffle_id
    WHERE o.id = ANY ($1::bigint[]) AND o.referrer_id IS NOT NULL AND r.affiliate AND r.commission_basis_points IS NOT NULL
  ), kept AS (
    INSERT INTO commission_entries (referrer_id, type, amount, order_id)
    SELECT referrer_id, 'ACCRUED', amount, id FROM due WHERE amount > 0 ORDER BY id
    ON CONFLICT (order_id, type) DO NOTHING RETURNING referrer_id, amount
  )
  INSERT INTO referrers AS known (user_id, orders, accrued, balance)
  SELECT referrer_id, count(*), sum(amount), sum(amount) FROM kept GROUP BY referrer_id ORDER BY referrer_id
  ON CONFLICT (user_id) DO UPDATE SET
    orders = known.orders + excluded.orders, accrued = known.accrued + excluded.accrued, balance = known.balance + excluded.balance`,
);

export const reverseCommissions = statement<object>(
  'reverse_commissions',
  `
  WITH kept AS (
    INSERT INTO commission_entries (referrer_id, type, amount, order_id)
    SELECT e.referrer_id, 'REVERSED', e.amount, e.order_id FROM commission_entries e
    WHERE e.order_id = ANY ($1::bigint[]) AND e.type = 'ACCRUED' ORDER BY e.order_id
    ON CONFLICT (order_id, type) DO NOTHING RETURNING referrer_id, amount
  ), locked AS (
    SELECT r.user_id, k.orders, k.amount
    FROM referrers r JOIN (SELECT referrer_id, count(*) AS orders, sum(amount) AS amount FROM kept GROUP BY referrer_id) k
      ON k.referrer_id = r.user_id
    ORDER BY r.user_id FOR UPDATE OF r
  )
  UPDATE referrers r SET orders = r.orders - l.orders, reversed = r.reversed + l.amount, balance = r.balance - l.amount
  FROM locked l WHERE l.user_id = r.user_id`,
);

const REFERRER = `user_id AS "userId", orders, accrued, reversed, paid_out AS "paidOut", balance`;

/** Blocks commissions and payouts until the transaction ends. */
export const lockReferrer = statement<Referrer>(
  'lock_referrer',
  `SELECT ${REFERRER} FROM referrers WHERE user_id = $1 FOR UPDATE`,
);

export interface CommissionEntryRow extends Omit<CommissionEntry, 'id' | 'referrerId' | 'orderId'> {
  id: string;
  orderId: string | null;
}

export const commissionEntries = keysetList<CommissionEntryRow>({
  name: 'commission_entries',
  columns: 'e.id::text, type, amount, order_id::text AS "orderId", reference, note, created_at AS "createdAt"',
  from: 'commission_entries e',
  where: 'referrer_id = $1',
  key: [['id', BIGINT, 'e.id']],
  order: 'DESC',
  nullsLast: ['id'],
});

/** The referrer is locked. $1 user id, $2 amount in centavos, $3 reference, $4 note or null. */
export const insertPayout = statement<object>(
  'insert_payout',
  `
  WITH kept AS (
    INSERT INTO commission_entries (referrer_id, type, amount, reference, note) VALUES ($1, 'PAID_OUT', $2, $3, $4)
  )
  UPDATE referrers SET paid_out = paid_out + $2, balance = balance - $2 WHERE user_id = $1`,
);

export const selectPersonalCommissions = statement<{ status: string; id: string; json: string }>(
  'select_personal_commissions',
  `
  SELECT $2::text AS status, c.id::text, jsonb_build_object(
    'type', c.type, 'amount', ${moneyText('c.amount')}, 'orderId', c.order_id, 'reference', c.reference, 'createdAt', ${instantText('c.created_at')}
  )::text AS json
  FROM commission_entries c WHERE c.referrer_id = $1 AND c.id > $3::bigint
  ORDER BY c.id NULLS FIRST LIMIT $4`,
);
