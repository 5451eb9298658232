// SQL: counts of several tables at one moment.
import { statement } from '../platform/database/statement.js';

/** What is counted is counted up to so many rows. */
export const MOST_COUNTED = 10_000;

/** What waits, and for how long in seconds; null where nothing does. */
export interface BacklogsRow {
  dueDeliveries: number;
  laterDeliveries: number;
  longestDueSeconds: number | null;
  oldestDeliverySeconds: number | null;
  callbacks: number;
  oldestCallbackSeconds: number | null;
  expiryLagSeconds: number | null;
}

const secondsSince = (time: string): string => `greatest(0, extract(epoch FROM now() - ${time}))::float8`;

/**
 * Webhooks and callbacks that wait, and unpaid orders whose time is over; nothing that is done is looked at. Of callbacks those that are
 * tried soonest: the others were tried. $1 how many seconds after its time an order is ended.
 */
export const selectBacklogs = statement<BacklogsRow>(
  'select_backlogs',
  `
  WITH deliveries AS MATERIALIZED (
    SELECT next_attempt_at FROM webhook_deliveries WHERE status = 'PENDING' ORDER BY receiver, next_attempt_at LIMIT ${MOST_COUNTED}
  ), callbacks AS MATERIALIZED (
    SELECT received_at FROM payment_callbacks WHERE processed_at IS NULL ORDER BY next_attempt_at LIMIT ${MOST_COUNTED}
  )
  SELECT d.*, c.*,
         (SELECT ${secondsSince('created_at')} FROM webhook_deliveries WHERE status = 'PENDING' ORDER BY created_at, id LIMIT 1)
           AS "oldestDeliverySeconds",
         (SELECT ${secondsSince('(expires_at + make_interval(secs => $1))')} FROM orders WHERE status = 'PENDING'
          ORDER BY expires_at LIMIT 1) AS "expiryLagSeconds"
  FROM (
    SELECT count(*) FILTER (WHERE next_attempt_at <= now())::int AS "dueDeliveries",
           count(*) FILTER (WHERE next_attempt_at > now())::int AS "laterDeliveries",
           ${secondsSince('min(next_attempt_at) FILTER (WHERE next_attempt_at <= now())')} AS "longestDueSeconds"
    FROM deliveries
  ) d, (
    SELECT count(*)::int AS callbacks, ${secondsSince('min(received_at)')} AS "oldestCallbackSeconds" FROM callbacks
  ) c`,
);
