// SQL: buyers of listed orders, lists by a keyset, and locks.
import { Prisma, type User } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { keysetList, perScope } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { INSTANT, UUID } from '../platform/page.js';
import type { Selection } from '../platform/selection.js';

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
