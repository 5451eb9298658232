// SQL: a session is refreshed or ended in one statement, by the clock of the database.
import { instantText } from '../platform/database/sql-text.js';
import { hasFactorOf } from '../second-factor/second-factor.sql.js';
import { statement } from '../platform/database/statement.js';
import type { Role, OperatorRole } from '../generated/prisma/client.js';

export interface SessionFacts {
  id: string;
  userId: string;
  role: Role;
  tokenVersion: number;
  generation: number;
  rotatedAt: Date;
  refreshExpiresAt: Date;
}

const FACTS = `s.id, s.user_id AS "userId", u.role, u.token_version AS "tokenVersion", s.generation, s.rotated_at AS "rotatedAt",
         s.refresh_expires_at AS "refreshExpiresAt"`;
/** Of `sessions s` and `users u`. */
const HOLDS = `s.ended_at IS NULL AND s.refresh_expires_at > now() AND u.token_version = s.token_version
    AND u.deleted_at IS NULL AND u.blocked_at IS NULL`;

/**
 * Of too many sessions replaces the oldest that was never refreshed, else the one refreshed longest ago. $1 id, $2 user, $3
 * token version, $4 most seconds, $5 most seconds between refreshes, $6 network, $7 user agent, $8 most sessions.
 */
export const insertSession = statement<Pick<SessionFacts, 'generation' | 'rotatedAt' | 'refreshExpiresAt'>>(
  'insert_session',
  `
  WITH crowded_out AS (
    DELETE FROM sessions WHERE id = ANY (ARRAY(
      SELECT id FROM sessions WHERE user_id = $2::uuid AND ended_at IS NULL
      ORDER BY generation > 0 DESC, rotated_at DESC, id DESC OFFSET $8::int - 1
    ))
  )
  INSERT INTO sessions (id, user_id, token_version, expires_at, refresh_expires_at, network, user_agent)
  VALUES ($1::uuid, $2::uuid, $3::int, now() + make_interval(secs => $4), now() + make_interval(secs => $5), $6, $7)
  RETURNING generation, rotated_at AS "rotatedAt", refresh_expires_at AS "refreshExpiresAt"`,
);

/**
 * Of two requests at once, one succeeds. $1 id, $2 generation, $3 seconds until a buyer's next refresh, $4 an operator's, $5
 * network, $6 agent.
 */
export const rotateSession = statement<SessionFacts>(
  'rotate_session',
  `
  UPDATE sessions s SET generation = s.generation + 1, rotated_at = now(), network = $5, user_agent = $6,
    refresh_expires_at = least(s.expires_at, now() + make_interval(secs => CASE u.role WHEN 'ADMIN' THEN $4::int ELSE $3::int END))
  FROM users u WHERE s.id = $1::uuid AND s.generation = $2::int AND u.id = s.user_id AND ${HOLDS}
  RETURNING ${FACTS}`,
);

/** $1 id, $2 seconds in which the previous token gets the same answer. */
export const selectHeldSession = statement<SessionFacts & { isRecent: boolean }>(
  'select_held_session',
  `
  SELECT ${FACTS}, s.rotated_at > now() - make_interval(secs => $2) AS "isRecent"
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1::uuid AND ${HOLDS}`,
);

export interface SessionRow {
  id: string;
  network: string;
  userAgent: string | null;
  createdAt: Date;
  rotatedAt: Date;
  refreshExpiresAt: Date;
}

const SEEN = `s.id, s.network, s.user_agent AS "userAgent", s.created_at AS "createdAt", s.rotated_at AS "rotatedAt",
         s.refresh_expires_at AS "refreshExpiresAt"`;

/** Last refreshed first. $1 user. */
export const selectSessions = statement<SessionRow>(
  'select_sessions',
  `
  SELECT ${SEEN} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.user_id = $1::uuid AND ${HOLDS}
  ORDER BY s.rotated_at DESC, s.id DESC`,
);

/** The row stays as long as its tokens hold. $1 id, $2 reason, $3 user, or null. */
export const endSession = statement<SessionRow & { userId: string }>(
  'end_session',
  `
  UPDATE sessions s SET ended_at = now(), ended_reason = $2::session_end, refresh_expires_at = now()
  WHERE s.id = $1::uuid AND s.ended_at IS NULL AND s.refresh_expires_at > now() AND ($3::uuid IS NULL OR s.user_id = $3::uuid)
  RETURNING ${SEEN}, s.user_id AS "userId"`,
);

