// SQL: several tables, and lists by a keyset.
import { keysetList } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { BIGINT, INT } from '../platform/page.js';

export interface WinnerRow {
  id: string;
  raffleId: string;
  position: number;
  prize: string;
  raffleTitle: string;
  number: number;
  size: number;
  orderId: string;
  userId: string;
  userName: string;
  createdAt: Date;
}

const COLUMNS = `
  w.id::text, w.raffle_id AS "raffleId", w.position, w.prize, r.title AS "raffleTitle", w.number, r.quota_quantity AS size,
  w.order_id::text AS "orderId", o.user_id AS "userId", u.name AS "userName", w.created_at AS "createdAt"`;
const FROM = 'raffle_winners w JOIN raffles r ON r.id = w.raffle_id';
const JOINS = 'JOIN orders o ON o.id = w.order_id JOIN users u ON u.id = o.user_id';

/** By prize. $1 raffle id. */
export const winnersOfOneRaffle = keysetList<WinnerRow>({
  name: 'winners_of_raffle',
  columns: COLUMNS,
  from: FROM,
  joins: JOINS,
  where: 'w.raffle_id = $1',
  key: [['position', INT, 'w.position']],
  order: 'ASC',
});

/** Newest draw first, then by prize. $1 whether to include private raffles. */
export const winners = keysetList<WinnerRow>({
  name: 'winners',
  columns: COLUMNS,
  from: FROM,
  joins: JOINS,
  where: "($1 OR r.privacy = 'PUBLIC')",
  key: [['id', BIGINT, 'w.id']],
  order: 'DESC',
});

/** $1 id, $2 whether to include private raffles, $3 a user whose wins are included. */
export const selectWinner = statement<WinnerRow>(
  'select_winner',
  `SELECT ${COLUMNS} FROM ${FROM} ${JOINS} WHERE w.id = $1 AND ($2 OR r.privacy = 'PUBLIC' OR o.user_id = $3::uuid)`,
);

/** $1 order id. */
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
