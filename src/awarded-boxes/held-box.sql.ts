// SQL: bits, lists by a keyset, and what buyers read with their orders.
import { keysetList } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { BIGINT, INSTANT, INT } from '../platform/page.js';

/** The boxes of an order. */
export interface OrderBoxesRow {
  orderId: string;
  raffleId: string;
  boxes: number;
  /** A bit a box, the lowest of the first byte being box 0; null while none is opened. */
  opened: Buffer | null;
  isVoid: boolean;
}

const COLUMNS = 'b.order_id::text AS "orderId", b.raffle_id AS "raffleId", b.boxes, b.opened, b.void AS "isVoid"';
/** The first page begins above every id. */
const NEWEST_FIRST = 'ORDER BY b.order_id DESC NULLS LAST LIMIT $3';

/** Of one order, if it is the user's. $1 user id, $2 order id. */
export const selectBoxesOfOrder = statement<OrderBoxesRow>(
  'select_boxes_of_order',
  `SELECT ${COLUMNS} FROM order_boxes b WHERE b.user_id = $1 AND b.order_id = $2`,
);

/** A user's, newest orders first. $1 user id, $2 the highest order id, $3 how many orders. */
export const selectBoxesOfBuyer = statement<OrderBoxesRow>(
  'select_boxes_of_buyer',
  `SELECT ${COLUMNS} FROM order_boxes b WHERE b.user_id = $1 AND b.order_id <= $2::bigint ${NEWEST_FIRST}`,
);

/** Of one raffle, among all of the user's. Parameters as before, and $4 raffle id. */
export const selectBoxesOfBuyerInRaffle = statement<OrderBoxesRow>(
  'select_boxes_of_buyer_in_raffle',
  `SELECT ${COLUMNS} FROM order_boxes b WHERE b.user_id = $1 AND b.raffle_id = $4 AND b.order_id <= $2::bigint ${NEWEST_FIRST}`,
);

/** $1 user id, $2 raffle id or null. */
export const countBoxesOfBuyer = statement<{ count: number }>(
  'count_boxes_of_buyer',
  'SELECT coalesce(sum(boxes), 0)::int AS count FROM order_boxes WHERE user_id = $1 AND ($2::uuid IS NULL OR raffle_id = $2)',
);

/** What was won by boxes that are opened. $1 order ids, $2 the box of each. Those that are empty are left out. */
export const selectBoxPrizes = statement<{ orderId: string; boxIndex: number; id: string; title: string; prize: bigint }>(
  'select_box_prizes',
  `
  SELECT w.order_id::text AS "orderId", w.box_index AS "boxIndex", p.id, p.title, p.prize
  FROM unnest($1::bigint[], $2::int[]) AS o(order_id, box_index)
  JOIN box_wins w ON w.order_id = o.order_id AND w.box_index = o.box_index
  JOIN awarded_boxes p ON p.id = w.prize_id`,
);

/** Opens a box that is the user's, is closed and is not void. $1 user id, $2 order id, $3 box index. */
export const openBox = statement<{ boxes: number }>(
  'open_box',
  `
  UPDATE order_boxes b SET
    opened = set_bit(coalesce(b.opened, decode(repeat('00', (b.boxes + 7) / 8), 'hex')), $3::int, 1), opened_count = b.opened_count + 1
  WHERE b.order_id = $2 AND b.user_id = $1 AND NOT b.void AND $3::int < b.boxes
    AND CASE WHEN b.opened IS NULL OR $3::int >= b.boxes THEN true ELSE get_bit(b.opened, $3::int) = 0 END
  RETURNING b.boxes`,
);

/** Its buyer has seen what it holds, if anything; nothing is done to an empty one. $1 order id, $2 box index. */
export const showWin = statement<object>(
  'show_box_win',
  'UPDATE box_wins SET shown_at = clock_timestamp() WHERE order_id = $1 AND box_index = $2 AND shown_at IS NULL',
);

/** What an order shows of its boxes. */
export interface BoxesOfOrderRow {
  orderId: string;
  count: number;
  opened: number;
  isVoid: boolean;
}

/** $1 order ids; those without boxes are left out. */
export const selectBoxesOfOrders = statement<BoxesOfOrderRow>(
  'select_boxes_of_orders',
  `
  SELECT order_id::text AS "orderId", boxes AS count, opened_count AS opened, void AS "isVoid" FROM order_boxes
  WHERE order_id = ANY ($1::bigint[])`,
);

/** A win that its buyer has seen; the prize in centavos. */
export interface BoxWinnerRow {
  orderId: string;
  boxIndex: number;
  openedAt: Date;
  box: { title: string; prize: number };
  winner: { id: string; name: string };
}

/** Latest first. $1 raffle id. */
export const boxWinners = keysetList<BoxWinnerRow>({
  name: 'box_winners',
  columns: `w.order_id::text AS "orderId", w.box_index AS "boxIndex", w.shown_at AS "openedAt",
    (SELECT json_build_object('title', p.title, 'prize', p.prize) FROM awarded_boxes p WHERE p.id = w.prize_id) AS box,
    (SELECT json_build_object('id', u.id, 'name', u.name) FROM users u
     WHERE u.id = (SELECT b.user_id FROM order_boxes b WHERE b.order_id = w.order_id)) AS winner`,
  from: 'box_wins w',
  where: 'w.raffle_id = $1',
  // As a condition it would let Postgres walk the wins of all raffles.
  counted: 'w.shown_at',
  key: [
    ['openedAt', INSTANT, 'w.shown_at'],
    ['orderId', BIGINT, 'w.order_id'],
    ['boxIndex', INT, 'w.box_index'],
  ],
  order: 'DESC',
});
