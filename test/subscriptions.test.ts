import { createSecretKey } from 'node:crypto';
import { Agent, request } from 'node:http';
import jwt from 'jsonwebtoken';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { withHeldClock } from './support/clock.js';
import { eventually } from './support/eventually.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';
import { bearer, connect, rawSocket } from './support/subscribe.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));
let raffleId: string;

beforeAll(async () => {
  raffleId = (await anOpenRaffle(server)).id;
  await seedProviders(server);
});

/** Each test closes what it opened; what is live afterwards has leaked. */
afterEach(async () => {
  const { orderWatch, sellBarWatch, db } = server.app;
  await eventually(() => orderWatch.subscribers + sellBarWatch.subscribers === 0);
  await eventually(() => db.pool.idleCount === db.pool.totalCount);
});

const STATUS = 'subscription ($orderId: ID!) { orderStatus(orderId: $orderId) { id status paidAt luckyNumbers { totalCount } } }';
const BAR = 'subscription ($raffleId: ID!) { sellBar(raffleId: $raffleId) { total paid reserved available percentage } }';
const INIT = { type: 'connection_init' };

async function anOrder(quotaQuantity = 2): Promise<string> {
  const { data } = await server.graphql(
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
    { input: { raffleId, quotaQuantity } },
    { token: buyer.token },
  );
  return data.createOrder.id;
}

const pay = (orderId: string, at: TestServer = server) =>
  at.graphql('mutation ($id: ID!) { payOrder(id: $id, note: "cash") { status } }', { id: orderId }, { token: admin.token });

describe('orderStatus', () => {
  it('gives the order at once, then PAID with its numbers as soon as it is paid', async () => {
    const orderId = await anOrder();
    const client = connect(server, bearer(buyer.token));
    const stream = client.subscribe(STATUS, { orderId });
    expect(await stream.next()).toMatchObject({
      data: { orderStatus: { id: orderId, status: 'PENDING', paidAt: null, luckyNumbers: { totalCount: 0 } } },
    });

    await pay(orderId);
    const answer = await stream.next();
    expect(answer).toMatchObject({
      data: { orderStatus: { id: orderId, status: 'PAID', paidAt: expect.any(String), luckyNumbers: { totalCount: 2 } } },
    });
    expect(stream.answers).toHaveLength(2);
    await client.close();
  });

  it('gives PAID within seconds when another process of the service settled it', async () => {
    const orderId = await anOrder();
    const other = await startTestServer({
      databaseUrl: server.databaseUrl,
      jwtSecret: server.app.config.jwtSecret,
      encryptionKeys: server.app.config.encryptionKeys,
    });
    const client = connect(server, bearer(buyer.token));
    const stream = client.subscribe(STATUS, { orderId });
    await stream.next();
    expect((await pay(orderId, other)).data.payOrder.status).toBe('PAID');
    expect((await stream.next()).data.orderStatus.status).toBe('PAID');
    await client.close();
    await other.stop();
  });

  it('is for its buyer and for operators; for anyone else there is no such order', async () => {
    const orderId = await anOrder();
    const [operator, stranger, nobody] = [
      connect(server, bearer(admin.token)),
      connect(server, bearer((await aCustomer(server)).token)),
      connect(server),
    ];
    expect((await operator.subscribe(STATUS, { orderId }).next()).data.orderStatus.id).toBe(orderId);

    const refusals = await Promise.all(
      [orderId, '999999999', 'nonsense'].map((id) => stranger.subscribe(STATUS, { orderId: id }).next()),
    );
    for (const { data, errors } of refusals) {
      expect(data ?? null).toBeNull();
      expect(errors).toEqual([
        {
          message: 'There is no such order.',
          path: ['orderStatus'],
          locations: expect.any(Array),
          extensions: { code: 'NOT_FOUND' },
        },
      ]);
    }
    expect((await nobody.subscribe(STATUS, { orderId }).next()).errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    await Promise.all([operator, stranger, nobody].map((client) => client.close()));
  });
});

describe('sellBar', () => {
  it('gives the bar at once to anyone', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 50 });
    const client = connect(server);
    const stream = client.subscribe(BAR, { raffleId: raffle.id });
    expect((await stream.next()).data).toEqual({ sellBar: { total: 50, paid: 0, reserved: 0, available: 50, percentage: 0 } });
    await client.close();
  });

  it('then only on change, at most twice a second, and ends with the latest', async () => {
    const raffle = await anOpenRaffle(server);
    const client = connect(server);
    const stream = client.subscribe(BAR, { raffleId: raffle.id });
    await stream.next();
    for (let reserved = 1; reserved <= 30; reserved++) {
      await server.app.db.prisma.raffleCounter.update({ where: { raffleId: raffle.id }, data: { reserved } });
      await new Promise((resolve) => {
        setTimeout(resolve, 60);
      });
    }
    await eventually(() => stream.answers.at(-1)?.data.sellBar.reserved === 30);
    const seen = stream.answers.length;
    const gaps = stream.answers.slice(1).map(({ at }, i) => at - (stream.answers[i]?.at ?? 0));
    expect(seen).toBeGreaterThan(2);
    // The clock of the reader is not that of the server.
    for (const gap of gaps) expect(gap).toBeGreaterThan(430);

    await new Promise((resolve) => {
      setTimeout(resolve, 1_200);
    });
    expect(stream.answers).toHaveLength(seen);
    await client.close();
  });

  it('is not there for a raffle that is not, nor for a draft unless to an operator', async () => {
    const draft = await anOpenRaffle(server, { status: 'DRAFT' });
    const [nobody, operator] = [connect(server), connect(server, bearer(admin.token))];
    for (const id of [draft.id, 'nonsense', '01890000-0000-7000-8000-000000000000']) {
      expect((await nobody.subscribe(BAR, { raffleId: id }).next()).errors).toMatchObject([
        { extensions: { code: 'NOT_FOUND' } },
      ]);
    }
    expect((await operator.subscribe(BAR, { raffleId: draft.id }).next()).data.sellBar.total).toBe(1_000);
    await Promise.all([nobody.close(), operator.close()]);
  });
});

