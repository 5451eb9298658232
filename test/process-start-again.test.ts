import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createLog } from '../src/platform/log.js';
import { startService } from '../src/start.js';
import { createTestDatabase } from './support/database.js';
import { startTestServer, testConfig } from './support/start.js';

/** Of the statements of Prisma's making: see statementName in database.ts. */
const MADE_BY_PRISMA = /^p_/;

it('a process that starts where everything is there asks nothing through Prisma, whose engine is loaded by the first question', async () => {
  const database = await createTestDatabase();
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const throughPrisma = () => sent.mock.calls.filter(([query]) => MADE_BY_PRISMA.test((query as { name?: string })?.name ?? ''));
  const start = () => startService(testConfig({ databaseUrl: database.url, production: true }), createLog({ logLevel: 'error' }));
  try {
    await (await start()).stop();
    const server = await startTestServer({ databaseUrl: database.url });
    expect(await server.app.db.prisma.user.count()).toBe(1);
    await server.stop();
    expect(throughPrisma().length).toBeGreaterThan(0);
    sent.mockClear();
    await (await start()).stop();
    expect(sent.mock.calls.length).toBeGreaterThan(0);
    expect(throughPrisma()).toEqual([]);
  } finally {
    await database.drop();
  }
});
