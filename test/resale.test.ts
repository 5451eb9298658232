import { describe, expect, it } from 'vitest';
import { checkAllBooks } from '../src/reconciliation/books/check-books.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle, type OrderAnswer } from './support/sales.js';
import { seededRandom, startSecondGateway } from './support/second-gateway.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();

interface Buyer {
  id: string;
  token: string;
}

const place = (raffleId: string, quotaQuantity: number, buyer: Buyer) =>
  desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
async function buy(raffleId: string, quotaQuantity: number, buyer: Buyer): Promise<OrderAnswer> {
  const { order, message } = await place(raffleId, quotaQuantity, buyer);
  if (!order) throw new Error(message);
  return (await desk.pay(admin.token, order.id)).order!;
}
const refund = async (id: string) => {
  const { errors } = await server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { status } }', { id }, admin);
  expect(errors).toBeUndefined();
};
const blocksOf = async (orderId: string) =>
  (
    await server.app.db.prisma.quotaAllocation.findMany({
      where: { orderId: BigInt(orderId) },
      orderBy: { firstOrdinal: 'asc' },
    })
  ).map(({ firstOrdinal, endOrdinal }) => [firstOrdinal, endOrdinal]);
async function stateOf(raffleId: string) {
  const { data } = await server.graphql<{
    raffle: { status: string; sellBar: { total: number; paid: number; reserved: number; available: number; percentage: number } };
  }>(
    'query ($id: ID!) { raffle(id: $id) { status sellBar { total paid reserved available percentage } } }',
    { id: raffleId },
    admin,
  );
  return { status: data.raffle.status, ...data.raffle.sellBar };
}
const disagreements = async () => {
  await checkAllBooks(server.app);
  return (await reportReconciliation(server.app)).disagreements;
};

