import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rotateSecretOf } from '../src/webhooks/api/webhook-endpoint.service.js';
import { withHeldClock } from './support/clock.js';
import { eventually } from './support/eventually.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { verifyWebhook } from './support/verify-webhook.js';
import {
  aBacklog,
  anApiClient,
  anEndpoint,
  countDeliveries,
  emit,
  forgetWebhooks,
  leased,
  letRetriesBeDue,
  paidOrders,
  startInbox,
} from './support/webhook-inbox.js';

const server = forTests(startTestServer);
beforeEach(() => forgetWebhooks(server));
afterEach(stopAll);

const rows = () => server.app.db.prisma.webhookDelivery.findMany({ orderBy: { createdAt: 'asc' } });
const afterAttempt = (attempts: number) => eventually(async () => (await rows()).find((row) => row.attempts === attempts));
const secondsUntil = (time: Date | null) => ((time?.getTime() ?? 0) - Date.now()) / 1_000;

describe('a delivery that fails', () => {
  it('is tried again with the same id and body, a new timestamp and a new signature, until the receiver takes it', async () => {
    const inbox = await startInbox(() => (inbox.received.length < 3 ? { status: 500, body: 'out of order' } : undefined));
    const { secret } = await anEndpoint(server, inbox.url);
    await emit(server, ...paidOrders(1));

    expect(await afterAttempt(1)).toMatchObject({
      status: 'PENDING',
      lastStatus: 500,
      lastError: 'HTTP 500: out of order',
      deliveredAt: null,
    });
    // Timestamps are whole seconds.
    await sleep(1_001);
    await letRetriesBeDue(server);
    await afterAttempt(2);
    await letRetriesBeDue(server);
    expect(await afterAttempt(3)).toMatchObject({
      status: 'DELIVERED',
      lastStatus: 200,
      lastError: null,
      nextAttemptAt: null,
      deliveredAt: expect.any(Date),
    });

    const [first, second] = inbox.received;
    expect(new Set(inbox.received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(inbox.received.map(({ body }) => body)).size).toBe(1);
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThan(Number(first?.headers['webhook-timestamp']));
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    for (const { headers, body } of inbox.received) expect(verifyWebhook(secret, headers, body)).toBe(true);
  });

  it('waits as the schedule says, and is DEAD after its tenth attempt', async () => {
    const inbox = await startInbox(() => ({ status: 503 }));
    await anEndpoint(server, inbox.url);
    await emit(server, ...paidOrders(1));

    for (const [i, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
      const { nextAttemptAt } = await afterAttempt(i + 1);
      expect(secondsUntil(nextAttemptAt)).toBeGreaterThan(seconds - 3);
      expect(secondsUntil(nextAttemptAt)).toBeLessThan(seconds * 1.2 + 1);
      await letRetriesBeDue(server);
    }
    expect(await afterAttempt(10)).toMatchObject({ status: 'DEAD', nextAttemptAt: null, lastStatus: 503 });
    await letRetriesBeDue(server);
    await sleep(600);
    expect(inbox.received).toHaveLength(10);
  });

  it('is tried again by itself once five seconds have passed, and not before', async () => {
    const inbox = await startInbox(() => (inbox.received.length === 1 ? { status: 500 } : undefined));
    await anEndpoint(server, inbox.url);
    await emit(server, ...paidOrders(1));
    const { id, nextAttemptAt } = await afterAttempt(1);
    expect(Number(nextAttemptAt) - Date.now()).toBeGreaterThan(4_000);
    await sleep(700);
    expect(inbox.received).toHaveLength(1);
    await server.app.db.prisma.webhookDelivery.update({ where: { id }, data: { nextAttemptAt: new Date() } });
    await eventually(() => inbox.received.length === 2);
  });

  it.each([
    ['a redirect, which is not followed', { status: 302, headers: { location: '/elsewhere' } }, 302],
    ['a refusal', { status: 404 }, 404],
  ])('fails by %s', async (_, answer, status) => {
    const inbox = await startInbox(() => answer);
    await anEndpoint(server, inbox.url);
    await emit(server, ...paidOrders(1));
    expect(await afterAttempt(1)).toMatchObject({ status: 'PENDING', lastStatus: status });
    expect(inbox.received.map(({ path }) => path)).toEqual(['/']);
  });

  it('fails when the receiver hangs for five seconds', async () => {
    const inbox = await startInbox(() => 'HANG');
    await anEndpoint(server, inbox.url);
    await withHeldClock(async (pass) => {
      await emit(server, ...paidOrders(1));
      await eventually(() => inbox.received.length === 1);
      await pass(4_999);
      await sleep(100);
      expect((await rows())[0]).toMatchObject({ attempts: 0 });
      await pass(1);
    });
    expect(await afterAttempt(1)).toMatchObject({
      status: 'PENDING',
      lastStatus: null,
      lastError: expect.stringMatching(/^TIMEOUT: /),
    });
  });

  it('fails when nobody listens there', async () => {
    await anEndpoint(server, 'http://127.0.0.1:9/');
    await emit(server, ...paidOrders(1));
    expect(await afterAttempt(1)).toMatchObject({
      status: 'PENDING',
      lastStatus: null,
      lastError: expect.stringMatching(/^UNREACHABLE: /),
    });
  });

  it('fails, and nothing else does, when its secret cannot be read any more', async () => {
    const inbox = await startInbox();
    const broken = await anEndpoint(server, `${inbox.url}broken`);
    await anEndpoint(server, `${inbox.url}whole`);
    await server.app.db.prisma.webhookEndpoint.update({ where: { id: broken.id }, data: { sealedSecret: Buffer.alloc(60) } });
    await emit(server, ...paidOrders(2));
    await eventually(async () => (await rows()).every(({ attempts }) => attempts === 1));
    expect(inbox.received.map(({ path }) => path)).toEqual(['/whole', '/whole']);
    expect((await rows()).find(({ endpointId }) => endpointId === broken.id)).toMatchObject({
      status: 'PENDING',
      lastError: expect.stringContaining('secret'),
    });
  });
});

describe('Retry-After', () => {
  it('puts the delivery off, and all else that waits for the receiver', async () => {
    const inbox = await startInbox(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    await anEndpoint(server, inbox.url);
    await emit(server, ...paidOrders(5));
    const { nextAttemptAt } = await afterAttempt(1);
    expect(secondsUntil(nextAttemptAt)).toBeGreaterThan(590);
    expect(secondsUntil(nextAttemptAt)).toBeLessThan(725);
    await sleep(600);
    expect(inbox.received).toHaveLength(1);
  });

  it("never shortens the schedule's own wait", async () => {
    const inbox = await startInbox(() => ({ status: 503, headers: { 'retry-after': '0' } }));
    await anEndpoint(server, inbox.url);
    await emit(server, ...paidOrders(1));
    expect(secondsUntil((await afterAttempt(1)).nextAttemptAt)).toBeGreaterThan(4);
  });
});

describe('410', () => {
  it('disables the endpoint: what waited for it is DEAD, and it is told nothing more', async () => {
    const inbox = await startInbox(() => ({ status: 410 }));
    const { id } = await anEndpoint(server, inbox.url);
    await aBacklog(server, id, 5_000);
    await emit(server, ...paidOrders(1));

    await eventually(async () => (await countDeliveries(server, { status: 'DEAD' })) === 5_001);
    const tried = (await rows()).filter(({ attempts }) => attempts > 0);
    expect(tried).toHaveLength(1);
    expect(tried[0]).toMatchObject({ lastStatus: 410, lastError: 'HTTP 410', nextAttemptAt: null });
    expect(inbox.received).toHaveLength(1);
    expect((await server.app.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } })).disabledAt).not.toBeNull();

    await emit(server, ...paidOrders(1));
    expect(await countDeliveries(server)).toBe(5_001);
  });

  it("ends a billing order's callback, which has no endpoint", async () => {
    const inbox = await startInbox(() => ({ status: 410 }));
    const client = await anApiClient(server);
    await emit(server, { type: 'billing_order.paid', data: {}, clientId: client.id, url: inbox.url });
    expect(await afterAttempt(1)).toMatchObject({ status: 'DEAD', lastStatus: 410 });
  });
});

