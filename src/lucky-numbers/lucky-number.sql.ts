import { statement } from '../platform/database.js';

/** A block of ordinals and the raffle that permutes them. */
export interface BlockRow {
  orderId: string;
  firstOrdinal: number;
  endOrdinal: number;
}

/** $1 order id. A voided block has left the draw, but its buyer may still see what it was. */
export const selectBlockOfOrder = statement<BlockRow>('select_block_of_order', `
  SELECT order_id::text AS "orderId", first_ordinal AS "firstOrdinal", end_ordinal AS "endOrdinal"
  FROM quota_allocations WHERE order_id = $1`);

/** A buyer's blocks of one raffle in the order of their ordinals, from an ordinal on. $1 raffle, $2 user, $3 ordinal, $4 how many. */
export const selectBlocksOfBuyer = statement<BlockRow>('select_blocks_of_buyer', `
  SELECT a.order_id::text AS "orderId", a.first_ordinal AS "firstOrdinal", a.end_ordinal AS "endOrdinal"
  FROM quota_allocations a JOIN orders o ON o.id = a.order_id
  WHERE a.raffle_id = $1 AND o.raffle_id = $1 AND o.user_id = $2 AND a.voided_at IS NULL AND a.end_ordinal > $3
  ORDER BY a.first_ordinal LIMIT $4`);

/** $1 raffle, $2 user. */
export const countNumbersOfBuyer = statement<{ count: bigint }>('count_numbers_of_buyer', `
  SELECT coalesce(sum(a.end_ordinal - a.first_ordinal), 0)::bigint AS count
  FROM quota_allocations a JOIN orders o ON o.id = a.order_id
  WHERE a.raffle_id = $1 AND o.raffle_id = $1 AND o.user_id = $2 AND a.voided_at IS NULL`);

/** The block that holds an ordinal, if one does. $1 raffle, $2 ordinal. */
export const selectBlockAt = statement<BlockRow>('select_block_at', `
  SELECT order_id::text AS "orderId", first_ordinal AS "firstOrdinal", end_ordinal AS "endOrdinal"
  FROM quota_allocations WHERE raffle_id = $1 AND first_ordinal <= $2 AND end_ordinal > $2 AND voided_at IS NULL
  ORDER BY first_ordinal DESC LIMIT 1`);

/** $1 raffle id. */
export const selectPermutation = statement<{ sealedSecret: Buffer; size: number }>('select_permutation', `
  SELECT sealed_secret AS "sealedSecret", quota_quantity AS size FROM raffles WHERE id = $1`);