describe('quotas that were given back', () => {
  it('are sold again when the fresh ones are gone, the lowest first, in several blocks', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 20 });
    const [one, other] = [await aCustomer(server), await aCustomer(server)];
    const first = await buy(id, 5, one);
    const second = await buy(id, 5, one);
    const third = await buy(id, 5, one);
    await refund(third.id);
    await refund(first.id);
    expect(await stateOf(id)).toMatchObject({ status: 'OPEN', paid: 5, available: 15, percentage: 25 });
    const price = 'query ($id: ID!) { orderPrice(raffleId: $id, quotaQuantity: 1) { available } }';
    expect((await server.graphql(price, { id }, one)).data).toEqual({ orderPrice: { available: 15 } });

    const last = await buy(id, 8, other);
    expect(await blocksOf(last.id)).toEqual([
      [0, 3],
      [15, 20],
    ]);
    expect(await stateOf(id)).toMatchObject({ paid: 13, available: 7 });
    const rest = await buy(id, 7, other);
    expect(await blocksOf(rest.id)).toEqual([
      [3, 5],
      [10, 15],
    ]);
    expect(await stateOf(id)).toMatchObject({ status: 'SOLD_OUT', paid: 20, available: 0, percentage: 100 });
    expect((await place(id, 1, one)).code).toBe('SOLD_OUT');
    expect(await disagreements()).toEqual([]);

    // Every number has one owner, who is found by it, and no other.
    const numbersOf = async (orderId: string, token: string) => {
      const numbers: string[] = [];
      for (let after: string | null = null; ;) {
        type Page = {
          order: { luckyNumbers: { nodes: string[]; totalCount: number; pageInfo: { endCursor: string; hasNextPage: boolean } } };
        };
        const query =
          'query ($id: ID!, $after: String) { order(id: $id) { luckyNumbers(first: 3, after: $after) { nodes totalCount pageInfo { endCursor hasNextPage } } } }';
        const answer: { data: Page } = await server.graphql<Page>(query, { id: orderId, after }, { token });
        const { nodes, totalCount, pageInfo } = answer.data.order.luckyNumbers;
        numbers.push(...nodes);
        if (!pageInfo.hasNextPage) {
          expect(numbers).toHaveLength(totalCount);
          return numbers;
        }
        after = pageInfo.endCursor;
      }
    };
    const owned = new Map<string, string>();
    for (const { order, buyer } of [
      { order: second, buyer: one },
      { order: last, buyer: other },
      { order: rest, buyer: other },
    ]) {
      const numbers = await numbersOf(order.id, buyer.token);
      expect(numbers).toHaveLength(order.quotaQuantity);
      for (const number of numbers) {
        expect(owned.has(number)).toBe(false);
        owned.set(number, order.id);
      }
    }
    expect(owned.size).toBe(20);
    for (const [number, orderId] of owned) {
      const search = 'query ($id: ID!, $number: String!) { luckyNumberOwner(raffleId: $id, number: $number) { order { id } } }';
      type Found = { luckyNumberOwner: { order: { id: string } } };
      const { data } = await server.graphql<Found>(search, { id, number }, admin);
      expect(data.luckyNumberOwner.order.id).toBe(orderId);
    }
  });

  it('are one order in every list, with all its numbers', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 6 });
    const buyer = await aCustomer(server);
    const orders = [];
    for (let n = 0; n < 6; n++) orders.push(await buy(id, 1, buyer));
    for (const n of [0, 2, 4]) await refund(orders[n]!.id);
    const other = await aCustomer(server);
    const order = await buy(id, 3, other);
    expect(await blocksOf(order.id)).toHaveLength(3);
    const { data } = await server.graphql<{
      myOrders: { nodes: { id: string; luckyNumbers: { nodes: string[]; totalCount: number } }[]; totalCount: number };
    }>('{ myOrders(first: 10) { nodes { id luckyNumbers(first: 10) { nodes totalCount } } totalCount } }', {}, other);
    expect(data.myOrders).toMatchObject({ totalCount: 1, nodes: [{ id: order.id, luckyNumbers: { totalCount: 3 } }] });
    expect(new Set(data.myOrders.nodes[0]!.luckyNumbers.nodes).size).toBe(3);
    const own = await server.rest('GET', `/v1/lucky-numbers/raffle/${id}?first=10`, { token: other.token });
    expect((own.body as { data: string[] }).data.toSorted()).toEqual(data.myOrders.nodes[0]!.luckyNumbers.nodes.toSorted());
    const csv = await fetch(`${server.url}/v1/raffles/${id}/orders.csv?status=PAID`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const lines = (await csv.text()).trim().split('\n');
    expect(lines).toHaveLength(1 + 4);
    expect(lines.filter((line) => line.startsWith(order.id))).toHaveLength(1);
  });

  it('open a sold-out raffle again, unless its sale is over', async () => {
    const buyer = await aCustomer(server);
    const { id } = await anOpenRaffle(server, { quotaQuantity: 2 });
    const order = await buy(id, 2, buyer);
    expect((await stateOf(id)).status).toBe('SOLD_OUT');
    await refund(order.id);
    expect(await stateOf(id)).toMatchObject({ status: 'OPEN', paid: 0, available: 2 });
    const again = await buy(id, 2, buyer);
    expect((await stateOf(id)).status).toBe('SOLD_OUT');
    await server.app.db.prisma.raffle.update({ where: { id }, data: { drawAt: new Date(Date.now() - 1_000) } });
    await refund(again.id);
    expect((await stateOf(id)).status).toBe('SOLD_OUT');
  });

  it('are not sold again in a raffle with instant prizes: they are spent', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 3 });
    await server.app.db.prisma.raffleCounter.update({ where: { raffleId: id }, data: { isInstant: true } });
    const buyer = await aCustomer(server);
    const order = await buy(id, 2, buyer);
    await refund(order.id);
    expect(await stateOf(id)).toMatchObject({ status: 'OPEN', total: 3, paid: 0, available: 1 });
    expect((await place(id, 2, buyer)).code).toBe('SOLD_OUT');
    await buy(id, 1, buyer);
    expect(await stateOf(id)).toMatchObject({ status: 'SOLD_OUT', paid: 1, available: 0 });
    expect(await disagreements()).toEqual([]);
  });

  it('are not listed for sale in a raffle that was called off', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 3 });
    const buyer = await aCustomer(server);
    await refund((await buy(id, 1, buyer)).id);
    const order = await buy(id, 2, buyer);
    const calling =
      'mutation ($id: ID!, $sum: Money) { updateRaffle(id: $id, input: { status: CANCELLED, confirmRefundTotal: $sum }) { id } }';
    expect((await server.graphql(calling, { id, sum: order.totalValue }, admin)).errors).toBeUndefined();
    const { prisma } = server.app.db;
    await expect
      .poll(() => prisma.raffleCounter.findUnique({ where: { raffleId: id } }), { timeout: 10_000 })
      .toMatchObject({ allocated: 3, returned: 1, spent: 2 });
    expect(await prisma.returnedQuotas.count({ where: { raffleId: id } })).toBe(1);
    expect(await disagreements()).toEqual([]);
  });

  it('cannot be had twice, whoever writes to the database', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 4 });
    const buyer = await aCustomer(server);
    const given = await buy(id, 2, buyer);
    await buy(id, 2, buyer);
    await refund(given.id);
    const again = await buy(id, 2, buyer);
    expect(await blocksOf(again.id)).toEqual([[0, 2]]);
    const { pool } = server.app.db;
    // The block that was given back comes to life again; a block over live ones; a counter that promises more than there is.
    await expect(pool.query('UPDATE quota_allocations SET voided_at = NULL WHERE order_id = $1', [given.id])).rejects.toThrow(
      'never_overlap',
    );
    const twice = `INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how) VALUES ($1, 99, $2, 1, 2, 'PIX')`;
    await expect(pool.query(twice, [id, given.id])).rejects.toThrow('never_overlap');
    for (const change of ['returned = 5', 'returned = 1, reserved = 2', 'reserved = 1', 'allocated = 5'])
      await expect(pool.query(`UPDATE raffle_counters SET ${change} WHERE raffle_id = $1`, [id])).rejects.toThrow(
        'never_oversold',
      );
  });
});

