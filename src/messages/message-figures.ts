import type { App } from '../context.js';
import { statement } from '../platform/database/statement.js';
import type { FigureSource } from '../platform/figure-source.js';

const MOST_COUNTED = 10_000;
const MAX_AGE_MS = 5_000;
const THE_SAME = 'From the database: the same of every process.';

/** By the index of what is due. */
const selectWaitingMessages = statement<{ waiting: number; oldestSeconds: number | null }>(
  'select_waiting_messages',
  `
  SELECT count(*)::int AS waiting, greatest(0, extract(epoch FROM now() - min(not_before)))::float8 AS "oldestSeconds"
  FROM (
    SELECT not_before FROM messages WHERE status = 'PENDING' ORDER BY channel, priority, next_attempt_at LIMIT ${MOST_COUNTED}
  ) m WHERE not_before <= now()`,
);

export function messageFigures({ db }: Pick<App, 'db'>): FigureSource {
  return {
    name: 'messages',
    gauges: {
      gateway_messages_waiting: {
        help: `Messages to buyers that should have been sent. Counted up to ${MOST_COUNTED.toLocaleString('en-US')}. ${THE_SAME}`,
      },
      gateway_messages_oldest_waiting_seconds: {
        help: `How long the oldest of them has waited. 0 when there is none. ${THE_SAME}`,
      },
    },
    maxAgeMs: MAX_AGE_MS,
    async read() {
      const [row] = await db.reader(MAX_AGE_MS).query(selectWaitingMessages);
      return [
        { gauge: 'gateway_messages_waiting', value: row?.waiting ?? 0 },
        { gauge: 'gateway_messages_oldest_waiting_seconds', value: row?.oldestSeconds ?? 0 },
      ];
    },
  };
}
