import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './account.js';
import { locatePostgres } from './binaries.js';
import { DATABASE_NAME, databaseUrl, ensureCluster } from './cluster.js';
import { endPreviousServer } from './running-server.js';
import { ServerStartError, startServer, type EmbeddedServer } from './server.js';
import { openDataFolder } from '../data-folder.js';
import type { Log } from '../log.js';

const PORT_ATTEMPTS = 5;
const LEAVING_MS = 15_000;
const RETRY_MS = 250;
const RESTART_MS = 1_000;

const DEFAULT_SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // A socket's path is at most 107 bytes; a data folder's can be longer.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%b|',
  // Details and statements contain customers' data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** `url` is a superuser's, valid until `stop`, which may be called twice. */
export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of npm on `<dataDir>/postgres` and a free port. It runs as any user, ends with this process, and restarts
 * after a crash. Throws an error that names another gateway on the folder, or says why PostgreSQL cannot start. `whileItWorks` is
 * called while this process is idle.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  databaseName?: string;
  settings?: Record<string, string>;
  whileItWorks?: () => void;
}): Promise<EmbeddedDatabase> {
  const { log, databaseName = DATABASE_NAME, whileItWorks } = options;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  // Servers are compared by folder, so it must have one name.
  const dataDir = openDataFolder(options.dataDir);
  const clusterFolder = path.join(dataDir, 'postgres');

  const binaries = await locatePostgres(path.join(dataDir, 'postgres.lib'));
  const account = await chooseAccount({ binaries, dataDir, clusterFolder });
  await endPreviousServer({ clusterFolder, log });
  const { password } = await ensureCluster({ binaries, account, clusterFolder, durable: settings.fsync !== 'off', whileItWorks });

  const start = (port: number) =>
    startServer({ binaries, account, clusterFolder, log, settings: { ...settings, port: String(port) }, whileItWorks });
  const { server, port } = await startOnFreePort(start, { clusterFolder, log });
  const stop = keepRunning(server, log, async () => {
    await endPreviousServer({ clusterFolder, log, evenOurs: true });
    return start(port);
  });

  const urlOf = (name: string) => databaseUrl({ password, port, name });
  try {
    await createDatabase(urlOf('postgres'), databaseName);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(databaseName), stop };
}

function keepRunning(
  first: EmbeddedServer,
  log: Pick<Log, 'error'>,
  startAgain: () => Promise<EmbeddedServer>,
): () => Promise<void> {
  let server = first;
  let stopping: Promise<void> | undefined;

  const watch = async (): Promise<void> => {
    for (;;) {
      await server.exited;
      if (stopping) return;
      log.error({ event: 'database.server.ended' }, 'the database ended unexpectedly, starting it again');
      // If the supervisor died, the server still runs; if the server died, its children run for a moment.
      await sleep(RESTART_MS);
      if (stopping) return;
      try {
        server = await startAgain();
      } catch (error) {
        log.error({ err: error, event: 'database.server.restart_failed' }, 'the database does not start again');
      }
      if (stopping) await server.stop();
    }
  };
  const watching = watch();

  return () => (stopping ??= server.stop().then(() => watching));
}

async function startOnFreePort(
  start: (port: number) => Promise<EmbeddedServer>,
  previous: Parameters<typeof endPreviousServer>[0],
): Promise<{ server: EmbeddedServer; port: number }> {
  const givingUpAt = Date.now() + LEAVING_MS;
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { server: await start(port), port };
    } catch (error) {
      const words = error instanceof ServerStartError ? error.lines.join('\n') : '';
      // Another program took the port between the probe and PostgreSQL's bind.
      if (/could not bind|could not create any TCP/.test(words) && attempt < PORT_ATTEMPTS) continue;
      // Another gateway came first, which the next line reports, or the processes of a killed server are about to end.
      if (!/lock file .* already exists|still in use/.test(words) || Date.now() > givingUpAt) throw error;
      await endPreviousServer(previous);
      await sleep(RETRY_MS);
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function createDatabase(superuserUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
