// SQL: buyers of listed orders, lists by a keyset, and locks.
import { Prisma, type User } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { keysetList, perScope } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { INSTANT, UUID } from '../platform/page.js';
import type { Selection } from '../platform/selection.js';
import { ANONYMOUS } from './person.js';

export type UserRow = Omit<User, 'passwordHash'>;

/** Of `users u`. */
export const USER_COLUMNS: Record<keyof UserRow, string> = columnsOfTable(
  'u',
  Object.values(Prisma.UserScalarFieldEnum).filter((name) => name !== 'passwordHash'),
);

/** Masking needs id and name. */
export function userColumns(selection: Selection): (keyof UserRow)[] {
  const asked = [...selection.fields()].filter((field) => field in USER_COLUMNS) as (keyof UserRow)[];
  return [...new Set<keyof UserRow>(['id', 'name', ...asked])];
}

/** For lists of orders: Prisma's model API took twice as long. $1 user ids. */
export const selectUsers = statement<UserRow>(
  'select_users',
  `
  SELECT ${selectList(USER_COLUMNS)} FROM users u WHERE u.id = ANY ($1::uuid[])`,
);

/**
 * Accounts that only claim a phone: no proof, no order, no commission, no note, no session. Each is looked at on the three days after it is so old,
 * and again after as long: not all accounts each day, and a worker may be away for two. Those without a password were made by operators.
 * $1 days, $2 how many.
 */
export const endUnusedAccounts = statement<{ id: string }>(
  'end_unused_accounts',
  `
  UPDATE users SET name = '${ANONYMOUS}', phone = NULL, cpf = NULL, email = NULL, birth_date = NULL, password_hash = NULL,
    deleted_at = now(), updated_at = now()
  WHERE id = ANY (ARRAY(
    SELECT u.id FROM generate_series(1, 20) AS n CROSS JOIN LATERAL (
      SELECT x.id FROM users x
      WHERE x.role = 'USER' AND x.deleted_at IS NULL AND x.phone_proved_at IS NULL AND x.blocked_at IS NULL
        AND x.password_hash IS NOT NULL AND x.created_at < now() - make_interval(days => n * $1::int)
        AND x.created_at >= now() - make_interval(days => n * $1::int + 3)
        AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = x.id OFFSET 0)
        AND NOT EXISTS (SELECT FROM referrers r WHERE r.user_id = x.id OFFSET 0)
        AND NOT EXISTS (SELECT FROM person_notes n WHERE n.user_id = x.id OFFSET 0)
        AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = x.id AND s.refresh_expires_at > now() OFFSET 0)
      OFFSET 0
    ) u LIMIT $2
  )) RETURNING id`,
);

/** $1 id. */
export const lockUser = statement<UserRow>(
  'lock_user',
  `SELECT ${selectList(USER_COLUMNS)} FROM users u WHERE u.id = $1 FOR UPDATE`,
);

/** In one order, so that two owners who leave at once wait for each other. */
export const lockOwners = statement<{ id: string }>(
  'lock_owners',
  `
  SELECT id FROM users WHERE operator_role = 'OWNER' AND blocked_at IS NULL AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
);

/** $2 phone, $3 CPF, $4 email as stored, $5 whether blocked. The scope's own key must be given; the others may be null. */
const keyed = (key: 'phone' | 'cpf' | 'email'): string =>
  ` AND u.${key} = $${{ phone: 2, cpf: 3, email: 4 }[key]}::text
    AND ($2::text IS NULL OR u.phone = $2) AND ($3::text IS NULL OR u.cpf = $3) AND ($4::text IS NULL OR u.email = $4)
    AND ($5::boolean IS NULL OR (u.blocked_at IS NOT NULL) = $5)`;

const SCOPES = {
  all: '',
  blocked: ' AND u.blocked_at IS NOT NULL',
  unblocked: ' AND u.blocked_at IS NULL',
  phone: keyed('phone'),
  cpf: keyed('cpf'),
  email: keyed('email'),
};

export type UserScope = keyof typeof SCOPES;

/** Newest first or last, without deleted users. $1 role. */
export const userLists = perScope(SCOPES, (scope, condition) =>
  keysetList<UserRow>({
    name: `user_page_${scope}`,
    columns: selectList(USER_COLUMNS),
    from: 'users u',
    where: `u.role = $1::role AND u.deleted_at IS NULL${condition}`,
    key: [
      ['createdAt', INSTANT, 'u.created_at'],
      ['id', UUID, 'u.id'],
    ],
    order: 'BOTH',
    isInSpan: true,
  }),
);
