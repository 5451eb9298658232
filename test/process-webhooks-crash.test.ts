import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import type { App } from '../src/context.js';
import { createLog } from '../src/platform/log.js';
import { bodySignature } from '../src/platform/crypto.js';
import { eventually } from './support/eventually.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { stopAll } from './support/sandbox.js';
import { testConfig } from './support/start.js';
import { verifyWebhook } from './support/verify-webhook.js';
import {
  aClientEndpoint,
  anApiClient,
  anEndpoint,
  countDeliveries,
  emit,
  leased,
  letRetriesBeDue,
  paidOrders,
  startInbox,
} from './support/webhook-inbox.js';

const GATEWAY = path.join(import.meta.dirname, 'support', 'gateway-process.ts');

let database: TestDatabase;
let server: { app: App; close(): Promise<void> };
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const config = testConfig({ databaseUrl: database.url });
  server = createApp(config, createLog(config));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await stopAll();
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function startGateway(): Promise<ChildProcess> {
  const child = fork(GATEWAY, { execArgv: ['--import', 'tsx'] });
  children.push(child);
  const encryptionKeys = server.app.config.encryptionKeys.map((key) => key.toString('base64'));
  child.send({ start: { ...server.app.config, encryptionKeys } });
  await once(child, 'message');
  return child;
}

async function sessions(): Promise<number> {
  const { rows } = await server.app.db.pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'",
  );
  return rows[0]?.n ?? 0;
}

it(
  'what a process that is killed had not delivered another delivers, same ids, with signatures that hold',
  { timeout: 90_000 },
  async () => {
    const operators = await startInbox(() => ({ status: 200, afterMs: 20 }));
    const shop = await startInbox(() => ({ status: 200, afterMs: 20 }));
    const { secret } = await anEndpoint(server, operators.url);
    const client = await anApiClient(server);
    const registered = await aClientEndpoint(server, client.id, `${shop.url}registered`);
    const named = (n: number) =>
      ({
        type: 'billing_order.paid',
        data: { n },
        clientId: client.id,
        url: `${shop.url}order/${n}`,
      }) as const;
    await emit(server, ...paidOrders(600), ...Array.from({ length: 100 }, (_, n) => named(n)));
    const expected = await server.app.db.prisma.webhookDelivery.findMany({ include: { event: true } });
    expect(expected).toHaveLength(800);

    const first = await startGateway();
    await eventually(() => operators.received.length > 100, { timeoutMs: 20_000 });
    first.kill('SIGKILL');
    await once(first, 'exit');
    await eventually(async () => (await sessions()) === server.app.db.pool.totalCount);
    const claimed = await countDeliveries(server, leased());
    expect(claimed).toBeGreaterThan(0);

    // As if the leases of the killed one had run out.
    await letRetriesBeDue(server);
    await startGateway();
    await expect.poll(() => countDeliveries(server, { status: 'DELIVERED' }), { timeout: 20_000 }).toBe(800);

    const received = [...operators.received, ...shop.received];
    const bodies = new Map(expected.map(({ id, event }) => [id, event.body]));
    expect(new Set(received.map(({ id }) => id))).toEqual(new Set(bodies.keys()));
    expect(received.filter(({ id, body }) => body !== bodies.get(id))).toEqual([]);
    expect(received.length - 800).toBeLessThanOrEqual(claimed);

    expect(operators.received.filter(({ headers, body }) => !verifyWebhook(secret, headers, body))).toEqual([]);
    const rawSecret = `whsec_${Buffer.from(client.signatureSecret).toString('base64')}`;
    for (const { path: receivedAt, headers, body } of shop.received) {
      expect(headers.signature).toBe(bodySignature(client.signatureSecret, body));
      expect(verifyWebhook(receivedAt === '/registered' ? registered.secret : rawSecret, headers, body)).toBe(true);
    }
  },
);
