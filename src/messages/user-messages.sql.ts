// SQL: a change of the key, which only a row that has ended may have, and keys of three tables in one list.
import { statement } from '../platform/database/statement.js';

/** As one that an operator waits for. $1 id, $2 its new one. */
export const resendEnded = statement<{ id: string }>(
  'resend_ended',
  `
  UPDATE messages SET id = $2::uuid, status = 'PENDING', priority = 1, attempts = 0, contact_hash = NULL, last_error = NULL, ended_at = NULL,
    not_before = now(), next_attempt_at = now(), ends_at = now() + interval '1 day'
  WHERE id = $1 AND status <> 'PENDING' RETURNING id`,
);

/** The ids of an order, its refunds and prizes: what messages about it have as their subjects. OFFSET 0: by key. $1 order. */
export const selectSubjectsOfOrder = statement<{ subject: string }>(
  'select_subjects_of_order',
  `
  SELECT $1::bigint::text AS subject
  UNION ALL SELECT f.id
    FROM payments p CROSS JOIN LATERAL (SELECT x.id FROM refunds x WHERE x.payment_id = p.id OFFSET 0) f WHERE p.order_id = $1::bigint
  UNION ALL SELECT id::text FROM won_prizes WHERE order_id = $1::bigint`,
);
