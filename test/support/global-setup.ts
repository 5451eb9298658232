import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../../src/platform/embedded-postgres/embedded-database.js';
import { isAlive } from '../../src/platform/embedded-postgres/running-server.js';
import { createLog } from '../../src/platform/log.js';
import { applyMigrations } from '../../src/platform/database/migrations.js';
import { runSql, withDatabaseName } from './database.js';

const FOLDER_PREFIX = 'raffle-test-';
// A lost test database is made again.
const UNSAFE_AND_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL, and the migrated database that each test file's own is cloned from. */
    testDatabase: { adminUrl: string; template: string };
    /** A folder for what gateways of tests keep beside their database; it goes with the run. */
    dataDir: string;
  }
}

/** One PostgreSQL for the whole run: TEST_DATABASE_URL's, or an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `raffle_template_${randomBytes(6).toString('hex')}`;
  try {
    await runSql(server.url, `CREATE DATABASE ${template}`);
    await applyMigrations({ databaseUrl: withDatabaseName(server.url, template) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testDatabase', { adminUrl: server.url, template });
  const dataDir = await newFolder();
  project.provide('dataDir', dataDir);

  return async () => {
    await runSql(server.url, `DROP DATABASE ${template} WITH (FORCE)`);
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  // Interrupted, vitest exits without a teardown.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export async function startServer(): Promise<EmbeddedDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => undefined };

  await removeLeftovers();
  const dataDir = await newFolder();
  // As root PostgreSQL runs as another user, who must get in.
  await chmod(dataDir, 0o711);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const { url: embeddedUrl, stop } = await startEmbeddedDatabase({
      dataDir,
      log: createLog({ logLevel: 'error' }),
      settings: UNSAFE_AND_FAST,
    });
    return { url: embeddedUrl, stop: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

// A run that was killed could not remove its own.
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}
