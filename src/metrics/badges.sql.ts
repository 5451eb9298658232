// SQL: counts of many tables at once.
import { statement } from '../platform/database/statement.js';

export interface BadgesRow {
  pendingOrders: number;
  latePayments: number;
  unseenWinners: number;
  unopenedBoxes: number;
  newCustomersToday: number;
}

/** As many as are counted of one thing: a menu says "999+". */
const MOST_COUNTED = 1_000;

const counted = (rows: string): string => `(SELECT count(*)::int FROM (${rows} LIMIT ${MOST_COUNTED}) counted)`;

/** What waits for an operator: no number reads more than so many rows. $1 the operator's id. */
export const selectBadges = statement<BadgesRow>(
  'select_badges',
  `
  SELECT least(${MOST_COUNTED}, coalesce((SELECT sum(t.orders) FROM order_totals t WHERE t.status = 'PENDING'), 0))::int AS "pendingOrders",
         ${counted("SELECT FROM late_payments l WHERE l.status = 'PENDING'")} AS "latePayments",
         least(${MOST_COUNTED},
           ${counted('SELECT FROM raffle_winners w JOIN draws d ON d.raffle_id = w.raffle_id WHERE d.drawn_at > seen.at')}
           + ${counted('SELECT FROM quota_prizes q WHERE q.won_at > seen.at AND q.voided_at IS NULL')}
           + ${counted('SELECT FROM box_wins b WHERE b.shown_at > seen.at')}
         ) AS "unseenWinners",
         least(${MOST_COUNTED}, coalesce((
           SELECT sum(o.boxes - o.opened_count) FROM (
             SELECT boxes, opened_count FROM order_boxes WHERE opened_count < boxes AND NOT void LIMIT ${MOST_COUNTED}
           ) o
         ), 0))::int AS "unopenedBoxes",
         ${counted("SELECT FROM users u WHERE u.role = 'USER' AND u.created_at >= today.begins")} AS "newCustomersToday"
  FROM (SELECT coalesce(u.winners_seen_at, u.created_at) AS at FROM users u WHERE u.id = $1) seen
  CROSS JOIN (
    SELECT date_trunc('day', clock_timestamp() AT TIME ZONE time_zone) AT TIME ZONE time_zone AS begins FROM business_calendar
  ) today`,
);