describe('a connection', () => {
  it.each<[string, Record<string, unknown>]>([
    ['is not valid', bearer('nonsense')],
    ['is in another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['is no text', { authorization: { token: 'x' } }],
    ['is under another spelling and not valid', { Authorization: 'Bearer nonsense' }],
  ])('whose token %s is closed with 4403', async (_, params) => {
    const client = connect(server, params);
    void client.subscribe(BAR, { raffleId });
    expect(await client.closed).toMatchObject({ code: 4403, reason: 'Forbidden' });
    await client.close();
  });

  it('is closed with 4403 when its token expires', async () => {
    const soon = Math.floor(Date.now() / 1000) + 2;
    const key = createSecretKey(Buffer.from(server.app.config.jwtSecret, 'utf8'));
    const token = jwt.sign({ exp: soon }, key, { issuer: 'raffle-gateway', audience: 'USER', subject: buyer.id });
    const client = connect(server, bearer(token));
    const stream = client.subscribe(STATUS, { orderId: await anOrder() });
    expect((await stream.next()).data.orderStatus.status).toBe('PENDING');
    expect(await client.closed).toMatchObject({ code: 4403, reason: 'Token expired' });
    expect(Date.now() / 1000).toBeGreaterThanOrEqual(soon - 0.01);
    await client.close();
  });

  it('that does not say who it is within three seconds is closed with 4408', async () => {
    await withHeldClock(async (pass) => {
      const { closed, socket } = await rawSocket(server);
      await pass(2_999);
      expect(socket.readyState).toBe(socket.OPEN);
      await pass(1);
      expect(await closed).toMatchObject({ code: 4408 });
    });
  });

  it('that sends a message of more than 100 kB is closed with 1009', async () => {
    const raw = await rawSocket(server);
    raw.socket.send(JSON.stringify({ ...INIT, payload: { padding: 'x'.repeat(100_000) } }));
    expect(await raw.closed).toMatchObject({ code: 1009 });
  });

  it('that subscribes before it says who it is, or speaks no protocol, is closed', async () => {
    const [early, broken] = [await rawSocket(server), await rawSocket(server)];
    early.send({ id: '1', type: 'subscribe', payload: { query: BAR, variables: { raffleId } } });
    broken.socket.send('nonsense');
    expect(await early.closed).toMatchObject({ code: 4401 });
    expect(await broken.closed).toMatchObject({ code: 4400 });
  });

  it.each([
    { type: 'connection_ack' },
    { type: 'next', id: '1', payload: { data: null } },
    { type: 'error', id: '1', payload: [{ message: 'no' }] },
  ])('that sends what only a server says, $type, is closed with 4400', async (message) => {
    const raw = await rawSocket(server);
    raw.send(INIT);
    await raw.until('connection_ack');
    raw.send({ type: 'pong' }, { type: 'ping' });
    await raw.until('pong');
    raw.send(message);
    expect(await raw.closed).toMatchObject({ code: 4400, reason: 'Invalid message received' });
  });

  it('is not made at another address, and a request that cannot be read ends nobody', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    const answered = (path: string, headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const { hostname, port } = new URL(server.url);
        request({ hostname, port, path, headers }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
    expect(await answered('/elsewhere', upgrade)).toBe(404);
    expect(await answered('//', upgrade)).toBe(404);
    expect(await answered('/graphql', upgrade)).toBe(400);
    expect((await server.rest('GET', '/healthz')).status).toBe(200);
  });
});

describe('a request that offers another protocol', () => {
  it('is served as if it had not, its body and the ones after it on the connection included', async () => {
    const { hostname, port } = new URL(server.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (query: string) =>
      new Promise<unknown>((resolve, reject) => {
        const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
        const headers = { ...offer, 'content-type': 'application/json' };
        const asked = request({ agent, hostname, port, path: '/graphql', method: 'POST', headers }, (response) => {
          let text = '';
          response.on('data', (data: Buffer) => (text += data.toString())).on('end', () => resolve(JSON.parse(text)));
        });
        asked.on('error', reject).write(`{"query": "{ __typename }", "padding": "${'x'.repeat(50_000)}"`);
        setTimeout(() => asked.end(`, "variables": ${JSON.stringify({ query })}}`), 20);
      });
    for (const query of ['first', 'second']) expect(await ask(query)).toEqual({ data: { __typename: 'Query' } });
    agent.destroy();
  });
});

describe('a document', () => {
  it('that is a query or a mutation is refused: those go by POST', async () => {
    const client = connect(server, bearer(buyer.token));
    const before = await server.app.db.prisma.order.count();
    const refused = [{ message: expect.stringContaining('POST'), extensions: { code: 'BAD_USER_INPUT' } }];
    expect(await client.subscribe('{ raffleCategories { id } }').ended).toEqual(refused);
    const mutation = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
    expect(await client.subscribe(mutation, { input: { raffleId, quotaQuantity: 1 } }).ended).toEqual(refused);
    expect(await client.subscribe('{ __schema { types { name } } }').ended).toEqual(refused);
    expect(await server.app.db.prisma.order.count()).toBe(before);
    await client.close();
  });

  it('that is wrong is refused with the codes that HTTP has', async () => {
    const client = connect(server, bearer(buyer.token));
    const refusal = async (query: string, variables?: Record<string, unknown>, operationName?: string) =>
      ((await client.subscribe(query, variables, { operationName }).ended) as { extensions: unknown }[]).map(
        ({ extensions }) => extensions,
      );
    expect(await refusal('subscription {')).toEqual([{ code: 'GRAPHQL_PARSE_FAILED' }]);
    expect(await refusal('subscription { nothing }')).toEqual([{ code: 'GRAPHQL_VALIDATION_FAILED' }]);
    expect(await refusal(STATUS, {})).toMatchObject([{ code: 'BAD_USER_INPUT', fields: { orderId: ['is required'] } }]);
    expect(await refusal(STATUS, { orderId: [1] })).toMatchObject([
      { code: 'BAD_USER_INPUT', fields: { orderId: ['must be text'] } },
    ]);
    expect(await refusal(STATUS, { orderId: '1' }, 'Other')).toEqual([{ code: 'BAD_USER_INPUT' }]);
    await client.close();
  });

  it.each([
    ['with a variable', 'subscription ($id: ID!, $if: Boolean!) { sellBar(raffleId: $id) @include(if: $if) { paid } }'],
    ['with a literal', 'subscription ($id: ID!) { sellBar(raffleId: $id) @skip(if: true) { paid } }'],
    ['that leaves it in', 'subscription ($id: ID!) { sellBar(raffleId: $id) @include(if: true) { paid } }'],
    ['without a value', 'subscription ($id: ID!) { sellBar(raffleId: $id) @include { paid } }'],
    ['on a fragment within', 'subscription ($id: ID!) { ... @include(if: true) { sellBar(raffleId: $id) { paid } } }'],
    ['in a fragment within', 'subscription ($id: ID!) { ... { sellBar(raffleId: $id) @skip(if: false) { paid } } }'],
    [
      'on a fragment',
      'subscription ($id: ID!) { ...f @skip(if: true) } fragment f on Subscription { sellBar(raffleId: $id) { paid } }',
    ],
    [
      'in a fragment of a fragment',
      `subscription ($id: ID!, $if: Boolean!) { ...f } fragment f on Subscription { ...g }
       fragment g on Subscription { ...f sellBar(raffleId: $id) @include(if: $if) { paid } }`,
    ],
  ])('whose only field has a condition, %s, is refused in words, and nothing else ends', async (_, query) => {
    const variables = { id: raffleId, if: false };
    const client = connect(server);
    const other = client.subscribe(BAR, { raffleId });
    await other.next();
    const refused = { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' }, message: expect.stringContaining('leave out @skip') };
    expect(await client.subscribe(query, variables).ended).toMatchObject([refused]);
    expect((await client.subscribe(BAR, { raffleId }).next()).errors).toBeUndefined();
    expect(server.app.sellBarWatch.subscribers).toBe(2);
    await client.close();
    // Twice: the second time a document that was let through would be known.
    for (const _again of [1, 2]) {
      expect(await server.graphql(query, variables)).toMatchObject({ status: 400, data: undefined, errors: [refused] });
    }
  });

  it('may have conditions further in', async () => {
    const client = connect(server);
    const query = `subscription ($id: ID!, $if: Boolean!) { ... { ...f } }
      fragment f on Subscription { sellBar(raffleId: $id) { paid @include(if: $if) ... @skip(if: $if) { total } } }`;
    expect((await client.subscribe(query, { id: raffleId, if: true }).next()).data).toEqual({
      sellBar: { paid: expect.any(Number) },
    });
    await client.close();
  });

  it('may be one of twenty on a connection, and of no more until one ends', async () => {
    const client = connect(server);
    const streams = Array.from({ length: 20 }, () => client.subscribe(BAR, { raffleId }));
    await Promise.all(streams.map((stream) => stream.next()));
    expect(await client.subscribe(BAR, { raffleId }).ended).toMatchObject([
      { message: expect.stringContaining('complete one of them first'), extensions: { code: 'RATE_LIMITED' } },
    ]);
    streams[0]?.stop();
    await eventually(() => server.app.sellBarWatch.subscribers === 19);
    expect((await client.subscribe(BAR, { raffleId }).next()).errors).toBeUndefined();
    await client.close();
  });
});

describe('nothing is left behind', () => {
  it('when clients go without a word', async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => rawSocket(server)));
    for (const { send } of sockets) {
      send(INIT);
    }
    await Promise.all(sockets.map(({ until }) => until('connection_ack')));
    for (const { send } of sockets) {
      for (const id of ['1', '2']) send({ id, type: 'subscribe', payload: { query: BAR, variables: { raffleId } } });
    }
    await eventually(() => server.app.sellBarWatch.subscribers === 60);
    for (const { socket } of sockets) socket.terminate();
    await eventually(() => server.app.sellBarWatch.subscribers === 0);
  });

  it('when a client uses one id for two subscriptions that open at the same time', async () => {
    const orderId = await anOrder();
    const raw = await rawSocket(server);
    raw.send({ ...INIT, payload: bearer(buyer.token) });
    await raw.until('connection_ack');
    const subscribe = { id: '1', type: 'subscribe', payload: { query: STATUS, variables: { orderId } } };
    raw.send(subscribe, { id: '1', type: 'complete' }, subscribe, { id: '1', type: 'complete' }, subscribe);
    await raw.until('next');
    await eventually(() => server.app.orderWatch.subscribers > 1);
    raw.socket.terminate();
    await eventually(() => server.app.orderWatch.subscribers === 0);
  });

  it('when a client ends a subscription before it has opened', async () => {
    const orderId = await anOrder();
    const raw = await rawSocket(server);
    raw.send({ ...INIT, payload: bearer(buyer.token) });
    await raw.until('connection_ack');
    for (let id = 0; id < 50; id++) {
      raw.send(
        { id: String(id), type: 'subscribe', payload: { query: STATUS, variables: { orderId } } },
        { id: String(id), type: 'complete' },
      );
    }
    await eventually(() => server.app.orderWatch.subscribers === 0 && server.app.db.pool.waitingCount === 0);
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
    raw.socket.terminate();
  });

  it('when a client has much answered and reads nothing: it is let go', async () => {
    const raw = await rawSocket(server);
    raw.send(INIT);
    await raw.until('connection_ack');
    raw.socket.pause();
    const ping = { type: 'ping', payload: { padding: 'x'.repeat(90_000) } };
    const openSockets = async () => /^gateway_websockets (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
    expect(await openSockets()).toBe('1');
    const memory = process.memoryUsage().rss;
    for (let sent = 0; sent < 100 && raw.socket.bufferedAmount < 20_000_000; sent++) for (let i = 0; i < 10; i++) raw.send(ping);
    await expect.poll(openSockets, { timeout: 10_000 }).toBe('0');
    expect(process.memoryUsage().rss - memory).toBeLessThan(300_000_000);
    raw.socket.terminate();
    expect((await server.rest('GET', '/healthz')).status).toBe(200);
  });
});
