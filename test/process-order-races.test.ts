import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { settle } from '../src/payments/settle.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, leftOf, letExpire, salesDesk, seedProviders } from './support/sales.js';
import { seededRandom, startSecondGateway, type SecondGateway } from './support/second-gateway.js';
import { forTests, startTestServer } from './support/start.js';

type Buyer = { id: string; token: string };

const server = forTests(startTestServer);
let second: SecondGateway;
const admin = forTests(() => anAdmin(server));
let desks: ReturnType<typeof salesDesk>[];
let buyers: Buyer[];

beforeAll(async () => {
  await seedProviders(server);
  second = await startSecondGateway(server);
  desks = [salesDesk(server.graphql), salesDesk(second.ask)];
  buyers = await Promise.all(Array.from({ length: 200 }, () => aCustomer(server)));
});
afterAll(() => second?.stop());

const deskOf = (i: number) => desks[i % desks.length] as ReturnType<typeof salesDesk>;
const rowsOf = (raffleId: string) => server.app.db.prisma.order.findMany({ where: { raffleId }, orderBy: { id: 'asc' } });

async function numbersOf(raffleId: string): Promise<string[]> {
  const paid = (await rowsOf(raffleId)).filter(({ status }) => status === 'PAID');
  const NUMBERS = 'query ($id: ID!) { luckyNumbersByOrder(orderId: $id, first: 100) { nodes } }';
  const answers = await Promise.all(
    paid.map(({ id }, i) => (i % 2 === 0 ? server.graphql : second.ask)(NUMBERS, { id: String(id) }, { token: admin.token })),
  );
  return answers.flatMap(({ data }) => data.luckyNumbersByOrder.nodes as string[]);
}

