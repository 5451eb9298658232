// SQL: a running sum chooses the rows, and a status moves by the database's clock.
import { statement } from '../platform/database/statement.js';

/** Ordinals [firstOrdinal, endOrdinal). */
export interface OrdinalRange {
  firstOrdinal: number;
  endOrdinal: number;
}

/** The lowest returned ordinals, ascending. The counter is locked and has so many. $1 raffle id, $2 how many quotas. */
export const takeReturned = statement<OrdinalRange>(
  'take_returned',
  `
  WITH lowest AS MATERIALIZED (
    SELECT r.*, sum(r.end_ordinal - r.first_ordinal) OVER (ORDER BY r.first_ordinal) AS sum
    FROM (
      SELECT first_ordinal, end_ordinal FROM returned_quotas WHERE raffle_id = $1 ORDER BY returned_quotas.first_ordinal LIMIT $2
    ) r
  ), taken AS MATERIALIZED (
    SELECT first_ordinal, end_ordinal, (end_ordinal - greatest(0, sum - $2))::int AS taken_to
    FROM lowest WHERE sum - (end_ordinal - first_ordinal) < $2
  ), gone AS (
    DELETE FROM returned_quotas r USING taken t WHERE r.raffle_id = $1 AND r.first_ordinal = t.first_ordinal AND t.taken_to = t.end_ordinal
  ), shortened AS (
    UPDATE returned_quotas r SET first_ordinal = t.taken_to FROM taken t
    WHERE r.raffle_id = $1 AND r.first_ordinal = t.first_ordinal AND t.taken_to < t.end_ordinal
  )
  SELECT first_ordinal AS "firstOrdinal", taken_to AS "endOrdinal" FROM taken ORDER BY first_ordinal`,
);

/** A raffle whose sale is not over. $1 raffle id. */
export const reopenSoldOut = statement<object>(
  'reopen_sold_out',
  `
  UPDATE raffles SET status = 'OPEN', version = version + 1, updated_at = now()
  WHERE id = $1 AND status = 'SOLD_OUT' AND deleted_at IS NULL AND coalesce(least(ends_at, draw_at) > clock_timestamp(), true)`,
);
