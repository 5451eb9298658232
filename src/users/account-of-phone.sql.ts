// SQL: the accounts of a phone in an order that the model API cannot express, and locks.
import { selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import { ANONYMOUS } from './person.js';
import { USER_COLUMNS, type UserRow } from './user.sql.js';

export interface AccountOfPhone extends UserRow {
  passwordHash: string | null;
}

/** Anybody can register a phone many times. The first registrations count, so that later ones hide none of them. */
const MOST_ACCOUNTS = 1_000;

/** The proved one, then those with a paid order, then the others, the newest first. Blocked ones too. $1 phone. */
export const selectAccountsOfPhone = statement<AccountOfPhone>(
  'select_accounts_of_phone',
  `
  SELECT ${selectList(USER_COLUMNS)}, u.password_hash AS "passwordHash"
  FROM (
    SELECT * FROM users WHERE phone = $1 AND role = 'USER' AND deleted_at IS NULL
    ORDER BY phone_proved_at, created_at LIMIT ${MOST_ACCOUNTS}
  ) u
  ORDER BY u.phone_proved_at IS NULL, EXISTS (SELECT FROM orders o WHERE o.user_id = u.id AND o.status = 'PAID') DESC,
           u.created_at DESC, u.id DESC`,
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

/** Ends the password and all sessions. $1 id. */
export const proveAccount = statement<UserRow>(
  'prove_account',
  `
  UPDATE users u SET phone_proved_at = now(), password_hash = NULL, token_version = u.token_version + 1, updated_at = now()
  WHERE u.id = $1 RETURNING ${selectList(USER_COLUMNS)}`,
);
