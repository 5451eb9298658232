// SQL: lists of two tables in one row, an upsert, and two tables in one statement.
import { statement } from '../platform/database/statement.js';
import type { Combo, BoxPrize } from '../proof/box-prizes.js';

/** Hashes are SHA-256. */
export interface BoxFacts {
  raffleId: string;
  quotas: number;
  cumulative: boolean;
  boxesHash: Buffer | null;
  /** In order of creation. The prize in centavos. */
  prizes: (BoxPrize & { title: string; prize: number })[];
  combos: Combo[];
}

export const selectBoxFacts = statement<BoxFacts>(
  'select_box_facts',
  `
  SELECT r.id AS "raffleId", r.quota_quantity AS quotas, r.acumulative_combo AS cumulative, k.boxes_hash AS "boxesHash",
         (SELECT coalesce(json_agg(json_build_object(
            'id', b.id, 'title', b.title, 'quantity', b.quantity, 'prize', b.prize, 'mode', b.mode, 'percentage', b.percentage,
            'releaseAt', b.release_at, 'isLocked', b.is_locked) ORDER BY b.position), '[]')
          FROM awarded_boxes b WHERE b.raffle_id = r.id) AS prizes,
         (SELECT coalesce(json_agg(json_build_object(
            'quantityTitles', m.quantity_titles, 'quantityBoxes', m.quantity_boxes) ORDER BY m.quantity_titles), '[]')
          FROM awarded_box_combos m WHERE m.raffle_id = r.id) AS combos
  FROM raffles r LEFT JOIN raffle_commitments k ON k.raffle_id = r.id
  WHERE r.id = $1`,
);

/** $1 raffle id, $2 hash, or null when there are none any more. */
export const publishBoxes = statement<object>(
  'publish_boxes',
  `
  INSERT INTO raffle_commitments (raffle_id, boxes_hash) VALUES ($1, $2)
  ON CONFLICT (raffle_id) DO UPDATE SET boxes_hash = excluded.boxes_hash`,
);

/** $1 order ids. */
export const voidBoxes = statement<object>(
  'void_boxes',
  `
  WITH voided AS (
    UPDATE order_boxes SET void = true WHERE order_id = ANY ($1::bigint[]) AND NOT void
  )
  UPDATE box_wins SET shown_at = NULL WHERE order_id = ANY ($1::bigint[]) AND shown_at IS NOT NULL`,
);
