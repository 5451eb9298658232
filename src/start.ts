import path from 'node:path';
import { ensureAdmin } from './auth/ensure-admin.js';
import type { Config } from './config.js';
import { ensureDemoRaffle } from './development/demo-raffle.js';
import { ensureDevelopmentProviders, SANDBOX_ACCOUNT } from './development/development-providers.js';
import { startEmbeddedDatabase } from './platform/embedded-postgres/embedded-database.js';
import type { Log } from './platform/log.js';
import { awaitDatabase } from './platform/database/await-database.js';
import { applyMigrations } from './platform/database/migrations.js';
import { spawnSandboxBank } from './development/bank/spawn-sandbox-bank.js';
import { startServer } from './server.js';

/** The running service with all it started for itself. */
export interface Service {
  url: string;
  /** Unset in production. */
  sandboxUrl: string | undefined;
  /** The database is its own. */
  embeddedDatabase: boolean;
  stop(): Promise<void>;
}

/**
 * Starts everything in order: a database where none is given, its migrations, in development the sandbox bank, then the
 * server, with the first operator and the development data in it before it listens. A database that is away is waited for. What was
 * started is stopped in reverse, also when a later step fails, or the signal ends the start, which then rejects.
 */
export async function startService(config: Config, log: Log, signal?: AbortSignal): Promise<Service> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const part of started.splice(0).reverse()) await part.stop();
  };
  try {
    let { databaseUrl } = config;
    if (!databaseUrl) {
      const database = await startEmbeddedDatabase({ dataDir: config.dataDir, log });
      started.push(database);
      databaseUrl = database.url;
    }
    const url = databaseUrl;
    await awaitDatabase({ log, signal }, () => applyMigrations({ databaseUrl: url, log }));

    const bank = config.sandboxPort === undefined ? undefined : await startBank(config, config.sandboxPort, log);
    if (bank) started.push(bank);

    const server = await startServer({ ...config, databaseUrl }, log, (app) =>
      awaitDatabase({ log, signal }, async () => {
        await ensureAdmin(app, config.admin);
        if (!bank) return;
        await ensureDevelopmentProviders(app, bank.url);
        await ensureDemoRaffle(app);
      }),
    );
    started.push(server);
    if (bank) await registerCallback(server.app, config.publicUrl ?? server.url);
    return { url: server.url, sandboxUrl: bank?.url, embeddedDatabase: !config.databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startBank(config: Config, port: number, log: Log) {
  return spawnSandboxBank({
    ...SANDBOX_ACCOUNT,
    port,
    stateFile: path.join(config.dataDir, 'sandbox-bank.jsonl'),
    log: (line) => log.info(`sandbox bank: ${line}`),
  });
}

/** A lost registration costs nothing but time: reconciliation finds the payment. */
async function registerCallback(
  { providers, log }: Awaited<ReturnType<typeof startServer>>['app'],
  publicUrl: string,
): Promise<void> {
  const provider = await providers.find('sandbox');
  await provider?.adapter
    .registerWebhook(`${publicUrl}/v1/payments/callbacks/sandbox`)
    .catch((error: unknown) =>
      log.warn({ err: error, event: 'development.bank.registration_failed' }, 'the sandbox bank took no callback address'),
    );
}
