// SQL: locks, and what is read with many orders.
import { statement } from '../platform/database/statement.js';

/** What decides blocks holds it, so that a block is decided before it is voided, or after. $1 raffle ids; the counters are locked. */
export const lockInstants = statement<{ raffleId: string; decidedLeaf: number }>(
  'lock_instants',
  `
  SELECT raffle_id AS "raffleId", decided_leaf AS "decidedLeaf" FROM raffle_instants
  WHERE raffle_id = ANY ($1::uuid[]) ORDER BY raffle_id FOR UPDATE`,
);

/** With the raffle's first block. $1 raffle id, $2 hash of the chain. */
export const bindChain = statement<object>(
  'bind_chain',
  'UPDATE raffle_instants SET chain = $2 WHERE raffle_id = $1 AND chain IS NULL',
);

/** The counter is locked: it has the leaf. $1 raffle id, $2 leaf, $3 prize, $4 ordinals that are allocated. */
export const enterToClose = statement<object>(
  'enter_to_close',
  `
  WITH entered AS (
    INSERT INTO book_entries (raffle_id, leaf, type, prize_id, ordinal) VALUES ($1, $2, 'TO_CLOSE', $3, $4)
  )
  UPDATE raffle_counters SET leaves = $2 + 1 WHERE raffle_id = $1`,
);

export interface InstantOrderRow {
  orderId: string;
  round: bigint;
  /** What it won is known. */
  isDecided: boolean;
}

/** Orders of raffles with instant prizes that were paid. $1 order ids. */
export const selectInstantOrders = statement<InstantOrderRow>(
  'select_instant_orders',
  `
  SELECT a.order_id::text AS "orderId", a.round, a.leaf < i.decided_leaf AS "isDecided"
  FROM quota_allocations a JOIN raffle_instants i ON i.raffle_id = a.raffle_id
  WHERE a.order_id = ANY ($1::bigint[]) AND a.round IS NOT NULL`,
);
