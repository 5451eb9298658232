import { afterEach, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { createLog } from '../src/platform/log.js';
import { eventually } from './support/eventually.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { expectNobodyToWait } from './support/webhook-fairness.js';
import { aBacklog, anApiClient, anEndpoint, countDeliveries, emit, startInbox } from './support/webhook-inbox.js';

const server = forTests(startTestServer);
afterEach(stopAll);

const anotherProcess = () =>
  createApp({ ...server.app.config, databaseUrl: server.databaseUrl }, createLog({ logLevel: 'silent' }));

it('a receiver that hangs and one that answers 500, each with 10,000 deliveries due, delay no other by a second', () =>
  expectNobodyToWait(server, 10_000));

it("a client's address that hangs delays neither another address of the same client nor its webhook", async () => {
  const hanging = await startInbox(() => 'HANG');
  const inbox = await startInbox();
  const client = await anApiClient(server);
  const order = (n: number, url: string) => ({ type: 'billing_order.paid', data: { n }, clientId: client.id, url }) as const;
  await emit(server, ...Array.from({ length: 50 }, (_, n) => order(n, `${hanging.url}${n}`)));
  await eventually(() => hanging.received.length > 0);
  const emittedAtMs = performance.now();
  await emit(server, ...Array.from({ length: 20 }, (_, n) => order(n, `${inbox.url}${n}`)));
  await eventually(() => inbox.received.length === 20);
  expect(performance.now() - emittedAtMs).toBeLessThan(1_000);
  expect(hanging.received.length).toBeLessThanOrEqual(2);
});

it('several processes share a backlog, and each delivery is sent once', async () => {
  const inbox = await startInbox(() => ({ status: 200, afterMs: 5 }));
  const { id } = await anEndpoint(server, inbox.url, ['order.refunded']);
  const others = [anotherProcess(), anotherProcess()];
  for (const { app } of others) app.deliveries.start();
  try {
    await aBacklog(server, id, 1_000);
    await eventually(() => inbox.received.length >= 1_000);
    const delivered = { endpointId: id, status: 'DELIVERED' } as const;
    await eventually(async () => (await countDeliveries(server, delivered)) === 1_000);
    expect(inbox.received).toHaveLength(1_000);
    expect(new Set(inbox.received.map(({ id: webhookId }) => webhookId)).size).toBe(1_000);
    // More than one process may have open: together they sent at once what none may alone.
    expect(inbox.open.most).toBeGreaterThan(8);
    expect(inbox.open.most).toBeLessThanOrEqual(24);
  } finally {
    for (const { app, close } of others) {
      await app.deliveries.stop();
      await close();
    }
  }
});

it('what a process had claimed and not begun is given back when it stops, and sent by another at once', async () => {
  const inbox = await startInbox(() => ({ status: 200, afterMs: 100 }));
  const { id } = await anEndpoint(server, inbox.url, ['order.expired']);
  const leaving = anotherProcess();
  await server.app.deliveries.stop();
  try {
    leaving.app.deliveries.start();
    await aBacklog(server, id, 300);
    await eventually(() => inbox.received.length > 100);
  } finally {
    await leaving.app.deliveries.stop();
    await leaving.close();
  }
  const left = await server.app.db.prisma.webhookDelivery.findMany({ where: { endpointId: id, status: 'PENDING' } });
  expect(left.length).toBeGreaterThan(50);
  expect(left.filter(({ nextAttemptAt }) => (nextAttemptAt?.getTime() ?? 0) > Date.now())).toEqual([]);
  expect(inbox.received).toHaveLength(300 - left.length);
});
