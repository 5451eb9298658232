import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExportResultCode } from '@opentelemetry/core';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TracingSettings } from '../src/platform/tracing-settings.js';
import { logExportFailures } from '../src/platform/tracing/start-tracing.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer, type BankedServer } from './support/banked-server.js';
import { eventually } from './support/eventually.js';
import { jsonHeaders } from './support/graphql-client.js';
import { startLoggedServer } from './support/logged-server.js';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './support/otlp-receiver.js';
import { anOpenRaffle, aProvider } from './support/sales.js';
import { answerJson, open, startRemoteService, stopAll, type RemoteService } from './support/sandbox.js';
import { startTestServer } from './support/start.js';
import { anEndpoint, startInbox, type Inbox } from './support/webhook-inbox.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
/** What was seen is sent every five seconds. */
const SOON = { timeout: 20_000, interval: 250 };

const opened = <T extends { stop(): Promise<void> }>(one: T): T => {
  open.push(one);
  return one;
};

const tracingTo = (url: string, more: Partial<TracingSettings> = {}): TracingSettings => ({
  url: `${url}/v1/traces`,
  headers: { 'x-collector': 'secret-of-the-collector' },
  serviceName: 'rifas',
  sampler: 'parentbased_always_on',
  ratio: 1,
  ...more,
});

