// SQL: arrays of rows.
import { statement } from '../../platform/database/statement.js';
import { ORDER_TO_DECIDE, type BookRule } from './book-rule.type.js';

/** $1 rules, $2 ids, $3 kinds, $4 blocks, $5 details. */
export const keepDisagreements = statement<object>(
  'keep_disagreements',
  `
  INSERT INTO book_disagreements (rule, id, kind, block, detail)
  SELECT * FROM unnest($1::text[], $2::text[], $3::book_kind[], $4::bigint[], $5::text[])
  ON CONFLICT (rule, id) DO UPDATE SET
    kind = excluded.kind, block = excluded.block, detail = excluded.detail, checked_at = excluded.checked_at`,
);

/** Drops what was not found again in this transaction. $1 kind, $2 blocks. */
export const dropMended = statement<object>(
  'drop_mended',
  `
  DELETE FROM book_disagreements WHERE kind = $1::book_kind AND block = ANY ($2::bigint[]) AND checked_at < now()`,
);

/** $1 ids. */
export const dropMendedBuyers = statement<object>(
  'drop_mended_buyers',
  `
  DELETE FROM book_disagreements WHERE rule = 'BUYER_HOLDINGS' AND id = ANY ($1::text[]) AND checked_at < now()`,
);

/** Those that were looked at longest ago. $1 how many. */
export const putDisagreeingOnList = statement<object>(
  'put_disagreeing_on_list',
  `
  INSERT INTO book_blocks_due (kind, block, since)
  SELECT DISTINCT f.kind, f.block, now()
  FROM (SELECT kind, block FROM book_disagreements WHERE kind NOT IN ('BUYERS', 'COUNTERS') ORDER BY checked_at LIMIT $1) f
  ON CONFLICT (kind, block) DO NOTHING`,
  { repeatable: true },
);

/** Those that were looked at longest ago. $1 how many. */
export const selectDisagreeingBuyers = statement<{ raffleId: string; userId: string }>(
  'select_disagreeing_buyers',
  `
  SELECT split_part(id, ' ', 1) AS "raffleId", split_part(id, ' ', 2) AS "userId"
  FROM book_disagreements WHERE kind = 'BUYERS' ORDER BY checked_at LIMIT $1`,
);

/** At most twenty examples a rule, by their ids. $1 the rules, in the order of the answer. */
export const selectDisagreements = statement<{ rule: BookRule; total: number; id: string; detail: string }>(
  'select_disagreements',
  `
  SELECT r.rule, n.total, d.id, d.detail
  FROM unnest($1::text[]) WITH ORDINALITY AS r(rule, place)
  CROSS JOIN LATERAL (SELECT count(*)::int AS total FROM book_disagreements x WHERE x.rule = r.rule) n
  CROSS JOIN LATERAL (
    SELECT x.id, x.detail FROM book_disagreements x WHERE x.rule = r.rule ORDER BY x.id LIMIT 20
  ) d ORDER BY r.place, d.id`,
);

/** The oldest first; `total` and `amount` are of all. */
export const selectOrdersToDecide = statement<{ total: number; amount: bigint; id: string }>(
  'select_orders_to_decide',
  `
  SELECT count(*) OVER ()::int AS total, (sum(o.total_value) OVER ())::bigint AS amount, d.id
  FROM book_disagreements d CROSS JOIN LATERAL (SELECT x.id, x.total_value FROM orders x WHERE x.id = d.id::bigint OFFSET 0) o
  WHERE d.rule = '${ORDER_TO_DECIDE}' ORDER BY o.id LIMIT 20`,
);

/** Null until all was checked once. */
export const selectBooksChecked = statement<{ checkedTo: Date | null }>(
  'select_books_checked',
  `
  SELECT CASE WHEN round_ended_at IS NOT NULL AND marks_checked_to IS NOT NULL AND counters_checked_at IS NOT NULL
              THEN least(marks_checked_to, counters_checked_at) END AS "checkedTo"
  FROM book_checks WHERE id = 1`,
);
