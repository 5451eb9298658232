import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import type { OrderRequest } from '../src/quotas/reserve-orders.js';
import { aCustomer } from './support/actors.js';
import { runSql } from './support/database.js';
import { startFlakyDatabase } from './support/flaky-database.js';
import { anOrderRequest } from './support/order-request.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, letExpire, salesDesk } from './support/sales.js';
import { forTests, startTestServer, type TestServer } from './support/start.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();

describe('an order that cannot be written', () => {
  it('is one of a buyer whose account was deleted while it waited, and those beside it are written', async () => {
    const raffle = await anOpenRaffle(server);
    const [gone, here] = [await aCustomer(server), await aCustomer(server)];
    await server.app.db.prisma.user.update({ where: { id: gone.id }, data: { deletedAt: new Date() } });
    const reservations = await Promise.all(
      [gone, here].map(({ id }) => server.app.orderQueue.reserve(anOrderRequest(raffle.id, id))),
    );
    expect(reservations.map(({ outcome }) => outcome)).toEqual(['NO_BUYER', 'RESERVED']);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 2 });
  });

  it('fails alone, whatever is wrong with it and wherever it stands in the batch', async () => {
    const raffle = await anOpenRaffle(server);
    const { id } = await aCustomer(server);
    const poisons: Partial<OrderRequest>[] = [
      { quotaQuantity: 0 },
      { totalValue: -1n },
      { raffleId: raffle.id, userId: 'no uuid' },
      { referral: 'a\0b' },
      { charge: { txid: 'already-there', dynamic: false, brCode: 'code' } },
      { charge: { txid: 'already-there', dynamic: false, brCode: 'code' } },
    ];
    const requests = Array.from({ length: 30 }, (_, i) => anOrderRequest(raffle.id, id, i % 6 === 3 ? poisons[(i - 3) / 6] : {}));
    requests.push(anOrderRequest(raffle.id, id, poisons[5]));

    const outcomes = await Promise.allSettled(requests.map((request) => server.app.orderQueue.reserve(request)));

    const failed = outcomes.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
    // One of the two with the same code is written, the other one is not.
    expect(failed).toEqual([3, 9, 15, 21, 30]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.outcome === 'RESERVED')).toHaveLength(26);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 52 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('because its buyer is gone is refused alone among twenty at once', async () => {
    const raffle = await anOpenRaffle(server);
    const gone = server.app.tokens.issue('USER', '01990000-0000-7000-8000-00000000dead').accessToken;
    const buyers = await Promise.all(Array.from({ length: 20 }, () => aCustomer(server)));
    const tokens = buyers.map(({ token }, i) => (i === 7 ? gone : token));

    const outcomes = await Promise.all(tokens.map((token) => desk.buy(token, { raffleId: raffle.id, quotaQuantity: 1 })));

    expect(outcomes.flatMap(({ code }, i) => (code ? [[i, code]] : []))).toEqual([[7, 'UNAUTHENTICATED']]);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 19 });
  });
});

