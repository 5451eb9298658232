import type { App } from '../context.js';
import { OrderStatus } from '../generated/prisma/client.js';
import { EXPIRY_GRACE_SECONDS } from '../quotas/expiry-grace.js';
import { statement } from '../platform/database/statement.js';
import type { FigureSource } from '../platform/figure-source.js';
import { selectOrderTotals } from './sales.sql.js';

const MOST_COUNTED = 10_000;

/** Ages in seconds; null when nothing waits. */
interface BacklogsRow {
  dueDeliveries: number;
  laterDeliveries: number;
  longestDueSeconds: number | null;
  oldestDeliverySeconds: number | null;
  callbacks: number;
  oldestCallbackSeconds: number | null;
  expiryLagSeconds: number | null;
}

const secondsSince = (time: string): string => `greatest(0, extract(epoch FROM now() - ${time}))::float8`;

/** Waiting webhooks and callbacks, and overdue unpaid orders. $1 seconds of grace after an order's time. */
const selectBacklogs = statement<BacklogsRow>(
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

const MAX_AGE_MS = 5_000;
const COUNTED = `Counted up to ${MOST_COUNTED.toLocaleString('en-US')}. From the database: the same of every process.`;
const THE_SAME = 'From the database: the same of every process.';

export function backlogs({ db }: Pick<App, 'db'>): FigureSource {
  return {
    name: 'backlogs',
    gauges: {
      gateway_webhook_backlog: {
        help: `Webhooks that wait: due now, or later, which have a send under way or failed before. ${COUNTED}`,
        label: 'state',
      },
      gateway_webhook_longest_due_seconds: {
        help: `How long the webhook that has been due for longest was not sent. 0 when none is due. ${THE_SAME}`,
      },
      gateway_webhook_oldest_waiting_seconds: {
        help: `How old the oldest webhook is that has not arrived and is still tried. 0 when there is none. ${THE_SAME}`,
      },
      gateway_callbacks_waiting: { help: `Callbacks of payment providers that are not processed. ${COUNTED}` },
      gateway_callbacks_oldest_waiting_seconds: {
        help: `How old the oldest callback is that is not processed. 0 when there is none. ${THE_SAME}`,
      },
      gateway_order_expiry_lag_seconds: {
        help: `How long ago the unpaid order that is most overdue should have been ended. 0 when none is overdue. ${THE_SAME}`,
      },
    },
    maxAgeMs: MAX_AGE_MS,
    async read() {
      const [row] = await db.reader(MAX_AGE_MS).query(selectBacklogs, [EXPIRY_GRACE_SECONDS]);
      if (!row) return [];
      return [
        { gauge: 'gateway_webhook_backlog', label: 'due', value: row.dueDeliveries },
        { gauge: 'gateway_webhook_backlog', label: 'later', value: row.laterDeliveries },
        { gauge: 'gateway_webhook_longest_due_seconds', value: row.longestDueSeconds ?? 0 },
        { gauge: 'gateway_webhook_oldest_waiting_seconds', value: row.oldestDeliverySeconds ?? 0 },
        { gauge: 'gateway_callbacks_waiting', value: row.callbacks },
        { gauge: 'gateway_callbacks_oldest_waiting_seconds', value: row.oldestCallbackSeconds ?? 0 },
        { gauge: 'gateway_order_expiry_lag_seconds', value: row.expiryLagSeconds ?? 0 },
      ];
    },
  };
}

export function orderFigures({ db }: Pick<App, 'db'>): FigureSource {
  const gauge = 'gateway_orders';
  return {
    name: 'orders',
    gauges: { [gauge]: { help: `Orders as they stand now, by status. ${THE_SAME}`, label: 'status' } },
    maxAgeMs: MAX_AGE_MS,
    async read() {
      const totals = new Map(
        (await db.reader(MAX_AGE_MS).query(selectOrderTotals)).map(({ status, orders }) => [status, orders]),
      );
      return Object.values(OrderStatus).map((status) => ({ gauge, label: status, value: totals.get(status) ?? 0 }));
    },
  };
}
