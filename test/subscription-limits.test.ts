import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { aCustomer } from './support/actors.js';
import { eventually } from './support/eventually.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { bearer, rawSocket } from './support/subscribe.js';

const OF_USER = 3;
const OF_ADDRESS = 6;

const server = forTests(() =>
  startTestServer({
    subscriptionsPerUser: OF_USER,
    subscriptionsPerAddress: OF_ADDRESS,
    // So that the tests come from addresses of their own.
    trustedProxies: ['127.0.0.1'],
  }),
);
let raffleId: string;

beforeAll(async () => {
  await seedProviders(server);
  raffleId = (await anOpenRaffle(server)).id;
});

const BAR = 'subscription ($raffleId: ID!) { sellBar(raffleId: $raffleId) { paid } }';
const STATUS = 'subscription ($orderId: ID!) { orderStatus(orderId: $orderId) { status } }';

async function from(address: string, token?: string) {
  const raw = await rawSocket(server, { 'x-forwarded-for': address });
  raw.send({ type: 'connection_init', payload: token ? bearer(token) : {} });
  await raw.until('connection_ack');
  let subscribed = 0;
  return {
    socket: raw.socket,
    async subscribe(query = BAR, variables: Record<string, unknown> = { raffleId }) {
      const id = String((subscribed += 1));
      raw.send({ id, type: 'subscribe', payload: { query, variables } });
      const { type, payload } = await eventually(() => raw.messages.find((message) => message.id === id));
      return { id, type, payload };
    },
    complete: (id: string) => raw.send({ id, type: 'complete' }),
    async leave() {
      raw.socket.terminate();
      await raw.closed;
    },
  };
}

const live = () => server.app.orderWatch.subscribers + server.app.sellBarWatch.subscribers;
const noneLeft = () => eventually(() => live() === 0);
const refused = (way: string) => ({
  type: 'error',
  payload: [{ message: expect.stringContaining(way), extensions: { code: 'RATE_LIMITED' } }],
});

it('a user has room for so many subscriptions over all connections, and another user of the same address for their own', async () => {
  const [buyer, other] = [await aCustomer(server), await aCustomer(server)];
  const desk = salesDesk(server.graphql);
  const orderId = (await desk.buy(buyer.token, { raffleId, quotaQuantity: 1 })).order?.id;
  const [first, second, another] = [
    await from('203.0.113.1', buyer.token),
    await from('203.0.113.2', buyer.token),
    await from('203.0.113.2', other.token),
  ];
  const { id } = await first.subscribe(STATUS, { orderId });
  for (const connection of [first, second]) expect((await connection.subscribe(STATUS, { orderId })).type).toBe('next');
  expect(await second.subscribe(STATUS, { orderId })).toMatchObject(refused('One account has at most 3 live subscriptions'));
  expect((await another.subscribe()).type).toBe('next');

  // What was refused ended nothing, and what ends makes room.
  expect(live()).toBe(OF_USER + 1);
  first.complete(id);
  await eventually(() => live() === OF_USER);
  expect((await second.subscribe(STATUS, { orderId })).type).toBe('next');
  expect((await second.subscribe(STATUS, { orderId })).type).toBe('error');
  await first.leave();
  await eventually(() => live() === OF_USER);
  expect((await second.subscribe(STATUS, { orderId })).type).toBe('next');
  for (const connection of [second, another]) await connection.leave();
  await noneLeft();
});

it('an address has room for so many, an IPv6 network counting as one, and another address for its own', async () => {
  const home = [await from('2001:db8:1:2::a'), await from('2001:db8:1:2::b')] as const;
  for (let n = 0; n < OF_ADDRESS; n++) expect((await home[n % 2 === 0 ? 0 : 1].subscribe()).type).toBe('next');
  for (const connection of home) {
    expect(await connection.subscribe()).toMatchObject(refused('One network address has at most 6 live subscriptions'));
  }
  const elsewhere = await from('2001:db8:1:3::a');
  expect((await elsewhere.subscribe()).type).toBe('next');
  for (const connection of [...home, elsewhere]) await connection.leave();
  await noneLeft();
});

it('what was refused, failed or never opened takes no room', async () => {
  const buyer = await aCustomer(server);
  const connection = await from('203.0.113.3', buyer.token);
  for (let n = 0; n < 2 * OF_ADDRESS; n++) {
    expect((await connection.subscribe(STATUS, { orderId: '999999' })).payload.errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
    expect((await connection.subscribe('subscription { nothing }')).type).toBe('error');
    const gone = await from('203.0.113.3', buyer.token);
    gone.socket.send(
      JSON.stringify({ id: '1', type: 'subscribe', payload: { query: STATUS, variables: { orderId: '999999' } } }),
    );
    await gone.leave();
  }
  // The last that failed tells so before it is forgotten.
  await eventually(async () => (await connection.subscribe()).type === 'next' && live() === OF_USER);
  await connection.leave();
  await noneLeft();
});

it('an address may open as many connections, and is told to close some when it opens more', async () => {
  const open = await Promise.all(Array.from({ length: OF_ADDRESS }, () => from('198.51.100.7')));
  const answered = async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': '198.51.100.7' },
    });
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, AsyncIterable<Buffer> & { statusCode: number }];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part);
    return { status: response.statusCode, text: Buffer.concat(parts).toString() };
  };
  expect(await answered()).toEqual({ status: 429, text: expect.stringContaining('close some, and try again') });
  const elsewhere = await from('198.51.100.8');
  await open[0]?.leave();
  const again = await eventually(() => from('198.51.100.7').catch(() => undefined));
  expect((await again.subscribe()).type).toBe('next');
  for (const connection of [...open, elsewhere, again]) await connection.leave();
});
