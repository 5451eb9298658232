import path from 'node:path';
import { ConfigError, type Config } from './config.js';
import { SANDBOX_ACCOUNT, spawnSandboxBank } from './development/bank/spawn-sandbox-bank.js';
import { noteRunning, serviceIdentity } from './development/running-service.js';
import { openDataFolder } from './platform/data-folder.js';
import { startEmbeddedDatabase } from './platform/embedded-postgres/embedded-database.js';
import type { Log } from './platform/log.js';
import type { Server } from './server.js';

export interface Service {
  url: string;
  /** Unset in production. */
  sandboxUrl: string | undefined;
  embeddedDatabase: boolean;
  stop(): Promise<void>;
}

/**
 * Starts in order: in development the sandbox bank, a database if none is given, its migrations, then the server, after the first
 * operator and development data. Waits for a database that is away. A failure or the signal stops what was started, in reverse.
 * The server's code loads while PostgreSQL starts, and the bank starts beside it, because both take long.
 */
export async function startService(config: Config, log: Log, signal?: AbortSignal): Promise<Service> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const part of started.splice(0).reverse()) await part.stop();
  };
  try {
    if (needsDataFolder(config)) openDataFolder(config.dataDir);
    const mailbox = createMailboxAddress(config);
    const bank = config.sandboxPort === undefined ? undefined : startBank(config, config.sandboxPort, log, mailbox.isAt);
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
        await reportAbsentGuards(app);
        await steps.ensureAdmin(app, config.admin);
        if (!bank) return warnWithoutProvider(app);
        const { url: bankUrl } = await bank;
        mailbox.tell(app.mail);
        await steps.ensureDevelopmentProviders(app, bankUrl);
        app.beacon.askAt([bankUrl]);
        await steps.ensureDemoShop(app);
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

/** Throws a ConfigError with all problems of features. */
async function checkFeatures(app: Server['app']): Promise<void> {
  const problems: string[] = [];
  for (const { check } of app.features) {
    const problem = await check?.(app);
    if (problem) problems.push(problem);
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

/** No refusal: a sale without guards is better than none, and a pooler may come back with other settings at any time. */
async function reportAbsentGuards({ db, log }: Server['app']): Promise<void> {
  const { absent, pooler } = await db.guards();
  if (absent.length === 0) return;
  const role = 'run `npm run database-role`, which gives them to the role';
  log.error(
    { event: 'database.guards.absent', absent, pooler },
    `PostgreSQL does not hold ${absent.join(', ')}: ${role}${pooler ? ', then RECONNECT in the console of the pooler, and a restart of the service' : ''}`,
  );
}

/** Nothing else would say so before the first buyer. */
async function warnWithoutProvider({ providers, log }: Server['app']): Promise<void> {
  if ((await providers.all()).some(({ active }) => active)) return;
  log.warn(
    { event: 'payment_providers.none_active' },
    'no payment provider is active: buyers get PAYMENT_PROVIDER_UNAVAILABLE until an operator makes one',
  );
}

/** With a database and a bucket elsewhere nothing is written here. */
function needsDataFolder({ databaseUrl, filesS3, sandboxPort }: Config): boolean {
  return !databaseUrl || !filesS3 || sandboxPort !== undefined;
}

type Steps = Awaited<ReturnType<typeof importSteps>>;
let loading: Promise<Steps> | undefined;

function loadSteps(): Promise<Steps> {
  loading ??= importSteps();
  loading.catch(() => undefined);
  return loading;
}

async function importSteps() {
  const [{ awaitDatabase }, { applyMigrations }, { ensureAdmin }, providers, { ensureDemoShop }, { startServer }] =
    await Promise.all([
      import('./platform/database/await-database.js'),
      import('./platform/database/migrations.js'),
      import('./auth/operator.service.js'),
      import('./development/development-providers.js'),
      import('./development/demo-shop.js'),
      import('./server.js'),
    ]);
  return { awaitDatabase, applyMigrations, ensureAdmin, ensureDemoShop, startServer, ...providers };
}

const DEVELOPMENT_SENDER = 'Rifas <rifas@localhost>';

/** The mailbox may be there before the service, and move when another process's bank ends. */
function createMailboxAddress({ mail: given }: Config) {
  let mail: Server['app']['mail'] | undefined;
  let address: string | undefined;
  const use = (): void => {
    if (address && !given) mail?.sendBy(address, DEVELOPMENT_SENDER);
  };
  return {
    isAt(url: string): void {
      address = url;
      use();
    },
    tell(to: Server['app']['mail']): void {
      mail = to;
      use();
    },
  };
}

function startBank(config: Config, port: number, log: Log, onMailbox: (url: string) => void) {
  const bank = spawnSandboxBank({
    ...SANDBOX_ACCOUNT,
    service: serviceIdentity(config),
    port,
    mayMove: config.movesPorts.bank,
    host: config.sandboxHost,
    hostNames: config.developmentHosts,
    hasMailbox: true,
    onMailbox,
    stateFile: path.join(config.dataDir, 'sandbox-bank.jsonl'),
    log: (line) => log.info(`sandbox bank: ${line}`),
  });
  bank.catch(() => undefined);
  return bank;
}

/** Reconciliation finds the payments of a lost registration. */
async function registerCallback({ providers, log }: Server['app'], publicUrl: string): Promise<void> {
  const provider = await providers.find('sandbox');
  await provider?.adapter
    .registerWebhook(`${publicUrl}/v1/payments/callbacks/sandbox`)
    .catch((error: unknown) =>
      log.warn({ err: error, event: 'development.bank.registration_failed' }, 'the sandbox bank took no callback address'),
    );
}
