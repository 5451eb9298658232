// SQL: measured: wins are registered with the sale, thousands in a statement; several tables, and arrays of rows.
import type { WonPrize } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

/** The value in centavos. */
export interface WonPrizeRow extends Omit<WonPrize, 'orderId'> {
  orderId: string;
  raffleTitle: string;
  /** Quotas of the raffle: how many digits a lucky number has. */
  size: number;
  /** The picture of the receipt. */
  pictureName: string | null;
  pictureWidth: number | null;
}

export const WON_PRIZE = `
  w.id, w.raffle_id AS "raffleId", r.title AS "raffleTitle", r.quota_quantity AS size, w.kind, w.prize_id AS "prizeId", w.unit, w.title,
  w.value, w.number, w.box_index AS "boxIndex", w.order_id::text AS "orderId", w.user_id AS "userId", w.at_close AS "atClose",
  w.won_at AS "wonAt", w.shown_at AS "shownAt", w.state, w.claimed_at AS "claimedAt", w.contacted_at AS "contactedAt",
  w.delivered_at AS "deliveredAt", w.receipt_note AS "receiptNote", w.receipt_file_id AS "receiptFileId", f.name AS "pictureName",
  f.width AS "pictureWidth", w.lapses_at AS "lapsesAt", w.lapsed_at AS "lapsedAt", w.denied_at AS "deniedAt", w.returned_at AS "returnedAt"`;
/** Of `won_prizes w`. */
export const WON_PRIZE_JOINS = 'JOIN raffles r ON r.id = w.raffle_id LEFT JOIN files f ON f.id = w.receipt_file_id';

/** One entry a prize. */
const enterReturned = (written: string): string => `
    INSERT INTO timeline_entries (raffle_id, kind, prize_id, units)
    SELECT raffle_id, 'PRIZE_RETURNED_TO_CLOSE', prize_id, count(*) FROM ${written} WHERE state = 'RETURNED_TO_CLOSE'
    GROUP BY raffle_id, prize_id`;

/**
 * $1 raffle; $2 ids, $3 kinds, $4 prizes, $5 units, $6 orders, $7 numbers, $8 boxes, $9 whether at the close, $10 whether the winner may
 * know it.
 */
export const insertWonPrizes = statement<WonPrizeRow>(
  'insert_won_prizes',
  `
  WITH kept AS (
    INSERT INTO won_prizes (id, raffle_id, kind, prize_id, unit, title, value, number, box_index, order_id, user_id, at_close, won_at,
                            shown_at, lapses_at, state, returned_at)
    SELECT n.id, r.id, n.kind, n.prize_id, n.unit, coalesce(b.title, q.prize, p.title, r.title), b.prize, coalesce(n.number, q.number),
           n.box_index, o.id, o.user_id, n.at_close, t.now, CASE WHEN n.is_shown THEN t.now END, t.now + make_interval(days => r.prize_claim_days),
           CASE WHEN v.is_void THEN 'RETURNED_TO_CLOSE' ELSE 'WON' END::won_prize_state, CASE WHEN v.is_void THEN t.now END
    FROM unnest($2::uuid[], $3::won_prize_kind[], $4::uuid[], $5::int[], $6::bigint[], $7::int[], $8::int[], $9::boolean[], $10::boolean[])
      AS n(id, kind, prize_id, unit, order_id, number, box_index, at_close, is_shown)
    CROSS JOIN (SELECT clock_timestamp() AS now) t
    JOIN raffles r ON r.id = $1 JOIN orders o ON o.id = n.order_id
    CROSS JOIN LATERAL (SELECT n.kind <> 'DRAW' AND o.status = 'REFUNDED' AND r.status <> 'CANCELLED' AS is_void) v
    LEFT JOIN awarded_boxes b ON n.kind = 'BOX' AND b.id = n.prize_id
    LEFT JOIN quota_prizes q ON n.kind = 'QUOTA_PRIZE' AND q.id = n.prize_id
    LEFT JOIN raffle_prizes p ON n.kind = 'DRAW' AND p.raffle_id = $1 AND p.position = n.unit
    RETURNING *
  ), entered AS (
    ${enterReturned('kept')}
  )
  SELECT ${WON_PRIZE} FROM kept w ${WON_PRIZE_JOINS}`,
);

/** $1 order, $2 box. */
export const showWonPrize = statement<WonPrizeRow>(
  'show_won_prize',
  `
  WITH shown AS (
    UPDATE won_prizes SET shown_at = clock_timestamp()
    WHERE order_id = $1 AND box_index = $2 AND shown_at IS NULL AND state <> 'RETURNED_TO_CLOSE' RETURNING *
  )
  SELECT ${WON_PRIZE} FROM shown w ${WON_PRIZE_JOINS}`,
);

/** $1 order ids. */
export const returnWonPrizes = statement<object>(
  'return_won_prizes',
  `
  WITH returned AS (
    UPDATE won_prizes w SET state = 'RETURNED_TO_CLOSE', returned_at = clock_timestamp()
    FROM raffles r
    WHERE w.order_id = ANY ($1::bigint[]) AND r.id = w.raffle_id AND r.status <> 'CANCELLED' AND w.kind <> 'DRAW'
      AND w.state <> 'RETURNED_TO_CLOSE'
    RETURNING w.raffle_id, w.prize_id, w.state
  )
  ${enterReturned('returned')}`,
);
