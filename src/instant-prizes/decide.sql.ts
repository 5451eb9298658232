// SQL: measured: blocks are decided while orders are paid, hundreds in one transaction.
import { statement } from '../platform/database/statement.js';

export interface WaitingRaffle {
  raffleId: string;
  chain: string | null;
  decidedLeaf: number;
}

/** Raffles with a leaf that is not decided. $1 after this raffle id, $2 how many. */
export const selectWaitingRaffles = statement<WaitingRaffle>(
  'select_waiting_raffles',
  `
  SELECT i.raffle_id AS "raffleId", i.chain, i.decided_leaf AS "decidedLeaf"
  FROM raffle_instants i JOIN raffle_counters c ON c.raffle_id = i.raffle_id
  WHERE NOT i.is_over AND c.is_instant AND i.raffle_id > $1 AND i.decided_leaf < c.leaves ORDER BY i.raffle_id LIMIT $2`,
);

/** The rounds of the next blocks, ascending. $1 raffle id, $2 first leaf, $3 how many blocks. */
export const selectNextRounds = statement<{ round: bigint }>(
  'select_next_rounds',
  `
  SELECT DISTINCT round FROM (
    SELECT round FROM quota_allocations WHERE raffle_id = $1 AND leaf >= $2 ORDER BY leaf LIMIT $3
  ) next ORDER BY round`,
);

export interface DecidedRaffle {
  decidedLeaf: number;
  decidedTo: number;
  quotaPrizesWon: number;
}

/** No row while another process decides the raffle. $1 raffle id. */
export const lockDecided = statement<DecidedRaffle>(
  'lock_decided',
  `
  SELECT decided_leaf AS "decidedLeaf", decided_to AS "decidedTo", quota_prizes_won AS "quotaPrizesWon" FROM raffle_instants
  WHERE raffle_id = $1 FOR UPDATE SKIP LOCKED`,
);

/** What the blocks before left: the quota prizes that are won, how many units of each box prize came out. $1 raffle id. */
export const selectStandings = statement<{ won: string[]; unitsOut: number[] }>(
  'select_standings',
  `
  SELECT ARRAY(SELECT id::text FROM quota_prizes WHERE raffle_id = $1 AND won_ordinal IS NOT NULL) AS won,
         ARRAY(SELECT given FROM awarded_boxes WHERE raffle_id = $1 ORDER BY position) AS "unitsOut"`,
);

export interface LeafRow {
  leaf: number;
  /** Null for a leaf that is no block. */
  orderId: string | null;
  userId: string | null;
  first: number;
  count: number;
  round: bigint | null;
  isVoid: boolean;
  /** A prize that was sent to the close. */
  prizeId: string | null;
}

/** Leaves are numbered without a gap. $1 raffle id, $2 first leaf, $3 how many. */
export const selectLeavesToDecide = statement<LeafRow>(
  'select_leaves_to_decide',
  `
  SELECT a.leaf, a.order_id::text AS "orderId", o.user_id AS "userId", a.first_ordinal AS first,
         a.end_ordinal - a.first_ordinal AS count, a.round, a.voided_at IS NOT NULL AS "isVoid", NULL::uuid AS "prizeId"
  FROM (SELECT * FROM quota_allocations WHERE raffle_id = $1 AND leaf >= $2 AND leaf < $2 + $3 ORDER BY leaf LIMIT $3) a
  JOIN LATERAL (SELECT x.user_id FROM orders x WHERE x.id = a.order_id OFFSET 0) o ON true
  UNION ALL
  SELECT e.leaf, NULL, NULL, 0, 0, NULL, false, e.prize_id
  FROM (SELECT * FROM book_entries WHERE raffle_id = $1 AND leaf >= $2 AND leaf < $2 + $3 ORDER BY leaf LIMIT $3) e
  ORDER BY leaf`,
);

/** Prizes that were sent to the close before a leaf. $1 raffle id, $2 leaf. */
export const selectSentToClose = statement<{ prizeId: string }>(
  'select_sent_to_close',
  `
  SELECT prize_id AS "prizeId" FROM book_entries WHERE raffle_id = $1 AND leaf < $2 AND prize_id IS NOT NULL ORDER BY leaf`,
);

