import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';
import { startBeside, forTests } from './support/start.js';
import { bearer, connect } from './support/subscribe.js';

const FIELDS =
  'raffleId totalQuotas reservedQuotas soldQuotas orders revenue buyers pendingOrders pendingValue ordersToday quotasToday '
  + 'revenueToday hour revenueTodayToHour revenueYesterdayToHour';
const WATCH = `subscription ($raffleId: ID!) { salesMetrics(raffleId: $raffleId) { ${FIELDS} } }`;
const READ = `query ($raffleId: ID!) { salesMetrics(raffleId: $raffleId) { ${FIELDS} } }`;

interface Metrics {
  salesMetrics: Record<string, unknown>;
}

const { server, admin, desk } = shopForTests();
const other = forTests(() => startBeside(server));
let buyer = {} as { id: string; token: string };
beforeAll(async () => {
  buyer = await aCustomer(server);
});

async function order(raffleId: string, quotaQuantity = 1): Promise<string> {
  const { order: placed, message } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!placed) throw new Error(message);
  return placed.id;
}

describe('the sale of a raffle, watched', () => {
  it('is there at once, and soon after a payment that another process took', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const client = connect(other, bearer(admin.token));
    const stream = client.subscribe<Metrics>(WATCH, { raffleId });
    const none = { orders: 0, revenue: '0.00', buyers: 0, pendingOrders: 0, ordersToday: 0, revenueToday: '0.00' };
    expect((await stream.next()).data?.salesMetrics).toMatchObject({ raffleId, totalQuotas: 1_000, soldQuotas: 0, ...none });

    const id = await order(raffleId, 3);
    expect((await stream.next()).data?.salesMetrics).toMatchObject({ reservedQuotas: 3, pendingOrders: 1, pendingValue: '3.00' });
    await desk.pay(admin.token, id);
    const told = await stream.next();
    expect(told.data?.salesMetrics).toMatchObject({
      reservedQuotas: 0,
      soldQuotas: 3,
      orders: 1,
      revenue: '3.00',
      buyers: 1,
      pendingOrders: 0,
      ordersToday: 1,
      quotasToday: 3,
      revenueToday: '3.00',
    });
    await client.close();

    const again = connect(server, bearer(admin.token));
    expect((await again.subscribe<Metrics>(WATCH, { raffleId }).next()).data).toEqual(told.data);
    expect((await server.graphql<Metrics>(READ, { raffleId }, admin)).data).toEqual(told.data);
    await again.close();
  });

  it('comes at most twice a second, and ends with the latest', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const client = connect(server, bearer(admin.token));
    const stream = client.subscribe<Metrics>(WATCH, { raffleId });
    await stream.next();
    const startedAtMs = performance.now();
    for (let paid = 0; paid < 30; paid++) await desk.pay(admin.token, await order(raffleId));
    const elapsedMs = performance.now() - startedAtMs;
    await sleep(1_200);
    expect(stream.answers.length - 1).toBeLessThanOrEqual(Math.ceil((elapsedMs + 1_200) / 500) + 1);
    expect(stream.answers.at(-1)?.data?.salesMetrics).toMatchObject({ orders: 30, soldQuotas: 30, revenue: '30.00' });
    await client.close();
  });

  it('compares the hours of today that are over with as many of yesterday', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const read = async () => (await server.graphql<Metrics>(READ, { raffleId }, admin)).data.salesMetrics;
    await desk.pay(admin.token, await order(raffleId, 2));
    await desk.pay(admin.token, await order(raffleId, 5));
    await server.app.db.pool.query(
      `INSERT INTO sales_hours SELECT $1, at.hour, 1, 1, 100 FROM (
         SELECT date_trunc('hour', now() AT TIME ZONE 'America/Sao_Paulo') - interval '1 day' + n * interval '1 hour' AS hour
         FROM generate_series(-1, 0) n
       ) at WHERE at.hour >= (now() AT TIME ZONE 'America/Sao_Paulo')::date - 1`,
      [raffleId],
    );
    const metrics = await read();
    expect(metrics.revenueToday).toBe('7.00');
    // Nothing of this hour, neither of today nor of yesterday; in the first hour of a day there is nothing to compare.
    expect(metrics.revenueTodayToHour).toBe('0.00');
    expect(metrics.revenueYesterdayToHour).toBe(metrics.hour === 0 ? '0.00' : '1.00');
  });

  it('is for operators, and of a raffle that there is', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const codeOf = async (token: string | undefined, id: string) => {
      const client = connect(server, token === undefined ? undefined : bearer(token));
      const { errors } = await client.subscribe(WATCH, { raffleId: id }).next();
      await client.close();
      return errors?.[0]?.extensions.code;
    };
    expect(await codeOf(buyer.token, raffleId)).toBe('FORBIDDEN');
    expect(await codeOf(undefined, raffleId)).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.token, '00000000-0000-4000-8000-000000000000')).toBe('NOT_FOUND');
    expect(server.app.salesWatch.subscribers).toBe(0);
  });
});
