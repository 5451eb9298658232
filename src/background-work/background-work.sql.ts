// SQL: several tables in one statement, and counters in place of orders.
import { statement } from '../platform/database/statement.js';

/**
 * Of raffles that were called off: orders that got their money back, and those that still get it or may still be paid. Some may have got it
 * before. $1 how many.
 */
export const selectRefundsUnderWay = statement<{
  id: string;
  title: string;
  done: number;
  total: number;
  startedAt: Date | null;
}>(
  'select_refunds_under_way',
  `
  SELECT r.id, r.title, t.done, t.total, (
           SELECT max(e.at) FROM timeline_entries e WHERE e.raffle_id = r.id AND e.kind = 'CANCELLED'
         ) AS "startedAt"
  FROM raffles r CROSS JOIN LATERAL (
    SELECT coalesce(sum(o.orders) FILTER (WHERE o.status = 'REFUNDED'), 0)::int AS done, coalesce(sum(o.orders), 0)::int AS total
    FROM order_totals o WHERE o.raffle_id = r.id AND o.status IN ('PENDING', 'PAID', 'REFUNDED')
  ) t
  WHERE r.refunded_up_to IS NOT NULL ORDER BY r.id LIMIT $1`,
);

/** A draw that is not due is no work. $1 how many. */
export const selectDrawsUnderWay = statement<{
  id: string;
  title: string;
  kind: 'FREEZE' | 'DRAW' | 'PROOF';
  startedAt: Date | null;
}>(
  'select_draws_under_way',
  `
  SELECT r.id, r.title, CASE d.status WHEN 'FREEZING' THEN 'FREEZE' WHEN 'FROZEN' THEN 'DRAW' ELSE 'PROOF' END AS kind,
         CASE d.status WHEN 'FREEZING' THEN d.frozen_at WHEN 'FROZEN' THEN d.due_at ELSE d.drawn_at END AS "startedAt"
  FROM draws d JOIN raffles r ON r.id = d.raffle_id
  WHERE r.status <> 'CANCELLED' AND CASE d.status WHEN 'FREEZING' THEN true
    WHEN 'FROZEN' THEN d.round IS NOT NULL AND d.due_at <= now() ELSE d.proof_gzip IS NULL END
  ORDER BY d.raffle_id LIMIT $1`,
);