describe('two processes that sell one raffle', () => {
  it('sell its last ten quotas to ten of two hundred buyers at once, and each number once', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 40 });
    const [first] = buyers as [Buyer];
    const early = await deskOf(0).buy(first.token, { raffleId: raffle.id, quotaQuantity: 30 });
    await deskOf(0).pay(admin.token, early.order?.id ?? '');

    const outcomes = await Promise.all(
      buyers.map(({ token }, i) => deskOf(i).buy(token, { raffleId: raffle.id, quotaQuantity: 1 })),
    );

    // The others may still pay first.
    const placed = outcomes.flatMap(({ order }) => order ?? []);
    expect(placed).toHaveLength(200);
    const sold = placed.filter(({ reservation }) => reservation === 'RESERVED');
    expect(sold).toHaveLength(10);
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 40, reserved: 10, allocated: 30 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);

    await Promise.all([...sold, ...sold].map(({ id }, i) => deskOf(i).pay(admin.token, id)));
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 40, reserved: 0, allocated: 40 });
    expect((await numbersOf(raffle.id)).toSorted()).toEqual(Array.from({ length: 40 }, (_, i) => String(i).padStart(2, '0')));
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it("hold a buyer's limit over both", async () => {
    const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 7 });
    const [buyer] = buyers as [Buyer];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, i) => deskOf(i).buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 })),
    );
    expect(outcomes.filter(({ order }) => order)).toHaveLength(3);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 6 });
  });

  it("hold a buyer's limit and the last quota though both decide at the very same moment", async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 9, maxBuyerQuantity: 5 });
    const [buyer, other] = buyers as [Buyer, Buyer];
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    const waiting = async () =>
      (await client.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))
        .rowCount;
    try {
      for (const { token } of [buyer, other]) {
        await client.query('BEGIN');
        await client.query('SELECT FROM raffle_counters WHERE raffle_id = $1 FOR UPDATE', [raffle.id]);
        const buying = desks.map((desk) => desk.buy(token, { raffleId: raffle.id, quotaQuantity: 5 }));
        await expect.poll(waiting, { interval: 10 }).toBe(2);
        await client.query('COMMIT');
        const outcomes = (await Promise.all(buying)).map(({ order, code }) => order?.reservation ?? code);
        expect(new Set(outcomes)).toEqual(new Set(['CONFLICT', token === buyer.token ? 'RESERVED' : 'AT_PAYMENT']));
      }
    } finally {
      await client.end();
    }
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 9, reserved: 5, allocated: 0 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('make one order of one Idempotency-Key sent to both at once', async () => {
    const raffle = await anOpenRaffle(server);
    const [buyer] = buyers as [Buyer];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        deskOf(i).buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 }, { 'idempotency-key': 'over-two' }),
      ),
    );
    expect(outcomes.every(({ order }) => order)).toBe(true);
    expect(new Set(outcomes.map(({ order }) => order?.id)).size).toBe(1);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 2 });
  });

  it('do not let large orders that are refused hide what is left from small ones', async () => {
    for (const seed of [1, 2]) {
      const random = seededRandom(seed);
      const raffle = await anOpenRaffle(server, { quotaQuantity: 60 });
      const quantities = Array.from({ length: 80 }, (_, i) => (i % 4 === 0 ? 30 + random(20) : 1 + random(3)));
      const outcomes = await Promise.all(
        quantities.map((quotaQuantity, i) => deskOf(i).buy(buyers[i]?.token ?? '', { raffleId: raffle.id, quotaQuantity })),
      );
      const refused = quantities.filter((_, i) => outcomes[i]?.order?.reservation === 'AT_PAYMENT');
      const left = await leftOf(server, raffle.id);
      expect(refused.length).toBeGreaterThan(0);
      expect(Math.min(...refused)).toBeGreaterThan(left);
      expect(await brokenInvariants(server, raffle.id)).toEqual([]);
    }
  });

  it.each([11, 12])('keep every rule while orders are made, paid, cancelled and expired at random (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const pick = <Item>(items: Item[]): Item => items[random(items.length)] as Item;
    const raffle = await anOpenRaffle(server, { quotaQuantity: 150, maxBuyerQuantity: 40 });
    const some = buyers.slice(0, 25);
    const made: { id: string; buyer: Buyer; total: bigint; txid: string }[] = [];

    const buy = async (): Promise<void> => {
      const buyer = pick(some);
      const { order } = await pick(desks).buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 + random(8) });
      if (order) made.push({ id: order.id, buyer, total: BigInt(order.quotaQuantity) * 100n, txid: order.qrCodeId ?? '' });
    };
    const arrive = async (): Promise<void> => {
      const order = pick(made);
      const incoming = {
        source: 'RECONCILIATION' as const,
        providerName: 'static',
        txid: order.txid,
        endToEndId: random(4) === 0 ? `E-${order.id}` : randomUUID(),
        amount: order.total + BigInt(pick([0, 0, 0, 0, -1, 5])),
        paidAt: new Date(),
      };
      await Promise.all([settle(server.app, incoming), ...(random(3) === 0 ? [settle(server.app, incoming)] : [])]);
    };
    const acts: (() => Promise<unknown>)[] = [
      buy,
      buy,
      buy,
      arrive,
      () => pick(desks).pay(admin.token, pick(made).id),
      () => {
        const { id, buyer } = pick(made);
        return pick(desks).cancel(buyer.token, id);
      },
      () => letExpire(server, pick(made).id, 125),
      () => expireOrders(server.app),
      () => second.expireOrders(),
    ];
    await Promise.all(Array.from({ length: 10 }, buy));
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 30 }, () => pick(acts)()));

    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
    const numbers = await numbersOf(raffle.id);
    const { allocated } = await countsOf(server, raffle.id);
    expect(new Set(numbers).size).toBe(allocated);
    expect(numbers).toHaveLength(allocated);
    expect(new Set((await rowsOf(raffle.id)).map(({ status }) => status))).toEqual(
      new Set(['PENDING', 'PAID', 'CANCELLED', 'EXPIRED']),
    );
  });
});
