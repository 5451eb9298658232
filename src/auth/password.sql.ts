import { statement } from '../platform/database/statement.js';

/**
 * Another password, which ends all tokens and sessions of before; unless something else ended them since the proof was checked. $1 user, $2
 * its hash, $3 the token version of then.
 */
export const setPasswordHash = statement<{ tokenVersion: number }>(
  'set_password_hash',
  `
  UPDATE users SET password_hash = $2, updated_at = now()
  WHERE id = $1 AND token_version = $3 AND deleted_at IS NULL AND blocked_at IS NULL RETURNING token_version AS "tokenVersion"`,
);
