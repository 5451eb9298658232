// SQL: one row that all processes share, and blocks that many writers mark and claim at once.
import { statement } from '../../platform/database/statement.js';

/** Blocks of ids, of numbers, or of payments by the first 32 bits of their ids. */
export type BlockKind = 'ORDERS' | 'LEDGER' | 'BILLING_ORDERS' | 'UNKNOWN_PAYMENTS';

export interface DueBlock {
  kind: BlockKind;
  block: bigint;
}

const blockOfPayment = (id: string): string => `('x' || left(${id}::text, 8))::bit(32)::bigint`;

/**
 * Moves marks to the list of blocks to check. $1 how many at most. No mark is left before `takenAt`, unless it took that many.
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

/** Those that have waited longest. $1 how many of orders, $2 how many others, which are small. */
export const takeDueBlocks = statement<DueBlock>(
  'take_due_book_blocks',
  `
  DELETE FROM book_blocks_due WHERE (kind, block) IN (
    (SELECT d.kind, d.block FROM book_blocks_due d WHERE d.kind = 'ORDERS' ORDER BY d.since LIMIT $1)
    UNION ALL (SELECT d.kind, d.block FROM book_blocks_due d WHERE d.kind <> 'ORDERS' ORDER BY d.since LIMIT $2)
  ) RETURNING kind, block`,
);

/** What is still on the list sets the end. $1 when the marks were taken. */
export const keepMarksChecked = statement<object>(
  'keep_marks_checked',
  `
  UPDATE book_checks
  SET marks_checked_to = greatest(marks_checked_to, (SELECT least(min(d.since), $1::timestamptz) FROM book_blocks_due d))
  WHERE id = 1`,
);

/** A round checks the kinds of blocks in the order of `BlockKind`, then buyers. */
export type RoundKind = BlockKind | 'BUYERS';

export interface RoundState {
  kind: RoundKind;
  /** The next one, of a kind in blocks. */
  block: bigint;
  /** The last buyer. Null before the first. */
  raffleId: string | null;
  userId: string | null;
  /** Some round has ended. */
  hasEnded: boolean;
  isOver: boolean;
  isResting: boolean;
}

/**
 * What follows in the transaction goes by index, also before tables have statistics, and is not compiled first, which takes fifty
 * times as long as checking a thousand orders. $1 minutes between the end of a round and the next one.
 */
export const claimBooks = statement<RoundState>(
  'claim_books',
  `
  SELECT round_kind AS kind, round_block AS block, round_raffle_id AS "raffleId", round_user_id AS "userId",
         round_ended_at IS NOT NULL AS "hasEnded",
         coalesce(round_ended_at > round_started_at, false) AS "isOver",
         coalesce(round_ended_at > greatest(round_started_at, now() - make_interval(mins => $1)), false) AS "isResting",
         set_config('jit', 'off', true) AS jit, set_config('enable_seqscan', 'off', true) AS "seqScan"
  FROM book_checks WHERE id = 1 FOR UPDATE`,
  { repeatable: true },
);

/** Unless another process has it or is checking the books. $1 seconds between turns. */
export const claimTurn = statement<{ id: number }>(
  'claim_turn_at_books',
  `
  UPDATE book_checks SET turned_at = now()
  WHERE id = (
    SELECT id FROM book_checks WHERE id = 1 AND coalesce(turned_at <= now() - make_interval(secs => $1 - 0.5), true)
    FOR UPDATE SKIP LOCKED
  ) RETURNING id`,
);

export const restartRound = statement<{ startedAt: Date }>(
  'restart_round',
  `
  UPDATE book_checks SET round_kind = 'ORDERS', round_block = 0, round_raffle_id = NULL, round_user_id = NULL, round_started_at = now()
  WHERE id = 1 RETURNING round_started_at AS "startedAt"`,
  { repeatable: true },
);

/** Whether a round has ended that began then or later. $1 when. */
export const selectIsRoundOver = statement<{ isOver: boolean }>(
  'select_is_round_over',
  `
  SELECT coalesce(round_ended_at > $1::timestamptz, false) AND round_started_at >= $1 AS "isOver" FROM book_checks WHERE id = 1`,
);

/** $1 kind, $2 next block, $3 raffle, $4 user. */
export const keepRound = statement<object>(
  'keep_round',
  `
  UPDATE book_checks SET round_kind = $1::book_kind, round_block = $2, round_raffle_id = $3, round_user_id = $4 WHERE id = 1`,
  { repeatable: true },
);

export const endRound = statement<object>(
  'end_round',
  `
  UPDATE book_checks SET round_kind = 'ORDERS', round_block = 0, round_raffle_id = NULL, round_user_id = NULL,
         round_ended_at = clock_timestamp()
  WHERE id = 1`,
  { repeatable: true },
);

type Block = { block: bigint };

/** From the first one on that has something, or had something when it was summed. */
const blocksFrom = (first: string): string => `
  SELECT b.block FROM (SELECT ${first} AS block) f, generate_series(f.block, f.block + $2::int - 1) AS b(block)`;

const keptFrom = (kind: 'ORDERS' | 'LEDGER'): string =>
  `(SELECT x.block FROM book_sums x WHERE x.kind = '${kind}' AND x.block >= $1 ORDER BY x.block LIMIT 1)`;

/** $1 from which on, $2 how many, as of all of these. */
export const selectNextOrderBlocks = statement<Block>(
  'select_next_order_blocks',
  blocksFrom(
    `least((SELECT x.id >> 10 FROM orders x WHERE x.id >= $1::bigint << 10 ORDER BY x.id LIMIT 1), ${keptFrom('ORDERS')})`,
  ),
);

export const selectNextLedgerBlocks = statement<Block>(
  'select_next_ledger_blocks',
  blocksFrom(
    `least((SELECT x.id >> 10 FROM ledger_entries x WHERE x.id >= $1::bigint << 10 ORDER BY x.id LIMIT 1), ${keptFrom('LEDGER')})`,
  ),
);

/** Of unpaid ones, and of those that nobody paid, there may be millions: a block with nothing else is passed over. */
export const selectNextBillingBlocks = statement<Block>(
  'select_next_billing_blocks',
  blocksFrom(`(
    SELECT x.number >> 10 FROM billing_orders x
    WHERE x.number >= $1::bigint << 10 AND x.status IN ('PAID', 'PROCESSING', 'REFUNDED') ORDER BY x.number LIMIT 1
  )`),
);

/** Only blocks in which there are some. */
export const selectNextUnknownBlocks = statement<Block>(
  'select_next_unknown_blocks',
  `
  SELECT DISTINCT p.block
  FROM (
    SELECT ${blockOfPayment('x.id')} AS block FROM payments x
    WHERE x.order_id IS NULL AND x.billing_order_id IS NULL AND $1::bigint < 1::bigint << 32
      AND x.id >= (lpad(to_hex(least($1, 4294967295)), 8, '0') || '-0000-0000-0000-000000000000')::uuid
    ORDER BY x.id LIMIT $2::int
  ) p ORDER BY p.block`,
);

/** $1 raffle and $2 user after which, or null, $3 how many. */
export const selectNextBuyers = statement<{ raffleId: string; userId: string }>(
  'select_next_buyers',
  `
  SELECT x.raffle_id AS "raffleId", x.user_id AS "userId" FROM raffle_buyers x
  WHERE (x.raffle_id, x.user_id) > (coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'),
                                    coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'))
  ORDER BY x.raffle_id, x.user_id LIMIT $3`,
);
