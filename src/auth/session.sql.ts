// SQL: a session is refreshed or ended in one statement, by the clock of the database.
import { instantText } from '../platform/database/sql-text.js';
import { statement } from '../platform/database/statement.js';
import type { Role, OperatorRole } from '../generated/prisma/client.js';

/** What a session's tokens are made of. */
export interface SessionFacts {
  id: string;
  userId: string;
  role: Role;
  /** The user's: that of the session. */
  tokenVersion: number;
  generation: number;
  rotatedAt: Date;
  refreshExpiresAt: Date;
}

const FACTS = `s.id, s.user_id AS "userId", u.role, u.token_version AS "tokenVersion", s.generation, s.rotated_at AS "rotatedAt",
         s.refresh_expires_at AS "refreshExpiresAt"`;
/** Of `sessions s` and `users u`: it may be refreshed. */
const HOLDS = `s.ended_at IS NULL AND s.refresh_expires_at > now() AND u.token_version = s.token_version
    AND u.deleted_at IS NULL AND u.blocked_at IS NULL`;

/**
 * A login. Of a user with too many sessions it takes the place of one: of those that were never refreshed, as a program leaves them
 * that logs in for each of its runs, the oldest; else of the one that was refreshed longest ago. $1 id, $2 user, $3 their token version,
 * $4 how many seconds it lasts at most, $5 and unless it is refreshed, $6 network, $7 user agent, $8 how many a user has at most.
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
 * Refreshes a session, by the token of its present generation alone: of two at once, one. $1 id, $2 generation of the token, $3 seconds
 * until it must be refreshed again, a buyer's, $4 an operator's, $5 network, $6 user agent.
 */
export const rotateSession = statement<SessionFacts>(
  'rotate_session',
  `
  UPDATE sessions s SET generation = s.generation + 1, rotated_at = now(), network = $5, user_agent = $6,
    refresh_expires_at = least(s.expires_at, now() + make_interval(secs => CASE u.role WHEN 'ADMIN' THEN $4::int ELSE $3::int END))
  FROM users u WHERE s.id = $1::uuid AND s.generation = $2::int AND u.id = s.user_id AND ${HOLDS}
  RETURNING ${FACTS}`,
);

/** A session that holds. $1 id, $2 for how many seconds after a refresh the token before it is answered the same again. */
export const selectHeldSession = statement<SessionFacts & { isRecent: boolean }>(
  'select_held_session',
  `
  SELECT ${FACTS}, s.rotated_at > now() - make_interval(secs => $2) AS "isRecent"
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1::uuid AND ${HOLDS}`,
);

/** A session as its person sees it. */
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

/** Those of a user that hold, the one last refreshed first. $1 user. */
export const selectSessions = statement<SessionRow>(
  'select_sessions',
  `
  SELECT ${SEEN} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.user_id = $1::uuid AND ${HOLDS}
  ORDER BY s.rotated_at DESC, s.id DESC`,
);

/**
 * Ends one, unless it has ended: its tokens do not hold any more. The row stays for as long as they would. $1 id, $2 why, $3 whose it must
 * be, or null.
 */
export const endSession = statement<SessionRow & { userId: string }>(
  'end_session',
  `
  UPDATE sessions s SET ended_at = now(), ended_reason = $2::session_end, refresh_expires_at = now()
  WHERE s.id = $1::uuid AND s.ended_at IS NULL AND s.refresh_expires_at > now() AND ($3::uuid IS NULL OR s.user_id = $3::uuid)
  RETURNING ${SEEN}, s.user_id AS "userId"`,
);

/**
 * Ends the session of an access token, also one that is not kept any more because it was crowded out or not refreshed in time: its access
 * token holds until it expires, unless a row says that it was ended. None for one that has ended. $1 id, $2 user, $3 their token version,
 * $4 network, $5 user agent.
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

/**
 * Ends all tokens and sessions of a user: the rows are deleted as the version grows. Answers how many sessions held; nothing, and changes
 * nothing, where the version is another already. $1 user, $2 the version, or null for whichever it is.
 */
export const endAllSessions = statement<{ count: number }>(
  'end_all_sessions',
  `
  WITH held AS MATERIALIZED (
    SELECT count(*)::int AS count FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.user_id = $1::uuid AND ${HOLDS}
  )
  UPDATE users SET token_version = token_version + 1, updated_at = now() FROM held
  WHERE id = $1::uuid AND token_version = coalesce($2::int, token_version) RETURNING held.count`,
);

/**
 * Deletes what has ended, or was not refreshed in time: access tokens that came of it have expired since. $1 days ago that it did, $2 how
 * many.
 */
export const purgeSessions = statement<{ id: string }>(
  'purge_sessions',
  `
  DELETE FROM sessions WHERE id = ANY (ARRAY(
    SELECT id FROM sessions WHERE refresh_expires_at < now() - make_interval(days => $1) ORDER BY refresh_expires_at LIMIT $2
  )) RETURNING id::text`,
);

/** From where a person is logged in. $1 user, $2 and $3 not used, $4 how many: a user has no more than a page of them. */
export const selectPersonalSessions = statement<{ status: string; id: string; json: string }>(
  'select_personal_sessions',
  `
  SELECT $2::text AS status, $3::text AS id, jsonb_build_object(
    'createdAt', ${instantText('s.created_at')}, 'refreshedAt', ${instantText('s.rotated_at')}, 'network', s.network, 'userAgent', s.user_agent
  )::text AS json
  FROM sessions s WHERE s.user_id = $1 ORDER BY s.id LIMIT $4`,
);

/** Whom tokens speak for. */
export interface TokenOwner {
  id: string;
  role: 'USER' | 'ADMIN';
  /** Of an operator. */
  operatorRole: OperatorRole | null;
  /** Of the tokens that hold. */
  version: number;
}

/**
 * Those who are there, neither deleted nor blocked, and whether the session was ended. One that is not kept any more was not: it
 * expired, or was crowded out. $1 ids of users, $2 beside each the id of a session, or null.
 */
export const selectTokenOwners = statement<TokenOwner & { sessionId: string | null; isEnded: boolean }>(
  'select_token_owners',
  `
  SELECT u.id, u.role, u.operator_role AS "operatorRole", u.token_version AS version, asked.session_id AS "sessionId",
         EXISTS (SELECT FROM sessions s WHERE s.id = asked.session_id AND s.ended_at IS NOT NULL) AS "isEnded"
  FROM unnest($1::uuid[], $2::uuid[]) AS asked(user_id, session_id) JOIN users u ON u.id = asked.user_id
  WHERE u.deleted_at IS NULL AND u.blocked_at IS NULL`,
);
