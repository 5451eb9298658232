// SQL: locks, and counters that grow under them.
import { statement } from '../platform/database/statement.js';

/** How far a raffle's sale has come: of `sellable` quotas so many are in unpaid orders and so many are paid. */
export interface Counter {
  raffleId: string;
  sellable: number;
  reserved: number;
  allocated: number;
  quotaPrizes: number;
  /** Grows with everything that moves lucky numbers: what was made of them under one value is true while it stands. */
  quotaPrizeChanges: number;
}

/** Takes the lock every change of a raffle's quotas begins with. $1 raffle ids; locked in one order, so that no two callers deadlock. */
export const lockCounters = statement<Counter>(
  'lock_counters',
  `
  SELECT raffle_id AS "raffleId", sellable, reserved, allocated, quota_prizes AS "quotaPrizes",
         quota_prize_changes AS "quotaPrizeChanges"
  FROM raffle_counters
  WHERE raffle_id = ANY ($1::uuid[]) ORDER BY raffle_id FOR UPDATE`,
);

/** $1 raffle id, $2 how many quotas it sells. */
export const resizeCounter = statement<object>(
  'resize_counter',
  `
  UPDATE raffle_counters SET sellable = $2 WHERE raffle_id = $1`,
);

/** Lucky numbers were moved. $1 raffle id, $2 how many quotas it sells, $3 how many quota prizes it has. */
export const countQuotaPrizeChange = statement<object>(
  'count_quota_prize_change',
  `
  UPDATE raffle_counters SET sellable = $2, quota_prizes = $3, quota_prize_changes = quota_prize_changes + 1 WHERE raffle_id = $1`,
);

/** Orders that were paid were given numbers of quota prizes. $1 raffle id, $2 how many. */
export const countQuotaPrizesWon = statement<object>(
  'count_quota_prizes_won',
  `
  UPDATE raffle_counters SET quota_prizes_won = quota_prizes_won + $2 WHERE raffle_id = $1`,
);
