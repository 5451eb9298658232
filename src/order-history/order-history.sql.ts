// SQL: what nine tables say of an order, in one list.
import { statement } from '../platform/database/statement.js';
import type { OrderEvent } from './order-history.type.js';

export type OrderEventRow = Omit<OrderEvent, 'kind' | 'actor'> & { kind: `${OrderEvent['kind']}`; actorId: string | null };

const MOST_EVENTS = 200;

// Each LATERAL with OFFSET 0 finds rows by their key.
/** $1 order. */
export const selectOrderEvents = statement<OrderEventRow>(
  'select_order_events',
  `
  WITH own AS MATERIALIZED (
    SELECT o.id, o.user_id, o.status, o.total_value, o.created_at, o.paid_at, o.ended_at FROM orders o WHERE o.id = $1
  ), paid AS MATERIALIZED (
    SELECT p.id, p.amount, p.end_to_end_id, p.paid_at, p.source
    FROM own o CROSS JOIN LATERAL (SELECT x.* FROM payments x WHERE x.order_id = o.id OFFSET 0) p
  ), back AS MATERIALIZED (
    SELECT f.id, f.amount, f.status, f.created_at, f.settled_at
    FROM paid p CROSS JOIN LATERAL (SELECT x.* FROM refunds x WHERE x.payment_id = p.id OFFSET 0) f
  ), won AS MATERIALIZED (
    SELECT w.id, w.title, w.shown_at FROM own o CROSS JOIN LATERAL (SELECT x.* FROM won_prizes x WHERE x.order_id = o.id OFFSET 0) w
  ), subject (type, id) AS (
    SELECT 'order', id::text FROM own UNION ALL SELECT 'payment', id::text FROM paid UNION ALL SELECT 'refund', id FROM back
    UNION ALL SELECT 'wonPrize', id::text FROM won
    UNION ALL SELECT 'latePayment', l.id::text
      FROM paid p CROSS JOIN LATERAL (SELECT x.id FROM late_payments x WHERE x.payment_id = p.id OFFSET 0) l
  ), about (id) AS (
    SELECT id::text FROM own UNION ALL SELECT id FROM back UNION ALL SELECT id::text FROM won
  ), events (at, kind, amount, text, action, "actorId") AS (
    SELECT created_at, 'PLACED', total_value, NULL, NULL, NULL::uuid FROM own
    UNION ALL SELECT paid_at, 'PAID', NULL, NULL, NULL, NULL FROM own
    UNION ALL SELECT ended_at, status::text, NULL, NULL, NULL, NULL FROM own WHERE status IN ('CANCELLED', 'EXPIRED', 'REFUNDED')
    UNION ALL SELECT paid_at, 'PAYMENT', amount, end_to_end_id, NULL, NULL FROM paid WHERE source <> 'FREE'
    UNION ALL SELECT created_at, 'REFUND_REQUESTED', amount, NULL, NULL, NULL FROM back
    UNION ALL SELECT settled_at, 'REFUND_RETURNED', amount, NULL, NULL, NULL FROM back WHERE status = 'RETURNED'
    UNION ALL SELECT d.opened_at, 'DISPUTE_OPENED', d.amount, NULL, NULL, NULL
      FROM paid p CROSS JOIN LATERAL (SELECT x.* FROM disputes x WHERE x.payment_id = p.id OFFSET 0) d
    UNION ALL SELECT d.ended_at, 'DISPUTE_ENDED', d.amount, d.status::text, NULL, NULL
      FROM paid p CROSS JOIN LATERAL (SELECT x.* FROM disputes x WHERE x.payment_id = p.id OFFSET 0) d
    UNION ALL SELECT shown_at, 'PRIZE_WON', NULL, title, NULL, NULL FROM won
    UNION ALL SELECT m.ended_at, 'MESSAGE', NULL, m.kind::text, NULL, NULL
      FROM own o CROSS JOIN about CROSS JOIN LATERAL (
        SELECT x.* FROM messages x
        WHERE x.kind = ANY (enum_range(NULL::message_kind)) AND x.subject = about.id AND x.user_id = o.user_id AND x.status = 'SENT' OFFSET 0
      ) m
    UNION ALL SELECT e.created_at, 'ACT', NULL, CASE e.action WHEN 'cancelOrder' THEN e.details ->> 'reason' END, e.action, e.actor_id
      FROM subject s CROSS JOIN LATERAL (
        SELECT x.* FROM audit_log x WHERE x.subject_type = s.type AND x.subject_id = s.id OFFSET 0
      ) e
  )
  SELECT * FROM events WHERE at IS NOT NULL ORDER BY at DESC, kind LIMIT ${MOST_EVENTS}`,
);

/** Null where nobody gets a commission. $1 order. */
export const selectReferrerOf = statement<{ referrerId: string | null }>(
  'select_referrer_of',
  'SELECT referrer_id AS "referrerId" FROM orders WHERE id = $1',
);
