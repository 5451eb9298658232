import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRunning } from '../src/development/running-service.js';
import { startCommand } from './support/commands.js';
import { eventually } from './support/eventually.js';
import { seedProviders } from './support/sales.js';
import { sellDuringUpgrade } from './support/sell-during-upgrade.js';
import { startTestServer, type TestServer } from './support/start.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await seedProviders(server);
});
afterAll(() => server.stop());

const functions = async () => (await server.app.db.pool.query('SELECT * FROM _applied_functions ORDER BY name')).rows;

/** A process of this version, which comes back after the later one has migrated. */
async function comeBack(): Promise<void> {
  const before = await functions();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'raffle-comes-back-'));
  const { encryptionKeys, jwtSecret } = server.app.config;
  const run = startCommand('main.ts', {
    DATA_DIR: dataDir,
    DATABASE_URL: server.databaseUrl,
    ENCRYPTION_KEY: encryptionKeys.map((key) => key.toString('base64')).join(','),
    JWT_SECRET: jwtSecret,
    LOG_FORMAT: 'json',
  });
  try {
    const ended = run.ended.then(({ output, errors }) => Promise.reject(new Error(`it did not start: ${output}${errors}`)));
    ended.catch(() => undefined);
    const { url } = await Promise.race([eventually(() => findRunning(dataDir), { timeoutMs: 90_000 }), ended]);
    expect(run.said()).toContain('"event":"database.migration.newer"');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await functions()).toEqual(before);
  } finally {
    run.kill('SIGTERM');
    await run.ended;
    rmSync(dataDir, { recursive: true });
  }
}

it('orders are placed while a later version migrates beside a long reader, and an old process comes back afterwards', async () => {
  await sellDuringUpgrade(server, comeBack);
}, 240_000);
