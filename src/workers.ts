import type { App } from './context.js';
import type { Statement } from './platform/database/statement.js';
import { purgeWitnesses } from './platform/database/transaction-outcome.js';
import { forEachApart } from './platform/each.js';
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
  const purges: [Statement<object>, number[]][] = [
    ...[purgeWitnesses, purgeRates, purgeExports].map((statement): [Statement<object>, number[]] => [statement, []]),
    ...features.flatMap(({ retention = [] }) =>
      retention.map(({ statement, days }): [Statement<object>, number[]] => [statement, [days]]),
    ),
  ];
  await forEachApart(purges, async ([statement, values]) => {
    const purged = await db.query(statement, [...values, PURGED_AT_ONCE]);
    isMore ||= purged.length === PURGED_AT_ONCE;
  });
  return isMore;
}
