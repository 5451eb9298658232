import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureDevelopmentProviders } from '../src/development/development-providers.js';
import { selectProviders } from '../src/payment-providers/provider.sql.js';
import { unseal } from '../src/platform/crypto.js';
import { openDatabase, type Database } from '../src/platform/database/database.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { testConfig } from './support/start.js';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, poolSize: 1, preparedStatements: true, onError: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function start(bankUrl: string, encryptionKey: Buffer) {
  const config = testConfig({ databaseUrl: database.url, encryptionKeys: [encryptionKey] });
  await ensureDevelopmentProviders({ db, config }, bankUrl);
  return Object.fromEntries((await db.query(selectProviders)).map((provider) => [provider.name, provider]));
}

it('a start makes the two providers, follows the bank to another port, and leaves what an operator changed', async () => {
  const key = randomBytes(32);
  const first = await start('http://127.0.0.1:4001', key);
  expect(Object.keys(first)).toEqual(['sandbox', 'static']);
  expect(first.sandbox).toMatchObject({ adapter: 'sandbox', active: true, priority: 1, baseUrl: 'http://127.0.0.1:4001' });
  expect(first.static).toMatchObject({ adapter: 'static', active: true, priority: 2, baseUrl: null });

  await db.pool.query(`UPDATE payment_providers SET active = false, priority = 7, merchant_name = 'Rifa Legal'`);
  const moved = await start('http://127.0.0.1:4003', key);
  expect(moved.sandbox).toMatchObject({
    active: false,
    priority: 7,
    merchantName: 'Rifa Legal',
    baseUrl: 'http://127.0.0.1:4003',
  });
  expect(moved.sandbox?.sealedCallbackSecret).toEqual(first.sandbox?.sealedCallbackSecret);
  expect(moved.static).toEqual({ ...first.static, active: false, priority: 7, merchantName: 'Rifa Legal' });
});

it('a start that has another key gives the providers secrets that it can open', async () => {
  const key = randomBytes(32);
  const { sandbox, static: byHand } = await start('http://127.0.0.1:4003', key);
  for (const provider of [sandbox, byHand]) expect(unseal([key], provider!.sealedCallbackSecret).length).toBeGreaterThan(16);
});
