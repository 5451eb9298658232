import { statement } from '../platform/database/database.js';

/** How far a raffle's sale has come: of `sellable` quotas so many are in unpaid orders and so many are paid. */
export interface Counter {
  raffleId: string;
  sellable: number;
  reserved: number;
  allocated: number;
}

/** Takes the lock every change of a raffle's quotas begins with. $1 raffle ids; locked in one order, so that no two callers deadlock. */
export const lockCounters = statement<Counter>(
  'lock_counters',
  `
  SELECT raffle_id AS "raffleId", sellable, reserved, allocated FROM raffle_counters
  WHERE raffle_id = ANY ($1::uuid[]) ORDER BY raffle_id FOR UPDATE`,
);

/** $1 raffle id, $2 how many quotas it sells. */
export const resizeCounter = statement<object>(
  'resize_counter',
  `
  UPDATE raffle_counters SET sellable = $2 WHERE raffle_id = $1`,
);
