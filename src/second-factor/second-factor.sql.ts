// SQL: a code is used in one statement, so that of two logins with one code a single one passes; locks.
import type { OperatorRole } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

import type { OperatorSecondFactor } from './second-factor.type.js';

export interface TotpRow {
  sealedSecret: Buffer | null;
  sealedNewSecret: Buffer | null;
}

/** $1 user. */
export const lockTotp = statement<TotpRow>(
  'lock_totp',
  `
  SELECT sealed_secret AS "sealedSecret", sealed_new_secret AS "sealedNewSecret" FROM totp_secrets WHERE user_id = $1::uuid FOR UPDATE`,
);

/** A row if the operator's role demands a second factor. $1 user. */
export const selectIsDemanded = statement<{ operatorRole: OperatorRole }>(
  'select_is_second_factor_demanded',
  `
  SELECT r.operator_role AS "operatorRole" FROM users u JOIN second_factor_roles r ON r.operator_role = u.operator_role
  WHERE u.id = $1::uuid`,
);

/** Of the users `u`, whether there is a second factor. */
export const hasFactorOf = (u: string): string =>
  `(EXISTS (SELECT FROM totp_secrets t WHERE t.user_id = ${u}.id AND t.sealed_secret IS NOT NULL)
   OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = ${u}.id))`;

/** Not more than a screen can show. */
export const selectOperators = statement<OperatorSecondFactor>(
  'select_second_factors',
  `
  SELECT u.id, u.name, u.operator_role AS "operatorRole",
         ${hasFactorOf('u')} AS "hasSecondFactor"
  FROM users u WHERE u.role = 'ADMIN' AND u.deleted_at IS NULL AND u.blocked_at IS NULL
  ORDER BY u.id LIMIT 500`,
);

/** $1 user, $2 time step. */
export const useTotpStep = statement<{ userId: string }>(
  'use_totp_step',
  `
  UPDATE totp_secrets SET last_step = $2::int WHERE user_id = $1::uuid AND sealed_secret IS NOT NULL AND last_step < $2::int
  RETURNING user_id AS "userId"`,
);

/** `left`: how many are there to use after this one. $1 user, $2 hash. */
export const useRecoveryCode = statement<{ left: number }>(
  'use_recovery_code',
  `
  UPDATE recovery_codes c SET used_at = now() WHERE c.user_id = $1::uuid AND c.code_hash = $2 AND c.used_at IS NULL
  RETURNING (
    SELECT count(*)::int FROM recovery_codes o WHERE o.user_id = c.user_id AND o.used_at IS NULL AND o.code_hash <> c.code_hash
  ) AS left`,
);

/** Their access tokens end within seconds. $1 user, $2 the session that stays, or null. */
export const endOtherSessions = statement<{ id: string }>(
  'end_other_sessions',
  `
  UPDATE sessions SET ended_at = now(), ended_reason = 'ENDED', refresh_expires_at = now()
  WHERE user_id = $1::uuid AND id IS DISTINCT FROM $2::uuid AND ended_at IS NULL AND refresh_expires_at > now() RETURNING id`,
);
