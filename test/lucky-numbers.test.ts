import { describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { raffleDesk } from './support/raffles.js';
import { decideAll } from './support/rounds.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';

type Buyer = { id: string; token: string };

const { server, admin, desk } = shopForTests();

const PAGE = 'nodes edges { cursor node } totalCount pageInfo { hasNextPage hasPreviousPage endCursor }';
const BY_ORDER = `query ($orderId: ID!, $first: Int = 20, $after: String) {
  list: luckyNumbersByOrder(orderId: $orderId, first: $first, after: $after) { ${PAGE} } }`;
const BY_RAFFLE = `query ($raffleId: ID!, $userId: ID, $first: Int = 20, $after: String) {
  list: luckyNumbersByRaffle(raffleId: $raffleId, userId: $userId, first: $first, after: $after) { ${PAGE} } }`;
const OWNER = `query ($raffleId: ID!, $number: String!) {
  luckyNumberOwner(raffleId: $raffleId, number: $number) { number order { id user { id } } } }`;

async function list(query: string, variables: Record<string, unknown>, token: string) {
  const { data, errors } = await server.graphql(query, variables, { token });
  return { page: data?.list, code: errors?.[0]?.extensions.code };
}

async function read(query: string, variables: Record<string, unknown>, token: string, first = 100): Promise<string[]> {
  const numbers: string[] = [];
  for (let after: string | null = null; ;) {
    const { page }: { page: any } = await list(query, { ...variables, first, after }, token);
    numbers.push(...page.nodes);
    expect(page.edges.map(({ node }: { node: string }) => node)).toEqual(page.nodes);
    if (!page.pageInfo.hasNextPage) {
      expect(page.totalCount).toBe(numbers.length);
      return numbers;
    }
    expect(page.nodes).toHaveLength(first);
    after = page.pageInfo.endCursor;
  }
}

async function aPaidOrder(raffleId: string, buyer: Buyer, quotaQuantity: number): Promise<string> {
  const { order } = await desk.buy(buyer.token, { raffleId, quotaQuantity });
  await desk.pay(admin.token, order?.id ?? '');
  return order?.id ?? '';
}

async function isMine(raffleId: string, number: string, { token }: { token: string }) {
  const query =
    'query ($raffleId: ID!, $number: String!) { myLuckyNumber(raffleId: $raffleId, number: $number) { number order { id } } }';
  const { data, errors } = await server.graphql(query, { raffleId, number }, { token });
  return errors ? errors[0]?.extensions.code : (data.myLuckyNumber.order?.id ?? null);
}

async function ownerOf(raffleId: string, number: string, token = admin.token) {
  const { data, errors } = await server.graphql(OWNER, { raffleId, number }, { token });
  return { owner: data?.luckyNumberOwner, code: errors?.[0]?.extensions.code };
}

describe('lucky numbers', () => {
  it.each([1, 2, 7, 10, 11, 100, 101, 250])(
    'of a sold-out raffle of %i quotas are each given once, as wide as the last',
    async (quotaQuantity) => {
      const raffle = await anOpenRaffle(server, { quotaQuantity });
      const numbers: string[] = [];
      const [buyer, other] = [await aCustomer(server), await aCustomer(server)];
      for (let left = quotaQuantity, turn = 0; left > 0; turn++) {
        const quantity = Math.min(left, 1 + ((turn * 37) % 90));
        left -= quantity;
        const owner = turn % 2 === 0 ? buyer : other;
        numbers.push(...(await read(BY_ORDER, { orderId: await aPaidOrder(raffle.id, owner, quantity) }, owner.token)));
      }
      const width = String(quotaQuantity - 1).length;
      expect(numbers.toSorted()).toEqual(Array.from({ length: quotaQuantity }, (_, i) => String(i).padStart(width, '0')));
      const both = [
        ...(await read(BY_RAFFLE, { raffleId: raffle.id }, buyer.token)),
        ...(await read(BY_RAFFLE, { raffleId: raffle.id }, other.token)),
      ];
      expect(both.toSorted()).toEqual(numbers.toSorted());
    },
  );

  it('of 20,000 quotas in one order are read in pages, each once', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 10_000_000, maxReservationQuantity: 20_000 });
    const buyer = await aCustomer(server);
    await aPaidOrder(raffle.id, await aCustomer(server), 12_345);
    const orderId = await aPaidOrder(raffle.id, buyer, 20_000);
    const numbers = await read(BY_ORDER, { orderId }, buyer.token);
    expect(new Set(numbers).size).toBe(20_000);
    expect(numbers.every((number) => /^\d{7}$/.test(number))).toBe(true);
    // A permutation, not a run: its order tells nothing of what is next.
    expect(numbers.toSorted()).not.toEqual(numbers);
    for (const number of [numbers[0], numbers[9_999], numbers[19_999]]) {
      expect((await ownerOf(raffle.id, number ?? '')).owner).toMatchObject({
        number,
        order: { id: orderId, user: { id: buyer.id } },
      });
    }
  });

  it('are none until the order is paid, and stay the same afterwards', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 5 });
    expect(await read(BY_ORDER, { orderId: order?.id }, buyer.token)).toEqual([]);
    const paid = await desk.pay(admin.token, order?.id ?? '');
    await aPaidOrder(raffle.id, await aCustomer(server), 9);
    expect(await read(BY_ORDER, { orderId: order?.id }, buyer.token)).toEqual(paid.order?.luckyNumbers.nodes);
  });

  it('are those of the raffle as it is sold, though it had another size when it was first looked at', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 10, maxReservationQuantity: 10 });
    const buyer = await aCustomer(server);
    expect((await ownerOf(raffle.id, '7')).owner).toEqual({ number: '7', order: null });
    const { errors } = await server.graphql(
      'mutation ($id: ID!) { updateRaffle(id: $id, input: { quotaQuantity: 500, maxReservationQuantity: 500 }) { id } }',
      { id: raffle.id },
      { token: admin.token },
    );
    expect(errors).toBeUndefined();

    const numbers = await read(BY_ORDER, { orderId: await aPaidOrder(raffle.id, buyer, 500) }, buyer.token);
    expect(numbers.toSorted()).toEqual(Array.from({ length: 500 }, (_, i) => String(i).padStart(3, '0')));
    expect((await ownerOf(raffle.id, '499')).owner).toMatchObject({ order: { user: { id: buyer.id } } });
  });
});

