import { statement } from '../platform/database/database.js';
import type { OperatorRole } from '../generated/prisma/client.js';

/** Whom tokens speak for. */
export interface TokenOwner {
  id: string;
  role: 'USER' | 'ADMIN';
  /** Of an operator. */
  operatorRole: OperatorRole | null;
  /** Of the tokens that hold. */
  version: number;
}

/** Those who are there, neither deleted nor blocked. $1 ids of users. */
export const selectTokenOwners = statement<TokenOwner>(
  'select_token_owners',
  `
  SELECT id, role, operator_role AS "operatorRole", token_version AS version FROM users
  WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL AND blocked_at IS NULL`,
);
