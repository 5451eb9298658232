// SQL: blocks are claimed and marked by many writers at once.
import { statement } from '../../platform/database/statement.js';

/** What is checked in blocks: of ids, of numbers, or of payments by the first 32 bits of their ids. */
export type BlockKind = 'ORDERS' | 'LEDGER' | 'BILLING_ORDERS' | 'UNKNOWN_PAYMENTS';

/** A block that is to be checked. */
export interface DueBlock {
  kind: BlockKind;
  block: bigint;
}

/** The block of a payment that is for nothing known, as SQL of its id. */
export const blockOfPayment = (id: string): string => `('x' || left(${id}::text, 8))::bit(32)::bigint`;

/**
 * Takes marks, and puts the blocks that they are of on the list of those to check: one row a block, however often it was marked, since
 * the first time. A mark that names a payment or a legacy client's charge is of the block that this is in. $1 how many at most. Answers
 * how many it took, and an instant before which no mark is left unless it took that many.
 */
export const takeMarks = statement<{ taken: number; takenAt: Date }>(
  'take_book_marks',
  `
  WITH taken AS MATERIALIZED (
    DELETE FROM book_marks WHERE ctid = ANY (ARRAY(SELECT m.ctid FROM book_marks m LIMIT $1))
    RETURNING order_block, ledger_block, billing_order_id, payment_id, marked_at
  ), of_payment AS (
    SELECT p.id, p.order_id, p.billing_order_id, t.marked_at
    FROM (SELECT payment_id, min(marked_at) AS marked_at FROM taken WHERE payment_id IS NOT NULL GROUP BY payment_id) t
    CROSS JOIN LATERAL (SELECT x.id, x.order_id, x.billing_order_id FROM payments x WHERE x.id = t.payment_id OFFSET 0) p
  ), of_billing_order AS (
    SELECT b.number >> 10 AS block, t.marked_at
    FROM (
      SELECT m.billing_order_id, min(m.marked_at) AS marked_at
      FROM (SELECT billing_order_id, marked_at FROM taken UNION ALL SELECT billing_order_id, marked_at FROM of_payment) m
      WHERE m.billing_order_id IS NOT NULL GROUP BY m.billing_order_id
    ) t CROSS JOIN LATERAL (SELECT x.number FROM billing_orders x WHERE x.id = t.billing_order_id OFFSET 0) b
  ), due AS (
    INSERT INTO book_blocks_due AS d (kind, block, since)
    SELECT m.kind::book_kind, m.block, min(m.marked_at)
    FROM (
      SELECT 'ORDERS' AS kind, order_block AS block, marked_at FROM taken WHERE order_block IS NOT NULL
      UNION ALL SELECT 'ORDERS', order_id >> 10, marked_at FROM of_payment WHERE order_id IS NOT NULL
      UNION ALL SELECT 'LEDGER', ledger_block, marked_at FROM taken WHERE ledger_block IS NOT NULL
      UNION ALL SELECT 'BILLING_ORDERS', block, marked_at FROM of_billing_order
      UNION ALL SELECT 'UNKNOWN_PAYMENTS', ${blockOfPayment('id')}, marked_at FROM of_payment
                WHERE order_id IS NULL AND billing_order_id IS NULL
    ) m GROUP BY m.kind, m.block
    ON CONFLICT (kind, block) DO UPDATE SET since = least(d.since, excluded.since)
  )
  SELECT count(*)::int AS taken, statement_timestamp() AS "takenAt" FROM taken`,
);

/** Takes the blocks off the list that have waited longest. $1 how many of orders, $2 how many others, which are small. */
export const takeDueBlocks = statement<DueBlock>(
  'take_due_book_blocks',
  `
  DELETE FROM book_blocks_due WHERE (kind, block) IN (
    (SELECT d.kind, d.block FROM book_blocks_due d WHERE d.kind = 'ORDERS' ORDER BY d.since LIMIT $1)
    UNION ALL (SELECT d.kind, d.block FROM book_blocks_due d WHERE d.kind <> 'ORDERS' ORDER BY d.since LIMIT $2)
  ) RETURNING kind, block`,
);

/** Up to when everything that was marked has been checked: what is still on the list sets the end. $1 when the marks were taken. */
export const keepMarksChecked = statement<object>(
  'keep_marks_checked',
  `
  UPDATE book_checks
  SET marks_checked_to = greatest(marks_checked_to, (SELECT least(min(d.since), $1::timestamptz) FROM book_blocks_due d))
  WHERE id = 1`,
);
