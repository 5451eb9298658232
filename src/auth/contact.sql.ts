// SQL: by the clock of the database: a code is made or tried in one statement.
import { statement } from '../platform/database/statement.js';

/** Replaces the code before. $1 user, $2 phone or e-mail address, $3 HMAC of the code, $4 seconds it holds. */
export const insertContactCode = statement<{ expiresAt: Date }>(
  'insert_contact_code',
  `
  INSERT INTO contact_codes (user_id, contact, code_hash, expires_at) VALUES ($1::uuid, $2, $3, now() + make_interval(secs => $4))
  ON CONFLICT (user_id, contact) DO UPDATE SET code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at
  RETURNING expires_at AS "expiresAt"`,
);

/** No row if there is no code to try. $1 user, $2 phone or e-mail address, $3 HMAC of the typed code, $4 most tries. */
export const tryContactCode = statement<{ isRight: boolean }>(
  'try_contact_code',
  `
  UPDATE contact_codes SET tries = tries + 1
  WHERE user_id = $1 AND contact = $2 AND tries < $4::int AND expires_at > now()
  RETURNING code_hash = $3 AS "isRight"`,
);

/** A code works once, and the others were asked for before. $1 user. */
export const deleteContactCodes = statement<object>('delete_contact_codes', 'DELETE FROM contact_codes WHERE user_id = $1');

/** $1 days since they expired, $2 how many. */
export const purgeContactCodes = statement<{ contact: string }>(
  'purge_contact_codes',
  `
  DELETE FROM contact_codes WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM contact_codes WHERE expires_at < now() - make_interval(days => $1) ORDER BY expires_at LIMIT $2
  )) RETURNING contact`,
);