describe('a service that is told where traces go', () => {
  let collector: OtlpReceiver;
  let banked: BankedServer;
  let inbox: Inbox;
  let silent: RemoteService;
  let buyer: Awaited<ReturnType<typeof aCustomer>>;
  let qrCode = '';
  beforeAll(async () => {
    collector = opened(await startOtlpReceiver());
    banked = await startBankedServer([], { tracing: tracingTo(collector.url) });
    inbox = await startInbox();
    await anEndpoint(banked.server, inbox.url, ['order.paid']);
    silent = opened(await startRemoteService((_request, response) => answerJson(response, 400, {})));
    await aProvider(banked.server, {
      name: 'refusing',
      adapter: 'sandbox',
      pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
      baseUrl: silent.url,
      credentials: { clientId: 'a', clientSecret: 'b' },
    });
    buyer = await aCustomer(banked.server);
    const raffle = await anOpenRaffle(banked.server);
    const { data } = await ask(
      'mutation Secret($input: CreateOrderInput!) { createOrder(input: $input) { id qrCodeContent } }',
      { input: { raffleId: raffle.id, quotaQuantity: 7, paymentProviderName: 'sandbox' } },
      { traceparent: `00-${TRACE}-${CALLER}-01` },
    );
    const order = data.createOrder as { id: string; qrCodeContent: string };
    qrCode = order.qrCodeContent;
    await banked.payAtBank(qrCode);
    const refused = { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName: 'refusing' };
    await ask('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', { input: refused });
    const isAllThere = () =>
      ['webhook delivery', 'PUT /cob/{txid}'].every((name) => named(name).length > 0)
      && collector.spans().some(({ status }) => status === 2);
    await eventually(isAllThere, { timeoutMs: 20_000, everyMs: 250 });
  });
  afterAll(async () => {
    await banked?.stop();
    await stopAll();
  });

  const ask = (query: string, variables: unknown, headers: Record<string, string> = {}) =>
    fetch(`${banked.server.url}/graphql`, {
      method: 'POST',
      headers: { ...jsonHeaders({ token: buyer.token }), ...headers },
      body: JSON.stringify({ query, variables }),
    }).then((response) => response.json() as Promise<{ data: Record<string, unknown> }>);
  const named = (name: string) => collector.spans().filter((span) => span.name === name);
  const ofTrace = () => collector.spans().filter(({ traceId }) => traceId === TRACE);
  const wayTo = (span: ReceivedSpan | undefined): string[] => {
    if (!span) return [];
    const above = collector.spans().find(({ spanId }) => spanId === span.parentSpanId);
    return [span.name, ...(above ? wayTo(above) : [])];
  };

  it("follows an order from the caller's own trace to the statement that reserves it and the provider that charges it", () => {
    const route = ofTrace().find(({ name }) => name === 'POST /graphql');
    expect(route).toMatchObject({ parentSpanId: CALLER, kind: 2, status: 0 });
    expect(route?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'http.response.status_code': 200,
    });
    const ways = ofTrace().map(wayTo);
    const operation = ['createOrder', 'POST /graphql'];
    expect(ways).toContainEqual(operation);
    expect(ways).toContainEqual(['reserve_orders', 'batch of orders', ...operation]);
    expect(ways).toContainEqual(['PUT /cob/{txid}', ...operation]);
    expect(ways).toContainEqual(['activate_charge', ...operation]);
    const statement = ofTrace().find(({ name }) => name === 'reserve_orders');
    expect([statement?.kind, statement?.attributes]).toEqual([3, { 'db.system.name': 'postgresql' }]);
  });

  it('follows rounds of recurring work and deliveries of webhooks, each as a trace of its own', () => {
    const [round] = named('payments.inbox');
    expect(round?.parentSpanId).toBeUndefined();
    const claims = named('claim_callbacks').map(wayTo);
    expect(new Set(claims.map((way) => way.join(' < ')))).toEqual(new Set(['claim_callbacks < payments.inbox']));
    expect(named('GET /pix/{e2eid}').map(wayTo)).toContainEqual(expect.arrayContaining(['payments.inbox']));
    const [delivery] = named('webhook delivery');
    expect(delivery).toMatchObject({ kind: 3, status: 0, attributes: { 'http.response.status_code': 200 } });
    expect(delivery?.parentSpanId).toBeUndefined();
  });

  it('marks what failed by a code, up to who asked', () => {
    const failed = collector.spans().filter(({ status }) => status === 2);
    expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual(
      expect.arrayContaining([
        ['POST /oauth/token', 'REJECTED'],
        ['PUT /cob/{txid}', 'UNAUTHORIZED'],
        ['createOrder', 'PAYMENT_PROVIDER_UNAVAILABLE'],
      ]),
    );
  });

  it('names itself to the collector, and sends what it was given for it', () => {
    expect(collector.headers()[0]).toMatchObject({ 'x-collector': 'secret-of-the-collector' });
    expect(collector.text()).toContain('{"key":"service.name","value":{"stringValue":"rifas"}}');
  });

  it('sends nothing of the people, their orders or what was asked', async () => {
    const { name, phone, cpf, email } = await banked.server.app.db.prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
    const sent = collector.text();
    const secrets = [
      name,
      phone,
      cpf,
      email,
      buyer.id,
      buyer.token,
      qrCode,
      'Secret',
      'quotaQuantity',
      'INSERT',
      'secret-of-the',
    ];
    expect(secrets.filter((secret) => secret && sent.includes(secret))).toEqual([]);
    const keys = new Set(collector.spans().flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...keys].toSorted()).toEqual([
      'db.system.name',
      'error.type',
      'gateway.provider',
      'gateway.webhook_delivery',
      'graphql.operation.type',
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ]);
  });

  it('tells neither providers nor receivers of webhooks of the trace', () => {
    expect(silent.received.length).toBeGreaterThan(0);
    expect(inbox.received.length).toBeGreaterThan(0);
    for (const { headers } of [...silent.received, ...inbox.received]) expect(Object.keys(headers)).not.toContain('traceparent');
  });

  it('links the orders that share a batch to it', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const buyers = await Promise.all(Array.from({ length: 12 }, () => aCustomer(banked.server)));
    const order = { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName: 'static' };
    // Held, so that those behind the first one come together, however slow the machine.
    const holder = await banked.server.app.db.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM raffle_counters WHERE raffle_id = $1 FOR UPDATE', [raffle.id]);
    const bought = Promise.all(buyers.map(({ token }) => banked.desk.buy(token, order)));
    await sleep(600);
    await holder.query('ROLLBACK');
    holder.release();
    await bought;
    const isLinked = () => named('batch of orders').some(({ links }) => links.length > 0);
    await expect.poll(isLinked, SOON).toBe(true);
    const { links, traceId } = named('batch of orders').find((span) => span.links.length > 0) ?? {};
    const orders = new Set(named('createOrder').map((span) => span.traceId));
    for (const link of links ?? []) expect([orders.has(link.traceId), link.traceId === traceId]).toEqual([true, false]);
  });
});

