// SQL: what five tables say of a payment, in one list.
import { statement } from '../platform/database/statement.js';
import type { PaymentEvent } from './payment-history.type.js';

export type PaymentEventRow = Omit<PaymentEvent, 'kind' | 'actor'> & { kind: `${PaymentEvent['kind']}`; actorId: string | null };

const MOST_EVENTS = 200;

// Each LATERAL with OFFSET 0 finds rows by their key.
/** $1 payment. */
export const selectPaymentEvents = statement<PaymentEventRow>(
  'select_payment_events',
  `
  WITH own AS MATERIALIZED (
    SELECT id, amount, source, paid_at, created_at FROM payments WHERE id = $1
  ), aside AS MATERIALIZED (
    SELECT l.* FROM own p CROSS JOIN LATERAL (SELECT x.* FROM late_payments x WHERE x.payment_id = p.id OFFSET 0) l
  ), back AS MATERIALIZED (
    SELECT f.* FROM own p CROSS JOIN LATERAL (SELECT x.* FROM refunds x WHERE x.payment_id = p.id OFFSET 0) f
  ), claim AS MATERIALIZED (
    SELECT d.* FROM own p CROSS JOIN LATERAL (SELECT x.* FROM disputes x WHERE x.payment_id = p.id OFFSET 0) d
  ), subject (type, id) AS (
    SELECT 'payment', id::text FROM own UNION ALL SELECT 'latePayment', id::text FROM aside UNION ALL SELECT 'refund', id FROM back
  ), events (at, kind, amount, text, action, "actorId") AS (
    SELECT paid_at, 'PAID', amount, NULL, NULL, NULL::uuid FROM own
    UNION ALL SELECT created_at, 'RECORDED', NULL, source::text, NULL, NULL FROM own
    UNION ALL SELECT created_at, 'SET_ASIDE', amount, reason::text, NULL, NULL FROM aside
    UNION ALL SELECT created_at, 'REFUND_REQUESTED', amount, initiator::text, NULL, NULL FROM back
    UNION ALL SELECT settled_at, 'REFUND_RETURNED', amount, NULL, NULL, NULL FROM back WHERE status = 'RETURNED'
    UNION ALL SELECT opened_at, 'DISPUTE_OPENED', amount, NULL, NULL, NULL FROM claim
    UNION ALL SELECT ended_at, 'DISPUTE_ENDED', amount, status::text, NULL, NULL FROM claim
    UNION ALL SELECT e.created_at, 'ACT', NULL, NULL, e.action, e.actor_id
      FROM subject s CROSS JOIN LATERAL (
        SELECT x.* FROM audit_log x WHERE x.subject_type = s.type AND x.subject_id = s.id OFFSET 0
      ) e
  )
  SELECT * FROM events WHERE at IS NOT NULL ORDER BY at DESC, kind LIMIT ${MOST_EVENTS}`,
);
