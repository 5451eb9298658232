// SQL: bits, lists by a keyset, and what buyers read with their orders.
import type { AwardedBox } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { INT, UUID, BIGINT, INSTANT } from '../platform/page.js';
import { statement } from '../platform/database/statement.js';

/** The prize in centavos, shares in hundredths of a percent. */
export type AwardedBoxRow = Omit<AwardedBox, 'createdAt'>;

const PRIZE_COLUMNS = `
  b.id, b.raffle_id AS "raffleId", b.position, b.title, b.quantity, b.prize, b.mode, b.percentage, b.release_at AS "releaseAt",
  b.is_locked AS "isLocked", b.standing, b.given`;

export const awardedBoxes = keysetList<AwardedBoxRow>({
  name: 'awarded_boxes',
  columns: PRIZE_COLUMNS,
  from: 'awarded_boxes b',
  key: [
    ['position', INT],
    ['id', UUID, 'b.id'],
  ],
  order: 'DESC',
});

export const awardedBoxesOfRaffle = keysetList<AwardedBoxRow>({
  name: 'awarded_boxes_of_raffle',
  columns: PRIZE_COLUMNS,
  from: 'awarded_boxes b',
  where: 'b.raffle_id = $1',
  key: [
    ['position', INT, 'b.position'],
    ['id', UUID],
  ],
  order: 'ASC',
});

export interface OrderBoxesRow {
  orderId: string;
  raffleId: string;
  boxes: number;
  /** One bit for each box, box 0 is the lowest of the first byte; null while none is open. */
  opened: Buffer | null;
  isVoid: boolean;
}

const COLUMNS = 'b.order_id::text AS "orderId", b.raffle_id AS "raffleId", b.boxes, b.opened, b.void AS "isVoid"';
/** The first page begins above every id. */
const NEWEST_FIRST = 'ORDER BY b.order_id DESC NULLS LAST LIMIT $3';

export const selectBoxesOfOrder = statement<OrderBoxesRow>(
  'select_boxes_of_order',
  `SELECT ${COLUMNS} FROM order_boxes b WHERE b.user_id = $1 AND b.order_id = $2`,
);

/** $2 the highest order id, $3 how many orders. */
export const selectBoxesOfBuyer = statement<OrderBoxesRow>(
  'select_boxes_of_buyer',
  `SELECT ${COLUMNS} FROM order_boxes b WHERE b.user_id = $1 AND b.order_id <= $2::bigint ${NEWEST_FIRST}`,
);

export const selectBoxesOfBuyerInRaffle = statement<OrderBoxesRow>(
  'select_boxes_of_buyer_in_raffle',
  `SELECT ${COLUMNS} FROM order_boxes b WHERE b.user_id = $1 AND b.raffle_id = $4 AND b.order_id <= $2::bigint ${NEWEST_FIRST}`,
);

export const countBoxesOfBuyer = statement<{ count: number }>(
  'count_boxes_of_buyer',
  'SELECT coalesce(sum(boxes), 0)::int AS count FROM order_boxes WHERE user_id = $1 AND ($2::uuid IS NULL OR raffle_id = $2)',
);

export const selectBoxPrizes = statement<{ orderId: string; boxIndex: number; id: string; title: string; prize: bigint }>(
  'select_box_prizes',
  `
  SELECT w.order_id::text AS "orderId", w.box_index AS "boxIndex", p.id, p.title, p.prize
  FROM unnest($1::bigint[], $2::int[]) AS o(order_id, box_index)
  JOIN box_wins w ON w.order_id = o.order_id AND w.box_index = o.box_index
  JOIN awarded_boxes p ON p.id = w.prize_id`,
);

export const openBox = statement<{ boxes: number }>(
  'open_box',
  `
  UPDATE order_boxes b SET
    opened = set_bit(coalesce(b.opened, decode(repeat('00', (b.boxes + 7) / 8), 'hex')), $3::int, 1), opened_count = b.opened_count + 1
  WHERE b.order_id = $2 AND b.user_id = $1 AND NOT b.void AND $3::int < b.boxes
    AND CASE WHEN b.opened IS NULL OR $3::int >= b.boxes THEN true ELSE get_bit(b.opened, $3::int) = 0 END
  RETURNING b.boxes`,
);

export const showWin = statement<object>(
  'show_box_win',
  'UPDATE box_wins SET shown_at = clock_timestamp() WHERE order_id = $1 AND box_index = $2 AND shown_at IS NULL',
);

export interface BoxesOfOrderRow {
  orderId: string;
  count: number;
  opened: number;
  isVoid: boolean;
}

export const selectBoxesOfOrders = statement<BoxesOfOrderRow>(
  'select_boxes_of_orders',
  `
  SELECT order_id::text AS "orderId", boxes AS count, opened_count AS opened, void AS "isVoid" FROM order_boxes
  WHERE order_id = ANY ($1::bigint[])`,
);

/** The prize in centavos. */
export interface BoxWinnerRow {
  orderId: string;
  boxIndex: number;
  openedAt: Date;
  box: { title: string; prize: number };
  winner: { id: string; name: string };
}

export const boxWinners = keysetList<BoxWinnerRow>({
  name: 'box_winners',
  columns: `w.order_id::text AS "orderId", w.box_index AS "boxIndex", w.shown_at AS "openedAt",
    (SELECT json_build_object('title', p.title, 'prize', p.prize) FROM awarded_boxes p WHERE p.id = w.prize_id) AS box,
    (SELECT json_build_object('id', u.id, 'name', u.name) FROM users u
     WHERE u.id = (SELECT b.user_id FROM order_boxes b WHERE b.order_id = w.order_id)) AS winner`,
  from: 'box_wins w',
  where: 'w.raffle_id = $1',
  key: [
    ['openedAt', INSTANT, 'w.shown_at'],
    ['orderId', BIGINT, 'w.order_id'],
    ['boxIndex', INT, 'w.box_index'],
  ],
  order: 'DESC',
});

/** $1 from, $2 to. */
export const moveBoxes = statement<object>(
  'move_boxes',
  `
  UPDATE order_boxes b SET user_id = $2::uuid FROM orders o
  WHERE b.user_id = ANY ($1::uuid[]) AND o.id = b.order_id AND o.user_id = $2`,
);