describe('a database that drops its connections', () => {
  /** Less and less often, so that what takes longer on a busy machine gets through in the end. */
  async function whileConnectionsDrop<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const dropping = (async () => {
      for (let everyMs = 15; !isOver; everyMs *= 1.1) {
        await runSql(
          server.databaseUrl,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'raffle-gateway' AND datname = current_database()`,
        );
        await sleep(everyMs);
      }
    })();
    try {
      return await work;
    } finally {
      isOver = true;
      await dropping;
    }
  }

  it('loses no order and makes none twice: every buyer who asks again with the key has exactly one', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 1_000 });
    const buyers = await Promise.all(Array.from({ length: 80 }, () => aCustomer(server)));
    const outcomes = await whileConnectionsDrop(
      Promise.all(
        buyers.map(async ({ id, token }, i) => {
          await sleep(i * 4);
          for (let attempt = 1; ; attempt++) {
            const outcome = await desk.buy(token, { raffleId: raffle.id, quotaQuantity: 3 }, { 'idempotency-key': id });
            if (outcome.order || attempt === 20) return outcome;
          }
        }),
      ),
    );

    expect(outcomes.filter(({ order }) => order?.status === 'PENDING')).toHaveLength(80);
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 1_000, reserved: 240, allocated: 0 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('loses no payment and takes none twice', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 1_000 });
    const buyers = await Promise.all(Array.from({ length: 40 }, () => aCustomer(server)));
    const orders = await Promise.all(buyers.map(({ token }) => desk.buy(token, { raffleId: raffle.id, quotaQuantity: 3 })));
    const statuses = await whileConnectionsDrop(
      Promise.all(
        orders.map(async ({ order }, i) => {
          await sleep(i * 8);
          for (let attempt = 1; ; attempt++) {
            const paid = await desk.pay(admin.token, order?.id ?? '');
            if (paid.order || attempt === 20) return paid.order?.status ?? paid.code;
          }
        }),
      ),
    );

    expect(statuses).toEqual(Array(40).fill('PAID'));
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 1_000, reserved: 0, allocated: 120 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });
});

describe('a COMMIT whose reply is lost', () => {
  const flaky = forTests(() => startFlakyDatabase(server.databaseUrl));
  let behind: TestServer;
  beforeAll(async () => {
    const { jwtSecret, encryptionKeys } = server.app.config;
    behind = await startTestServer({ databaseUrl: flaky.url, jwtSecret, encryptionKeys });
  });
  afterAll(() => behind?.stop());

  it('of a batch of orders answers every buyer with the order that was written', async () => {
    const raffle = await anOpenRaffle(server);
    const buyers = await Promise.all(Array.from({ length: 10 }, () => aCustomer(server)));
    const lost = flaky.loseReplyTo('reserve_orders');

    const outcomes = await Promise.all(
      buyers.map(({ token }) => salesDesk(behind.graphql).buy(token, { raffleId: raffle.id, quotaQuantity: 2 })),
    );
    await lost;

    const rows = await server.app.db.prisma.order.findMany({ where: { raffleId: raffle.id }, include: { charge: true } });
    const codes = rows.map(({ id, charge }) => [String(id), charge?.brCode]);
    expect(new Map(outcomes.map(({ order }) => [order?.id, order?.qrCodeContent]))).toEqual(new Map(codes as [string, string][]));
    expect(rows).toHaveLength(10);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 20 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('of a free order with a key answers it, paid', async () => {
    const raffle = await anOpenRaffle(server, { quotaPrice: 0n });
    const buyer = await aCustomer(server);
    const lost = flaky.loseReplyTo('reserve_orders');
    const { order } = await salesDesk(behind.graphql).buy(
      buyer.token,
      { raffleId: raffle.id, quotaQuantity: 2 },
      { 'idempotency-key': 'free' },
    );
    await lost;
    expect(order).toMatchObject({ status: 'PAID', luckyNumbers: { totalCount: 2 } });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0, allocated: 2 });
  });

  it('of a free order without a key answers it, and makes no second one', async () => {
    const raffle = await anOpenRaffle(server, { quotaPrice: 0n });
    const buyer = await aCustomer(server);
    const lost = flaky.loseReplyTo('reserve_orders');
    const { order } = await salesDesk(behind.graphql).buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 });
    await lost;
    expect(order).toMatchObject({ status: 'PAID', luckyNumbers: { totalCount: 2 } });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0, allocated: 2 });
    expect(await server.app.db.prisma.order.count({ where: { raffleId: raffle.id } })).toBe(1);
  });

  it('because the batch arrives when its orders were already written again writes none of them twice', async () => {
    const raffle = await anOpenRaffle(server);
    const buyers = await Promise.all(Array.from({ length: 5 }, () => aCustomer(server)));
    const arrived = flaky.delay('reserve_orders', 500);
    const outcomes = await Promise.all(
      buyers.map(({ token }) => salesDesk(behind.graphql).buy(token, { raffleId: raffle.id, quotaQuantity: 2 })),
    );
    await arrived;
    await sleep(300);
    expect(new Set(outcomes.map(({ order }) => order?.id)).size).toBe(5);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 10 });
    expect(await server.app.db.prisma.order.count({ where: { raffleId: raffle.id } })).toBe(5);
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('of a payment, a cancellation and an expiry has each done once', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const away = salesDesk(behind.graphql);
    const orders = await Promise.all(
      Array.from({ length: 3 }, () => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 })),
    );
    const [paid = '', cancelled = '', expired = ''] = orders.map(({ order }) => order?.id);

    let lost = flaky.loseReplyTo('COMMIT');
    expect((await away.pay(admin.token, paid)).order?.status).toBe('PAID');
    await lost;
    lost = flaky.loseReplyTo('COMMIT');
    expect((await away.cancel(buyer.token, cancelled)).order?.status).toBe('CANCELLED');
    await lost;
    await letExpire(server, expired, 121);
    lost = flaky.loseReplyTo('COMMIT');
    await expireOrders(behind.app);
    await expireOrders(server.app);
    await expect
      .poll(async () => (await server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(expired) } })).status)
      .toBe('EXPIRED');
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 1_000, reserved: 0, allocated: 2 });
    expect(await server.app.db.prisma.auditEntry.count({ where: { subjectId: paid } })).toBe(1);
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });
});

describe('an order that is placed when the database gives out', () => {
  it('is told of by its id, and finished by who asks again with the key', async () => {
    const raffle = await anOpenRaffle(server, { quotaPrice: 0n });
    const buyer = await aCustomer(server);
    await runSql(
      server.databaseUrl,
      `CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON quota_allocations FOR EACH ROW EXECUTE FUNCTION disk_is_full()`,
    );
    const ask = () => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 }, { 'idempotency-key': 'unfinished' });
    const refused = await ask();
    await runSql(server.databaseUrl, 'DROP TRIGGER full_disk ON quota_allocations');

    const [row] = await server.app.db.prisma.order.findMany({ where: { raffleId: raffle.id } });
    expect(refused).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining(`Order ${row?.id} is reserved`) });
    expect((await ask()).order).toMatchObject({ id: String(row?.id), status: 'PAID' });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0, allocated: 2 });
  });
});
