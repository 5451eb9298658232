import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../src/platform/metrics.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { ageCaches } from './support/clock.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { doorTo, type Door } from './support/door.js';
import { figuresOf } from './support/figures.js';
import { anOpenRaffle, letExpire } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';

const CACHED_MS = 60_000;
const HOUR_MS = 3_600_000;

const freshFiguresOf = (url: string) => {
  ageCaches(CACHED_MS);
  return figuresOf(url);
};

describe('the figures that alerts are made of', () => {
  const banked = forTests(() => startBankedServer(['away']));

  const figures = () => freshFiguresOf(banked.server.url);
  const tables = () => banked.server.app.db.prisma;
  const figure = async (name: string) => (await figures()).get(name);
  const buy = async (paymentProviderName: string) => {
    const raffle = await anOpenRaffle(banked.server);
    const { token } = await aCustomer(banked.server);
    return banked.desk.buy(token, { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName });
  };

  it('count the calls of payment providers by what became of them, and how long they took', async () => {
    const charge = 'provider="sandbox",operation="PUT /cob/{txid}"';
    const called = (outcome: string) => `gateway_provider_calls_total{${charge},outcome="${outcome}"}`;
    await buy('sandbox');
    const before = await figures();
    expect(before.get(called('OK'))).toBe(1);
    expect(before.get(`gateway_provider_call_duration_seconds_count{${charge}}`)).toBe(1);
    await banked.behave({ failRequests: 1_000 });
    await buy('sandbox');
    await banked.behave({ failRequests: 0 });
    const after = await figures();
    expect([after.get(called('OK')), after.get(called('UNREACHABLE'))]).toEqual([1, 1]);
  });

  it('count how many orders and payments were decided at once', async () => {
    const before = await figures();
    const { order } = await buy('sandbox');
    await banked.payAtBank(order?.qrCodeContent);
    await banked.untilStatus(order, 'PAID');
    const after = await figures();
    for (const queue of ['orders', 'order_payments', 'callbacks_kept']) {
      const name = `gateway_batch_items_count{queue="${queue}"}`;
      expect([queue, (after.get(name) ?? 0) - (before.get(name) ?? 0)]).toEqual([queue, 1]);
    }
  });

  it('tell when recurring work last ended well', async () => {
    const startedAt = Date.now() / 1_000 - 60;
    for (const worker of ['raffles.dates', 'payments.inbox', 'webhooks.deliveries', 'reconciliation.checks']) {
      const name = `gateway_worker_last_success_timestamp_seconds{worker="${worker}"}`;
      await expect.poll(() => figure(name), { timeout: 15_000 }).toBeGreaterThan(startedAt);
    }
  });

  it('tell how many orders stand how', async () => {
    const pending = (await figure('gateway_orders{status="PENDING"}')) ?? 0;
    expect(await figure('gateway_orders{status="REFUNDED"}')).toBe(0);
    await buy('static');
    expect(await figure('gateway_orders{status="PENDING"}')).toBe(pending + 1);
  });

  it('tell for how long an unpaid order has been overdue that cannot be ended', async () => {
    expect(await figure('gateway_order_expiry_lag_seconds')).toBe(0);
    const { order } = await buy('away');
    await banked.behave({ failRequests: 1_000 });
    await letExpire(banked.server, order?.id ?? '', 420);
    expect(await figure('gateway_order_expiry_lag_seconds')).toBeGreaterThan(299);
    expect(await figure('gateway_order_expiry_lag_seconds')).toBeLessThan(360);
    await banked.behave({ failRequests: 0 });
  });

  it('tell how many webhooks wait, due or later, and for how long', async () => {
    await banked.server.app.deliveries.stop();
    const { id: eventId } = await tables().webhookEvent.create({ data: { id: randomUUID(), type: 'order.paid', body: '{}' } });
    const delivery = (createdAgoMs: number, dueInMs: number) =>
      tables().webhookDelivery.create({
        data: {
          id: randomUUID(),
          eventId,
          url: 'http://127.0.0.1:9/',
          receiver: 'host:127.0.0.1',
          createdAt: new Date(Date.now() - createdAgoMs),
          nextAttemptAt: new Date(Date.now() + dueInMs),
        },
      });
    await delivery(3 * HOUR_MS, HOUR_MS);
    await delivery(2 * HOUR_MS, HOUR_MS);
    await delivery(HOUR_MS, -600_000);
    expect(await figure('gateway_webhook_backlog{state="later"}')).toBe(2);
    const after = await figures();
    expect(after.get('gateway_webhook_backlog{state="due"}')).toBe(1);
    expect(Math.floor((after.get('gateway_webhook_longest_due_seconds') ?? 0) / 60)).toBe(10);
    expect(Math.floor((after.get('gateway_webhook_oldest_waiting_seconds') ?? 0) / 60)).toBe(180);
  });

  it('tell how many callbacks wait, and for how long', async () => {
    expect(await figure('gateway_callbacks_oldest_waiting_seconds')).toBe(0);
    const nextAttemptAt = new Date(Date.now() + HOUR_MS);
    const receivedAt = new Date(Date.now() - 2 * HOUR_MS);
    await tables().paymentCallback.create({
      data: { id: randomUUID(), providerName: 'sandbox', body: '{}', nextAttemptAt, receivedAt },
    });
    expect(await figure('gateway_callbacks_waiting')).toBe(1);
    expect(Math.floor(((await figure('gateway_callbacks_oldest_waiting_seconds')) ?? 0) / 60)).toBe(120);
  });

  it('tell of the process and of Node', async () => {
    const known = await figures();
    for (const name of ['process_cpu_seconds_total', 'nodejs_heap_size_used_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect([name, known.get(name)]).toEqual([name, expect.any(Number)]);
  });
});

describe('figures that cannot be read', () => {
  let database: TestDatabase;
  let door: Door;
  let server: TestServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    door = await doorTo(database.url);
    server = await startTestServer({ databaseUrl: door.url });
  });
  afterAll(async () => {
    await server?.stop();
    await door?.shut();
    await database?.drop();
  });

  it('are left out and said to be, and the others are answered', async () => {
    const failed = (source: string) => `gateway_figures_failed{source="${source}"}`;
    const known = await figuresOf(server.url);
    expect(['backlogs', 'orders', 'open_work'].map((source) => known.get(failed(source)))).toEqual([0, 0, 0]);
    expect(known.get('gateway_callbacks_waiting')).toBe(0);
    await door.shut();
    expect((await freshFiguresOf(server.url)).get(failed('backlogs'))).toBe(1);
    const without = await figuresOf(server.url);
    expect([without.get('gateway_callbacks_waiting'), without.get('gateway_orders{status="PAID"}')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(without.get('gateway_websockets')).toBe(0);
    await door.open();
    await expect.poll(async () => (await freshFiguresOf(server.url)).get(failed('backlogs'))).toBe(0);
    expect((await figuresOf(server.url)).get('gateway_callbacks_waiting')).toBe(0);
  });

  it('are asked for once while they are new, however often somebody asks', async () => {
    const metrics = createMetrics();
    let reads = 0;
    const read = async () => [{ gauge: 'tested_reads', value: ++reads }];
    metrics.addSource({ name: 'tested', gauges: { tested_reads: { help: 'How often it was read.' } }, maxAgeMs: 60_000, read });
    const texts = await Promise.all(Array.from({ length: 20 }, () => metrics.text()));
    for (const text of texts) expect(text).toContain('\ntested_reads 1\n');
    expect(reads).toBe(1);
  });
});