describe("an endpoint's secret", () => {
  it('signs for a day more beside the new one after a rotation', async () => {
    const inbox = await startInbox();
    const { id, secret: old } = await anEndpoint(server, inbox.url);
    const { secret } = await rotateSecretOf(server.app, { clientId: null, by: null }, id);
    await emit(server, ...paidOrders(1));

    const both = await eventually(() => inbox.received[0]);
    expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    expect([secret, old].map((known) => verifyWebhook(known, both.headers, both.body))).toEqual([true, true]);

    const { previousSecretEndsAt } = await server.app.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    expect(Math.abs(secondsUntil(previousSecretEndsAt) - 24 * 3600)).toBeLessThan(10);
    await server.app.db.prisma.webhookEndpoint.update({
      where: { id },
      data: { previousSecretEndsAt: new Date(Date.now() - 1) },
    });
    await emit(server, ...paidOrders(1));
    const one = await eventually(() => inbox.received[1]);
    expect([secret, old].map((known) => verifyWebhook(known, one.headers, one.body))).toEqual([true, false]);
  });
});

describe('a backlog', () => {
  it('of 20,000 deliveries is sent from bounded memory', async () => {
    const bodyBytes = 10_000;
    let taken = 0;
    const inbox = await startInbox(({ body }) => {
      expect(body).toHaveLength(bodyBytes);
      // Kept, the bodies would be what the test must not see.
      inbox.received.length = 0;
      taken += 1;
      return taken < 1_000 ? undefined : 'HANG';
    });
    const { id } = await anEndpoint(server, inbox.url);
    const before = process.memoryUsage();
    await aBacklog(server, id, 20_000, bodyBytes);
    server.app.deliveries.wake();

    let most = 0;
    await eventually(
      () => {
        const { heapUsed, external } = process.memoryUsage();
        most = Math.max(most, heapUsed + external - before.heapUsed - before.external);
        return taken >= 1_000;
      },
      { timeoutMs: 20_000, everyMs: 5 },
    );
    // The bodies are 200 MB; claimed at once are at most 256.
    expect(most).toBeLessThan(100 * 2 ** 20);
    expect(await countDeliveries(server, leased())).toBeGreaterThan(0);
    await expect.poll(() => countDeliveries(server, leased())).toBeLessThanOrEqual(256);
  });
});
