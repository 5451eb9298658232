import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FrameStream, type FrameReceiver } from '../src/graphql/frame-stream.js';
import { textFrame } from '../src/graphql/text-frame.js';
import { SellBarResolver } from '../src/metrics/sell-bar.resolver.js';
import { OrderResolver } from '../src/orders/order.resolver.js';
import { LatestValue } from '../src/platform/latest-value.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { deferred } from './support/deferred.js';
import { eventually } from './support/eventually.js';
import { anOpenRaffle, salesDesk, seedProviders, type OrderAnswer } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { bearer, connect } from './support/subscribe.js';

const server = forTests(startTestServer);
const buyer = forTests(() => aCustomer(server));
const admin = forTests(() => anAdmin(server));
beforeAll(() => seedProviders(server));
afterEach(() => void vi.restoreAllMocks());

const BAR = 'subscription ($raffleId: ID!) { sellBar(raffleId: $raffleId) { raffleId reserved } }';
const SAME_BAR_OTHERWISE = 'subscription Bar($raffleId: ID!) { sellBar(raffleId: $raffleId) { reserved raffleId total } }';

const dataOf = ({ data, errors }: { data?: unknown; errors?: unknown }): unknown => errors ?? data;

async function buy(raffleId: string): Promise<OrderAnswer> {
  const { order } = await salesDesk(server.graphql).buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1 });
  if (!order) throw new Error('nothing was sold');
  return order;
}

describe('an answer to subscribers', () => {
  it('is made once a change for all who ask the same, and is the one that each would get alone', async () => {
    const raffles = [await anOpenRaffle(server), await anOpenRaffle(server)];
    const clients = Array.from({ length: 12 }, (_, i) => connect(server, i % 2 === 0 ? undefined : bearer(buyer.token)));
    const operator = connect(server, bearer(admin.token));
    const [one, other] = raffles.map(({ id }) => id);
    const streams = [
      ...clients.map((client) => client.subscribe<{ sellBar: unknown }>(BAR, { raffleId: one })),
      connectedTo(SAME_BAR_OTHERWISE, one),
      connectedTo(BAR, other),
      operator.subscribe<{ sellBar: unknown }>(BAR, { raffleId: one }),
    ];
    function connectedTo(document: string, raffleId: string | undefined) {
      const client = connect(server);
      clients.push(client);
      return client.subscribe<{ sellBar: unknown }>(document, { raffleId });
    }
    for (const stream of streams) await stream.next();

    const made = vi.spyOn(SellBarResolver.prototype, 'sellBarChanges');
    await buy(one ?? '');
    const answers = await Promise.all(streams.map(async (stream, i) => (i === 13 ? undefined : dataOf(await stream.next()))));
    // The public, buyers, the other document and the operator: once each, or twice where who came last is told with the next reading.
    expect(made.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(made.mock.calls.length).toBeLessThanOrEqual(8);
    const bar = { sellBar: { raffleId: one, reserved: 1 } };
    expect(answers.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => bar));
    expect(answers[12]).toEqual({ sellBar: { reserved: 1, raffleId: one, total: expect.any(Number) } });
    expect(answers[14]).toEqual(bar);
    await Promise.all([...clients, operator].map((client) => client.close()));
    await eventually(() => server.app.sellBarWatch.subscribers === 0);
  });

  it('is not shared by callers who may see different things of the same', async () => {
    const raffle = await anOpenRaffle(server);
    const order = await buy(raffle.id);
    const STATUS = 'subscription ($id: ID!) { orderStatus(orderId: $id) { status } }';
    const clients = [buyer, buyer, admin, await anAdmin(server)]
      .map(({ token }) => bearer(token))
      .map((params) => connect(server, params));
    const streams = clients.map((client) => client.subscribe(STATUS, { id: order.id }));
    for (const stream of streams) await stream.next();
    const made = vi.spyOn(OrderResolver.prototype, 'orderStatus');
    await salesDesk(server.graphql).pay(admin.token, order.id);
    expect(await Promise.all(streams.map(async (stream) => dataOf(await stream.next())))).toEqual(
      Array.from({ length: 4 }, () => ({ orderStatus: { status: 'PAID' } })),
    );
    // The buyer's two pages are one; two operators are two. Once each, or twice where who came last is told with the next reading.
    expect(made.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(made.mock.calls.length).toBeLessThanOrEqual(6);
    await Promise.all(clients.map((client) => client.close()));
  });
});

describe('a delivery', () => {
  it('keeps the latest value only for a client that does not read, and goes on when it does', async () => {
    const ended = vi.fn<() => void>();
    const events = new LatestValue<number>(() => undefined);
    const written: number[] = [];
    let taken = deferred<void>();
    const delivery = new FrameStream('', {
      events,
      frames: { send: (event, to) => to.write(Buffer.from(String(event))), leave: ended },
      client: {
        write(frame) {
          written.push(Number(frame.toString()));
          return taken.promise;
        },
      },
    });
    const running = delivery.next();
    for (const value of [1, 2, 3]) {
      events.put(value);
      await new Promise(setImmediate);
    }
    expect(written).toEqual([1]);
    const before = taken;
    taken = deferred<void>();
    before.resolve();
    await eventually(() => written.length === 2);
    expect(written).toEqual([1, 3]);
    events.end();
    taken.resolve();
    expect(await running).toEqual({ done: true, value: undefined });
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('that fails says so to its reader, and ends its stream', async () => {
    const ended = vi.fn<() => void>();
    const closed = vi.fn<() => void>();
    const events = new LatestValue<number>(closed);
    events.put(1);
    const failure = new Error('nothing can be made of it');
    const frames = { send: (_event: unknown, to: FrameReceiver) => to.fail(failure), leave: ended };
    const delivery = new FrameStream('', { events, frames, client: { write: () => undefined } });
    await expect(delivery.next()).rejects.toBe(failure);
    expect([ended.mock.calls.length, closed.mock.calls.length]).toEqual([1, 1]);
  });

  it.each(['before it began', 'while it waits'])('that is ended %s ends its stream, once', async (when) => {
    const ended = vi.fn<() => void>();
    const closed = vi.fn<() => void>();
    const events = new LatestValue<number>(closed);
    const frames = { send: () => undefined, leave: ended };
    const delivery = new FrameStream('', { events, frames, client: { write: () => undefined } });
    const running = when === 'while it waits' ? delivery.next() : undefined;
    await delivery.return();
    await running;
    expect(await delivery.next()).toEqual({ done: true, value: undefined });
    expect([ended.mock.calls.length, closed.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('a text frame', () => {
  // RFC 6455, 5.7 has the first and the shape of the others: 0x81, the length, the text.
  it.each([
    ['Hello', '810548656c6c6f'],
    ['x'.repeat(125), `817d${'78'.repeat(125)}`],
    ['x'.repeat(126), `817e007e${'78'.repeat(126)}`],
    ['x'.repeat(65_535), `817effff${'78'.repeat(65_535)}`],
    ['x'.repeat(65_536), `817f0000000000010000${'78'.repeat(65_536)}`],
    ['é', '8102c3a9'],
  ])('has the length of its bytes before it (%#)', (text, hexadecimal) => {
    expect(textFrame(text).toString('hex')).toBe(hexadecimal);
    expect(textFrame('', Buffer.from(text)).toString('hex')).toBe(hexadecimal);
  });

  it('is made of what differs and of what is the same', () => {
    expect(textFrame('é', Buffer.from('Hello')).toString('hex')).toBe('8107c3a948656c6c6f');
  });
});
