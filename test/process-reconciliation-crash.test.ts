import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandboxBank, type SandboxBank } from '../src/development/bank/start-sandbox-bank.js';
import { aCustomer } from './support/actors.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { aBankProvider, startReconcileCommand } from './support/reconciliation.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, salesDesk } from './support/sales.js';
import { askSandbox, SANDBOX_ACCOUNT } from './support/sandbox.js';
import { startTestServer, type TestServer } from './support/start.js';

const REGISTERED = 60;
/** More than one page of the list. */
const STATIC = 120;
const ORDERS = REGISTERED + STATIC;

/** Nobody runs but the command: no server that would do its work. */
let database: TestDatabase;
let client: pg.Client;
let bank: SandboxBank;
const encryptionKeys = [randomBytes(32)];
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
});
afterEach(async () => {
  await client?.end();
  await bank?.stop();
  await database?.drop();
});

const openServer = (): Promise<TestServer> => startTestServer({ databaseUrl: database.url, encryptionKeys });
const numberOf = async (rows: string): Promise<number> => {
  const result = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${rows}`);
  return result.rows[0]?.n ?? 0;
};
const paidOrders = () => numberOf(`orders WHERE status = 'PAID'`);

async function paidInSilence(server: TestServer): Promise<string> {
  await aBankProvider(server, 'sandbox', bank.url);
  const raffle = await anOpenRaffle(server, { quotaQuantity: 10_000 });
  const { token } = await aCustomer(server);
  const desk = salesDesk(server.graphql);
  for (let sold = 0; sold < ORDERS; sold += 30) {
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const buy = sold < REGISTERED ? desk.buy : desk.buyWithoutGateway;
        const { order } = await buy(token, { raffleId: raffle.id, quotaQuantity: 3 });
        expect((await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: order?.qrCodeContent })).status).toBe(200);
      }),
    );
  }
  return raffle.id;
}

describe('a round that is killed in the middle', () => {
  it.each([
    ['it asks about charges', 20, REGISTERED - 20],
    ['it reads the list', REGISTERED + 1, ORDERS - 20],
  ])(
    'while %s leaves whole orders behind, and the next one does the rest',
    async (_moment, atLeast, atMost) => {
      const server = await openServer();
      const raffleId = await paidInSilence(server);
      await server.stop();
      await client.query('UPDATE charges SET next_check_at = now() WHERE dynamic');
      await client.query('UPDATE reconciliations SET next_scan_at = now()');
      expect(await paidOrders()).toBe(0);

      await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', { callbackCopies: 0, latencyMs: 100 });
      const killed = startReconcileCommand({ ...server, databaseUrl: database.url });
      await expect.poll(paidOrders, { timeout: 20_000, interval: 1 }).toBeGreaterThanOrEqual(atLeast);
      killed.kill();
      await killed.ended;
      expect(await paidOrders()).toBeLessThan(atMost);

      await askSandbox(bank.url, 'PUT', '/sandbox/behaviour', { callbackCopies: 0 });
      // As if the killed one's lease had run out.
      await client.query('UPDATE charges SET next_check_at = now() WHERE next_check_at IS NOT NULL');
      const { code, output } = await startReconcileCommand({ ...server, databaseUrl: database.url }).ended;
      expect(output).toContain('The books agree.');
      expect(code).toBe(0);
      expect(await paidOrders()).toBe(ORDERS);
      expect(await numberOf('charges WHERE next_check_at IS NOT NULL')).toBe(0);
      expect(await numberOf('payments')).toBe(ORDERS);
      expect(await numberOf('(SELECT DISTINCT end_to_end_id FROM payments) ids')).toBe(ORDERS);
      const after = await openServer();
      expect(await brokenInvariants(after, raffleId)).toEqual([]);
      await after.stop();
    },
    90_000,
  );
});
