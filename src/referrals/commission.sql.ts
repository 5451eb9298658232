// SQL: commissions are counted with the sale that earns them, several tables in one statement.
import type { CommissionEntry, Referrer } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { instantText, moneyText } from '../platform/database/sql-text.js';
import { statement } from '../platform/database/statement.js';
import { BALANCE, BIGINT, UUID } from '../platform/page.js';
import { BUYER_DAYS } from '../refunds/refund.service.js';
import { RETURNABLE } from '../refunds/returnable.sql.js';

const partOf = (money: string): string => `(${money} * o.commission_basis_points + 5000) / 10000`;

/**
 * A join: `due.amount` of order `o`, what its commission is now. It follows from what is kept of the order's money, not from each
 * refund: so many small refunds round as one.
 */
export const COMMISSION_DUE = `
  CROSS JOIN LATERAL (
    SELECT CASE WHEN o.status = 'PAID' THEN ${partOf('greatest(coalesce(max(s.returnable), 0), 0)')} ELSE 0 END AS amount
    FROM payments p LEFT JOIN LATERAL (SELECT * FROM late_payments WHERE payment_id = p.id OFFSET 0) l ON true ${RETURNABLE}
    WHERE p.order_id = o.id AND (l.id IS NULL OR l.reason = 'OVERPAID')
  ) due`;

/** A join: `earned` of order `o`, what its entries say. No row for an order that never earned anything. */
export const COMMISSION_EARNED = `
  CROSS JOIN LATERAL (
    SELECT e.referrer_id, sum(CASE e.type WHEN 'REVERSED' THEN -e.amount ELSE e.amount END)::bigint AS amount
    FROM commission_entries e WHERE e.order_id = o.id GROUP BY e.referrer_id
  ) earned`;

const hourOf = (instant: string): string => `date_bin('1 hour', ${instant}, 'epoch')`;

/** The buyers of an hour's orders can take their money back for so long after its end. Hours before have no rows that count. */
const isPending = (hour: string): string => `${hour} > statement_timestamp() - interval '${BUYER_DAYS} days 1 hour'`;

/**
 * Nothing for one who is blocked or deleted. A referrer whose account was merged since the order is the account that is left, unless it
 * is the buyer's. No row of a referrer is changed, which all their raffles share: `countCommissionChanges` does that. $1 order ids.
 */
export const accrueCommissions = statement<object>(
  'accrue_commissions',
  `
  WITH accrued AS (
    SELECT o.id, u.id AS referrer_id, ${hourOf('o.paid_at')} AS hour, ${partOf('o.total_value')} AS amount
    FROM orders o JOIN users f ON f.id = o.referrer_id JOIN users u ON u.id = coalesce(f.merged_into, f.id)
    WHERE o.id = ANY ($1::bigint[]) AND o.commission_basis_points IS NOT NULL AND u.blocked_at IS NULL AND u.deleted_at IS NULL
      AND u.id <> o.user_id
  ), known AS (
    INSERT INTO referrers (user_id) SELECT DISTINCT referrer_id FROM accrued WHERE amount > 0 ORDER BY referrer_id
    ON CONFLICT (user_id) DO NOTHING
  ), kept AS (
    INSERT INTO commission_entries (referrer_id, type, amount, order_id)
    SELECT referrer_id, 'ACCRUED', amount, id FROM accrued WHERE amount > 0 ORDER BY id
  )
  INSERT INTO commission_changes (referrer_id, hour, orders, accrued)
  SELECT referrer_id, hour, count(*), sum(amount) FROM accrued WHERE amount > 0 GROUP BY referrer_id, hour`,
);

/** After refunds of orders changed. The payments are locked. $1 payment ids. */
export const adjustCommissions = statement<object>(
  'adjust_commissions',
  `
  WITH moved AS MATERIALIZED (
    SELECT o.id, earned.referrer_id, ${hourOf('o.paid_at')} AS hour, earned.amount AS before, due.amount AS after
    FROM unnest($1::uuid[]) AS changed(id)
    CROSS JOIN LATERAL (SELECT x.order_id FROM payments x WHERE x.id = changed.id OFFSET 0) of_payment
    JOIN orders o ON o.id = of_payment.order_id ${COMMISSION_EARNED} ${COMMISSION_DUE}
    WHERE due.amount <> earned.amount
  ), kept AS (
    INSERT INTO commission_entries (referrer_id, type, amount, order_id)
    SELECT referrer_id, (CASE WHEN after < before THEN 'REVERSED' ELSE 'RESTORED' END)::commission_entry_type, abs(after - before), id
    FROM moved ORDER BY id
  )
  INSERT INTO commission_changes (referrer_id, hour, orders, reversed)
  SELECT referrer_id, hour, sum((after > 0)::int - (before > 0)::int), sum(before - after) FROM moved GROUP BY referrer_id, hour`,
);

/** $1 how many changes are looked at. */
export const selectChangedReferrers = statement<{ userId: string }>(
  'select_changed_referrers',
  `
  SELECT DISTINCT referrer_id AS "userId" FROM (
    SELECT referrer_id FROM commission_changes ORDER BY commission_changes.id NULLS FIRST LIMIT $1
  ) changed`,
);

/** With what is not counted yet. The list is in the order of what is. */
const REFERRER = {
  columns: `
    r.user_id AS "userId", (r.orders + c.orders)::int AS orders, (r.accrued + c.accrued)::bigint AS accrued,
    (r.reversed + c.reversed)::bigint AS reversed, r.paid_out AS "paidOut",
    (r.balance + c.accrued - c.reversed)::bigint AS balance, r.balance AS counted`,
  from: `referrers r CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.orders), 0) AS orders, coalesce(sum(x.accrued), 0) AS accrued, coalesce(sum(x.reversed), 0) AS reversed
      FROM commission_changes x WHERE x.referrer_id = r.user_id
    ) c`,
};

