import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
let buyer: { id: string; token: string };
let other: { id: string; token: string };
let raffles: { id: string }[];
/** Ids by buyer and raffle, oldest first: six of `buyer`'s and two of `other`'s in each of two raffles. */
const made: { id: string; userId: string; raffleId: string; status: string }[] = [];

beforeAll(async () => {
  const desk = salesDesk(server.graphql);
  await seedProviders(server);
  [buyer, other] = [await aCustomer(server), await aCustomer(server)];
  raffles = [await anOpenRaffle(server), await anOpenRaffle(server)];
  for (const raffle of raffles) {
    for (const [i, owner] of [buyer, other, buyer, buyer, buyer, other, buyer, buyer].entries()) {
      const { order } = await desk.buy(owner.token, { raffleId: raffle.id, quotaQuantity: i + 1 });
      const id = order?.id ?? '';
      if (i === 2) await desk.pay(admin.token, id);
      if (i === 3) await desk.cancel(owner.token, id);
      made.push({ id, userId: owner.id, raffleId: raffle.id, status: i === 2 ? 'PAID' : i === 3 ? 'CANCELLED' : 'PENDING' });
    }
  }
});

const PAGE = `edges { cursor node { id status } } nodes { id status } totalCount
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;
const LISTS = {
  orders: `query ($first: Int = 20, $after: String, $status: OrderStatus) {
    list: orders(first: $first, after: $after, status: $status) { ${PAGE} } }`,
  myOrders: `query ($first: Int = 20, $after: String, $status: OrderStatus, $raffleId: ID) {
    list: myOrders(first: $first, after: $after, status: $status, raffleId: $raffleId) { ${PAGE} } }`,
  ordersByRaffle: `query ($raffleId: ID!, $first: Int = 20, $after: String, $status: OrderStatus) {
    list: ordersByRaffle(raffleId: $raffleId, first: $first, after: $after, status: $status) { ${PAGE} } }`,
};

async function list(name: keyof typeof LISTS, token: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await server.graphql(LISTS[name], variables, { token });
  return { page: data?.list, code: errors?.[0]?.extensions.code };
}

const newestFirst = (pick: (order: (typeof made)[number]) => boolean) =>
  made
    .filter(pick)
    .map(({ id }) => id)
    .reverse();
const idsOf = (page: { nodes: { id: string }[] }) => page.nodes.map(({ id }) => id);

describe('one order', () => {
  const ORDER = 'query ($id: ID!) { order(id: $id) { id status user { id } raffle { id } secondsLeft qrCodeImage } }';
  const ask = (id: string, token?: string) => server.graphql(ORDER, { id }, { token });

  it('is seen by its buyer and by an operator, with its raffle, its buyer and its picture', async () => {
    const [first] = made;
    for (const { token } of [buyer, admin]) {
      const { data } = await ask(first?.id ?? '', token);
      expect(data.order).toMatchObject({
        id: first?.id,
        status: 'PENDING',
        user: { id: buyer.id },
        raffle: { id: raffles[0]?.id },
      });
      expect(data.order.secondsLeft).toBeGreaterThan(800);
      expect(data.order.qrCodeImage).toMatch(/^data:image\/png;base64,/);
    }
    expect((await ask(made[2]?.id ?? '', buyer.token)).data.order).toMatchObject({ status: 'PAID', secondsLeft: null });
  });

  it('of another buyer answers word for word like one that does not exist', async () => {
    const foreign = await ask(made[1]?.id ?? '', buyer.token);
    const missing = await ask('999999', buyer.token);
    expect(foreign).toEqual(missing);
    expect(foreign.errors?.[0]).toMatchObject({ message: 'There is no such order.', extensions: { code: 'NOT_FOUND' } });
    expect((await ask(made[1]?.id ?? '')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it.each(['0', '-1', '00', 'x', '1e3', '99999999999999999999'])('with the id %j is not found', async (id) => {
    expect((await ask(id, admin.token)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('lists of orders', () => {
  it("hold the caller's own, one raffle's, or all, newest first", async () => {
    expect(idsOf((await list('myOrders', buyer.token)).page)).toEqual(newestFirst(({ userId }) => userId === buyer.id));
    expect(idsOf((await list('orders', admin.token)).page)).toEqual(newestFirst(() => true));
    for (const { id: raffleId } of raffles) {
      expect(idsOf((await list('ordersByRaffle', admin.token, { raffleId })).page)).toEqual(
        newestFirst((order) => order.raffleId === raffleId),
      );
    }
  });

  it("narrow a buyer's own by raffle, the count too", async () => {
    for (const { id: raffleId } of raffles) {
      for (const status of [undefined, 'PAID']) {
        const { page } = await list('myOrders', buyer.token, { raffleId, status });
        const expected = newestFirst(
          (order) => order.userId === buyer.id && order.raffleId === raffleId && (!status || order.status === status),
        );
        expect({ ids: idsOf(page), count: page.totalCount }).toEqual({ ids: expected, count: expected.length });
      }
    }
    for (const raffleId of ['x', '01990000-0000-7000-8000-00000000dead'])
      expect(await list('myOrders', buyer.token, { raffleId })).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('name the raffles of a buyer, each once, the newest first', async () => {
    const query =
      'query ($first: Int, $after: String) { myRaffles(first: $first, after: $after) { nodes { id } totalCount pageInfo { endCursor } } }';
    const ask = async (variables: object, token = buyer.token) =>
      (await server.graphql(query, { first: 20, ...variables }, { token })).data.myRaffles;
    const own = new Set(made.filter(({ userId }) => userId === buyer.id).map(({ raffleId }) => raffleId));
    const expected = raffles
      .map(({ id }) => id)
      .filter((id) => own.has(id))
      .toReversed();
    const page = await ask({});
    expect({ ids: idsOf(page), count: page.totalCount }).toEqual({ ids: expected, count: expected.length });
    const first = await ask({ first: 1 });
    const rest = await ask({ after: first.pageInfo.endCursor });
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(expected);
    expect(idsOf(await ask({}, (await aCustomer(server)).token))).toEqual([]);
  });

  it('narrow by status, the count too', async () => {
    for (const status of ['PENDING', 'PAID', 'CANCELLED', 'EXPIRED', 'REFUNDED']) {
      const [raffle] = raffles;
      const cases = [
        {
          answer: await list('myOrders', buyer.token, { status }),
          expected: newestFirst((o) => o.userId === buyer.id && o.status === status),
        },
        { answer: await list('orders', admin.token, { status }), expected: newestFirst((o) => o.status === status) },
        {
          answer: await list('ordersByRaffle', admin.token, { status, raffleId: raffle?.id }),
          expected: newestFirst((o) => o.raffleId === raffle?.id && o.status === status),
        },
      ];
      for (const { answer, expected } of cases)
        expect({ ids: idsOf(answer.page), count: answer.page.totalCount }).toEqual({ ids: expected, count: expected.length });
    }
  });

  it('are read page by page without a gap or a repeat, while orders are made', async () => {
    const expected = newestFirst(({ userId }) => userId === other.id);
    const seen: string[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < 10; pages++) {
      const { page }: { page: any } = await list('myOrders', other.token, { first: 1, after });
      seen.push(...idsOf(page));
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      expect(page.pageInfo.startCursor).toBe(page.edges[0].cursor);
      after = page.pageInfo.endCursor;
      const { order } = await salesDesk(server.graphql).buy(other.token, { raffleId: raffles[0]?.id, quotaQuantity: 1 });
      made.push({ id: order?.id ?? '', userId: other.id, raffleId: raffles[0]?.id ?? '', status: 'PENDING' });
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(seen).toEqual(expected);
  });

  it('are empty behind their end, and say so', async () => {
    const { page } = await list('myOrders', buyer.token, { first: 100 });
    const { page: behind } = await list('myOrders', buyer.token, { after: page.pageInfo.endCursor });
    expect(behind).toMatchObject({
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  it.each([
    '',
    'x',
    '0',
    Buffer.from('["1","2"]').toString('base64url'),
    Buffer.from('["1; --"]').toString('base64url'),
    Buffer.from('[1]').toString('base64url'),
  ])('refuse the cursor %j, which no list of orders answered', async (after) => {
    for (const [name, token] of [
      ['myOrders', buyer.token],
      ['orders', admin.token],
    ] as const) {
      expect(await list(name, token, { after })).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  it.each([0, -1, 101])('refuse pages of %i', async (first) => {
    expect(await list('myOrders', buyer.token, { first })).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('are each for their role', async () => {
    const [raffle] = raffles;
    const codes = {
      orders: (await list('orders', buyer.token)).code,
      ordersByRaffle: (await list('ordersByRaffle', buyer.token, { raffleId: raffle?.id })).code,
      myOrders: (await list('myOrders', admin.token)).code,
      nobody: (await list('myOrders', '')).code,
    };
    expect(codes).toEqual({ orders: 'FORBIDDEN', ordersByRaffle: 'FORBIDDEN', myOrders: 'FORBIDDEN', nobody: 'UNAUTHENTICATED' });
  });

  it('of no raffle are not found, whatever the id', async () => {
    for (const raffleId of ['x', '01990000-0000-7000-8000-00000000dead'])
      expect(await list('ordersByRaffle', admin.token, { raffleId })).toMatchObject({ code: 'NOT_FOUND' });
  });
});
