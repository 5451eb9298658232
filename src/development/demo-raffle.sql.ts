import { statement } from '../platform/database/statement.js';

/** The raffle with a slug, and whether there is any. By a statement, for every start asks. $1 the slug. */
export const selectDemoRaffle = statement<{ id: string | null; isAny: boolean }>(
  'select_demo_raffle',
  `
  SELECT (SELECT id FROM raffles WHERE slug = $1 AND deleted_at IS NULL) AS id, EXISTS (SELECT FROM raffles) AS "isAny"`,
);