describe("a buyer's numbers of a raffle", () => {
  it('are those of all their paid orders, in pages that cut through orders', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 100 });
    const [buyer, other] = [await aCustomer(server), await aCustomer(server)];
    const orders: string[] = [];
    for (const [owner, quantity] of [
      [buyer, 3],
      [other, 4],
      [buyer, 1],
      [other, 2],
      [buyer, 7],
    ] as const) {
      const id = await aPaidOrder(raffle.id, owner, quantity);
      if (owner === buyer) orders.push(id);
    }
    await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 5 });
    const expected = (await Promise.all(orders.map((orderId) => read(BY_ORDER, { orderId }, buyer.token)))).flat();

    expect(expected).toHaveLength(11);
    for (const first of [1, 2, 3, 4, 5, 10, 11, 12]) {
      expect(await read(BY_RAFFLE, { raffleId: raffle.id }, buyer.token, first)).toEqual(expected);
    }
    expect(await read(BY_RAFFLE, { raffleId: raffle.id.toUpperCase() }, buyer.token)).toEqual(expected);
    for (const userId of [buyer.id, buyer.id.toUpperCase()]) {
      expect(await read(BY_RAFFLE, { raffleId: raffle.id, userId }, admin.token)).toEqual(expected);
      expect(await read(BY_RAFFLE, { raffleId: raffle.id, userId }, buyer.token)).toEqual(expected);
    }
  });

  it('are not those of an order that was refunded, which still shows what it had', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 100 });
    const buyer = await aCustomer(server);
    const [refunded, kept] = [await aPaidOrder(raffle.id, buyer, 3), await aPaidOrder(raffle.id, buyer, 4)];
    const [was, is] = [
      await read(BY_ORDER, { orderId: refunded }, buyer.token),
      await read(BY_ORDER, { orderId: kept }, buyer.token),
    ];
    const { errors } = await server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { id } }', { id: refunded }, buyer);
    expect(errors).toBeUndefined();

    expect(await read(BY_RAFFLE, { raffleId: raffle.id }, buyer.token)).toEqual(is);
    for (const first of [1, 3]) expect(await read(BY_RAFFLE, { raffleId: raffle.id }, buyer.token, first)).toEqual(is);
    for (const number of was) expect((await ownerOf(raffle.id, number)).owner).toEqual({ number, order: null });
    for (const number of is) expect((await ownerOf(raffle.id, number)).owner).toMatchObject({ order: { id: kept } });
    expect(await read(BY_ORDER, { orderId: refunded }, buyer.token)).toEqual(was);
  });

  it("are nobody else's to see", async () => {
    const raffle = await anOpenRaffle(server);
    const [buyer, other] = [await aCustomer(server), await aCustomer(server)];
    const orderId = await aPaidOrder(raffle.id, buyer, 3);
    expect(await list(BY_ORDER, { orderId }, other.token)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await list(BY_RAFFLE, { raffleId: raffle.id, userId: buyer.id }, other.token)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await list(BY_RAFFLE, { raffleId: raffle.id, userId: admin.id }, other.token)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await read(BY_RAFFLE, { raffleId: raffle.id }, other.token)).toEqual([]);
    expect(await list(BY_ORDER, { orderId }, '')).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await list(BY_RAFFLE, { raffleId: raffle.id }, '')).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it("are asked for by an operator with the buyer's id", async () => {
    const raffle = await anOpenRaffle(server);
    expect(await list(BY_RAFFLE, { raffleId: raffle.id }, admin.token)).toMatchObject({ code: 'BAD_USER_INPUT' });
    for (const userId of ['x', '01990000-0000-7000-8000-00000000dead']) {
      expect(await list(BY_RAFFLE, { raffleId: raffle.id, userId }, admin.token)).toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const raffleId of ['x', '01990000-0000-7000-8000-00000000dead']) {
      expect(await list(BY_RAFFLE, { raffleId, userId: admin.id }, admin.token)).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it.each(['', 'x', Buffer.from('["-1"]').toString('base64url'), Buffer.from('["1","2"]').toString('base64url')])(
    'refuse the cursor %j',
    async (after) => {
      const raffle = await anOpenRaffle(server);
      const buyer = await aCustomer(server);
      const orderId = await aPaidOrder(raffle.id, buyer, 3);
      expect(await list(BY_ORDER, { orderId, after }, buyer.token)).toMatchObject({ code: 'BAD_USER_INPUT' });
      expect(await list(BY_RAFFLE, { raffleId: raffle.id, after }, buyer.token)).toMatchObject({ code: 'BAD_USER_INPUT' });
    },
  );
});

describe('in a raffle with quota prizes', () => {
  const aRaffle = async (numbers: string[], quotaQuantity = 100): Promise<string> => {
    const id = await raffleDesk(server, admin.token).open({ quotaQuantity, enableQuotaPrizes: true });
    const made = await quotaPrizeDesk(server.graphql, admin.token).create(
      id,
      numbers.map((luckyNumber) => ({ luckyNumber, prize: 'R$ 50' })),
    );
    expect(made.value).toHaveLength(numbers.length);
    return id;
  };

  it('numbers come with the round of their order, in every list at once, and never change', async () => {
    const raffleId = await aRaffle(['7', '77']);
    const [buyer, other] = [await aCustomer(server), await aCustomer(server)];
    const first = await aPaidOrder(raffleId, buyer, 40);
    const readAll = async () => [
      await read(BY_ORDER, { orderId: first }, buyer.token),
      await read(BY_RAFFLE, { raffleId }, buyer.token),
      await read(BY_RAFFLE, { raffleId, userId: buyer.id }, admin.token),
    ];
    expect(await readAll()).toEqual([[], [], []]);
    const every = Array.from({ length: 100 }, (_, i) => String(i));
    for (const number of every) expect(await isMine(raffleId, number, buyer)).toBe(null);
    for (const number of ['7', '8']) expect((await ownerOf(raffleId, number)).owner?.order).toBe(null);

    await decideAll(server.app);
    const [numbers = []] = await readAll();
    expect(new Set(numbers).size).toBe(40);
    for (const number of every) {
      expect(await isMine(raffleId, number, buyer)).toBe(numbers.includes(number.padStart(2, '0')) ? first : null);
      expect(await isMine(raffleId, number, other)).toBe(null);
    }
    expect(await readAll()).toEqual([numbers, numbers, numbers]);
    // One that is decided and one that waits.
    const second = await aPaidOrder(raffleId, buyer, 20);
    await aPaidOrder(raffleId, other, 40);
    expect(await readAll()).toEqual([numbers, numbers, numbers]);
    for (const first of [1, 7, 40]) expect(await read(BY_RAFFLE, { raffleId }, buyer.token, first)).toEqual(numbers);
    const page = await server.graphql<{ myOrders: { nodes: object[] } }>(
      '{ myOrders(first: 2) { nodes { luckyNumbers(first: 100) { nodes totalCount } } } }',
      {},
      buyer,
    );
    expect(page.data.myOrders.nodes).toEqual([
      { luckyNumbers: { nodes: [], totalCount: 0 } },
      { luckyNumbers: { nodes: numbers, totalCount: 40 } },
    ]);

    await decideAll(server.app);
    const more = await read(BY_ORDER, { orderId: second }, buyer.token);
    const rest = await read(BY_RAFFLE, { raffleId }, other.token);
    expect(await readAll()).toEqual([numbers, [...numbers, ...more], [...numbers, ...more]]);
    expect([...numbers, ...more, ...rest].toSorted()).toEqual(Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0')));
    for (const [order, some] of [
      [first, numbers],
      [second, more],
    ] as const)
      for (const number of some) expect((await ownerOf(raffleId, number)).owner).toMatchObject({ order: { id: order } });
  });

  it('numbers are those of its size when it is sold', async () => {
    const raffleId = await aRaffle(['7'], 10);
    expect((await ownerOf(raffleId, '8')).owner).toEqual({ number: '8', order: null });
    const desks = [quotaPrizeDesk(server.graphql, admin.token), raffleDesk(server, admin.token)] as const;
    await desks[0].remove((await desks[0].list(raffleId)).value!.nodes[0]!.id);
    await desks[1].update(raffleId, { quotaQuantity: 50, maxReservationQuantity: 50 });
    await desks[0].create(raffleId, [{ luckyNumber: '49', prize: 'R$ 50' }]);
    expect((await ownerOf(raffleId, '48')).owner).toEqual({ number: '48', order: null });
    const buyer = await aCustomer(server);
    const orderId = await aPaidOrder(raffleId, buyer, 50);
    await decideAll(server.app);
    expect((await read(BY_ORDER, { orderId }, buyer.token)).toSorted()).toEqual(
      Array.from({ length: 50 }, (_, i) => String(i).padStart(2, '0')),
    );
    expect((await ownerOf(raffleId, '49')).owner).toMatchObject({ order: { id: orderId } });
  });
});

describe('the owner of a number', () => {
  it("is found by the number with or without its zeros, by the raffle's id in capitals too; unsold it has none", async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 1_000 });
    const buyer = await aCustomer(server);
    const orderId = await aPaidOrder(raffle.id, buyer, 999);
    const owned = new Set((await read(BY_ORDER, { orderId }, buyer.token)).map(Number));
    for (let number = 0; number < 1_000; number += 37) {
      const printed = String(number).padStart(3, '0');
      const expected = { number: printed, order: owned.has(number) ? { id: orderId, user: { id: buyer.id } } : null };
      for (const raffleId of [raffle.id, raffle.id.toUpperCase()]) {
        for (const text of new Set([printed, String(number)])) expect((await ownerOf(raffleId, text)).owner).toEqual(expected);
      }
    }
    const unsold = Array.from({ length: 1_000 }, (_, i) => i).find((number) => !owned.has(number));
    expect((await ownerOf(raffle.id, String(unsold))).owner).toMatchObject({ order: null });
  });

  it.each(['', ' ', '1000', '0999 ', '-1', '+1', '1.0', '1e2', '0x1', '00000', '٣', 'x'])(
    'does not take %j for a number',
    async (number) => {
      const raffle = await anOpenRaffle(server, { quotaQuantity: 1_000 });
      expect(await ownerOf(raffle.id, number)).toMatchObject({ code: 'BAD_USER_INPUT' });
    },
  );

  it("is an operator's to ask; a raffle that is not there is not found", async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    expect(await ownerOf(raffle.id, '1', buyer.token)).toMatchObject({ code: 'FORBIDDEN' });
    for (const id of ['x', '01990000-0000-7000-8000-00000000dead'])
      expect(await ownerOf(id, '1')).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is told to its buyer alone; a DRAFT is not found', async () => {
    const draft = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    expect(await isMine(draft.id, '1', admin)).toBe('FORBIDDEN');
    await server.app.db.pool.query("UPDATE raffles SET status = 'DRAFT' WHERE id = $1", [draft.id]);
    for (const id of [draft.id, 'x', '01990000-0000-7000-8000-00000000dead'])
      expect(await isMine(id, '1', buyer)).toBe('NOT_FOUND');
  });
});