/** $1 user id. */
export const selectReferrer = statement<Referrer>(
  'select_referrer',
  `SELECT ${REFERRER.columns} FROM ${REFERRER.from} WHERE r.user_id = $1`,
);

export const referrerList = keysetList<Referrer & { counted: bigint }>({
  name: 'referrers',
  ...REFERRER,
  key: [
    ['counted', BALANCE, 'r.balance'],
    ['userId', UUID, 'r.user_id'],
  ],
  order: 'DESC',
});

/** Blocks payouts until the transaction ends. No settlement waits for it. In a fixed order against deadlocks. $1 user ids. */
export const lockSums = statement<object>(
  'lock_commission_sums',
  'SELECT FROM referrers WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id FOR NO KEY UPDATE',
);

/** The referrers are locked. A refund comes after its accrual: no sum is below zero. $1 user ids. */
export const countCommissionChanges = statement<object>(
  'count_commission_changes',
  `
  WITH taken AS (
    DELETE FROM commission_changes WHERE referrer_id = ANY ($1::uuid[]) RETURNING referrer_id, hour, orders, accrued, reversed
  ), counted AS (
    UPDATE referrers r SET
      orders = r.orders + t.orders, accrued = r.accrued + t.accrued, reversed = r.reversed + t.reversed,
      balance = r.balance + t.accrued - t.reversed
    FROM (
      SELECT referrer_id, sum(orders) AS orders, sum(accrued) AS accrued, sum(reversed) AS reversed FROM taken GROUP BY referrer_id
    ) t WHERE r.user_id = t.referrer_id
  ), of_hours AS MATERIALIZED (
    SELECT referrer_id, hour, sum(accrued - reversed) AS amount FROM taken WHERE ${isPending('hour')} GROUP BY referrer_id, hour
  ), known AS (
    UPDATE pending_commissions p SET amount = p.amount + h.amount FROM of_hours h
    WHERE p.referrer_id = h.referrer_id AND p.hour = h.hour RETURNING p.referrer_id, p.hour
  )
  INSERT INTO pending_commissions (referrer_id, hour, amount)
  SELECT h.referrer_id, h.hour, h.amount FROM of_hours h
  WHERE NOT EXISTS (SELECT FROM known k WHERE k.referrer_id = h.referrer_id AND k.hour = h.hour)`,
);

/** $1 user ids. */
export const selectPendingCommissions = statement<{ userId: string; amount: bigint }>(
  'select_pending_commissions',
  `
  SELECT referrer_id AS "userId", sum(amount)::bigint AS amount FROM (
    SELECT referrer_id, hour, amount FROM pending_commissions WHERE referrer_id = ANY ($1::uuid[])
    UNION ALL SELECT referrer_id, hour, accrued - reversed FROM commission_changes WHERE referrer_id = ANY ($1)
  ) p WHERE ${isPending('hour')} GROUP BY referrer_id`,
);

/** Of orders whose payment is disputed, and that are not pending. All open disputes are read. $1 user ids. */
export const selectDisputedCommissions = statement<{ userId: string; amount: bigint }>(
  'select_disputed_commissions',
  `
  SELECT o.referrer_id AS "userId", sum(earned.amount)::bigint AS amount
  FROM (
    SELECT DISTINCT p.order_id AS id FROM (SELECT payment_id FROM disputes WHERE status = 'OPEN' ORDER BY opened_at, disputes.id OFFSET 0) d
    CROSS JOIN LATERAL (SELECT x.id, x.order_id FROM payments x WHERE x.id = d.payment_id OFFSET 0) p
    LEFT JOIN LATERAL (SELECT y.id, y.reason FROM late_payments y WHERE y.payment_id = p.id OFFSET 0) l ON true
    WHERE p.order_id IS NOT NULL AND (l.id IS NULL OR l.reason = 'OVERPAID')
  ) disputed CROSS JOIN LATERAL (SELECT z.id, z.referrer_id, z.paid_at FROM orders z WHERE z.id = disputed.id OFFSET 0) o ${COMMISSION_EARNED}
  WHERE o.referrer_id = ANY ($1::uuid[]) AND earned.referrer_id = o.referrer_id AND NOT ${isPending(hourOf('o.paid_at'))}
  GROUP BY o.referrer_id`,
);

export const purgePendingCommissions = statement<object>(
  'purge_pending_commissions',
  `
  DELETE FROM pending_commissions WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM pending_commissions WHERE hour < now() - make_interval(days => $1) ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED
  )) RETURNING referrer_id`,
);

/** Blocks that the user is blocked or deleted until the transaction ends. $1 user id. */
export const selectReferrerToPay = statement<Referrer & { isBarred: boolean }>(
  'select_referrer_to_pay',
  `
  SELECT r.user_id AS "userId", r.orders, r.accrued, r.reversed, r.paid_out AS "paidOut", r.balance,
         u.blocked_at IS NOT NULL OR u.deleted_at IS NOT NULL AS "isBarred"
  FROM referrers r JOIN users u ON u.id = r.user_id WHERE r.user_id = $1 FOR SHARE OF u`,
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

/** What operators wrote about payouts. The reference stays: a payout is recorded once by it. $1 user. */
export const forgetPayoutNotes = statement<object>(
  'forget_payout_notes',
  'UPDATE commission_entries SET note = NULL WHERE referrer_id = $1 AND note IS NOT NULL',
);
