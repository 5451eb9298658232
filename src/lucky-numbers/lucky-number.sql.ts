// SQL: measured: what buyers read of their numbers, over several tables.
import type { OrderBlock } from '../orders/order-page.sql.js';
import { statement } from '../platform/database/statement.js';

export interface BlockRow extends OrderBlock {
  orderId: string;
}

const BLOCK_COLUMNS = `
  a.order_id::text AS "orderId", a.first_ordinal AS "firstOrdinal", a.end_ordinal AS "endOrdinal", r.quota_quantity AS size,
  c.quota_prize_changes AS changes`;
const FROM_BLOCKS = `
  FROM quota_allocations a JOIN raffles r ON r.id = a.raffle_id JOIN raffle_counters c ON c.raffle_id = a.raffle_id`;

/** Voided blocks too: their buyer may still see the numbers. $1 order ids. */
export const selectBlocksOfOrders = statement<BlockRow>(
  'select_blocks_of_orders',
  `SELECT ${BLOCK_COLUMNS} ${FROM_BLOCKS} WHERE a.order_id = ANY ($1::bigint[]) ORDER BY a.first_ordinal`,
);

/** By ordinal; found by the keys of the buyer's paid orders. $1 raffle, $2 user, $3 from this ordinal, $4 how many. */
export const selectBlocksOfBuyer = statement<BlockRow>(
  'select_blocks_of_buyer',
  `
  SELECT ${BLOCK_COLUMNS}
  FROM raffles r
  CROSS JOIN unnest(ARRAY(SELECT id FROM orders WHERE user_id = $2 AND status = 'PAID' AND raffle_id = $1)) AS own(id)
  JOIN quota_allocations a ON a.order_id = own.id
  JOIN raffle_counters c ON c.raffle_id = r.id
  WHERE r.id = $1 AND a.end_ordinal > $3
  ORDER BY a.first_ordinal LIMIT $4`,
);

export const selectNumberCountOfBuyer = statement<{ allocated: number }>(
  'select_number_count_of_buyer',
  'SELECT allocated FROM raffle_buyers WHERE raffle_id = $1 AND user_id = $2',
);

/** By the index that keeps blocks apart. $1 raffle, $2 ordinal. */
export const selectBlockAt = statement<BlockRow>(
  'select_block_at',
  `
  SELECT ${BLOCK_COLUMNS} ${FROM_BLOCKS}
  WHERE a.raffle_id = $1 AND int4range(a.first_ordinal, a.end_ordinal) @> $2::int AND a.voided_at IS NULL`,
);

export const selectSize = statement<{ size: number; changes: number }>(
  'select_size',
  `
  SELECT r.quota_quantity AS size, c.quota_prize_changes AS changes
  FROM raffles r JOIN raffle_counters c ON c.raffle_id = r.id WHERE r.id = $1`,
);

/** The quota prizes of a raffle and their log, from one snapshot. */
export interface PlacesRow {
  sealedSecret: Buffer;
  size: number;
  prizes: [id: string, number: number, releaseAt: number, isLocked: boolean][];
  log: [ordinal: number, type: 'LOCKED' | 'UNLOCKED', prizeId: string][];
}

export const selectPlaces = statement<PlacesRow>(
  'select_places',
  `
  SELECT r.sealed_secret AS "sealedSecret", r.quota_quantity AS size,
         (SELECT coalesce(json_agg(json_build_array(p.id, p.number, p.release_at, p.begins_locked) ORDER BY p.position), '[]')
          FROM quota_prizes p WHERE p.raffle_id = r.id) AS prizes,
         (SELECT coalesce(json_agg(json_build_array(l.ordinal, l.type, l.prize_id)), '[]')
          FROM (SELECT * FROM prize_log WHERE raffle_id = r.id ORDER BY id NULLS FIRST) l
          WHERE EXISTS (SELECT FROM quota_prizes p WHERE p.id = l.prize_id)) AS log
  FROM raffles r WHERE r.id = $1`,
);