describe('traces', () => {
  afterEach(stopAll);

  it('stand in the lines of the log about a request', async () => {
    const collector = opened(await startOtlpReceiver());
    const server = opened(await startTestServer());
    const logged = opened(await startLoggedServer(server, { tracing: tracingTo(collector.url) }));
    await logged.ask('{ me { id } }', {}, { headers: { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'asked-1' } });
    const lines = logged
      .logged()
      .split('\n')
      .filter((line) => line.includes('asked-1'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ trace_id: TRACE, requestId: 'asked-1' });
  });

  it.each<[string, Partial<TracingSettings>, string]>([
    ['the caller keeps none', { sampler: 'parentbased_always_on' }, `00-${TRACE}-${CALLER}-00`],
    ['none are wanted', { sampler: 'always_off' }, `00-${TRACE}-${CALLER}-01`],
    ['a share of none is wanted', { sampler: 'traceidratio', ratio: 0 }, `00-${TRACE}-${CALLER}-01`],
  ])('are not sent where %s', async (_, settings, traceparent) => {
    const collector = opened(await startOtlpReceiver());
    const server = await startTestServer({ tracing: tracingTo(collector.url, settings) });
    await server.graphql('{ raffleCategories { id } }', {}, { headers: { traceparent } });
    await server.stop();
    expect(collector.spans().filter(({ traceId }) => traceId === TRACE)).toEqual([]);
  });

  it('begin anew where the caller names none that can be read, and leave out what is asked all the time', async () => {
    const collector = opened(await startOtlpReceiver());
    const server = await startTestServer({ tracing: tracingTo(collector.url) });
    await server.graphql('{ raffleCategories { id } }', {}, { headers: { traceparent: 'nonsense' } });
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(server.url + path)).status).toBe(200);
    await server.stop();
    const routes = collector.spans().filter(({ kind }) => kind === 2);
    expect(routes.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([['POST /graphql', undefined]]);
  });

  it('go on where the body comes long after its head', async () => {
    const collector = opened(await startOtlpReceiver());
    const server = await startTestServer({ tracing: tracingTo(collector.url) });
    const request = http.request(`${server.url}/graphql`, { method: 'POST', headers: jsonHeaders() });
    request.write('{ "query": "{ raffleCategories');
    await sleep(200);
    request.end(' { id } }" }');
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    await once(response, 'end');
    await server.stop();
    const route = collector.spans().find(({ name }) => name === 'POST /graphql');
    expect(collector.spans().find(({ name }) => name === 'raffleCategories')).toMatchObject({ parentSpanId: route?.spanId });
  });

  it('are sent when the service stops, which waits for no collector that does not answer', async () => {
    const dead = opened(await startRemoteService(() => undefined));
    const server = await startTestServer({ tracing: tracingTo(dead.url) });
    await server.graphql('{ raffleCategories { id } }');
    await server.stop();
    expect(dead.received.length).toBeGreaterThan(0);
  });

  it('never hold up a request: the collector refuses, and operators still work', async () => {
    const collector = opened(await startOtlpReceiver(500));
    const server = opened(await startTestServer({ tracing: tracingTo(collector.url) }));
    const { token } = await anAdmin(server);
    expect((await server.rest('GET', '/v1/raffle-categories', { token })).status).toBe(200);
  });
});

describe('a collector that is away', () => {
  it('is one line of the log until it is back, and one when it goes again', () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const results = [1, 1, 1, 0, 1, 1].map((code) => ({ code, error: code ? new Error('refused') : undefined }));
    const told: number[] = [];
    const exporter = logExportFailures(
      { export: (_spans, done) => done(results.shift() as { code: number }), shutdown: async () => undefined },
      log,
      ExportResultCode,
    );
    for (let i = 0; i < 6; i++) exporter.export([], ({ code }) => told.push(code));
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'tracing.export.failed',
      'tracing.export.failed',
    ]);
    expect(told).toEqual(Array.from({ length: 6 }, () => ExportResultCode.SUCCESS));
  });
});

it('costs nothing where it is not wanted: OpenTelemetry is imported by nobody, only loaded by who starts it', () => {
  const src = path.join(import.meta.dirname, '..', 'src');
  const importing = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /^import (?!type )[^;]*from '@opentelemetry\//m.test(readFileSync(path.join(src, file), 'utf8')));
  expect(importing).toEqual([]);
});
