// SQL: by the clock of the database: codes, limits and the first owner, each made or tried in one statement.
import { statement } from '../platform/database/statement.js';

/** Stores nothing unless the phone is an active buyer's. $1 phone, $2 HMAC of the code, $3 seconds it holds. */
export const insertLoginCode = statement<{ expiresAt: Date; isKnown: boolean }>(
  'insert_login_code',
  `
  WITH kept AS (
    INSERT INTO login_codes (phone, code_hash, expires_at)
    SELECT $1, $2, now() + make_interval(secs => $3)
    WHERE EXISTS (SELECT FROM users WHERE phone = $1 AND role = 'USER' AND deleted_at IS NULL AND blocked_at IS NULL)
    ON CONFLICT (phone) DO UPDATE
      SET code_hash = excluded.code_hash, tries = 0, created_at = now(), expires_at = excluded.expires_at, used_at = NULL
    RETURNING phone
  )
  SELECT now() + make_interval(secs => $3) AS "expiresAt", EXISTS (SELECT FROM kept) AS "isKnown"`,
);

/** No row if the phone has no code to try. $1 phone, $2 HMAC of the typed code, $3 most tries, $4 whether this one is not counted. */
export const tryLoginCode = statement<{ isRight: boolean }>(
  'try_login_code',
  `
  UPDATE login_codes SET tries = tries + CASE WHEN $4::boolean THEN 0 ELSE 1 END, used_at = CASE WHEN code_hash = $2 THEN now() END
  WHERE phone = $1 AND used_at IS NULL AND ($4::boolean OR tries < $3::int) AND expires_at > now()
  RETURNING code_hash = $2 AS "isRight"`,
);

/** $1 days since they expired, $2 how many. */
export const purgeLoginCodes = statement<{ phone: string }>(
  'purge_login_codes',
  `
  DELETE FROM login_codes WHERE phone = ANY (ARRAY(
    SELECT phone FROM login_codes WHERE expires_at < now() - make_interval(days => $1) ORDER BY expires_at LIMIT $2
  )) RETURNING phone`,
);

/** $1 days since the window ended, $2 how many. */
export const purgeLoginLimits = statement<{ key: string }>(
  'purge_login_limits',
  `
  WITH old AS MATERIALIZED (
    SELECT key FROM login_limits WHERE expire < (extract(epoch FROM now() - make_interval(days => $1)) * 1000)::bigint
    LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  DELETE FROM login_limits l USING old WHERE l.key = old.key RETURNING l.key`,
);

/** As in the index `users_owners`. */
const OWNERS = "operator_role = 'OWNER' AND blocked_at IS NULL AND deleted_at IS NULL";

/** Asked at every start, where Prisma's engine would take a third of a second to load. */
export const selectHasOwner = statement<{ hasOwner: boolean }>(
  'select_has_owner',
  `SELECT EXISTS (SELECT FROM users WHERE ${OWNERS}) AS "hasOwner"`,
);

/** Nothing if there is an owner. $1 id, $2 name, $3 email, $4 hash of the password. */
export const insertFirstOwner = statement<{ id: string }>(
  'insert_first_owner',
  `
  INSERT INTO users (id, role, operator_role, name, email, password_hash, updated_at)
  SELECT $1::uuid, 'ADMIN', 'OWNER', $2, $3, $4, now()
  WHERE NOT EXISTS (SELECT FROM users WHERE ${OWNERS})
  ON CONFLICT DO NOTHING RETURNING id`,
);
