import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
}

export async function startPostgres(cleanup: Cleanup): Promise<Postgres> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'raffle-chaos-'));
  cleanup.add(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  // As root PostgreSQL runs as another user, who must get in.
  await chmod(dataDir, 0o711);
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log: createLog({ logLevel: 'silent' }) });
  cleanup.add(stop);
  return {
    async createDatabase() {
      const name = `chaos_${randomBytes(4).toString('hex')}`;
      await runSql(url, `CREATE DATABASE ${name}`);
      return withDatabaseName(url, name);
    },
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
