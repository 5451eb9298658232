// SQL: measured: the books of ten million orders are summed by block.
import { statement } from '../../platform/database/statement.js';
import type { Broken } from './block-rules.sql.js';

/* Kept by block and owner: a counter is compared with two rows and what has changed since, not with every order. */

/** Of blocks `n` (block) of orders, by raffle: rows of block, owner_id, reserved, unproven, allocated, balance. */
const ORDER_SUMS = `
  SELECT n.block, o.raffle_id AS owner_id, o.quota_quantity::bigint AS reserved,
         (CASE WHEN o.unproven THEN o.quota_quantity ELSE 0 END)::bigint AS unproven, 0::bigint AS allocated, 0::bigint AS balance
  FROM n CROSS JOIN LATERAL (
    SELECT x.raffle_id, x.quota_quantity, x.status, x.reservation, x.unproven FROM orders x
    WHERE x.id >= n.block << 10 AND x.id < (n.block + 1) << 10 ORDER BY x.id LIMIT 1024
  ) o WHERE o.status = 'PENDING' AND o.reservation = 'RESERVED'
  UNION ALL
  SELECT n.block, a.raffle_id, 0, 0, (a.end_ordinal - a.first_ordinal)::bigint, 0
  FROM n CROSS JOIN LATERAL (
    SELECT x.raffle_id, x.first_ordinal, x.end_ordinal, x.voided_at FROM quota_allocations x
    WHERE x.order_id >= n.block << 10 AND x.order_id < (n.block + 1) << 10 ORDER BY x.order_id OFFSET 0
  ) a WHERE a.voided_at IS NULL`;

/** The same for ledger entries, by API client. */
const LEDGER_SUMS = `
  SELECT n.block, e.client_id AS owner_id, 0::bigint AS reserved, 0::bigint AS unproven, 0::bigint AS allocated,
         CASE e.type WHEN 'CREDIT' THEN e.amount ELSE -e.amount END AS balance
  FROM n CROSS JOIN LATERAL (
    SELECT x.client_id, x.type, x.amount FROM ledger_entries x
    WHERE x.id >= n.block << 10 AND x.id < (n.block + 1) << 10 ORDER BY x.id LIMIT 1024
  ) e`;

/** The sums of blocks `n` now, and the kept ones with a minus. */
const differences = (kind: 'ORDERS' | 'LEDGER', sums: string): string => `
  ${sums}
  UNION ALL
  SELECT n.block, s.owner_id, -s.reserved, -s.unproven, -s.allocated, -s.balance
  FROM n CROSS JOIN LATERAL (
    SELECT x.owner_id, x.reserved, x.unproven, x.allocated, x.balance FROM book_sums x
    WHERE x.kind = '${kind}' AND x.block = n.block OFFSET 0
  ) s`;

/** Moves the kept sums of blocks and of their owners to what they are now, in one statement, so that the two move together. */
const keepSums = (kind: 'ORDERS' | 'LEDGER', sums: string): string => `
  WITH n AS MATERIALIZED (SELECT block FROM unnest($1::bigint[]) AS b(block)), moved AS MATERIALIZED (
    SELECT d.block, d.owner_id, sum(d.reserved) AS reserved, sum(d.unproven) AS unproven, sum(d.allocated) AS allocated,
           sum(d.balance) AS balance
    FROM (${differences(kind, sums)}) d GROUP BY d.block, d.owner_id
    HAVING sum(d.reserved) <> 0 OR sum(d.unproven) <> 0 OR sum(d.allocated) <> 0 OR sum(d.balance) <> 0
  ), kept AS (
    INSERT INTO book_sums AS s (kind, block, owner_id, reserved, unproven, allocated, balance)
    SELECT '${kind}', m.block, m.owner_id, m.reserved, m.unproven, m.allocated, m.balance FROM moved m
    ON CONFLICT (kind, block, owner_id) DO UPDATE SET
      reserved = s.reserved + excluded.reserved, unproven = s.unproven + excluded.unproven,
      allocated = s.allocated + excluded.allocated, balance = s.balance + excluded.balance
  )
  INSERT INTO book_totals AS t (owner_id, reserved, unproven, allocated, balance)
  SELECT m.owner_id, sum(m.reserved), sum(m.unproven), sum(m.allocated), sum(m.balance) FROM moved m GROUP BY m.owner_id
  ON CONFLICT (owner_id) DO UPDATE SET
    reserved = t.reserved + excluded.reserved, unproven = t.unproven + excluded.unproven,
    allocated = t.allocated + excluded.allocated, balance = t.balance + excluded.balance`;

/** $1 blocks. */
export const keepOrderSums = statement<object>('keep_order_sums', keepSums('ORDERS', ORDER_SUMS));

/** $1 blocks: an entry's is its id >> 10. */
export const keepLedgerSums = statement<object>('keep_ledger_sums', keepSums('LEDGER', LEDGER_SUMS));

/** $1 kind, $2 blocks. */
export const dropEmptySums = statement<object>(
  'drop_empty_sums',
  `
  DELETE FROM book_sums
  WHERE kind = $1::book_kind AND block = ANY ($2::bigint[]) AND reserved = 0 AND unproven = 0 AND allocated = 0
    AND balance = 0`,
);

