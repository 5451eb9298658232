import type { Role } from '../generated/prisma/client.js';
import { statement } from '../platform/database/database.js';

/** Who has an email. By a statement, for every start asks and Prisma's engine takes a third of a second to load. $1 the email. */
export const selectHolder = statement<{ role: Role }>(
  'select_holder',
  `
  SELECT role FROM users WHERE email = $1`,
);
