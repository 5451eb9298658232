// SQL: a few rows of several tables for each of many prizes.
import { statement } from '../platform/database/statement.js';

export interface PrizeEventRow {
  prizeId: string;
  kind: 'RELEASED' | 'SENT_TO_CLOSE' | 'RETURNED_TO_CLOSE' | 'WON' | 'WON_AT_CLOSE';
  at: Date;
  units: number | null;
  number: number | null;
  /** Quotas of the raffle. */
  size: number;
  winnerId: string | null;
  /** Not masked. */
  winnerName: string | null;
  /** Whether everybody may know who won. */
  isNamed: boolean;
}

/** In order of time; of wins the last, of what came back the first. RELEASED also of a prize that had been sent to the close by then. $1 ids, $2 how many of each at most. */
export const selectPrizeHistory = statement<PrizeEventRow>(
  'select_prize_history',
  `
  SELECT asked.id AS "prizeId", e.kind, e.at, e.units, e.number, r.quota_quantity AS size, e.user_id AS "winnerId", u.name AS "winnerName",
         e.is_quota_prize OR r.show_awarded_boxes_winners AS "isNamed"
  FROM unnest($1::uuid[]) AS asked(id)
  CROSS JOIN LATERAL (
    SELECT q.raffle_id, q.release_at, q.begins_locked AS begins_at_close FROM quota_prizes q WHERE q.id = asked.id
    UNION ALL
    SELECT b.raffle_id, b.release_at, b.is_locked FROM awarded_boxes b WHERE b.id = asked.id
  ) p
  CROSS JOIN LATERAL (
    (SELECT t.id AS entry, 'RELEASED' AS kind, t.at, NULL::int AS units, NULL::int AS number, NULL::uuid AS user_id, false AS is_quota_prize
     FROM timeline_entries t
     WHERE t.raffle_id = p.raffle_id AND t.share = p.release_at AND NOT p.begins_at_close)
    UNION ALL
    (SELECT t.id, substr(t.kind::text, 7), t.at, t.units, NULL, NULL, false FROM timeline_entries t WHERE t.prize_id = asked.id ORDER BY t.id LIMIT $2)
    UNION ALL
    (SELECT 9223372036854775807, CASE WHEN w.at_close THEN 'WON_AT_CLOSE' ELSE 'WON' END, w.shown_at, NULL, w.number, w.user_id, w.kind = 'QUOTA_PRIZE'
     FROM won_prizes w WHERE w.prize_id = asked.id AND w.shown_at IS NOT NULL AND w.state <> 'RETURNED_TO_CLOSE'
     ORDER BY w.shown_at DESC, w.id DESC LIMIT $2)
  ) e
  JOIN raffles r ON r.id = p.raffle_id LEFT JOIN users u ON u.id = e.user_id
  ORDER BY e.at, e.entry`,
);
