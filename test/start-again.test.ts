import { expect, it, vi } from 'vitest';
import { createLog } from '../src/platform/log.js';
import { startService } from '../src/start.js';
import { createTestDatabase, runSql } from './support/database.js';
import { testConfig } from './support/start.js';

declare const WebAssembly: { Module: new (bytes: Uint8Array) => object };
/** Prisma's engines have several megabytes; what is smaller is Node's own and undici's. */
const ENGINE_BYTES = 1_000_000;

// Alone in its file: a process compiles an engine once.
it('a process that starts where everything is there loads no engine of Prisma before somebody needs it', async () => {
  const database = await createTestDatabase();
  const compiled = vi.spyOn(WebAssembly, 'Module');
  const engines = () => compiled.mock.calls.filter(([bytes]) => bytes.byteLength > ENGINE_BYTES).length;
  const start = () => startService(testConfig({ databaseUrl: database.url, production: true }), createLog({ logLevel: 'error' }));
  try {
    await runSql(
      database.url,
      "INSERT INTO users (id, role, name, email) VALUES (gen_random_uuid(), 'ADMIN', 'Ana', 'admin@localhost')",
    );
    await (await start()).stop();
    expect(engines()).toBe(0);
    await runSql(database.url, 'DELETE FROM users');
    await (await start()).stop();
    expect(engines()).toBe(1);
  } finally {
    await database.drop();
  }
});
