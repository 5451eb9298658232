// SQL: measured: a raffle may have a million wins, and a million leaves.
import { statement } from '../platform/database/statement.js';

/** With the first ordinal of the order's block, in the order of the book. $1 raffle id, $2 after this leaf, $3 how many blocks. */
export const selectBoxWins = statement<{ leaf: number; wins: [first: number, box: number, prizeId: string, unit: number][] }>(
  'select_box_wins',
  `
  SELECT a.leaf, coalesce((
           SELECT json_agg(json_build_array(a.first_ordinal, w.box_index, w.prize_id, w.unit) ORDER BY w.box_index)
           FROM box_wins w WHERE w.order_id = a.order_id
         ), '[]') AS wins
  FROM (SELECT leaf, order_id, first_ordinal FROM quota_allocations WHERE raffle_id = $1 AND leaf > $2 ORDER BY leaf LIMIT $3) a
  ORDER BY a.leaf`,
);

/** $1 raffle id. */
export const selectQuotaPrizeWins = statement<{ ordinal: number; prizeId: string }>(
  'select_quota_prize_wins',
  `
  SELECT won_ordinal AS ordinal, id AS "prizeId" FROM quota_prizes WHERE raffle_id = $1 AND won_ordinal IS NOT NULL ORDER BY won_ordinal`,
);

/** Whether all leaves are decided; no row for a raffle without instant prizes. $1 raffle id. */
export const selectIsDecided = statement<{ isDecided: boolean }>(
  'select_is_decided',
  `
  SELECT i.decided_leaf = c.leaves AS "isDecided" FROM raffle_instants i JOIN raffle_counters c ON c.raffle_id = i.raffle_id
  WHERE i.raffle_id = $1 AND c.is_instant`,
);

/** The rounds of a raffle's blocks, ascending. $1 raffle id, $2 chain. */
export const selectRoundsOfBlocks = statement<{ round: bigint; signature: Buffer | null }>(
  'select_rounds_of_blocks',
  `
  SELECT b.round, r.signature
  FROM (SELECT DISTINCT round FROM quota_allocations WHERE raffle_id = $1 AND round IS NOT NULL) b
  LEFT JOIN beacon_rounds r ON r.chain = $2 AND r.round = b.round ORDER BY b.round`,
);
