import { Prisma, type User } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
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

/** $1 CPF, eleven digits. */
export const selectUserByCpf = statement<UserRow>(
  'select_user_by_cpf',
  `SELECT ${selectList(USER_COLUMNS)} FROM users u WHERE u.cpf = $1`,
);

/** Which users a list holds: by role, by whether they are blocked, or by what no two share. */
export type UserScope = 'all' | 'blocked' | 'unblocked' | 'phone' | 'cpf' | 'email';

/** Of those who are there. Who is found by a key is one row at most, in which everything else is looked for. */
const CONDITIONS: Record<UserScope, string> = {
  all: '',
  blocked: ' AND u.blocked_at IS NOT NULL',
  unblocked: ' AND u.blocked_at IS NULL',
  phone: keyed('phone'),
  cpf: keyed('cpf'),
  email: keyed('email'),
};

/** $4 to $6 phone, CPF and e-mail address as they are kept, or null, and $7 whether they are blocked, or null. */
function keyed(key: 'phone' | 'cpf' | 'email'): string {
  return ` AND u.${key} = $${{ phone: 4, cpf: 5, email: 6 }[key]}::text
    AND ($4::text IS NULL OR u.phone = $4) AND ($5::text IS NULL OR u.cpf = $5) AND ($6::text IS NULL OR u.email = $6)
    AND ($7::boolean IS NULL OR (u.blocked_at IS NOT NULL) = $7)`;
}

function perScope<Made>(make: (scope: UserScope, condition: string) => Made): Record<UserScope, Made> {
  return Object.fromEntries(
    Object.entries(CONDITIONS).map(([scope, condition]) => [scope, make(scope as UserScope, condition)]),
  ) as Record<UserScope, Made>;
}

const THERE = 'u.role = $1::role AND u.deleted_at IS NULL';
const FROM = 'u.created_at >= $2::timestamptz';

/**
 * Those who are not deleted, by when they came. $1 role, $2 the end of the span that the page does not begin at, $3 how many; of a key its
 * values; then the place that the page begins behind, see `beginOf`.
 */
export const selectUserPage = perScope((scope, condition) => ({
  descending: userPage(`select_user_page_${scope}`, scope, condition, { end: FROM, behind: '<', order: 'DESC' }),
  ascending: userPage(`select_user_page_${scope}_ascending`, scope, condition, {
    end: 'u.created_at < $2::timestamptz',
    behind: '>',
    order: 'ASC',
  }),
}));

function userPage(name: string, scope: UserScope, condition: string, way: { end: string; behind: string; order: string }) {
  const n = isKey(scope) ? 8 : 4;
  return statement<UserRow>(
    name,
    `
  SELECT ${selectList(USER_COLUMNS)} FROM users u
  WHERE ${THERE} AND ${way.end}${condition} AND (u.created_at, u.id) ${way.behind} ($${n}::timestamptz, $${n + 1}::uuid)
  ORDER BY u.created_at ${way.order}, u.id ${way.order} LIMIT $3`,
  );
}

/** Whether a scope is one row at most. */
export function isKey(scope: UserScope): scope is 'phone' | 'cpf' | 'email' {
  return scope === 'phone' || scope === 'cpf' || scope === 'email';
}

/** $1 role, $2 and $3 the span, then the values of a key. */
export const countUsers = perScope((scope, condition) =>
  statement<{ count: number }>(
    `count_users_${scope}`,
    `SELECT count(*)::int AS count FROM users u WHERE ${THERE} AND ${FROM} AND u.created_at < $3::timestamptz${condition}`,
  ),
);
