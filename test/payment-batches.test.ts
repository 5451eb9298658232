import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockQuotas } from '../src/quotas/locked-quotas.js';
import { aCustomer } from './support/actors.js';
import { anOrderRequest } from './support/order-request.js';
import { waitingForLocks } from './support/other-process.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { aPayment } from './support/transition-stage.js';

const server = forTests(startTestServer);
let buyer: { id: string };
beforeAll(async () => {
  await seedProviders(server);
  buyer = await aCustomer(server);
});

interface Placed {
  raffleId: string;
  orderId: string;
  quantity: number;
}

async function anOrder(raffleId: string, quantity = 1, { id } = buyer): Promise<Placed> {
  const request = anOrderRequest(raffleId, id, { quotaQuantity: quantity, totalValue: BigInt(quantity) * 100n });
  const { orderId, outcome } = await server.app.orderQueue.reserve(request);
  expect(outcome).toBe('RESERVED');
  return { raffleId, orderId: orderId ?? '', quantity };
}

function pay({ raffleId, orderId, quantity }: Placed): Promise<string> {
  const { endToEndId, paidAt } = aPayment();
  const amount = BigInt(quantity) * 100n;
  const incoming = { source: 'CALLBACK', providerName: 'static', endToEndId, amount, paidAt } as const;
  return server.app.orderSettlement.push({ incoming, orderId, raffleId });
}

const cancel = ({ raffleId, orderId }: Placed) =>
  server.app.db.transaction(async (tx) =>
    (await lockQuotas(server.app, tx, [raffleId])).release([orderId], 'CANCELLED', 'FAILED'),
  );

describe('a batch of payments of several raffles', () => {
  it('decides and counts those of each as if they had come alone', async () => {
    const someOrders = fc.array(
      fc.record({ raffle: fc.nat(2), quantity: fc.integer({ min: 1, max: 5 }), buyer: fc.nat(1), isCancelled: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(someOrders, fc.array(fc.nat(1e6), { minLength: 12, maxLength: 12 }), async (asked, places) => {
        const buyers = await Promise.all([aCustomer(server), aCustomer(server)]);
        // Room for what is not cancelled, and for a little more.
        const raffles = await Promise.all(
          [0, 1, 2].map(async (raffle) => {
            const own = asked.filter((order) => order.raffle === raffle);
            const sum = (orders: typeof asked) => orders.reduce((total, { quantity }) => total + quantity, 0);
            const { id } = await anOpenRaffle(server, { quotaQuantity: sum(own) + 1, unprovenShare: 100 });
            return { id, quotaQuantity: sum(own.filter(({ isCancelled }) => !isCancelled)) + 2, free: 2 };
          }),
        );
        const placed: (Placed & { raffle: number; isCancelled: boolean })[] = [];
        for (const { raffle, quantity, buyer: by, isCancelled } of asked) {
          const order = await anOrder(raffles[raffle]!.id, quantity, buyers[by]);
          if (isCancelled) await cancel(order);
          placed.push({ ...order, raffle, isCancelled });
        }
        for (const { id, quotaQuantity } of raffles)
          await server.app.db.transaction(async (tx) => (await lockQuotas(server.app, tx, [id])).resize(id, quotaQuantity));
        const arriving = placed.toSorted((one, other) => places[placed.indexOf(one)]! - places[placed.indexOf(other)]!);
        const expected = arriving.map(({ raffle, quantity, isCancelled }) => {
          if (!isCancelled) return 'PAID';
          if (quantity > raffles[raffle]!.free) return 'LATE';
          raffles[raffle]!.free -= quantity;
          return 'PAID';
        });
        expect(await Promise.all(arriving.map(pay))).toEqual(expected);
        for (const { id, quotaQuantity, free } of raffles) {
          expect(await brokenInvariants(server, id)).toEqual([]);
          const { allocated, reserved } = await server.app.db.prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId: id } });
          expect({ allocated, reserved }).toEqual({ allocated: quotaQuantity - free, reserved: 0 });
        }
      }),
      { numRuns: 25 },
    );
  });

  it('is one transaction', async () => {
    const orders = [];
    for (const { id } of [await anOpenRaffle(server), await anOpenRaffle(server)])
      orders.push(await anOrder(id), await anOrder(id, 2));
    expect(await Promise.all(orders.map(pay))).toEqual(orders.map(() => 'PAID'));
    const where = { orderId: { in: orders.map(({ orderId }) => BigInt(orderId)) } };
    const begun = (await server.app.db.prisma.payment.findMany({ where })).map(({ createdAt }) => createdAt.getTime());
    expect([begun.length, new Set(begun).size]).toEqual([4, 1]);
  });

  it('revives for a buyer what each of the raffles allows', async () => {
    const raffles = [await anOpenRaffle(server, { maxBuyerQuantity: 2 }), await anOpenRaffle(server, { maxBuyerQuantity: 2 })];
    const orders = [];
    for (const { id } of raffles) orders.push(await anOrder(id, 2));
    for (const order of orders) await cancel(order);
    expect(await Promise.all(orders.map(pay))).toEqual(['PAID', 'PAID']);
  });

  it('does not count as unpaid what it pays', async () => {
    const { id } = await anOpenRaffle(server, { enableAntiSpam: true, antiSpamMaxQuota: 5, antiSpamTimeout: 10 });
    const cancelled = await anOrder(id, 3);
    await cancel(cancelled);
    const unpaid = await anOrder(id, 3);
    expect(await Promise.all([pay(cancelled), pay(unpaid)])).toEqual(['PAID', 'PAID']);
  });

  it('sells each raffle out with its own last quota', async () => {
    const [small, large] = [await anOpenRaffle(server, { quotaQuantity: 2, unprovenShare: 100 }), await anOpenRaffle(server)];
    const orders = [await anOrder(small.id, 2), await anOrder(large.id, 2)];
    expect(await Promise.all(orders.map(pay))).toEqual(['PAID', 'PAID']);
    const statusOf = async ({ id }: { id: string }) =>
      (await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } })).status;
    expect([await statusOf(small), await statusOf(large)]).toEqual(['SOLD_OUT', 'OPEN']);
  });

  it.each([
    ['raffle', ({ raffleId }: Placed) => `raffle_counters WHERE raffle_id = '${raffleId}'`],
    ['order', ({ orderId }: Placed) => `orders WHERE id = ${orderId}`],
  ])('is decided while another transaction holds one %s, but for its payments, which wait', async (_, rows) => {
    const held = await anOrder((await anOpenRaffle(server)).id);
    const free = [await anOrder((await anOpenRaffle(server)).id), await anOrder((await anOpenRaffle(server)).id)];
    const connection = await server.app.db.pool.connect();
    try {
      await connection.query('BEGIN');
      await connection.query(`SELECT FROM ${rows(held)} FOR UPDATE`);
      let isDecided = false;
      const waiting = pay(held).finally(() => (isDecided = true));
      expect(await Promise.all(free.map(pay))).toEqual(['PAID', 'PAID']);
      await waitingForLocks(connection);
      expect(isDecided).toBe(false);
      await connection.query('COMMIT');
      expect(await waiting).toBe('PAID');
    } finally {
      connection.release();
    }
    expect(await brokenInvariants(server, held.raffleId)).toEqual([]);
  });
});
