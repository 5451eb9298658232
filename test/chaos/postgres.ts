import { randomBytes } from 'node:crypto';
import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../src/platform/embedded-postgres/embedded-database.js';
import { createLog } from '../../src/platform/log.js';
import type { Cleanup } from '../bench/cleanup.js';
import { runSql, withDatabaseName } from '../support/database.js';
import { eventually } from '../support/eventually.js';

/** A PostgreSQL of the run's own, durable as in production, which can be hurt. */
export interface Postgres {
  createDatabase(): Promise<string>;
  /** Shuts it down in order, or lets it crash, and waits until it has come back by itself. Answers how long it was away, in milliseconds. */
  restart(how: 'IN_ORDER' | 'CRASH'): Promise<number>;
  /** Leaves no room on its disk for this long. Undefined where this process may not mount a disk of its own. */
  fillDisk: ((ms: number) => Promise<void>) | undefined;
}

const run = promisify(execFile);
const DISK = '2g';

export async function startPostgres(cleanup: Cleanup): Promise<Postgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'raffle-chaos-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const dataDir = path.join(folder, 'disk');
  await mkdir(dataDir);
  const isDisk = await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'raffle-chaos', dataDir]).then(
    () => true,
    () => false,
  );
  if (!isDisk) console.log('No disk can be mounted here (that needs root): the fault "disk" is left out.');
  const unmount = (): void => void (isDisk && spawnSync('umount', ['--lazy', dataDir]));
  cleanup.add(unmount);
  // However this process ends; a second time changes nothing.
  process.once('exit', unmount);
  // As root PostgreSQL runs as another user, who must get in.
  for (const each of [folder, dataDir]) await chmod(each, 0o711);
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log: createLog({ logLevel: 'silent' }) });
  cleanup.add(stop);
  return {
    async createDatabase() {
      const name = `chaos_${randomBytes(4).toString('hex')}`;
      await runSql(url, `CREATE DATABASE ${name}`);
      return withDatabaseName(url, name);
    },
    fillDisk: isDisk ? (ms) => fillDisk(dataDir, ms) : undefined,
    async restart(how) {
      const file = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
      const beganAtMs = performance.now();
      process.kill(Number.parseInt(file, 10), how === 'IN_ORDER' ? 'SIGINT' : 'SIGQUIT');
      // It takes nobody from here on, and a new one a second later at the earliest.
      await sleep(500);
      await eventually(
        () =>
          runSql(url, 'SELECT 1').then(
            () => true,
            () => false,
          ),
        { timeoutMs: 60_000 },
      );
      return performance.now() - beganAtMs;
    },
  };
}

async function fillDisk(dataDir: string, ms: number): Promise<void> {
  const filler = path.join(dataDir, 'filler');
  // It ends with an error once there is no room.
  await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M']).catch(() => undefined);
  await sleep(ms);
  await rm(filler);
}

export async function killBackends(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'raffle-gateway' AND datname = current_database() AND random() < 0.5`,
    );
  } catch {
  } finally {
    await client.end().catch(() => undefined);
  }
}
