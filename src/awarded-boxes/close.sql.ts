// SQL: arrays of rows, and locks.
import { statement } from '../platform/database/statement.js';

/** The block of an order that was paid, and its boxes: 0 where it reached no combo. */
export interface SoldBlockRow {
  orderId: string;
  firstOrdinal: number;
  count: number;
  boxes: number;
  isVoid: boolean;
}

/** By ordinal. $1 raffle id, $2 the ordinal to begin at, $3 how many. */
export const selectSoldBlocks = statement<SoldBlockRow>(
  'select_sold_blocks',
  `
  SELECT a.order_id::text AS "orderId", a.first_ordinal AS "firstOrdinal", a.end_ordinal - a.first_ordinal AS count,
         coalesce((SELECT b.boxes FROM order_boxes b WHERE b.order_id = a.order_id), 0) AS boxes, a.voided_at IS NOT NULL AS "isVoid"
  FROM quota_allocations a WHERE a.raffle_id = $1 AND a.first_ordinal >= $2 ORDER BY a.first_ordinal LIMIT $3`,
);

/** What the boxes of orders hold, by order and box. $1 order ids. */
export const selectWinsOfOrders = statement<{
  orderId: string;
  boxIndex: number;
  prizeId: string;
  unit: number;
  atClose: boolean;
}>(
  'select_box_wins_of_orders',
  `
  SELECT w.order_id::text AS "orderId", w.box_index AS "boxIndex", w.prize_id AS "prizeId", w.unit, w.at_close AS "atClose"
  FROM box_wins w WHERE w.order_id = ANY ($1::bigint[]) ORDER BY w.order_id, w.box_index`,
);

/** Nobody opens a box of them until the transaction ends. $1 raffle id, $2 the ordinals at which blocks begin. */
export const lockBoxesOfBlocks = statement<{ boxes: number }>(
  'lock_boxes_of_blocks',
  `
  SELECT boxes FROM order_boxes WHERE order_id = ANY (ARRAY(
    SELECT order_id FROM quota_allocations WHERE raffle_id = $1 AND first_ordinal = ANY ($2::int[])
  )) ORDER BY order_id FOR UPDATE`,
);

/**
 * What the close drew; shown at once where the box is open. Written once, however often it is asked for. $1 raffle id, $2 the
 * ordinals at which their blocks begin, $3 box indexes, $4 prize ids, $5 units.
 */
export const insertCloseWins = statement<object>(
  'insert_close_wins',
  `
  INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity, at_close, shown_at)
  SELECT b.order_id, w.box_index, b.raffle_id, w.prize_id, w.unit, p.quantity, true,
         CASE WHEN b.opened IS NOT NULL AND NOT b.void AND w.box_index < b.boxes
              THEN CASE WHEN get_bit(b.opened, w.box_index) = 1 THEN clock_timestamp() END END
  FROM unnest($2::int[], $3::int[], $4::uuid[], $5::int[]) AS w(first_ordinal, box_index, prize_id, unit)
  JOIN quota_allocations a ON a.raffle_id = $1 AND a.first_ordinal = w.first_ordinal
  JOIN order_boxes b ON b.order_id = a.order_id AND b.raffle_id = $1 JOIN awarded_boxes p ON p.id = w.prize_id
  ON CONFLICT (prize_id, unit, at_close) DO NOTHING`,
);
