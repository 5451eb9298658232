import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle, letExpire, seedProviders } from './support/sales.js';
import { startTestServer, type TestServer } from './support/start.js';
import { bearer, connect } from './support/subscribe.js';

let server: TestServer;
let raffleId: string;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  await seedProviders(server);
  raffleId = (await anOpenRaffle(server)).id;
  token = (await aCustomer(server)).token;
});
afterEach(async () => {
  vi.useRealTimers();
  await server?.stop();
});

async function anOrder(): Promise<{ id: string; secondsLeft: number }> {
  const create = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id secondsLeft } }';
  return (await server.graphql(create, { input: { raffleId, quotaQuantity: 1 } }, { token })).data.createOrder;
}

const ORDER = 'query ($id: ID!) { order(id: $id) { secondsLeft } }';
const LIST = '{ myOrders { nodes { secondsLeft } } }';
const STATUS = 'subscription ($id: ID!) { orderStatus(orderId: $id) { secondsLeft } }';

describe('the seconds that are left of an order', () => {
  it.each([
    ['behind', -600_000],
    ['ahead of it', 600_000],
  ])('are those that the database sees, with the clock of this process %s', async (_, differenceMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + differenceMs });
    const { id, secondsLeft } = await anOrder();
    const client = connect(server, bearer(token));
    const seen = [
      secondsLeft,
      (await server.graphql(ORDER, { id }, { token })).data.order.secondsLeft,
      (await server.graphql(LIST, {}, { token })).data.myOrders.nodes[0].secondsLeft,
      (await client.subscribe(STATUS, { id }).next()).data.orderStatus.secondsLeft,
    ];
    await client.close();
    expect(Math.max(...seen)).toBeLessThanOrEqual(900);
    expect(Math.min(...seen)).toBeGreaterThan(800);
  });

  it('are none once its time is over, while it is still unpaid', async () => {
    const { id } = await anOrder();
    await letExpire(server, id, 1);
    expect((await server.graphql(ORDER, { id }, { token })).data.order.secondsLeft).toBe(0);
  });
});
