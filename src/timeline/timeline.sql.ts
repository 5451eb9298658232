// SQL: two tables in one list, and the last head of each day.
import type { TimelineKind } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { BIGINT, INSTANT } from '../platform/page.js';

/** What the row of the raffle's draw says, where the entry is of it. */
interface DrawOfEntry {
  manifestHash: string | null;
  round: number | null;
  /** ISO 8601. */
  dueAt: string | null;
  contest: number | null;
  confirmation: 'SECOND_OPERATOR' | 'WAITED' | null;
}

/** Shares in hundredths of a percent. */
export interface TimelineRow {
  /** 0 for a day. */
  id: string;
  at: Date;
  kind: TimelineKind | 'QUOTAS_OF_DAY';
  share: number | null;
  units: number | null;
  prizeId: string | null;
  changes: { term: string; before: string | null; after: string | null }[] | null;
  box: { title: string } | null;
  quotaPrize: { title: string } | null;
  day: Date | null;
  byHand: number | null;
  free: number | null;
  givenBack: number | null;
  draw: DrawOfEntry | null;
  winners: number | null;
}

/** The last head of each business day of $1; a head after the freeze has what was sold before it. $2 time zone. */
const LAST_HEADS = `
  SELECT d.day, least(h.created_at, (SELECT r.frozen_at FROM raffles r WHERE r.id = $1)) AS at, h.by_hand, h.free, h.given_back
  FROM (
    SELECT (SELECT min(f.created_at) FROM book_heads f WHERE f.raffle_id = $1) AT TIME ZONE $2 AS first,
           (SELECT max(l.created_at) FROM book_heads l WHERE l.raffle_id = $1) AT TIME ZONE $2 AS last
  ) span
  CROSS JOIN generate_series(span.first::date, span.last::date, interval '1 day') AS d(day)
  CROSS JOIN LATERAL (
    SELECT x.created_at, x.by_hand, x.free, x.given_back FROM book_heads x
    WHERE x.raffle_id = $1 AND x.created_at >= d.day::timestamp AT TIME ZONE $2
      AND x.created_at < (d.day::timestamp + interval '1 day') AT TIME ZONE $2
    ORDER BY x.created_at DESC, x.size DESC LIMIT 1
  ) h`;

const change = (column: string): string => `n.${column} - coalesce(lag(n.${column}) OVER (ORDER BY n.day), 0)`;

/** The titles of boxes are not public in every raffle. $1 raffle id, $2 time zone of the business day. */
export const timeline = keysetList<TimelineRow>({
  name: 'raffle_timeline',
  columns: `
    t.id::text, t.at, t.kind, t.share, t.changes, t.prize_id AS "prizeId", t.day, t.by_hand AS "byHand", t.free, t.given_back AS "givenBack",
    CASE WHEN t.kind = 'PRIZE_SENT_TO_CLOSE'
         THEN coalesce((SELECT b.quantity - b.given FROM awarded_boxes b WHERE b.id = t.prize_id),
                       (SELECT (q.won_ordinal IS NULL)::int FROM quota_prizes q WHERE q.id = t.prize_id))
         ELSE t.units END AS units,
    CASE WHEN t.prize_id IS NOT NULL
         THEN (SELECT json_build_object('title', b.title) FROM awarded_boxes b WHERE b.id = t.prize_id) END AS box,
    CASE WHEN t.prize_id IS NOT NULL
         THEN (SELECT json_build_object('title', q.prize) FROM quota_prizes q WHERE q.id = t.prize_id) END AS "quotaPrize",
    CASE WHEN t.kind IN ('FROZEN', 'RESULTS_CONFIRMED', 'DRAWN', 'CANCELLED')
         THEN (SELECT json_build_object('manifestHash', encode(w.manifest_hash, 'hex'), 'round', w.round, 'dueAt', w.due_at,
                                        'contest', w.contest, 'confirmation', w.confirmation)
               FROM draws w WHERE w.raffle_id = $1) END AS draw,
    CASE WHEN t.kind = 'DRAWN' THEN (SELECT count(*)::int FROM raffle_winners w WHERE w.raffle_id = $1) END AS winners`,
  from: `(
    SELECT e.id, e.at, e.kind::text AS kind, e.share, e.units, e.changes, e.prize_id, NULL::date AS day, NULL::int AS by_hand, NULL::int AS free,
           NULL::int AS given_back
    FROM timeline_entries e WHERE e.raffle_id = $1
    UNION ALL
    SELECT 0::bigint, c.at, 'QUOTAS_OF_DAY'::text, NULL, NULL, NULL, NULL, c.day::date, c.by_hand, c.free, c.given_back
    FROM (
      SELECT n.day, n.at, ${['by_hand', 'free', 'given_back'].map((column) => `${change(column)} AS ${column}`).join(', ')}
      FROM (${LAST_HEADS}) n
    ) c WHERE c.by_hand <> 0 OR c.free <> 0 OR c.given_back <> 0
  ) t`,
  key: [
    ['at', INSTANT, 't.at'],
    ['id', BIGINT, 't.id'],
  ],
  order: 'BOTH',
});
