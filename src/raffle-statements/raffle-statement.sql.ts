// SQL: sums of six tables by day, of one moment.
import { statement } from '../platform/database/statement.js';

/** By index, also where a connection planned it on an empty table. */
const ORDERS = 'SELECT x.id FROM orders x WHERE x.raffle_id = $1 ORDER BY x.status, x.created_at, x.id OFFSET 0';

/** What moved: rows of kind, amount and its time; null for what waits, of whichever day. */
const MOVED = `
  SELECT CASE p.source WHEN 'ADMIN' THEN 'receivedByHand' ELSE 'received' END AS kind, p.amount, p.paid_at AS at FROM paid p
  UNION ALL
  SELECT CASE WHEN f.status <> 'RETURNED' THEN 'refundsUnderWay' WHEN f.initiator IN ('BANK', 'PROVIDER') THEN 'takenBack' ELSE 'refunded' END,
         f.amount, CASE f.status WHEN 'RETURNED' THEN f.settled_at END
  FROM paid p CROSS JOIN LATERAL (
    SELECT y.initiator, y.amount, y.settled_at, y.status FROM refunds y WHERE y.payment_id = p.id ORDER BY y.payment_id OFFSET 0
  ) f WHERE f.status <> 'FAILED'
  UNION ALL
  SELECT 'providerFees', k.fixed + (p.amount * k.basis_points + 5000) / 10000, p.paid_at
  FROM paid p JOIN fees k ON k.provider_name = p.provider_name AND (p.paid_at AT TIME ZONE $4)::date >= k.valid_from
    AND (p.paid_at AT TIME ZONE $4)::date < k.next_from
  WHERE p.source <> 'ADMIN' AND p.amount > 0
  UNION ALL
  SELECT 'lateToResolve', l.amount, NULL
  FROM paid p JOIN late_payments l ON l.payment_id = p.id WHERE l.status = 'PENDING'
  UNION ALL
  SELECT CASE e.type WHEN 'REVERSED' THEN 'commissionsReversed' ELSE 'commissions' END, e.amount, e.created_at
  FROM placed o CROSS JOIN LATERAL (
    SELECT y.type, y.amount, y.created_at FROM commission_entries y WHERE y.order_id = o.id ORDER BY y.order_id OFFSET 0
  ) e WHERE e.type <> 'PAID_OUT'
  UNION ALL
  SELECT 'prizes', w.value, w.delivered_at FROM (
    SELECT x.value, x.delivered_at, x.state FROM won_prizes x WHERE x.raffle_id = $1 ORDER BY x.kind, x.state, x.won_at, x.id OFFSET 0
  ) w WHERE w.state = 'DELIVERED' AND w.value IS NOT NULL`;

const SUMS = [
  'received',
  'receivedByHand',
  'refunded',
  'takenBack',
  'providerFees',
  'commissions',
  'commissionsReversed',
  'prizes',
  'refundsUnderWay',
  'lateToResolve',
] as const;

/** `day` is null in the row of what waits. */
export type StatementRow = Record<(typeof SUMS)[number], bigint> & { day: Date | null };

/** Days on which something moved, then what waits. $1 raffle id, $2 first day, $3 last day, $4 time zone. */
export const selectRaffleStatement = statement<StatementRow>(
  'select_raffle_statement',
  `
  WITH placed AS MATERIALIZED (${ORDERS}), paid AS MATERIALIZED (
    SELECT p.id, p.amount, p.source, p.paid_at, p.provider_name FROM placed o
    CROSS JOIN LATERAL (
      SELECT y.id, y.amount, y.source, y.paid_at, y.provider_name FROM payments y WHERE y.order_id = o.id ORDER BY y.order_id OFFSET 0
    ) p
  ), fees AS MATERIALIZED (
    SELECT f.provider_name, f.valid_from, f.fixed, f.basis_points,
           lead(f.valid_from, 1, 'infinity') OVER (PARTITION BY f.provider_name ORDER BY f.valid_from) AS next_from
    FROM provider_fees f
  ), dated AS (
    SELECT (m.at AT TIME ZONE $4)::date AS day, m.kind, m.amount FROM (${MOVED}) m WHERE m.amount > 0
  )
  SELECT d.day, ${SUMS.map((kind) => `coalesce(sum(d.amount) FILTER (WHERE d.kind = '${kind}'), 0)::bigint AS "${kind}"`).join(', ')}
  FROM dated d WHERE d.day IS NULL OR d.day BETWEEN $2::date AND $3::date GROUP BY d.day ORDER BY d.day NULLS LAST`,
);
