import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../src/platform/embedded-postgres/embedded-database.js';
import { isAlive } from '../../src/platform/embedded-postgres/running-server.js';
import { createLog } from '../../src/platform/log.js';
import { applyMigrations } from '../../src/platform/database/migrations.js';
import { runSql, withDatabaseName } from '../support/database.js';
import type { Cleanup } from './cleanup.js';

const FOLDER_PREFIX = 'raffle-bench-';

/** A migrated database that nobody else uses, and what its server is. */
export interface ScratchDatabase {
  url: string;
  /** What to print: version, durability and whose it is. */
  description: string;
  maxConnections: number;
}

/**
 * Makes an empty, migrated database on the server of BENCH_DATABASE_URL or DATABASE_URL, whose own database is not touched,
 * or on an embedded server in a temporary folder. Durability is as in production, nothing is turned off.
 */
export async function makeScratchDatabase(cleanup: Cleanup): Promise<ScratchDatabase> {
  const given = process.env.BENCH_DATABASE_URL ?? process.env.DATABASE_URL;
  const serverUrl = given ?? (await startServer(cleanup));
  const name = `raffle_bench_${randomBytes(6).toString('hex')}`;
  const url = withDatabaseName(serverUrl, name);
  await runSql(serverUrl, `CREATE DATABASE ${name}`);
  if (given) cleanup.add(() => runSql(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  await applyMigrations({ databaseUrl: url });

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`
      SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
             current_setting('synchronous_commit') AS commit, current_setting('max_connections')::int AS connections`);
    const { version, fsync, commit, connections } = rows[0];
    const whose = given ? 'the server of the database URL' : 'embedded';
    const description = `PostgreSQL ${version}, ${whose}, fsync ${fsync}, synchronous_commit ${commit}`;
    return { url, maxConnections: connections, description };
  } finally {
    await client.end();
  }
}

async function startServer(cleanup: Cleanup): Promise<string> {
  await removeLeftovers();
  const dataDir = await mkdtemp(path.join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  cleanup.add(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  // As root PostgreSQL runs as another user, who must get in.
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({
    dataDir,
    log: createLog({ logLevel: 'error' }),
    // pgbench opens a connection a client.
    settings: { max_connections: '320' },
  });
  cleanup.add(() => database.stop());
  return database.url;
}

// A run that was killed could not remove its own.
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}
