// SQL: several tables at one moment.
import { statement } from '../platform/database/statement.js';
import type { Combo, BoxPrize } from '../proof/box-prizes.js';

/** What decides the boxes of a raffle, as it stands. Hashes are SHA-256. */
export interface BoxFacts {
  raffleId: string;
  quotas: number;
  /** Whether an order gets the boxes of all tiers that it reaches. */
  cumulative: boolean;
  /** Paid quotas. From the first on nothing of this changes. */
  allocated: number;
  sealedSeed: Buffer | null;
  seedHash: Buffer | null;
  /** Null where there is neither a box nor a combo. */
  boxesHash: Buffer | null;
  /** In order of creation. The prize in centavos. */
  prizes: (BoxPrize & { title: string; prize: number })[];
  combos: Combo[];
}

/** $1 raffle id. */
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

/**
 * Publishes the hash of a raffle's boxes and combos, with a seed where it has none yet. Before the first sale only. $1 raffle id, $2 the
 * sealed seed, $3 its SHA-256, $4 the hash.
 */
export const publishBoxes = statement<object>(
  'publish_boxes',
  `
  INSERT INTO raffle_commitments AS known (raffle_id, sealed_box_seed, box_seed_hash, boxes_hash) VALUES ($1, $2, $3, $4)
  ON CONFLICT (raffle_id) DO UPDATE SET
    sealed_box_seed = coalesce(known.sealed_box_seed, excluded.sealed_box_seed),
    box_seed_hash = coalesce(known.box_seed_hash, excluded.box_seed_hash), boxes_hash = excluded.boxes_hash`,
);
