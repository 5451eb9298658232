// SQL: asked for every request, many at once.
import { statement } from '../platform/database/statement.js';
import type { OperatorRole } from '../generated/prisma/client.js';

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
