import type { PrizeEvent } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { BIGINT } from '../platform/page.js';

/** What was done to a prize: it holds for the blocks that begin at the ordinal or above. */
export interface PrizeLogRow {
  id: string;
  ordinal: number;
  type: PrizeEvent;
  prizeId: string;
  createdAt: Date;
}

/** The raffle's counter is locked, and the ordinal is what is allocated. $1 raffle id, $2 ordinal, $3 event, $4 prize id. */
export const insertPrizeEvent = statement<object>(
  'insert_prize_event',
  'INSERT INTO prize_log (raffle_id, ordinal, type, prize_id) VALUES ($1, $2, $3::prize_event, $4)',
);

/** Whether anything was done. $1 raffle id. */
export const selectIsLogged = statement<{ isLogged: boolean }>(
  'select_is_logged',
  'SELECT EXISTS (SELECT FROM prize_log l WHERE l.raffle_id = $1) AS "isLogged"',
);

/** In the order it was done. $1 raffle id. */
export const prizeLog = keysetList<PrizeLogRow>({
  name: 'prize_log',
  columns: 'l.id::text, l.ordinal, l.type, l.prize_id AS "prizeId", l.created_at AS "createdAt"',
  from: 'prize_log l',
  where: 'l.raffle_id = $1',
  key: [['id', BIGINT, 'l.id']],
  order: 'ASC',
  nullsLast: ['id'],
});
