// SQL: every start asks, before Prisma's engine is loaded.
import type { Role } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

/** As `users_owners` has them: the last one cannot be deleted, blocked or made anything else. */
const OWNERS = "operator_role = 'OWNER' AND blocked_at IS NULL AND deleted_at IS NULL";

/**
 * Whether there is an owner, and who has an email. Prisma's engine takes a third of a second to load. $1 the email.
 */
export const selectHolder = statement<{ hasOwner: boolean; role: Role | null }>(
  'select_holder',
  `
  SELECT EXISTS (SELECT FROM users WHERE ${OWNERS}) AS "hasOwner",
         (SELECT role FROM users WHERE email = $1) AS role`,
);

/**
 * Makes an owner where there is none; of two processes that find none and have the same email, one does. $1 id, $2 name, $3 email, $4 hash of the
 * password.
 */
export const insertFirstOwner = statement<{ id: string }>(
  'insert_first_owner',
  `
  INSERT INTO users (id, role, operator_role, name, email, password_hash, updated_at)
  SELECT $1::uuid, 'ADMIN', 'OWNER', $2, $3, $4, now()
  WHERE NOT EXISTS (SELECT FROM users WHERE ${OWNERS})
  ON CONFLICT DO NOTHING RETURNING id`,
);
