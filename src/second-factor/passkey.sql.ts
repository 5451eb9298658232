// SQL: a challenge is used in one statement, so that of two answers to one a single one passes; a lock; the export of a person.
import { instantText } from '../platform/database/sql-text.js';
import { statement } from '../platform/database/statement.js';

/** No row if it was used before. $1 nonce, $2 when it expires. */
export const useChallenge = statement<{ expiresAt: Date }>(
  'use_passkey_challenge',
  `
  INSERT INTO used_challenges (nonce, expires_at) VALUES ($1, $2) ON CONFLICT (nonce) DO NOTHING RETURNING expires_at AS "expiresAt"`,
);

/**
 * Whether the count of signatures has grown (WebAuthn, 6.1.1): one that has not is of a copy. A device that does not count says 0
 * always. $1 passkey, $2 the count.
 */
export const lockPasskey = statement<{ hasGrown: boolean }>(
  'lock_passkey',
  `
  SELECT $2::bigint > sign_count OR ($2::bigint = 0 AND sign_count = 0) AS "hasGrown" FROM passkeys WHERE id = $1::uuid FOR UPDATE`,
);

/** After their end nobody could use them again. $1 days since they expired, $2 how many. */
export const purgeChallenges = statement<{ expiresAt: Date }>(
  'purge_passkey_challenges',
  `
  DELETE FROM used_challenges WHERE nonce = ANY (ARRAY(
    SELECT nonce FROM used_challenges WHERE expires_at < now() - make_interval(days => $1) ORDER BY expires_at LIMIT $2
  )) RETURNING expires_at AS "expiresAt"`,
);

/** $1 user, $2 not used, $3 the last id of the page before, or '0', $4 how many. */
export const selectPersonalPasskeys = statement<{ status: string; id: string; json: string }>(
  'select_personal_passkeys',
  `
  SELECT $2::text AS status, p.id::text, jsonb_build_object(
    'name', p.name, 'createdAt', ${instantText('p.created_at')}, 'lastUsedAt', ${instantText('p.last_used_at')}
  )::text AS json
  FROM passkeys p
  WHERE p.user_id = $1 AND p.id > coalesce(nullif($3::text, '0'), '00000000-0000-0000-0000-000000000000')::uuid ORDER BY p.id LIMIT $4`,
);
