import 'reflect-metadata';
import { createApp } from '../app.js';
import { ConfigError, readConfig } from '../config.js';
import { startEmbeddedDatabase } from '../platform/embedded-postgres/embedded-database.js';
import { createLog } from '../platform/log.js';
import { applyMigrations } from '../platform/database/migrations.js';
import { reconcileNow } from '../reconciliation/reconcile.js';
import { reportReconciliation } from '../reconciliation/reconciliation.service.js';
import { reportLines } from './report-text.js';

/**
 * `npm run reconcile`: one round of reconciliation at once, beside the service or without it, and the report after it for
 * people. It ends with 1 when the books disagree, with 2 when it could not be done. Without a DATABASE_URL it starts the
 * embedded database, which a running service has to itself: that one reconciles by itself, and is asked for the report.
 */
async function reconcile(): Promise<void> {
  const config = readConfig();
  const log = createLog({ logLevel: 'error' });
  const { dataDir } = config;
  const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir, log }).catch(tellOfService);
  const { app, close } = createApp({ ...config, databaseUrl: config.databaseUrl ?? embedded?.url ?? '' }, log);
  try {
    // Nobody else would have: a database of one's own may be new.
    if (embedded) await applyMigrations({ databaseUrl: embedded.url, log });
    const rounds = await reconcileNow(app);
    const report = await reportReconciliation(app);
    for (const line of reportLines(rounds, report)) console.log(line);
    if (report.disagreements.length > 0) process.exitCode = 1;
  } finally {
    await close();
    await embedded?.stop();
  }
}

function tellOfService(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const advice = 'A service that runs reconciles by itself: ask it for the report, GET /v1/payments/reconciliation.';
  throw new Error(`${reason}\n${advice}`, { cause: error });
}

reconcile().catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
