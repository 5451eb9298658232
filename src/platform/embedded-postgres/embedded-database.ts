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
  // A socket's path may not pass 107 bytes, which a data folder's may.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%b|',
  // Details and statements carry customers' data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** A database of our own: `url` is a superuser's, valid until `stop`, which shuts it down in order and may be called twice. */
export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that came with npm on `<dataDir>/postgres`, making the cluster and `databaseName` when missing, and
 * resolves once it answers on a free port of 127.0.0.1. The data stays over restarts. It runs as any user, root included,
 * and ends with this process however that ends; should it crash meanwhile it is started again on the same port. One gateway
 * at a time uses a folder: throws an error that names the other one, or says why PostgreSQL cannot start. `settings` are
 * PostgreSQL's own, over ours. `whileItWorks` is called, once or twice, when its programs have been started and this process has
 * nothing to do until they are done.
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
  // Servers are told apart by their folder, so it must have one name.
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

// Returns what ends both the server of that moment and the watch.
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
      // When it was the supervisor that died, the server still runs; when it was the server, its children do for a moment.
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
      // Taken by somebody between our asking and PostgreSQL's binding.
      if (/could not bind|could not create any TCP/.test(words) && attempt < PORT_ATTEMPTS) continue;
      // Another gateway came first, which the next line names, or the processes of a killed server are about to end.
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
