// SQL: measured: boxes are given while orders are settled; several tables in one statement, arrays of rows, and locks.
import { statement } from '../platform/database/statement.js';
import type { Combo, BoxPrize } from '../proof/box-prizes.js';
import type { BoxStanding } from '../generated/prisma/client.js';

/** Hashes are SHA-256. */
export interface BoxFacts {
  raffleId: string;
  quotas: number;
  cumulative: boolean;
  /** Paid quotas. After the first one nothing here changes. */
  allocated: number;
  sealedSeed: Buffer | null;
  seedHash: Buffer | null;
  boxesHash: Buffer | null;
  /** In order of creation. The prize in centavos. */
  prizes: (BoxPrize & { title: string; prize: number })[];
  combos: Combo[];
}

export const selectBoxFacts = statement<BoxFacts>(
  'select_box_facts',
  `
  SELECT r.id AS "raffleId", r.quota_quantity AS quotas, r.acumulative_combo AS cumulative, c.allocated,
         k.sealed_box_seed AS "sealedSeed", k.box_seed_hash AS "seedHash", k.boxes_hash AS "boxesHash",
         (SELECT coalesce(json_agg(json_build_object(
            'id', b.id, 'title', b.title, 'quantity', b.quantity, 'prize', b.prize, 'mode', b.mode, 'percentage', b.percentage,
            'releaseAt', b.release_at, 'isLocked', b.is_locked) ORDER BY b.position), '[]')
          FROM awarded_boxes b WHERE b.raffle_id = r.id) AS prizes,
         (SELECT coalesce(json_agg(json_build_object(
            'quantityTitles', m.quantity_titles, 'quantityBoxes', m.quantity_boxes) ORDER BY m.quantity_titles), '[]')
          FROM awarded_box_combos m WHERE m.raffle_id = r.id) AS combos
  FROM raffles r JOIN raffle_counters c ON c.raffle_id = r.id LEFT JOIN raffle_commitments k ON k.raffle_id = r.id
  WHERE r.id = $1`,
);

/** Keeps a seed that is there. $1 raffle id, $2 sealed seed, $3 its SHA-256, $4 hash. */
export const publishBoxes = statement<object>(
  'publish_boxes',
  `
  INSERT INTO raffle_commitments AS known (raffle_id, sealed_box_seed, box_seed_hash, boxes_hash) VALUES ($1, $2, $3, $4)
  ON CONFLICT (raffle_id) DO UPDATE SET
    sealed_box_seed = coalesce(known.sealed_box_seed, excluded.sealed_box_seed),
    box_seed_hash = coalesce(known.box_seed_hash, excluded.box_seed_hash), boxes_hash = excluded.boxes_hash`,
);

export const selectPrizeStates = statement<{ given: number; standing: BoxStanding }>(
  'select_box_prize_states',
  'SELECT given, standing FROM awarded_boxes WHERE raffle_id = $1 ORDER BY position',
);

const WINS = `
  INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity)
  SELECT w.order_id, w.box_index, $1, w.prize_id, w.unit, w.quantity
  FROM unnest($2::bigint[], $3::int[], $4::uuid[], $5::int[], $6::int[]) AS w(order_id, box_index, prize_id, unit, quantity)`;

/**
 * $1 raffle; wins: $2 order, $3 box, $4 prize, $5 unit, $6 quantity; orders: $7 id, $8 user, $9 boxes; prizes: $10 id, $11 given.
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

export const issueMoreWins = statement<object>('issue_more_box_wins', WINS);

export const voidBoxes = statement<object>(
  'void_boxes',
  `
  WITH voided AS (
    UPDATE order_boxes SET void = true WHERE order_id = ANY ($1::bigint[]) AND NOT void
  )
  UPDATE box_wins SET shown_at = NULL WHERE order_id = ANY ($1::bigint[]) AND shown_at IS NOT NULL`,
);

/** Blocks opening until the transaction ends. */
export const lockOrderBoxes = statement<{ opened: number }>(
  'lock_order_boxes',
  'SELECT opened_count AS opened FROM order_boxes WHERE order_id = $1 FOR UPDATE',
);

export const selectShownWin = statement<{ boxIndex: number }>(
  'select_shown_win',
  'SELECT box_index AS "boxIndex" FROM box_wins WHERE order_id = $1 AND shown_at IS NOT NULL LIMIT 1',
);

export interface SoldBlockRow {
  orderId: string;
  firstOrdinal: number;
  count: number;
  boxes: number;
  isVoid: boolean;
}

export const selectSoldBlocks = statement<SoldBlockRow>(
  'select_sold_blocks',
  `
  SELECT a.order_id::text AS "orderId", a.first_ordinal AS "firstOrdinal", a.end_ordinal - a.first_ordinal AS count,
         coalesce((SELECT b.boxes FROM order_boxes b WHERE b.order_id = a.order_id), 0) AS boxes, a.voided_at IS NOT NULL AS "isVoid"
  FROM quota_allocations a WHERE a.raffle_id = $1 AND a.first_ordinal >= $2 ORDER BY a.first_ordinal LIMIT $3`,
);

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

export const lockBoxesOfBlocks = statement<{ boxes: number }>(
  'lock_boxes_of_blocks',
  `
  SELECT boxes FROM order_boxes WHERE order_id = ANY (ARRAY(
    SELECT order_id FROM quota_allocations WHERE raffle_id = $1 AND first_ordinal = ANY ($2::int[])
  )) ORDER BY order_id FOR UPDATE`,
);

/** Idempotent. $1 raffle id, $2 first ordinals, $3 box indexes, $4 prize ids, $5 units. */
export const insertCloseWins = statement<{
  orderId: string;
  boxIndex: number;
  prizeId: string;
  unit: number;
  isShown: boolean;
}>(
  'insert_close_wins',
  `
  INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity, at_close, shown_at)
  SELECT b.order_id, w.box_index, b.raffle_id, w.prize_id, w.unit, p.quantity, true,
         CASE WHEN b.opened IS NOT NULL AND NOT b.void AND w.box_index < b.boxes
              THEN CASE WHEN get_bit(b.opened, w.box_index) = 1 THEN clock_timestamp() END END
  FROM unnest($2::int[], $3::int[], $4::uuid[], $5::int[]) AS w(first_ordinal, box_index, prize_id, unit)
  JOIN quota_allocations a ON a.raffle_id = $1 AND a.first_ordinal = w.first_ordinal
  JOIN order_boxes b ON b.order_id = a.order_id AND b.raffle_id = $1 JOIN awarded_boxes p ON p.id = w.prize_id
  ON CONFLICT (prize_id, unit, at_close) DO NOTHING
  RETURNING order_id::text AS "orderId", box_index AS "boxIndex", prize_id AS "prizeId", unit, shown_at IS NOT NULL AS "isShown"`,
);