/** What of [0, allocated) no live block has, as ranges. */
function gapsOf(live: { firstOrdinal: number; endOrdinal: number }[], allocated: number): [number, number][] {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const { firstOrdinal, endOrdinal } of [...live, { firstOrdinal: allocated, endOrdinal: allocated }]) {
    if (firstOrdinal < next) throw new Error(`ordinal ${firstOrdinal} was sold twice`);
    if (firstOrdinal > next) gaps.push([next, firstOrdinal]);
    next = endOrdinal;
  }
  return gaps;
}

it(
  'a sale with refunds over two processes never sells a quota twice, nor one more than there are',
  { timeout: 120_000 },
  async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 60, maxReservationQuantity: 20 });
    const second = await startSecondGateway(server);
    try {
      const buyers = await Promise.all(Array.from({ length: 6 }, () => aCustomer(server)));
      const random = seededRandom(20_261_124);
      const buying =
        'mutation ($input: CreateOrderWithoutPaymentGatewayInput!) { createOrderWithoutPaymentGateway(input: $input) { id reservation } }';
      const paying = 'mutation ($id: ID!) { payOrder(id: $id, note: "cash") { id } }';
      const refunding = 'mutation ($id: ID!) { refundOrder(id: $id) { id } }';
      const placed: string[] = [];
      const paid: string[] = [];
      let unreserved = 0;
      for (let round = 0; round < 25; round++) {
        await Promise.all(
          Array.from({ length: 6 }, async (_, n) => {
            const ask = n % 2 === 0 ? server.graphql : second.ask;
            const what = random(10);
            if (what < 4) {
              const input = { raffleId: id, quotaQuantity: 1 + random(9) };
              const answer = await ask<{ createOrderWithoutPaymentGateway: { id: string; reservation: string } } | null>(
                buying,
                { input },
                buyers[n],
              );
              const order = answer.data?.createOrderWithoutPaymentGateway;
              if (order) placed.push(order.id);
              if (order?.reservation === 'AT_PAYMENT') unreserved += 1;
            } else if (what < 7 && placed.length > 0) {
              const [orderId] = placed.splice(random(placed.length), 1);
              const { errors } = await ask(paying, { id: orderId }, admin);
              if (!errors) paid.push(orderId!);
            } else if (paid.length > 0) {
              const [orderId] = paid.splice(random(paid.length), 1);
              await ask(refunding, { id: orderId }, admin);
            }
          }),
        );
        const { prisma } = server.app.db;
        const live = await prisma.quotaAllocation.findMany({
          where: { raffleId: id, voidedAt: null },
          orderBy: { firstOrdinal: 'asc' },
        });
        const counter = await prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId: id } });
        const listed = await prisma.returnedQuotas.findMany({ where: { raffleId: id }, orderBy: { firstOrdinal: 'asc' } });
        const gaps = gapsOf(live, counter.allocated);
        const missing = gaps.reduce((sum, [first, end]) => sum + end - first, 0);
        expect(listed.reduce((sum, { firstOrdinal, endOrdinal }) => sum + endOrdinal - firstOrdinal, 0)).toBe(missing);
        for (const { firstOrdinal, endOrdinal } of listed)
          expect(gaps.some(([first, end]) => first <= firstOrdinal && endOrdinal <= end)).toBe(true);
        expect(counter).toMatchObject({ returned: missing, spent: 0 });
        expect(counter.reserved + counter.allocated - counter.returned).toBeLessThanOrEqual(60);
        expect(await disagreements()).toEqual([]);
      }
      // The walk met what it is about.
      expect(unreserved).toBeGreaterThan(0);
      const several = await server.app.db.pool.query(
        'SELECT FROM quota_allocations WHERE raffle_id = $1 GROUP BY order_id HAVING count(*) > 1',
        [id],
      );
      expect(several.rowCount).toBeGreaterThan(0);
    } finally {
      await second.stop();
    }
  },
);