/**
 * Also without a row: the access token holds until a row says that it ended. $1 id, $2 user, $3 token version, $4 network, $5
 * agent.
 */
export const endSessionOfToken = statement<{ id: string }>(
  'end_session_of_token',
  `
  INSERT INTO sessions (id, user_id, token_version, expires_at, refresh_expires_at, ended_at, ended_reason, network, user_agent)
  VALUES ($1::uuid, $2::uuid, $3::int, now(), now(), now(), 'LOGGED_OUT', $4, $5)
  ON CONFLICT (id) DO UPDATE SET ended_at = now(), ended_reason = 'LOGGED_OUT', refresh_expires_at = now()
  WHERE sessions.ended_at IS NULL
  RETURNING id`,
);

/** A trigger deletes the rows when the version grows. No change if $2 is another version. $1 user, $2 version, or null. */
export const endAllSessions = statement<{ count: number }>(
  'end_all_sessions',
  `
  WITH held AS MATERIALIZED (
    SELECT count(*)::int AS count FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.user_id = $1::uuid AND ${HOLDS}
  )
  UPDATE users SET token_version = token_version + 1, updated_at = now() FROM held
  WHERE id = $1::uuid AND token_version = coalesce($2::int, token_version) RETURNING held.count`,
);

/** By the clock of the database. $1 session, $2 user, $3 minutes. */
export const selectIsProofRecent = statement<{ isRecent: boolean }>(
  'select_is_proof_recent',
  `
  SELECT proved_at > now() - make_interval(mins => $3) AS "isRecent" FROM sessions
  WHERE id = $1::uuid AND user_id = $2::uuid AND ended_at IS NULL`,
);

/** $1 session, $2 user. */
export const proveSession = statement<{ provedAt: Date }>(
  'prove_session',
  `
  UPDATE sessions SET proved_at = now() WHERE id = $1::uuid AND user_id = $2::uuid AND ended_at IS NULL RETURNING proved_at AS "provedAt"`,
);

/** $1 days since the session ended, $2 how many. */
export const purgeSessions = statement<{ id: string }>(
  'purge_sessions',
  `
  DELETE FROM sessions WHERE id = ANY (ARRAY(
    SELECT id FROM sessions WHERE refresh_expires_at < now() - make_interval(days => $1) ORDER BY refresh_expires_at LIMIT $2
  )) RETURNING id::text`,
);

/** $1 user, $2 not used, $3 the last id of the page before, or '0', $4 how many. */
export const selectPersonalSessions = statement<{ status: string; id: string; json: string }>(
  'select_personal_sessions',
  `
  SELECT $2::text AS status, s.id::text, jsonb_build_object(
    'createdAt', ${instantText('s.created_at')}, 'refreshedAt', ${instantText('s.rotated_at')}, 'network', s.network, 'userAgent', s.user_agent
  )::text AS json
  FROM sessions s
  WHERE s.user_id = $1 AND s.id > coalesce(nullif($3::text, '0'), '00000000-0000-0000-0000-000000000000')::uuid ORDER BY s.id LIMIT $4`,
);

export interface TokenOwner {
  id: string;
  role: 'USER' | 'ADMIN';
  operatorRole: OperatorRole | null;
  /** The role demands a second factor, and there is none. */
  mustEnrol: boolean;
  version: number;
}

/** `isEnded` is false for a session without a row. $1 user ids, $2 the session id for each, or null. */
export const selectTokenOwners = statement<TokenOwner & { sessionId: string | null; isEnded: boolean }>(
  'select_token_owners',
  `
  SELECT u.id, u.role, u.operator_role AS "operatorRole", u.token_version AS version, asked.session_id AS "sessionId",
         EXISTS (SELECT FROM sessions s WHERE s.id = asked.session_id AND s.ended_at IS NOT NULL) AS "isEnded",
         CASE WHEN u.operator_role IS NULL THEN false ELSE
           EXISTS (SELECT FROM second_factor_roles r WHERE r.operator_role = u.operator_role)
           AND NOT ${hasFactorOf('u')}
         END AS "mustEnrol"
  FROM unnest($1::uuid[], $2::uuid[]) AS asked(user_id, session_id) JOIN users u ON u.id = asked.user_id
  WHERE u.deleted_at IS NULL AND u.blocked_at IS NULL`,
);
