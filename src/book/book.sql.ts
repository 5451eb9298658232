// SQL: leaves stand in two tables, a book grows in one statement, and a lock is skipped while another process has it.
import type { PaidHow } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { statement } from '../platform/database/statement.js';
import { INT } from '../platform/page.js';
import type { Combo } from '../proof/box-prizes.js';
import type { Composition } from '../proof/book-replay.js';

/** A raffle that is frozen gets no more leaves, and its draw begins with its last head. */
const UNFROZEN = 'unfrozen AS MATERIALIZED (SELECT id FROM raffles WHERE frozen_at IS NULL)';

/** Raffles with leaves that no head holds, and no head within the last $1 seconds. $2 limit. */
export const selectUnpublished = statement<{ raffleId: string }>(
  'select_unpublished_books',
  `
  WITH ${UNFROZEN}
  SELECT c.raffle_id AS "raffleId"
  FROM unfrozen JOIN raffle_counters c ON c.raffle_id = unfrozen.id
  LEFT JOIN raffle_books b ON b.raffle_id = c.raffle_id
  LEFT JOIN book_heads h ON h.raffle_id = b.raffle_id AND h.size = b.size
  WHERE c.leaves > coalesce(b.size, 0) AND coalesce(h.created_at <= clock_timestamp() - make_interval(secs => $1), true)
  LIMIT $2`,
);

/** Nothing where there is a book. $1 raffle id, $2 sealed key. */
export const openBook = statement<object>(
  'open_book',
  `INSERT INTO raffle_books (raffle_id, sealed_key, frontier) VALUES ($1, $2, '') ON CONFLICT (raffle_id) DO NOTHING`,
);

/** A statement of its own: what follows it in the transaction sees what the last holder wrote. $1 raffle id. */
export const lockBook = statement<object>('lock_book', 'SELECT 1 FROM raffle_books WHERE raffle_id = $1 FOR UPDATE');

export const lockBookUnlessHeld = statement<object>(
  'lock_book_unless_held',
  'SELECT 1 FROM raffle_books WHERE raffle_id = $1 FOR UPDATE SKIP LOCKED',
);

export interface BookRow {
  raffleId: string;
  sealedKey: Buffer;
  /** Leaves that heads hold. */
  size: number;
  frontier: Buffer;
  /** Leaves in all. */
  leaves: number;
  combos: Combo[];
  cumulative: boolean;
}

/** $1 raffle id. */
export const selectBook = statement<BookRow>(
  'select_book',
  `
  SELECT b.raffle_id AS "raffleId", b.sealed_key AS "sealedKey", b.size, b.frontier, c.leaves, r.acumulative_combo AS cumulative,
         (SELECT coalesce(json_agg(json_build_object('quantityTitles', o.quantity_titles, 'quantityBoxes', o.quantity_boxes)), '[]')
          FROM awarded_box_combos o WHERE o.raffle_id = r.id) AS combos
  FROM raffle_books b JOIN raffle_counters c ON c.raffle_id = b.raffle_id JOIN raffles r ON r.id = b.raffle_id
  WHERE b.raffle_id = $1`,
);

export type LeafRow = { leaf: number } & (
  | { type: 'BLOCK'; how: PaidHow; first: number; count: number; round: bigint | null; orderId: bigint }
  /** How and count of the block that it voids. */
  | { type: 'VOID'; block: number; how: PaidHow; count: number }
  | { type: 'TO_CLOSE'; ordinal: number; prizeId: string }
);

/** $1 raffle id, $2 from this leaf on, $3 before this one. */
export const selectLeaves = statement<LeafRow>(
  'select_book_leaves',
  `
  SELECT a.leaf, 'BLOCK' AS type, a.how, a.first_ordinal AS first, a.end_ordinal - a.first_ordinal AS count, a.round,
         a.order_id AS "orderId", NULL AS block, NULL AS ordinal, NULL AS "prizeId"
  FROM quota_allocations a WHERE a.raffle_id = $1 AND a.leaf >= $2 AND a.leaf < $3
  UNION ALL
  SELECT e.leaf, e.type::text, v.how, NULL, v.end_ordinal - v.first_ordinal, NULL, NULL, e.block_leaf, e.ordinal, e.prize_id
  FROM book_entries e LEFT JOIN quota_allocations v ON v.raffle_id = e.raffle_id AND v.leaf = e.block_leaf
  WHERE e.raffle_id = $1 AND e.leaf >= $2 AND e.leaf < $3
  ORDER BY leaf`,
);

