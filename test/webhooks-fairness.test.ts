import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { createLog } from '../src/platform/log.js';
import { eventually, stopAll } from './support/sandbox.js';
import { startTestServer, type TestServer } from './support/start.js';
import { aBacklog, anApiClient, anEndpoint, countDeliveries, emit, startInbox, type Inbox } from './support/webhook-inbox.js';

const BACKLOG = 100_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(stopAll);
afterAll(() => server?.stop());

/** The parts of another process of the same service. */
const anotherProcess = () =>
  createApp({ ...server.app.config, databaseUrl: server.databaseUrl }, createLog({ logLevel: 'silent' }));

/** Emits an event every 40 ms and answers after how many ms each reached the inbox. */
async function delaysOf(inbox: Inbox, events: number): Promise<number[]> {
  const emittedAtMs: number[] = [];
  for (let n = 0; n < events; n++) {
    emittedAtMs.push(performance.now());
    await emit(server, { type: 'payment.received', data: { n } });
    await sleep(40);
  }
  await eventually(() => new Set(inbox.received.map(({ id }) => id)).size === events);
  return inbox.received.map(({ body, atMs }) => atMs - (emittedAtMs[JSON.parse(body).data.n] ?? 0));
}

it('a receiver that hangs and one that answers 500, each with 100,000 deliveries due, delay no other by a second', async () => {
  const hanging = await startInbox(() => 'HANG');
  const failing = await startInbox(() => ({ status: 500 }));
  const inbox = await startInbox();
  // By its name the first in every list.
  const first = await anEndpoint(server, hanging.url, ['order.paid']);
  const second = await anEndpoint(server, failing.url, ['order.paid']);
  await anEndpoint(server, inbox.url, ['payment.received']);
  await aBacklog(server, first.id, BACKLOG);
  await aBacklog(server, second.id, BACKLOG);
  await eventually(() => hanging.received.length > 0 && failing.received.length > 10);

  const delays = await delaysOf(inbox, 100);
  expect(Math.max(...delays)).toBeLessThan(1_000);
  expect(delays.sort((a, b) => a - b)[50]).toBeLessThan(150);
  // Nor are those receivers run over: neither ever took anything, so each is asked one at a time.
  expect(hanging.open.most).toBe(1);
  expect(failing.open.most).toBe(1);
});

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
