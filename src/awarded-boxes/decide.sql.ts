// SQL: measured: boxes are given while orders are settled, several tables in one statement.
import type { BoxStanding } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

/** How the prizes of a raffle stand, in order of creation. $1 raffle id; its counter is locked. */
export const selectPrizeStates = statement<{ given: number; standing: BoxStanding }>(
  'select_box_prize_states',
  'SELECT given, standing FROM awarded_boxes WHERE raffle_id = $1 ORDER BY position',
);

/** Of box_wins, and each with the quantity that its unit is held below. */
const WINS = `
  INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity)
  SELECT w.order_id, w.box_index, $1, w.prize_id, w.unit, w.quantity
  FROM unnest($2::bigint[], $3::int[], $4::uuid[], $5::int[], $6::int[]) AS w(order_id, box_index, prize_id, unit, quantity)`;

/**
 * Gives orders their boxes, which hold what was decided. The counter is locked, the orders are one raffle's. $1 raffle id; the wins: $2
 * order ids, $3 box indexes, $4 prize ids, $5 units, $6 quantities; the orders: $7 ids, $8 users, $9 boxes; the prizes that won: $10 ids,
 * $11 how many units they gave by now.
 */
export const issueBoxes = statement<object>(
  'issue_boxes',
  `
  WITH issued AS (
    INSERT INTO order_boxes (order_id, raffle_id, user_id, boxes)
    SELECT i.order_id, $1, i.user_id, i.boxes FROM unnest($7::bigint[], $8::uuid[], $9::int[]) AS i(order_id, user_id, boxes)
  ), won AS (${WINS}
  )
  UPDATE awarded_boxes b SET given = g.given FROM unnest($10::uuid[], $11::int[]) AS g(id, given) WHERE b.id = g.id`,
);

/** More wins of the same orders. Parameters as before. */
export const issueMoreWins = statement<object>('issue_more_box_wins', WINS);

/** Orders left the draw: their boxes are void, and what they won is shown to nobody. $1 order ids. */
export const voidBoxes = statement<object>(
  'void_boxes',
  `
  WITH voided AS (
    UPDATE order_boxes SET void = true WHERE order_id = ANY ($1::bigint[]) AND NOT void
  )
  UPDATE box_wins SET shown_at = NULL WHERE order_id = ANY ($1::bigint[]) AND shown_at IS NOT NULL`,
);

/** Nobody opens a box of it until the transaction ends. $1 order id. */
export const lockOrderBoxes = statement<{ opened: number }>(
  'lock_order_boxes',
  'SELECT opened_count AS opened FROM order_boxes WHERE order_id = $1 FOR UPDATE',
);

/** A box of an order that was opened and holds something, if there is one. $1 order id. */
export const selectShownWin = statement<{ boxIndex: number }>(
  'select_shown_win',
  'SELECT box_index AS "boxIndex" FROM box_wins WHERE order_id = $1 AND shown_at IS NOT NULL LIMIT 1',
);
