import { statement } from '../platform/database/database.js';
import type { TokenKind } from '../platform/tokens.js';

/** Whom tokens speak for. */
export interface TokenOwner {
  id: string;
  role: TokenKind;
  /** Of the tokens that hold. */
  version: number;
}

/** Those who are there and not deleted. $1 ids of users. */
export const selectTokenOwners = statement<TokenOwner>(
  'select_token_owners',
  `
  SELECT id, role, token_version AS version FROM users WHERE id = ANY ($1::uuid[]) AND deleted_at IS NULL`,
);
