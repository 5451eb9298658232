// SQL: a change of the key, which only a row that has ended may have.
import { statement } from '../platform/database/statement.js';

/** As one that an operator waits for. $1 id, $2 its new one. */
export const resendEnded = statement<{ id: string }>(
  'resend_ended',
  `
  UPDATE messages SET id = $2::uuid, status = 'PENDING', priority = 1, attempts = 0, contact_hash = NULL, last_error = NULL, ended_at = NULL,
    not_before = now(), next_attempt_at = now(), ends_at = now() + interval '1 day'
  WHERE id = $1 AND status <> 'PENDING' RETURNING id`,
);
