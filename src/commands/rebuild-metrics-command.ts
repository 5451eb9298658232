import 'reflect-metadata';
import { rebuildMetrics, type RepairedFigure } from '../metrics/rebuild.js';
import { createLog } from '../platform/log.js';
import { runCommand, withDatabase } from './command.js';

const EXAMPLES = 20;

/** `npm run metrics:rebuild`: repairs sales figures from the orders. Exits with 1 when some differed, with 2 when it failed. */
async function rebuild(): Promise<void> {
  const log = createLog({ logLevel: 'error' });
  await withDatabase(
    log,
    async (db, { businessTimeZone }) => {
      let printed = 0;
      const repaired = await rebuildMetrics(db, businessTimeZone, (figure) => {
        printed += 1;
        if (printed <= EXAMPLES) console.log(lineOf(figure));
      });
      if (repaired > EXAMPLES) console.log(`  and ${repaired - EXAMPLES} more`);
      console.log(repaired === 0 ? 'All figures are what the orders say.' : `${repaired} figures differed, and are repaired.`);
      if (repaired > 0) process.exitCode = 1;
    },
    (error) => log.error({ err: error, event: 'metrics.rebuild.connection_failed' }, 'a connection failed'),
  );
}

function lineOf({ raffleId, table, key, missing }: RepairedFigure): string {
  const { orders, quotas, value } = missing;
  const what = table === 'raffle_counters' ? `${orders} of them` : `${orders} orders, ${quotas} quotas, ${value} centavos`;
  return `! ${table} of raffle ${raffleId}, ${key.join(', ')}: ${what} were missing`;
}

runCommand(rebuild, 2);
