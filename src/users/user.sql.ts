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
