import { once } from 'node:events';
import { chown, cp, lchown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { chooseAccount, type PostgresAccount } from '../../src/platform/embedded-postgres/account.js';
import { locatePostgres, type PostgresBinaries } from '../../src/platform/embedded-postgres/binaries.js';
import { databaseUrl, ensureCluster } from '../../src/platform/embedded-postgres/cluster.js';
import { startServer, type EmbeddedServer } from '../../src/platform/embedded-postgres/server.js';
import { createLog } from '../../src/platform/log.js';
import { inspectProcess } from '../../src/platform/embedded-postgres/running-server.js';
import { eventually } from './eventually.js';

/** A PostgreSQL of one folder that can be killed like a machine that loses power, but for what is in the system's cache. */
export interface PostgresServer {
  url: string;
  start(settings?: Record<string, string>): Promise<void>;
  kill(): Promise<void>;
  /** A copy of the running server, which follows it once it is started. */
  standby(): Promise<PostgresServer>;
  remove(): Promise<void>;
}

const log = createLog({ logLevel: 'silent' });
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '32MB',
  timezone: 'UTC',
  log_line_prefix: '%b|',
  // What is in the system's cache survives a kill.
  fsync: 'off',
  wal_keep_size: '512MB',
};

export async function createPostgresServer(): Promise<PostgresServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'raffle-servers-'));
  const clusterFolder = path.join(dataDir, 'postgres');
  const binaries = await locatePostgres(path.join(dataDir, 'postgres.lib'));
  const account = await chooseAccount({ binaries, dataDir, clusterFolder });
  const { password } = await ensureCluster({ binaries, account, clusterFolder, durable: false });
  return serverIn(dataDir, { binaries, account, password });
}

interface Parts {
  binaries: PostgresBinaries;
  account: PostgresAccount;
  password: string;
}

async function serverIn(dataDir: string, parts: Parts): Promise<PostgresServer> {
  const { binaries, account, password } = parts;
  const clusterFolder = path.join(dataDir, 'postgres');
  const port = await freePort();
  const url = databaseUrl({ password, port, name: 'postgres' });
  let running: EmbeddedServer | undefined;

  const pidsOf = async (): Promise<number[]> => {
    const pid = Number.parseInt(await readFile(path.join(clusterFolder, 'postmaster.pid'), 'utf8'), 10);
    process.kill(pid, 'SIGSTOP');
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.split(' ').filter(Boolean).map(Number)];
  };
  const kill = async (): Promise<void> => {
    const pids = await pidsOf();
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await running?.exited;
    await eventually(() => pids.every((pid) => inspectProcess(pid) === 'gone'));
    running = undefined;
  };

  return {
    url,
    async start(settings = {}) {
      const all = { ...SETTINGS, ...settings, port: String(port) };
      running = await startServer({ binaries, account, clusterFolder, log, settings: all });
    },
    kill,
    async standby() {
      const copy = await mkdtemp(path.join(tmpdir(), 'raffle-servers-'));
      const folder = path.join(copy, 'postgres');
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query("SELECT pg_backup_start('standby', true)");
        const isCopied = (file: string): boolean => !/postmaster\.(pid|opts)$/.test(file);
        await cp(clusterFolder, folder, { recursive: true, filter: isCopied });
        const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
        await writeFile(path.join(folder, 'backup_label'), rows[0]!.labelfile);
      } finally {
        await client.end();
      }
      await writeFile(path.join(folder, 'standby.signal'), '');
      const follows = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
      await writeFile(path.join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${follows}'\n`);
      if (account.owner) await giveTo(account.owner, copy);
      return serverIn(copy, parts);
    },
    async remove() {
      if (running) await kill();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  await chown(folder, uid, gid);
  for (const name of await readdir(folder, { recursive: true })) await lchown(path.join(folder, name), uid, gid);
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