export interface HeadRow extends Composition {
  raffleId: string;
  size: number;
  root: Buffer;
  at: Date;
}

const HEAD = `
  h.raffle_id AS "raffleId", h.size, h.root, h.created_at AS at, h.pix, h.by_hand AS "byHand", h.free, h.given_back AS "givenBack"`;

/**
 * $1 raffle id, $2 new size, $3 root, quotas by $4 PIX, $5 hand, $6 free, $7 given back, $8 frontier, $9 index of the first new
 * subtree, $10 roots of the new subtrees.
 */
export const extendBook = statement<{ at: Date }>(
  'extend_book',
  `
  WITH head AS (
    INSERT INTO book_heads (raffle_id, size, root, pix, by_hand, free, given_back, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp()) RETURNING created_at
  ), grown AS (
    INSERT INTO book_subtrees (raffle_id, index, root)
    SELECT $1, $9 + s.n - 1, s.root FROM unnest($10::bytea[]) WITH ORDINALITY AS s(root, n)
  )
  UPDATE raffle_books SET size = $2, frontier = $8 FROM head WHERE raffle_id = $1 RETURNING head.created_at AS at`,
);

/** The last heads of raffles that have one. $1 raffle ids. */
export const selectLastHeads = statement<HeadRow>(
  'select_last_heads',
  `
  SELECT ${HEAD} FROM raffle_books b JOIN book_heads h ON h.raffle_id = b.raffle_id AND h.size = b.size
  WHERE b.raffle_id = ANY ($1::uuid[])`,
);

/** The head that first held so many leaves. $1 raffle id, $2 size. */
export const selectHeadOf = statement<HeadRow>(
  'select_head_of',
  `SELECT ${HEAD} FROM book_heads h WHERE h.raffle_id = $1 AND h.size >= $2 ORDER BY h.size LIMIT 1`,
);

/** $1 raffle id. */
export const heads = keysetList<HeadRow>({
  name: 'book_heads',
  columns: HEAD,
  from: 'book_heads h',
  where: 'h.raffle_id = $1',
  key: [['size', INT, 'h.size']],
  order: 'BOTH',
});

/** The roots of the first whole subtrees. $1 raffle id, $2 how many. */
export const selectSubtrees = statement<{ roots: Buffer }>(
  'select_book_subtrees',
  `
  SELECT coalesce(string_agg(root, '' ORDER BY index), '') AS roots FROM book_subtrees WHERE raffle_id = $1 AND index < $2`,
);

/** $1 order id, $2 least leaf, $3 limit. */
export const selectBlocksOfOrder = statement<{ raffleId: string; leaf: number; isVoid: boolean }>(
  'select_book_blocks_of_order',
  `
  SELECT raffle_id AS "raffleId", leaf, voided_at IS NOT NULL AS "isVoid" FROM quota_allocations
  WHERE order_id = $1 AND leaf >= $2 ORDER BY leaf LIMIT $3`,
);

/**
 * Of the oldest leaf that no head holds, in seconds since its order was paid, or since the head before it where that was later. 0
 * without such a leaf. $1 how many raffles are looked at.
 */
export const selectPublicationDelay = statement<{ seconds: number }>(
  'select_publication_delay',
  `
  WITH ${UNFROZEN}, waiting AS MATERIALIZED (
    SELECT c.raffle_id, coalesce(b.size, 0) AS leaf
    FROM unfrozen JOIN raffle_counters c ON c.raffle_id = unfrozen.id LEFT JOIN raffle_books b ON b.raffle_id = c.raffle_id
    WHERE c.leaves > coalesce(b.size, 0) LIMIT $1
  )
  SELECT coalesce(max(greatest(0, extract(epoch FROM clock_timestamp() - greatest(h.created_at, o.paid_at, e.created_at)))), 0)::float8
           AS seconds
  FROM waiting w
  LEFT JOIN book_heads h ON h.raffle_id = w.raffle_id AND h.size = w.leaf
  LEFT JOIN quota_allocations a ON a.raffle_id = w.raffle_id AND a.leaf = w.leaf
  LEFT JOIN orders o ON o.id = a.order_id
  LEFT JOIN book_entries e ON e.raffle_id = w.raffle_id AND e.leaf = w.leaf`,
);
