// SQL: the accounts of a phone in an order that the model API cannot express, and locks.
import { selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import { ANONYMOUS } from './person.js';
import { USER_COLUMNS, type UserRow } from './user.sql.js';

export interface AccountOfPhone extends UserRow {
  passwordHash: string | null;
}

/**
 * The proved one, then those that bought most, the oldest first. Blocked ones too. All of them, so that nobody hides another's account
 * behind many: sign-ups with one phone are limited, and unused accounts end. By the index of a buyer's orders, also where a connection
 * planned it on an empty table. $1 phone, $2 only these ids, or null.
 */
export const selectAccountsOfPhone = statement<AccountOfPhone>(
  'select_accounts_of_phone',
  `
  SELECT ${selectList(USER_COLUMNS)}, u.password_hash AS "passwordHash"
  FROM users u CROSS JOIN LATERAL (
    SELECT sum(o.quota_quantity) AS quotas FROM (
      SELECT x.quota_quantity FROM orders x WHERE x.user_id = u.id AND x.status = 'PAID' ORDER BY x.id NULLS FIRST OFFSET 0
    ) o WHERE u.phone_proved_at IS NULL
  ) paid
  WHERE u.phone = $1 AND u.role = 'USER' AND u.deleted_at IS NULL AND ($2::uuid[] IS NULL OR u.id = ANY ($2))
  ORDER BY u.phone_proved_at IS NULL, paid.quotas DESC NULLS LAST, u.created_at, u.id`,
);

/** Of a password of any account with the phone. $1 phone. */
export const selectHashOfPhone = statement<{ passwordHash: string }>(
  'select_hash_of_phone',
  `
  SELECT password_hash AS "passwordHash" FROM users
  WHERE phone = $1 AND password_hash IS NOT NULL ORDER BY phone_proved_at, created_at LIMIT 1`,
);

/** Of two codes of one phone at once the second sees what the first proved. $1 phone. */
export const lockPhone = statement<object>('lock_phone', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Tokens, sessions and codes end with them. Accounts that were merged into them before follow. $1 from, $2 to. */
export const endMergedAccounts = statement<object>(
  'end_merged_accounts',
  `
  UPDATE users SET merged_into = $2::uuid,
    name = CASE WHEN deleted_at IS NULL THEN '${ANONYMOUS}' ELSE name END, phone = NULL, cpf = NULL, email = NULL, birth_date = NULL,
    password_hash = NULL, deleted_at = coalesce(deleted_at, now()), updated_at = now()
  WHERE id = ANY ($1::uuid[]) OR merged_into = ANY ($1)`,
);

/** Whether quotas of the account were given back: they count against its limits. $1 id. */
export const selectHasGivenBack = statement<{ hasGivenBack: boolean }>(
  'select_has_given_back',
  `
  SELECT EXISTS (
    SELECT FROM orders WHERE user_id = $1 AND status = 'REFUNDED' ORDER BY orders.id NULLS FIRST OFFSET 0
  ) AS "hasGivenBack"`,
);

/** Ends the password and all sessions. $1 id, $2 whether CPF, e-mail address and date of birth stay. */
export const proveAccount = statement<UserRow>(
  'prove_account',
  `
  UPDATE users u SET phone_proved_at = now(), password_hash = NULL, token_version = u.token_version + 1, updated_at = now(),
    cpf = CASE WHEN $2::boolean THEN u.cpf END, email = CASE WHEN $2::boolean THEN u.email END,
    email_proved_at = CASE WHEN $2::boolean THEN u.email_proved_at END,
    birth_date = CASE WHEN $2::boolean THEN u.birth_date END
  WHERE u.id = $1 RETURNING ${selectList(USER_COLUMNS)}`,
);

/** Ends the password and all sessions, unless the account is theirs. $1 id, $2 address, $3 hash of another password, $4 whether it is theirs. */
export const proveEmailOfAccount = statement<UserRow>(
  'prove_email_of_account',
  `
  UPDATE users u SET email = $2, email_proved_at = now(), updated_at = now(),
    password_hash = CASE WHEN $4::boolean THEN u.password_hash ELSE $3 END,
    token_version = u.token_version + (NOT $4::boolean)::int,
    cpf = CASE WHEN $4::boolean THEN u.cpf END, birth_date = CASE WHEN $4::boolean THEN u.birth_date END
  WHERE u.id = $1 RETURNING ${selectList(USER_COLUMNS)}`,
);
