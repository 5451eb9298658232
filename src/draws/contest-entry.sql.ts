// SQL: accounts as they are now beside what they were at the freeze, and the time of the database.
import { statement } from '../platform/database/statement.js';
import { MAY_DRAW, PASSWORD_DIGEST } from './draw.sql.js';

/** `isLeft`: may still draw, with the password of the freeze. $1 raffle id. */
export const selectDrawOperators = statement<{ userId: string; isLeft: boolean }>(
  'select_draw_operators',
  `
  SELECT o.user_id AS "userId", ${MAY_DRAW} AND ${PASSWORD_DIGEST} = o.password_digest AS "isLeft"
  FROM draw_operators o JOIN users u ON u.id = o.user_id WHERE o.raffle_id = $1`,
);

export interface ContestEntryRow {
  userId: string;
  results: string[];
  typedAt: Date;
}

/** The newest first. $1 raffle id, $2 limit. */
export const selectEntries = statement<ContestEntryRow>(
  'select_contest_entries',
  `
  SELECT user_id AS "userId", results, created_at AS "typedAt" FROM contest_entries
  WHERE raffle_id = $1 ORDER BY id DESC LIMIT $2`,
);

/** The last entry of each operator. $1 raffle id. */
export const selectLastEntries = statement<ContestEntryRow>(
  'select_last_contest_entries',
  `
  SELECT DISTINCT ON (user_id) user_id AS "userId", results, created_at AS "typedAt" FROM contest_entries
  WHERE raffle_id = $1 ORDER BY user_id, id DESC`,
);

/** $1 raffle id, $2 operator, $3 the five results. */
export const insertEntry = statement<ContestEntryRow>(
  'insert_contest_entry',
  `
  INSERT INTO contest_entries (raffle_id, user_id, results, created_at) VALUES ($1, $2, $3::text[], clock_timestamp())
  RETURNING user_id AS "userId", results, created_at AS "typedAt"`,
);

/** $1 raffle id, $2 the five results, $3 how they were confirmed. */
export const confirmResults = statement<object>(
  'confirm_contest_results',
  `
  UPDATE draws SET results = $2::text[], confirmation = $3::draw_confirmation
  WHERE raffle_id = $1 AND status = 'FROZEN' AND results IS NULL`,
);