/** Orders: $2 id, $3 user, $4 boxes, $5 whether it was voided. Wins: $6 order, $7 box, $8 prize, $9 unit, $10 quantity. */
export const issueBoxes = statement<object>(
  'issue_boxes',
  `
  WITH issued AS (
    INSERT INTO order_boxes (order_id, raffle_id, user_id, boxes, void)
    SELECT i.order_id, $1, i.user_id, i.boxes, i.void
    FROM unnest($2::bigint[], $3::uuid[], $4::int[], $5::boolean[]) AS i(order_id, user_id, boxes, void)
  )
  INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity)
  SELECT w.order_id, w.box_index, $1, w.prize_id, w.unit, w.quantity
  FROM unnest($6::bigint[], $7::int[], $8::uuid[], $9::int[], $10::int[]) AS w(order_id, box_index, prize_id, unit, quantity)`,
);

/** $1 raffle id, $2 how many units of each box prize came out, in order of creation. */
export const countUnitsOut = statement<object>(
  'count_units_out',
  `
  UPDATE awarded_boxes b SET given = u.given
  FROM (SELECT p.id, g.given FROM unnest($2::int[]) WITH ORDINALITY AS g(given, place) JOIN (
          SELECT id, row_number() OVER (ORDER BY position) AS place FROM awarded_boxes WHERE raffle_id = $1
        ) p ON p.place = g.place) u
  WHERE b.id = u.id AND b.given <> u.given`,
);

/** Of each win: $1 prize, $2 ordinal, $3 order, $4 whether it was voided. */
export const winQuotaPrizes = statement<object>(
  'win_quota_prizes',
  `
  UPDATE quota_prizes p
  SET won_order_id = w.order_id, won_ordinal = w.ordinal, won_at = clock_timestamp(), voided_at = CASE WHEN w.void THEN clock_timestamp() END
  FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::boolean[]) AS w(id, ordinal, order_id, void) WHERE p.id = w.id`,
);

/** At the time of the head that made the block public. $1 raffle id; $2 shares, $3 leaves of the blocks that reached them, $4 prizes. */
export const enterReleases = statement<object>(
  'enter_releases',
  `
  INSERT INTO timeline_entries (raffle_id, at, kind, share, units)
  SELECT $1, coalesce(
           (SELECT h.created_at FROM book_heads h WHERE h.raffle_id = $1 AND h.size > n.leaf ORDER BY h.size LIMIT 1), clock_timestamp()
         ), 'PRIZES_RELEASED', n.share, n.units
  FROM unnest($2::int[], $3::int[], $4::int[]) AS n(share, leaf, units)`,
);

/** $1 raffle id, $2 leaf, $3 ordinal, $4 quota prizes that are won. A raffle that is drawn or called off has nothing more to decide. */
export const storeDecided = statement<object>(
  'store_decided',
  `
  UPDATE raffle_instants i
  SET decided_leaf = $2, decided_to = $3, quota_prizes_won = $4,
      is_over = r.status IN ('DRAWN', 'FINISHED', 'CANCELLED') AND c.leaves = $2
  FROM raffles r, raffle_counters c WHERE i.raffle_id = $1 AND r.id = $1 AND c.raffle_id = $1`,
);

/** The oldest round that a block waits for, in all raffles. */
export const selectOldestRounds = statement<{ round: bigint; quotas: number }>(
  'select_oldest_rounds',
  `
  SELECT next.round, c.allocated - i.decided_to AS quotas
  FROM raffle_instants i JOIN raffle_counters c ON c.raffle_id = i.raffle_id CROSS JOIN LATERAL (
    SELECT a.round FROM quota_allocations a WHERE a.raffle_id = i.raffle_id AND a.leaf >= i.decided_leaf ORDER BY a.leaf LIMIT 1
  ) next WHERE NOT i.is_over AND c.is_instant`,
);

/** No row for a raffle without instant prizes. $1 raffle id. */
export const selectChanceState = statement<{ decidedTo: number; allocated: number; leaves: number }>(
  'select_chance_state',
  `
  SELECT i.decided_to AS "decidedTo", c.allocated, c.leaves
  FROM raffle_instants i JOIN raffle_counters c ON c.raffle_id = i.raffle_id WHERE i.raffle_id = $1 AND c.is_instant`,
);

/** A raffle whose blocks wait for rounds of another chain. $1 hash of the chain. */
export const selectRaffleOfOtherChain = statement<{ raffleId: string; chain: string }>(
  'select_raffle_of_other_chain',
  `
  SELECT i.raffle_id AS "raffleId", i.chain FROM raffle_instants i JOIN raffles r ON r.id = i.raffle_id
  WHERE NOT i.is_over AND i.chain <> $1 AND r.status NOT IN ('DRAWN', 'FINISHED', 'CANCELLED') LIMIT 1`,
);
