import path from 'node:path';
import { ConfigError, type Config } from './config.js';
import { SANDBOX_ACCOUNT, spawnSandboxBank } from './development/bank/spawn-sandbox-bank.js';
import { noteRunning, serviceIdentity } from './development/running-service.js';
import { openDataFolder } from './platform/data-folder.js';
import { startEmbeddedDatabase } from './platform/embedded-postgres/embedded-database.js';
import type { Log } from './platform/log.js';
import type { Server } from './server.js';

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
 * Starts everything in order: in development the sandbox bank, a database where none is given, its migrations, then the server, with
 * the first operator and the development data in it before it listens. A database that is away is waited for. What was started is
 * stopped in reverse, also when a later step fails, or the signal ends the start, which then rejects. The server's code, which takes
 * longest, is loaded while PostgreSQL starts, and the bank, which has most of a second of its own, starts beside all of it.
 */
export async function startService(config: Config, log: Log, signal?: AbortSignal): Promise<Service> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const part of started.splice(0).reverse()) await part.stop();
  };
  try {
    if (needsDataFolder(config)) openDataFolder(config.dataDir);
    const bank = config.sandboxPort === undefined ? undefined : startBank(config, config.sandboxPort, log);
    if (bank) started.push({ stop: () => bank.then(({ stop: end }) => end()).catch(() => undefined) });
    let { databaseUrl } = config;
    if (!databaseUrl) {
      const database = await startEmbeddedDatabase({ dataDir: config.dataDir, log, whileItWorks: () => void loadSteps() });
      started.push(database);
      databaseUrl = database.url;
    }
    const url = databaseUrl;
    const steps = await loadSteps();
    await steps.awaitDatabase({ log, signal }, () => steps.applyMigrations({ databaseUrl: url, log }));
    const prepare = (app: Server['app']): Promise<void> =>
      steps.awaitDatabase({ log, signal }, async () => {
        await checkFeatures(app);
        await steps.ensureAdmin(app, config.admin);
        if (!bank) return warnWithoutProvider(app);
        await steps.ensureDemoRaffle(app);
        const { url: bankUrl } = await bank;
        await steps.ensureDevelopmentProviders(app, bankUrl);
        app.beacon.askAt([bankUrl]);
      });
    const server = await steps.startServer({ ...config, databaseUrl }, log, { prepare });
    started.push(server);
    const sandboxUrl = (await bank)?.url;
    if (sandboxUrl) {
      await registerCallback(server.app, config.publicUrl ?? server.url);
      const forget = noteRunning(config.dataDir, { url: server.url, sandboxUrl });
      started.push({ stop: async () => forget() });
    }
    return { url: server.url, sandboxUrl, embeddedDatabase: !config.databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Throws a ConfigError with all reasons why a feature cannot work here. */
async function checkFeatures(app: Server['app']): Promise<void> {
  const problems: string[] = [];
  for (const { check } of app.features) {
    const problem = await check?.(app);
    if (problem) problems.push(problem);
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

/** There is none in production until an operator makes one, and nothing else says so before the first buyer does. */
async function warnWithoutProvider({ providers, log }: Server['app']): Promise<void> {
  if ((await providers.all()).some(({ active }) => active)) return;
  log.warn(
    { event: 'payment_providers.none_active' },
    'no payment provider is active: buyers are told PAYMENT_PROVIDER_UNAVAILABLE until an operator makes one',
  );
}

/** With a database and a bucket elsewhere, as containers have it, nothing is written here. */
function needsDataFolder({ databaseUrl, filesS3, sandboxPort }: Config): boolean {
  return !databaseUrl || !filesS3 || sandboxPort !== undefined;
}

type Steps = Awaited<ReturnType<typeof importSteps>>;
let loading: Promise<Steps> | undefined;

function loadSteps(): Promise<Steps> {
  loading ??= importSteps();
  // Whoever waits for it is told.
  loading.catch(() => undefined);
  return loading;
}

async function importSteps() {
  const modules = await Promise.all([
    import('./platform/database/await-database.js'),
    import('./platform/database/migrations.js'),
    import('./auth/operator.service.js'),
    import('./development/development-providers.js'),
    import('./development/demo-raffle.js'),
    import('./server.js'),
  ]);
  const [{ awaitDatabase }, { applyMigrations }, { ensureAdmin }, providers, { ensureDemoRaffle }, { startServer }] = modules;
  return {
    awaitDatabase,
    applyMigrations,
    ensureAdmin,
    ensureDemoRaffle,
    startServer,
    ...providers,
  };
}

function startBank(config: Config, port: number, log: Log) {
  const bank = spawnSandboxBank({
    ...SANDBOX_ACCOUNT,
    service: serviceIdentity(config),
    port,
    mayMove: config.movesPorts.bank,
    host: config.sandboxHost,
    stateFile: path.join(config.dataDir, 'sandbox-bank.jsonl'),
    log: (line) => log.info(`sandbox bank: ${line}`),
  });
  // Whoever waits for it is told.
  bank.catch(() => undefined);
  return bank;
}

/** A lost registration costs nothing but time: reconciliation finds the payment. */
async function registerCallback({ providers, log }: Server['app'], publicUrl: string): Promise<void> {
  const provider = await providers.find('sandbox');
  await provider?.adapter
    .registerWebhook(`${publicUrl}/v1/payments/callbacks/sandbox`)
    .catch((error: unknown) =>
      log.warn({ err: error, event: 'development.bank.registration_failed' }, 'the sandbox bank took no callback address'),
    );
}
