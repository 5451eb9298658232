import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRunning } from '../src/development/running-service.js';
import { startCommand, type CommandRun } from './support/commands.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { eventually } from './support/eventually.js';
import { graphqlClient } from './support/graphql-client.js';

/** Without a build each loads all of the service from its sources. */
const PATIENCE = { timeoutMs: 90_000 };

interface Checkout {
  dataDir: string;
  database: TestDatabase;
}

let checkouts: Checkout[];
const runs: CommandRun[] = [];
beforeEach(async () => {
  const checkout = async (): Promise<Checkout> => ({
    dataDir: mkdtempSync(path.join(tmpdir(), 'raffle-checkout-')),
    database: await createTestDatabase(),
  });
  checkouts = [await checkout(), await checkout()];
});
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.kill('SIGTERM');
    await run.ended;
  }
  for (const { dataDir, database } of checkouts) {
    rmSync(dataDir, { recursive: true });
    await database.drop();
  }
});

/** As `npm start` with no setting but where the data are, which a clone has for itself. */
function start({ dataDir, database }: Checkout, env: Record<string, string> = {}): CommandRun {
  const run = startCommand('main.ts', { DATA_DIR: dataDir, DATABASE_URL: database.url, ...env });
  runs.push(run);
  return run;
}

const addressesOf = async ({ dataDir }: Checkout) => {
  const { url, sandboxUrl } = await eventually(() => findRunning(dataDir), PATIENCE);
  return { url, sandboxUrl };
};

/** Orders, pays at the bank, and answers how many seconds the service took to know: its bank tells it, reconciliation takes 30. */
async function sell({ url, sandboxUrl }: { url: string; sandboxUrl: string }): Promise<number> {
  const ask = graphqlClient(url);
  const { raffle } = (await ask('{ raffle(slug: "demo") { id } }')).data;
  const input = { name: 'Ana Lima', phone: '11987654321', cpf: '52998224725', password: 'uma-senha-boa' };
  const signedUp = await ask('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken } }', {
    input,
  });
  const { accessToken: token } = signedUp.data.createCustomer;
  const ordered = await ask(
    'mutation ($id: ID!) { createOrder(input: { raffleId: $id, quotaQuantity: 1 }) { id qrCodeContent } }',
    { id: raffle.id },
    { token },
  );
  const { id, qrCodeContent: pixCopiaECola } = ordered.data.createOrder;
  const body = JSON.stringify({ pixCopiaECola });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${sandboxUrl}/sandbox/pay`, { method: 'POST', headers, body })).status).toBe(200);
  const paidAtMs = performance.now();
  await eventually(async () => {
    const { data } = await ask('query ($id: ID!) { order(id: $id) { status } }', { id }, { token });
    return data.order.status === 'PAID';
  });
  return (performance.now() - paidAtMs) / 1_000;
}

it('two clones side by side take ports of their own, say so, and each is told of its own payments', async () => {
  const [one, other] = checkouts as [Checkout, Checkout];
  start(one);
  const first = await addressesOf(one);
  const second = start(other);
  const apart = await addressesOf(other);
  expect(new Set([first.url, apart.url, first.sandboxUrl, apart.sandboxUrl]).size).toBe(4);
  await eventually(() => second.said().includes("were taken: the addresses above are this service's"));

  expect(await sell(apart)).toBeLessThan(15);
  expect(await sell(first)).toBeLessThan(15);
}, 180_000);

it('two processes of one service share its bank, and one that is to have a port that is taken says which and ends', async () => {
  const [one, other] = checkouts as [Checkout, Checkout];
  start(one);
  const { url, sandboxUrl } = await addressesOf(one);
  const sandboxPort = new URL(sandboxUrl).port;
  const sharing = start(one, { PORT: '0', SANDBOX_PORT: sandboxPort });
  await eventually(() => sharing.said().includes('Raffle gateway listening'), PATIENCE);
  expect(sharing.said()).toContain(`waiting until the same service's bank at ${sandboxUrl} ends`);

  const withoutBank = await start(other, { PORT: '0', SANDBOX_PORT: sandboxPort }).ended;
  const bankTaken = `Port ${sandboxPort} is taken by another program, or by the bank of another gateway: set SANDBOX_PORT`;
  expect([withoutBank.code, withoutBank.errors]).toEqual([
    1,
    expect.stringContaining(`The service cannot start:\n  - ${bankTaken}`),
  ]);
  const withoutPort = await start(other, { PORT: new URL(url).port, SANDBOX_PORT: '0' }).ended;
  const portTaken = `Port ${new URL(url).port} is taken by another program: set PORT to a free one, or to 0 for any.\n`;
  expect([withoutPort.code, withoutPort.errors]).toEqual([1, `The service cannot start:\n  - ${portTaken}`]);
}, 180_000);