/** Since they were checked. */
export const CHANGED_ORDER_BLOCKS = `
  SELECT m.order_block AS block FROM book_marks m WHERE m.order_block IS NOT NULL
  UNION SELECT d.block FROM book_blocks_due d WHERE d.kind = 'ORDERS'`;
const CHANGED_LEDGER_BLOCKS = `
  SELECT m.ledger_block AS block FROM book_marks m WHERE m.ledger_block IS NOT NULL
  UNION SELECT d.block FROM book_blocks_due d WHERE d.kind = 'LEDGER'`;

/** Since they were summed. */
export const countChangedBlocks = statement<{ blocks: number; countedAt: Date }>(
  'count_changed_blocks',
  `
  SELECT statement_timestamp() AS "countedAt",
         ((SELECT count(*) FROM (${CHANGED_ORDER_BLOCKS}) o) + (SELECT count(*) FROM (${CHANGED_LEDGER_BLOCKS}) l))::int AS blocks`,
);

/**
 * The kept sums, with changed blocks summed again. One statement is exact while sales go on, unless somebody else takes marks: a
 * change that it sees has its mark or is in the sums, one that it does not see has moved no counter.
 */
export const checkCounters = statement<Broken>(
  'check_counters',
  `
  WITH stale AS MATERIALIZED (
    SELECT d.owner_id, d.reserved, d.unproven, d.allocated, d.balance
    FROM (WITH n AS MATERIALIZED (${CHANGED_ORDER_BLOCKS}) ${differences('ORDERS', ORDER_SUMS)}) d
    UNION ALL
    SELECT d.owner_id, d.reserved, d.unproven, d.allocated, d.balance
    FROM (WITH n AS MATERIALIZED (${CHANGED_LEDGER_BLOCKS}) ${differences('LEDGER', LEDGER_SUMS)}) d
  ), summed AS MATERIALIZED (
    SELECT s.owner_id, sum(s.reserved) AS reserved, sum(s.unproven) AS unproven, sum(s.allocated) AS allocated,
           sum(s.balance) AS balance
    FROM (SELECT owner_id, reserved, unproven, allocated, balance FROM book_totals UNION ALL SELECT * FROM stale) s
    GROUP BY s.owner_id
  ), counted AS MATERIALIZED (
    SELECT c.raffle_id, c.reserved, c.unproven, c.allocated, c.returned, c.spent, coalesce(s.reserved, 0) AS held,
           coalesce(s.unproven, 0) AS held_unproven, coalesce(s.allocated, 0) AS quantity,
           coalesce((SELECT sum(x.end_ordinal - x.first_ordinal) FROM returned_quotas x WHERE x.raffle_id = c.raffle_id), 0) AS for_sale,
           coalesce((
             SELECT max(x.end_ordinal) FROM quota_allocations x
             WHERE x.raffle_id = c.raffle_id AND int4range(x.first_ordinal, x.end_ordinal) && int4range(c.allocated, NULL)
               AND x.voided_at IS NULL
           ), c.allocated) AS last
    FROM raffle_counters c LEFT JOIN summed s ON s.owner_id = c.raffle_id
  )
  SELECT 'RAFFLE_RESERVED' AS rule, c.raffle_id::text AS id,
         format('the counter has %s reserved, unpaid orders hold %s', c.reserved, c.held) AS detail, 0::bigint AS block
  FROM counted c WHERE c.reserved <> c.held
  UNION ALL
  SELECT 'RAFFLE_UNPROVEN', c.raffle_id::text, format('the counter has %s reserved by unproven orders, these hold %s',
           c.unproven, c.held_unproven), 0
  FROM counted c WHERE c.unproven <> c.held_unproven
  UNION ALL
  SELECT 'RAFFLE_ALLOCATED', c.raffle_id::text,
         format('the counter has %s allocated, %s returned and %s spent, blocks hold %s and end at %s, %s are listed as returned',
           c.allocated, c.returned, c.spent, c.quantity, c.last, c.for_sale), 0
  FROM counted c WHERE c.allocated - c.returned - c.spent <> c.quantity OR c.allocated <> c.last OR c.returned <> c.for_sale
  UNION ALL
  SELECT 'CLIENT_BALANCE', a.id::text, format('the balance is %s, the extract sums up to %s and ends with %s',
           to_char(a.balance / 100.0, 'FM9999999999990.00'), to_char(a.sum / 100.0, 'FM9999999999990.00'),
           to_char(a.last / 100.0, 'FM9999999999990.00')), 0
  FROM (
    SELECT x.id, x.balance, coalesce(s.balance, 0) AS sum,
           coalesce((SELECT e.balance FROM ledger_entries e WHERE e.client_id = x.id ORDER BY e.id DESC LIMIT 1), 0) AS last
    FROM api_clients x LEFT JOIN summed s ON s.owner_id = x.id
  ) a WHERE a.balance <> a.sum OR a.balance <> a.last`,
);

/** $1 when the comparison began. */
export const keepCountersChecked = statement<object>(
  'keep_counters_checked',
  `UPDATE book_checks SET counters_checked_at = greatest(counters_checked_at, $1::timestamptz) WHERE id = 1`,
  { repeatable: true },
);
