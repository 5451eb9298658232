import type { App } from './context.js';
import { purgeWitnesses } from './platform/database/transaction-outcome.js';
import { purgeExports } from './platform/http/one-export.js';
import { purgeRates } from './platform/rate-limits.js';
import { every } from './platform/periodic.js';

const PURGED_AT_ONCE = 5_000;

export function startWorkers(app: App): { stop(): Promise<void> } {
  const loops = [
    ...app.features.flatMap(({ workers = [] }) =>
      workers.map(({ everyMs, name, run, wakeUp }) => every(everyMs, name, app, () => run(app), wakeUp?.(app))),
    ),
    ...app.features.flatMap(({ start }) => start?.(app) ?? []),
    every(1_000, 'rate_limits.exchange', app, () => app.rateLimits.exchange().then(() => false)),
    every(600_000, 'retention.purge', app, () => applyRetention(app)),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** A batch of each kind. True when there may be more. */
export async function applyRetention({ db, features }: Pick<App, 'db' | 'features'>): Promise<boolean> {
  let isMore = false;
  for (const statement of [purgeWitnesses, purgeRates, purgeExports]) {
    const purged = await db.query(statement, [PURGED_AT_ONCE]);
    isMore ||= purged.length === PURGED_AT_ONCE;
  }
  for (const { statement, days } of features.flatMap(({ retention = [] }) => retention)) {
    const purged = await db.query<object>(statement, [days, PURGED_AT_ONCE]);
    isMore ||= purged.length === PURGED_AT_ONCE;
  }
  return isMore;
}
