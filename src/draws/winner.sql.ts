import { statement } from '../platform/database/statement.js';

/** Who won a main prize. */
export interface WinnerRow {
  id: string;
  raffleId: string;
  position: number;
  prize: string;
  raffleTitle: string;
  number: number;
  /** How many numbers the raffle has. */
  size: number;
  orderId: string;
  userId: string;
  userName: string;
  createdAt: Date;
}

const WINNERS = `
  SELECT w.id::text, w.raffle_id AS "raffleId", w.position, w.prize, r.title AS "raffleTitle", w.number, r.quota_quantity AS size,
         w.order_id::text AS "orderId", o.user_id AS "userId", u.name AS "userName", w.created_at AS "createdAt"
  FROM raffle_winners w JOIN raffles r ON r.id = w.raffle_id JOIN orders o ON o.id = w.order_id JOIN users u ON u.id = o.user_id`;

/** By prize. $1 raffle id, $2 position behind which, $3 how many. */
export const selectWinnersOfRaffle = statement<WinnerRow>(
  'select_winners_of_raffle',
  `${WINNERS} WHERE w.raffle_id = $1 AND w.position > $2 ORDER BY w.position LIMIT $3`,
);

/** The newest draw first, its prizes in their order. $1 id below which, $2 how many, $3 of private raffles, too. */
export const selectWinners = statement<WinnerRow>(
  'select_winners',
  `${WINNERS} WHERE w.id < $1 AND ($3 OR r.privacy = 'PUBLIC') ORDER BY w.id DESC LIMIT $2`,
);

/** $1 id, $2 of private raffles, too, $3 the caller's own, too. */
export const selectWinner = statement<WinnerRow>(
  'select_winner',
  `${WINNERS} WHERE w.id = $1 AND ($2 OR r.privacy = 'PUBLIC' OR o.user_id = $3::uuid)`,
);

/** $1 raffle id or null for all, $2 of private raffles, too. */
export const countWinners = statement<{ count: number }>(
  'count_winners',
  `
  SELECT count(*)::int AS count FROM raffle_winners w JOIN raffles r ON r.id = w.raffle_id
  WHERE ($1::uuid IS NULL OR w.raffle_id = $1) AND ($2 OR $1 IS NOT NULL OR r.privacy = 'PUBLIC')`,
);

/** What an order's place in a draw is made from; nothing while there is none. $1 order id. */
export const selectOwnLeaf = statement<{
  raffleId: string;
  firstOrdinal: number;
  isVoid: boolean;
  sealedLeafKey: Buffer;
  subtreeHashes: Buffer;
  subtreeFirsts: number[];
  manifestHash: Buffer;
}>(
  'select_own_leaf',
  `
  SELECT a.raffle_id AS "raffleId", a.first_ordinal AS "firstOrdinal", a.voided_at IS NOT NULL AS "isVoid",
         d.sealed_leaf_key AS "sealedLeafKey", d.subtree_hashes AS "subtreeHashes", d.subtree_firsts AS "subtreeFirsts",
         d.manifest_hash AS "manifestHash"
  FROM quota_allocations a JOIN draws d ON d.raffle_id = a.raffle_id JOIN raffles r ON r.id = a.raffle_id
  WHERE a.order_id = $1 AND d.manifest IS NOT NULL AND r.status <> 'CANCELLED'`,
);
