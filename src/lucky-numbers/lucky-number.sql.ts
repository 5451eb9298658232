// SQL: measured: what buyers read of their numbers, over several tables.
import type { OrderBlock } from '../orders/order-page.sql.js';
import { statement } from '../platform/database/statement.js';

export interface BlockRow extends OrderBlock {
  orderId: string;
}

const BLOCK_COLUMNS = `
  a.order_id::text AS "orderId", a.first_ordinal AS "firstOrdinal", a.end_ordinal AS "endOrdinal", r.quota_quantity AS size,
  c.quota_prizes AS "quotaPrizes", coalesce(i.decided_to, 0) AS "decidedTo"`;
const FROM_BLOCKS = `
  FROM quota_allocations a JOIN raffles r ON r.id = a.raffle_id JOIN raffle_counters c ON c.raffle_id = a.raffle_id
  LEFT JOIN raffle_instants i ON i.raffle_id = a.raffle_id`;

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
  JOIN raffle_counters c ON c.raffle_id = r.id LEFT JOIN raffle_instants i ON i.raffle_id = r.id
  WHERE r.id = $1 AND a.end_ordinal > $3 AND (c.quota_prizes = 0 OR a.end_ordinal <= i.decided_to)
  ORDER BY a.first_ordinal LIMIT $4`,
);

/** Numbers come with the round where there are quota prizes. $1 raffle, $2 user. */
export const selectNumberCountOfBuyer = statement<{ count: number }>(
  'select_number_count_of_buyer',
  `
  SELECT CASE WHEN c.quota_prizes = 0 THEN b.allocated ELSE (
    SELECT coalesce(sum(a.end_ordinal - a.first_ordinal), 0)
    FROM unnest(ARRAY(SELECT id FROM orders WHERE user_id = $2 AND status = 'PAID' AND raffle_id = $1)) AS own(id)
    JOIN quota_allocations a ON a.order_id = own.id JOIN raffle_instants i ON i.raffle_id = $1 AND a.end_ordinal <= i.decided_to
  ) END::int AS count
  FROM raffle_buyers b JOIN raffle_counters c ON c.raffle_id = b.raffle_id WHERE b.raffle_id = $1 AND b.user_id = $2`,
);

/** By the index that keeps blocks apart. $1 raffle, $2 ordinal. */
export const selectBlockAt = statement<BlockRow>(
  'select_block_at',
  `
  SELECT ${BLOCK_COLUMNS} ${FROM_BLOCKS}
  WHERE a.raffle_id = $1 AND int4range(a.first_ordinal, a.end_ordinal) @> $2::int AND a.voided_at IS NULL`,
);

/** The same if its order is of the buyer $3: who asks learns nothing of others, not even from the time it takes. */
export const selectOwnBlockAt = statement<BlockRow>(
  'select_own_block_at',
  `
  SELECT ${BLOCK_COLUMNS} ${FROM_BLOCKS}
  WHERE a.raffle_id = $1 AND int4range(a.first_ordinal, a.end_ordinal) @> $2::int AND a.voided_at IS NULL
    AND EXISTS (SELECT FROM orders o WHERE o.id = a.order_id AND o.user_id = $3)`,
);

export type NumbersRow = Pick<OrderBlock, 'size' | 'quotaPrizes' | 'decidedTo'>;

/** $1 raffle id. */
export const selectSize = statement<NumbersRow>(
  'select_size',
  `
  SELECT r.quota_quantity AS size, c.quota_prizes AS "quotaPrizes", coalesce(i.decided_to, 0) AS "decidedTo"
  FROM raffles r JOIN raffle_counters c ON c.raffle_id = r.id LEFT JOIN raffle_instants i ON i.raffle_id = r.id WHERE r.id = $1`,
);

/** From one snapshot. Of each quota prize: its number, and the ordinal that won it. */
export interface InstantNumbersRow {
  size: number;
  decidedTo: number;
  prizes: [number: number, wonOrdinal: number | null][];
}

/** $1 raffle id. */
export const selectInstantNumbers = statement<InstantNumbersRow>(
  'select_instant_numbers',
  `
  SELECT r.quota_quantity AS size, i.decided_to AS "decidedTo",
         (SELECT coalesce(json_agg(json_build_array(p.number, p.won_ordinal)), '[]') FROM quota_prizes p WHERE p.raffle_id = r.id) AS prizes
  FROM raffles r JOIN raffle_instants i ON i.raffle_id = r.id WHERE r.id = $1`,
);

export interface SoldRow extends NumbersRow {
  raffleId: string;
  title: string;
}

/** Newest first. $1 raffles, or null for those that may have sold; $2 a number that they must have, $3 how many. */
export const selectSizesOfSold = statement<SoldRow>(
  'select_sizes_of_sold',
  `
  SELECT r.id AS "raffleId", r.title, r.quota_quantity AS size, c.quota_prizes AS "quotaPrizes", coalesce(i.decided_to, 0) AS "decidedTo"
  FROM unnest(CASE WHEN $1::uuid[] IS NULL THEN ARRAY(
    SELECT x.id FROM raffles x
    WHERE x.status IN ('OPEN', 'SOLD_OUT', 'CLOSED', 'DRAWN', 'FINISHED') AND x.deleted_at IS NULL AND x.quota_quantity >= $2::int
    ORDER BY x.created_at DESC, x.id DESC LIMIT $3
  ) ELSE $1 END) AS wanted(id)
  JOIN raffles r ON r.id = wanted.id JOIN raffle_counters c ON c.raffle_id = r.id LEFT JOIN raffle_instants i ON i.raffle_id = r.id
  ORDER BY r.created_at DESC, r.id DESC`,
);

/** Whose the ordinals are, of those that somebody paid. By the index that keeps blocks apart. $1 raffles, $2 an ordinal in each. */
export const selectOwnersAt = statement<{ raffleId: string; orderId: string; buyerName: string }>(
  'select_owners_at',
  `
  SELECT place.raffle_id AS "raffleId", o.id::text AS "orderId", u.name AS "buyerName"
  FROM unnest($1::uuid[], $2::int[]) AS place(raffle_id, ordinal)
  CROSS JOIN LATERAL (
    SELECT a.order_id FROM quota_allocations a
    WHERE a.raffle_id = place.raffle_id AND int4range(a.first_ordinal, a.end_ordinal) @> place.ordinal AND a.voided_at IS NULL
  ) owner JOIN orders o ON o.id = owner.order_id JOIN users u ON u.id = o.user_id`,
);
