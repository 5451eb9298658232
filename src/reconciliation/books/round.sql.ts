// SQL: one row that all processes share, moved under its lock.
import { statement } from '../../platform/database/statement.js';
import { blockOfPayment, type BlockKind } from './marks.sql.js';

/** What the round comes to, one kind after the other. */
export type RoundKind = BlockKind | 'BUYERS';

/** Where the round stands. */
export interface RoundState {
  kind: RoundKind;
  /** The next one to look at, of a kind in blocks. */
  block: bigint;
  /** The last buyer that was looked at. Null before the first. */
  raffleId: string | null;
  userId: string | null;
  /** It has come to its end once at least. */
  hasEnded: boolean;
  /** Nothing of it is left. */
  isOver: boolean;
  /** Nor need the next one begin yet. */
  isResting: boolean;
}

/**
 * Takes the books for this transaction: only one process at a time checks them, the others wait. What follows in the transaction goes
 * by index, also while nothing is known yet of how much a table has, and is not compiled first, which for a thousand orders takes fifty
 * times as long as checking them. $1 minutes between the
 * end of a round and the next one.
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

/** Takes the recurring turn, unless another process has taken it or is checking the books. $1 seconds between turns. */
export const claimTurn = statement<{ id: number }>(
  'claim_turn_at_books',
  `
  UPDATE book_checks SET turned_at = now()
  WHERE id = (
    SELECT id FROM book_checks WHERE id = 1 AND coalesce(turned_at <= now() - make_interval(secs => $1 - 0.5), true)
    FOR UPDATE SKIP LOCKED
  ) RETURNING id`,
);

/** Begins the next round. Answers when. */
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

/** All was looked at. */
export const endRound = statement<object>(
  'end_round',
  `
  UPDATE book_checks SET round_kind = 'ORDERS', round_block = 0, round_raffle_id = NULL, round_user_id = NULL,
         round_ended_at = clock_timestamp()
  WHERE id = 1`,
  { repeatable: true },
);

type Block = { block: bigint };

/** Blocks from the first one on that has something, or had something when it was summed. */
const blocksFrom = (first: string): string => `
  SELECT b.block FROM (SELECT ${first} AS block) f, generate_series(f.block, f.block + $2::int - 1) AS b(block)`;

const keptFrom = (kind: 'ORDERS' | 'LEDGER'): string =>
  `(SELECT x.block FROM book_sums x WHERE x.kind = '${kind}' AND x.block >= $1 ORDER BY x.block LIMIT 1)`;

/** The next blocks of orders; none when there are no more. $1 from which on, $2 how many. */
export const selectNextOrderBlocks = statement<Block>(
  'select_next_order_blocks',
  blocksFrom(
    `least((SELECT x.id >> 10 FROM orders x WHERE x.id >= $1::bigint << 10 ORDER BY x.id LIMIT 1), ${keptFrom('ORDERS')})`,
  ),
);

/** The same of the extracts. */
export const selectNextLedgerBlocks = statement<Block>(
  'select_next_ledger_blocks',
  blocksFrom(
    `least((SELECT x.id >> 10 FROM ledger_entries x WHERE x.id >= $1::bigint << 10 ORDER BY x.id LIMIT 1), ${keptFrom('LEDGER')})`,
  ),
);

/** The same of legacy clients' charges. */
export const selectNextBillingBlocks = statement<Block>(
  'select_next_billing_blocks',
  blocksFrom('(SELECT x.number >> 10 FROM billing_orders x WHERE x.number >= $1::bigint << 10 ORDER BY x.number LIMIT 1)'),
);

/** The same of payments that are for nothing known; only blocks in which there are some. */
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

/** The next buyers of raffles. $1 raffle and $2 user after whom, or null, $3 how many. */
export const selectNextBuyers = statement<{ raffleId: string; userId: string }>(
  'select_next_buyers',
  `
  SELECT x.raffle_id AS "raffleId", x.user_id AS "userId" FROM raffle_buyers x
  WHERE (x.raffle_id, x.user_id) > (coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'),
                                    coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'))
  ORDER BY x.raffle_id, x.user_id LIMIT $3`,
);
