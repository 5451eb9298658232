import { createLoginLimits } from './auth/login-limits.js';
import { createBillingSettlementLines } from './legacy/billing-orders/settle-billing-orders.js';
import type { Config } from './config.js';
import type { App } from './context.js';
import { createPermutations } from './lucky-numbers/permutations.js';
import { createSellBarWatch } from './metrics/sell-bar.service.js';
import { createOrderLines } from './orders/order-queue.js';
import { createOrderWatch } from './orders/order-watch.js';
import { createOrderSettlementLines } from './payments/settle-orders.js';
import { createProviders } from './payment-providers/providers.js';
import { openDatabase } from './platform/database/database.js';
import type { Log } from './platform/log.js';
import { createNudge } from './platform/nudge.js';
import { createTokens } from './platform/tokens.js';
import { createRaffleSnapshots } from './raffles/raffle.snapshot.js';
import { createDeliveries } from './webhooks/delivery/deliveries.js';

/** Makes the parts of a process, each once, from those it needs. `close` ends what they hold. */
export function createApp(config: Config & { databaseUrl: string }, log: Log): { app: App; close(): Promise<void> } {
  const db = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    preparedStatements: config.preparedStatements,
    onError: (error) => log.warn({ err: error }, 'a database connection failed'),
  });
  const base = { config, db, log };
  const raffles = createRaffleSnapshots(db);
  const app: App = {
    ...base,
    tokens: createTokens(config.jwtSecret),
    loginLimits: createLoginLimits(config),
    providers: createProviders(base),
    raffles,
    permutations: createPermutations(base),
    orderLines: createOrderLines(base),
    orderSettlement: createOrderSettlementLines(base),
    billingSettlement: createBillingSettlementLines(base),
    orderWatch: createOrderWatch(base),
    sellBarWatch: createSellBarWatch({ raffles, log }),
    deliveries: createDeliveries(base),
    refunds: createNudge(),
  };
  return {
    app,
    async close() {
      app.orderWatch.stop();
      app.sellBarWatch.stop();
      await app.providers.close();
      await db.close();
    },
  };
}
