import { Prisma, type User } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/database.js';
import type { Selection } from '../platform/selection.js';

/** A user's row as it goes through the service: the password's hash stays in the database. */
export type UserRow = Omit<User, 'passwordHash'>;

/** Of `users u`. */
export const USER_COLUMNS: Record<keyof UserRow, string> = columnsOfTable(
  'u',
  Object.values(Prisma.UserScalarFieldEnum).filter((name) => name !== 'passwordHash'),
);

/** The columns behind the fields that are asked of a user; who somebody is decides what is masked, and the name is masked with all else. */
export function userColumns(selection: Selection): (keyof UserRow)[] {
  const asked = [...selection.fields()].filter((field) => field in USER_COLUMNS) as (keyof UserRow)[];
  return [...new Set<keyof UserRow>(['id', 'name', ...asked])];
}

/** By a statement of its own, for lists of orders: through Prisma's model API they took twice as long. $1 user ids. */
export const selectUsers = statement<UserRow>(
  'select_users',
  `
  SELECT ${selectList(USER_COLUMNS)} FROM users u WHERE u.id = ANY ($1::uuid[])`,
);

/** Until the transaction ends nobody else's to change. $1 id. */
export const lockUser = statement<UserRow>(
  'lock_user',
  `SELECT ${selectList(USER_COLUMNS)} FROM users u WHERE u.id = $1 FOR UPDATE`,
);

/** Those who may do everything, in one order, so that two who leave at once wait for each other. */
export const lockOwners = statement<{ id: string }>(
  'lock_owners',
  `
  SELECT id FROM users WHERE operator_role = 'OWNER' AND blocked_at IS NULL AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
);

/** $1 phone in E.164. */
export const selectUserByPhone = statement<UserRow>(
  'select_user_by_phone',
  `SELECT ${selectList(USER_COLUMNS)} FROM users u WHERE u.phone = $1`,
);

/** Which users a list holds. */
export type UserScope = 'all' | 'blocked' | 'unblocked';

const CONDITIONS: Record<UserScope, string> = {
  all: '',
  blocked: ' AND u.blocked_at IS NOT NULL',
  unblocked: ' AND u.blocked_at IS NULL',
};

function perScope<Made>(make: (scope: UserScope, condition: string) => Made): Record<UserScope, Made> {
  return {
    all: make('all', CONDITIONS.all),
    blocked: make('blocked', CONDITIONS.blocked),
    unblocked: make('unblocked', CONDITIONS.unblocked),
  };
}

/** Newest first, those who are not deleted. $1 role, $2 and $3 instant and id to stay below, $4 how many. */
export const selectUserPage = perScope((scope, condition) =>
  statement<UserRow>(
    `select_user_page_${scope}`,
    `
  SELECT ${selectList(USER_COLUMNS)} FROM users u
  WHERE u.role = $1::role AND u.deleted_at IS NULL${condition}
    AND (u.created_at, u.id) < ($2::timestamptz, coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  ORDER BY u.created_at DESC, u.id DESC LIMIT $4`,
  ),
);

/** $1 role. */
export const countUsers = perScope((scope, condition) =>
  statement<{ count: number }>(
    `count_users_${scope}`,
    `SELECT count(*)::int AS count FROM users u WHERE u.role = $1::role AND u.deleted_at IS NULL${condition}`,
  ),
);
