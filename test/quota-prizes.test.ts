import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotaPrizesHash } from '../src/proof/quota-prize-list.js';
import { publishedList } from '../src/quota-prizes/quota-prize-definitions.js';
import { decidedWins, replayedWins } from './support/instant-replay.js';
import { quotaPrizeDesk, type QuotaPrizePage, type ShownQuotaPrize } from './support/quota-prizes.js';
import { countsOf } from './support/sales.js';
import { bankTakesBack } from './support/refunds.js';
import { startQuotaPrizeShop, type QuotaPrizeShop } from './support/quota-prize-shop.js';

let { server, admin, desk, operator, people, raffles, buyer, aRaffle, add, buy } = {} as QuotaPrizeShop;
beforeAll(
  async () => void ({ server, admin, desk, operator, people, raffles, buyer, aRaffle, add, buy } = await startQuotaPrizeShop()),
);
afterAll(() => server?.stop());

const listed = async (raffleId: string): Promise<ShownQuotaPrize[]> => (await operator.list(raffleId)).value?.nodes ?? [];
const hundred = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));
const standings = async (raffleId: string): Promise<string[]> => (await listed(raffleId)).map(({ standing }) => standing);

describe('the sale of a whole raffle', () => {
  it('gives each prize to the order that holds its number, none before its share, and the locked ones to nobody', async () => {
    const raffleId = await aRaffle();
    const shares = [0, 0, 25, 50.5, 90, 100, 0];
    const chosen = ['00', '7', '13', '42', '68', '77', '99'];
    const ids = await add(
      raffleId,
      chosen.map((luckyNumber, i) => ({ luckyNumber, prize: `R$ ${i}`, releaseAtPercentage: shares[i], isLocked: i === 6 })),
    ).catch((error: Error) => error.message);
    // The last number of all can be the one or the other's.
    expect(ids).toContain('releaseAtPercentage of 100');

    await add(
      raffleId,
      chosen.map((luckyNumber, i) => ({
        luckyNumber,
        prize: `R$ ${i}`,
        releaseAtPercentage: Math.min(98, shares[i]!),
        isLocked: i === 6,
      })),
    );
    expect((await countsOf(server, raffleId)).sellable).toBe(99);
    const orders: { id: string; numbers: string[] }[] = [];
    const owner = new Map<string, { orderId: string; ordinal: number }>();
    for (let sold = 0; sold < 99;) {
      const order = await buy(raffleId, Math.min(99 - sold, 4));
      order.numbers.forEach((number, i) => owner.set(number, { orderId: order.id, ordinal: sold + i }));
      sold += order.numbers.length;
      orders.push(order);
      for (const { luckyNumber, standing, orderId } of await listed(raffleId)) {
        expect([luckyNumber, orderId]).toEqual([luckyNumber, owner.get(luckyNumber!)?.orderId ?? null]);
        expect(standing).toBe(luckyNumber === '99' ? 'LOCKED' : owner.has(luckyNumber!) ? 'WON' : 'AVAILABLE');
      }
    }
    expect(owner.size).toBe(99);
    expect(owner.has('99')).toBe(false);
    chosen.slice(0, 6).forEach((text, i) => {
      const { ordinal } = owner.get(text.padStart(2, '0'))!;
      expect(ordinal).toBeGreaterThanOrEqual(Math.ceil(Math.min(98, shares[i]!)));
    });
    const { data } = await server.graphql<{ raffle: Record<string, unknown> }>(
      'query ($id: ID!) { raffle(id: $id) { status quotaPrizesLeft quotaPrizes(first: 2) { totalCount nodes { prize } } } }',
      { id: raffleId },
    );
    expect(data.raffle).toEqual({
      status: 'SOLD_OUT',
      quotaPrizesLeft: 1,
      quotaPrizes: { totalCount: 7, nodes: [{ prize: 'R$ 0' }, { prize: 'R$ 1' }] },
    });
  });

  it('keeps the numbers that were given, and gives each once, whatever is sent to the close meanwhile', async () => {
    const raffleId = await aRaffle();
    const ids = await add(
      raffleId,
      Array.from({ length: 12 }, (_, i) => ({ luckyNumber: String(i * 8), prize: 'R$ 10', releaseAtPercentage: (i % 4) * 20 })),
    );
    const orders: { id: string; numbers: string[] }[] = [];
    const toClose: { prizeId: string; ordinal: number }[] = [];
    for (let round = 0; round < 12; round++) {
      orders.push(await buy(raffleId, 7));
      if (round % 3 !== 0) continue;
      const id = ids[round]!;
      if ((await standings(raffleId))[round] === 'WON') expect((await operator.lock(id)).code).toBe('CONFLICT');
      else {
        expect((await operator.lock(id)).value?.standing).toBe('LOCKED');
        toClose.push({ prizeId: id, ordinal: 7 * (round + 1) });
        expect((await operator.unlock(id)).message).toContain('stays there');
      }
    }
    const { sellable } = await countsOf(server, raffleId);
    expect(sellable).toBe(100 - toClose.length);
    orders.push(await buy(raffleId, sellable - 84));
    expect(await decidedWins(server, raffleId)).toEqual(await replayedWins(server, raffleId));

    const all = orders.flatMap(({ numbers }) => numbers);
    const listedNumbers = new Map(ids.map((id, i) => [id, String(i * 8).padStart(2, '0')]));
    const left = new Set(toClose.map(({ prizeId }) => listedNumbers.get(prizeId)!));
    expect(all.toSorted()).toEqual(hundred.filter((number) => !left.has(number)));
    const sent = new Set(toClose.map(({ prizeId }) => prizeId));
    expect(await standings(raffleId)).toEqual(ids.map((id) => (sent.has(id) ? 'LOCKED' : 'WON')));
    const listedOnes = new Set(listedNumbers.values());
    for (const { id, numbers } of orders) {
      const { data } = await server.graphql<{ order: any }>(
        'query ($id: ID!) { order(id: $id) { luckyNumbers(first: 100) { nodes } quotaPrizes(first: 100) { totalCount nodes { luckyNumber } } } }',
        { id },
        buyer,
      );
      expect(data.order.luckyNumbers.nodes).toEqual(numbers);
      const won = data.order.quotaPrizes.nodes.map((prize: ShownQuotaPrize) => prize.luckyNumber);
      expect(won.toSorted()).toEqual(numbers.filter((number) => listedOnes.has(number)).toSorted());
      expect(data.order.quotaPrizes.totalCount).toBe(won.length);
    }
    const log = await server.graphql<{ prizeLog: { nodes: object[] } }>(
      'query ($raffleId: ID!) { prizeLog(raffleId: $raffleId, first: 100) { nodes { prizeId ordinal } } }',
      { raffleId },
    );
    expect(log.data.prizeLog.nodes).toEqual(toClose);
  });

  it('stands with its book when the order that was unpaid meanwhile has ended', async () => {
    const raffleId = await aRaffle();
    const [first = '', second = ''] = await add(raffleId, [
      { luckyNumber: '1', prize: 'a' },
      { luckyNumber: '2', prize: 'b', releaseAtPercentage: 50 },
    ]);
    const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 3 });
    expect((await operator.lock(first)).value?.standing).toBe('LOCKED');
    await server.graphql('mutation ($id: ID!) { cancelOrder(id: $id) { status } }', { id: order!.id }, buyer);
    expect(await countsOf(server, raffleId)).toMatchObject({ reserved: 0, sellable: 99 });

    expect((await operator.remove(first)).code).toBe('CONFLICT');
    expect((await operator.create(raffleId, [{ luckyNumber: '3', prize: 'c' }])).code).toBe('CONFLICT');
    expect((await operator.unlock(first)).code).toBe('CONFLICT');
    expect((await operator.lock(second)).value?.standing).toBe('LOCKED');
    expect((await publishedList(server.app, raffleId))?.prizes.map(({ isLocked }) => isLocked)).toEqual([false, false]);
    const sql = `UPDATE quota_prizes SET begins_locked = true WHERE id = '${first}'`;
    await expect(server.app.db.pool.query(sql)).rejects.toMatchObject({ code: '23001' });
    await buy(raffleId, 5);
    await buy(raffleId, 93);
    expect(await standings(raffleId)).toEqual(['LOCKED', 'LOCKED']);
  });

  it('is over when the last quota that is left goes to the close', async () => {
    const raffleId = await aRaffle({ quotaQuantity: 3 });
    const [, id = ''] = await add(raffleId, [
      { luckyNumber: '0', prize: 'a', isLocked: true },
      // Not before the second quota.
      { luckyNumber: '1', prize: 'b', releaseAtPercentage: 33.33 },
    ]);
    const rowOf = () => server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id: raffleId } });
    expect((await buy(raffleId, 1)).numbers).toEqual(['2']);
    const { version } = await rowOf();
    expect((await operator.lock(id)).value?.standing).toBe('LOCKED');
    expect(await rowOf()).toMatchObject({ version: version + 1, status: 'SOLD_OUT' });
    expect((await countsOf(server, raffleId)).sellable).toBe(1);
    expect((await operator.unlock(id)).code).toBe('CONFLICT');
  });

  it('gives what an order won to the close when the bank takes its money back, and refunds it to nobody', async () => {
    const raffleId = await aRaffle({ quotaQuantity: 2 });
    await add(raffleId, [{ luckyNumber: '0', prize: 'a' }]);
    const order = await buy(raffleId, 2);
    expect((await people.winners(raffleId)).value?.nodes).toMatchObject([
      { luckyNumber: '0', standing: 'WON', winnerName: 'Maria S.', orderId: null, winnerId: null },
    ]);
    expect((await operator.winners(raffleId)).value?.nodes).toMatchObject([
      { orderId: order.id, winnerId: buyer.id, winnerName: 'Maria Aparecida da Silva' },
    ]);
    const refund = await server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { status } }', { id: order.id }, admin);
    expect(refund.errors?.[0]).toMatchObject({
      message: expect.stringContaining('holds a prize'),
      extensions: { code: 'CONFLICT' },
    });
    await bankTakesBack(server, order.id);
    expect((await people.winners(raffleId)).value).toMatchObject({ nodes: [], totalCount: 0 });
    expect(await listed(raffleId)).toMatchObject([{ standing: 'VOID', orderId: order.id }]);
  });
});

describe('quota prizes are made', () => {
  it('only where they are enabled, before the first sale, and hold what they rest on', async () => {
    const disabled = await raffles.open();
    expect(await operator.create(disabled, [{ luckyNumber: '1', prize: 'a' }])).toMatchObject({
      code: 'CONFLICT',
      fields: { enableQuotaPrizes: ['is false: the raffle has no quota prizes'] },
    });
    const raffleId = await aRaffle();
    const [id = ''] = await add(raffleId, [{ luckyNumber: '1', prize: 'a' }]);
    for (const change of [{ quotaQuantity: 200 }, { enableQuotaPrizes: false }, { automaticQuotaPrizeDistribution: true }]) {
      const error = await raffles.refusalOf(raffleId, change);
      const problem = 'cannot change while the raffle has quota prizes: delete them first';
      expect(error).toMatchObject({ code: 'CONFLICT', fields: { [Object.keys(change)[0]!]: [problem] } });
    }
    expect((await operator.remove(id)).value).toMatchObject({ id, luckyNumber: '01', prize: 'a' });
    expect((await operator.remove(id)).code).toBe('NOT_FOUND');
    expect((await raffles.update(raffleId, { quotaQuantity: 50 })).raffle.quotaQuantity).toBe(50);
    const [kept = ''] = await add(raffleId, [{ luckyNumber: '49', prize: 'b', isLocked: true }]);
    expect(await countsOf(server, raffleId)).toMatchObject({ sellable: 49 });

    await buy(raffleId, 1);
    expect((await operator.create(raffleId, [{ luckyNumber: '2', prize: 'a' }])).code).toBe('CONFLICT');
    expect((await operator.remove(kept)).code).toBe('CONFLICT');
    for (const change of [{ enableQuotaPrizes: false }, { automaticQuotaPrizeDistribution: true }])
      expect((await raffles.refusalOf(raffleId, change))?.fields).toEqual({
        [Object.keys(change)[0]!]: ['is frozen since the first order'],
      });
    for (const change of [`UPDATE quota_prizes SET prize = 'more'`, 'DELETE FROM quota_prizes'])
      await expect(server.app.db.pool.query(`${change} WHERE id = '${kept}'`)).rejects.toMatchObject({ code: '23001' });
  });

  it.each<[string, object[], Record<string, string[]>]>([
    ['no number', [{ prize: 'a' }], { 'prizes.0.luckyNumber': ['is required, unless automaticQuotaPrizeDistribution is true'] }],
    [
      'a number that there is not',
      [{ luckyNumber: '100', prize: 'a' }],
      { 'prizes.0.luckyNumber': ['must be a number of this raffle, written like 00'] },
    ],
    [
      'a number twice',
      [
        { luckyNumber: '1', prize: 'a' },
        { luckyNumber: '01', prize: 'b' },
      ],
      { 'prizes.1.luckyNumber': ['has a prize already'] },
    ],
    [
      'three decimals',
      [{ luckyNumber: '1', prize: 'a', releaseAtPercentage: 1.005 }],
      { releaseAtPercentage: ['must be from 0 to 100, with at most two decimals'] },
    ],
    [
      'two that wait for the last quota',
      [
        { luckyNumber: '1', prize: 'a', releaseAtPercentage: 100 },
        { luckyNumber: '2', prize: 'a', releaseAtPercentage: 100 },
      ],
      { releaseAtPercentage: ['of 100 leaves fewer quotas for sale than prizes that wait for them'] },
    ],
    ['no prize', [], { prizes: ['must contain at least 1 elements'] }],
  ])('not with %s', async (_, prizes, fields) => {
    const raffleId = await aRaffle();
    expect(await operator.create(raffleId, prizes)).toMatchObject({ code: 'BAD_USER_INPUT', fields });
    expect((await operator.list(raffleId)).value).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it('by operators only, and nobody else locks them', async () => {
    const raffleId = await aRaffle();
    const [id = ''] = await add(raffleId, [{ luckyNumber: '1', prize: 'a' }]);
    for (const [token, code] of [
      [undefined, 'UNAUTHENTICATED'],
      [buyer.token, 'FORBIDDEN'],
    ] as const) {
      const other = quotaPrizeDesk(server.graphql, token);
      expect((await other.create(raffleId, [{ luckyNumber: '2', prize: 'a' }])).code).toBe(code);
      for (const act of [other.remove, other.lock, other.unlock]) expect((await act(id)).code).toBe(code);
    }
    const draft = (await raffles.create({ enableQuotaPrizes: true })).raffle.id as string;
    await add(draft, [{ luckyNumber: '1', prize: 'a' }]);
    expect([(await people.list(draft)).code, (await people.winners(draft)).code]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect((await operator.list(draft)).value?.totalCount).toBe(1);
  });

  it('with a hash that is published at once, and is that of the list in the proof', async () => {
    const raffleId = (await raffles.create({ enableQuotaPrizes: true, quotaQuantity: 100 })).raffle.id as string;
    const hashOf = async () => {
      const { data } = await server.graphql<{ raffle: { commitments: { quotaPrizesHash: string | null } } }>(
        'query ($id: ID!) { raffle(id: $id) { commitments { quotaPrizesHash } } }',
        { id: raffleId },
        admin,
      );
      return data.raffle.commitments.quotaPrizesHash;
    };
    expect(await hashOf()).toBe(null);
    const [first = '', second = ''] = await add(raffleId, [
      { luckyNumber: '1', prize: 'a' },
      { luckyNumber: '2', prize: 'b', releaseAtPercentage: 12.34 },
    ]);
    const proofOf = async () => (await publishedList(server.app, raffleId))!;
    const hashes = [await hashOf()];
    expect(quotaPrizesHash(await proofOf())).toBe(hashes[0]);
    expect((await operator.lock(second)).value?.standing).toBe('LOCKED');
    hashes.push(await hashOf());
    expect(quotaPrizesHash(await proofOf())).toBe(hashes[1]);
    expect((await proofOf()).prizes).toMatchObject([
      { id: first, number: '01', isLocked: false },
      { id: second, number: '02', releaseAt: 1_234, isLocked: true },
    ]);
    expect(new Set(hashes).size).toBe(2);
    await raffles.update(raffleId, { status: 'OPEN' });
    await buy(raffleId, 1);
    expect((await operator.lock(first)).code ?? 'LOCKED').toMatch(/LOCKED|CONFLICT/);
    expect([await hashOf(), (await proofOf()).prizes.map(({ isLocked }) => isLocked)]).toEqual([hashes[1], [false, true]]);
    const other = await aRaffle();
    const [only = ''] = await add(other, [{ luckyNumber: '1', prize: 'a' }]);
    await operator.remove(only);
    expect(await publishedList(server.app, other)).toBe(undefined);
  });
});

describe('a lock', () => {
  it('is answered as it is when it stands, without another leaf of the book', async () => {
    const raffleId = await aRaffle();
    const [id = ''] = await add(raffleId, [{ luckyNumber: '1', prize: 'a', releaseAtPercentage: 50 }]);
    await buy(raffleId, 1);
    for (const act of [operator.lock, operator.lock]) expect((await act(id)).code).toBe(undefined);
    expect((await operator.unlock(id)).code).toBe('CONFLICT');
    const entries = await server.app.db.prisma.bookEntry.findMany({ where: { raffleId } });
    expect(entries).toMatchObject([{ leaf: 1, type: 'TO_CLOSE', ordinal: 1, prizeId: id }]);
    const audit = await server.app.db.prisma.auditEntry.findMany({
      where: { subjectId: raffleId, action: { contains: 'lock' } },
      orderBy: { id: 'asc' },
    });
    expect(audit.map(({ action }) => action)).toEqual(['lockQuotaPrize']);
  });

  it('is free, both ways, until the raffle can be bought', async () => {
    const raffleId = (await raffles.create({ enableQuotaPrizes: true, quotaQuantity: 100 })).raffle.id as string;
    const [id = ''] = await add(raffleId, [{ luckyNumber: '1', prize: 'a' }]);
    for (const [act, standing, sellable] of [
      [operator.lock, 'LOCKED', 99],
      [operator.unlock, 'AVAILABLE', 100],
      [operator.lock, 'LOCKED', 99],
    ] as const)
      expect([(await act(id)).value?.standing, (await countsOf(server, raffleId)).sellable]).toEqual([standing, sellable]);
    expect(await server.app.db.prisma.bookEntry.count({ where: { raffleId } })).toBe(0);
    await raffles.update(raffleId, { status: 'OPEN' });
    expect((await operator.unlock(id)).code).toBe('CONFLICT');
  });

  it('takes no quota of an order, and is refused when the raffle is over', async () => {
    const raffleId = await aRaffle({ quotaQuantity: 10 });
    const [id = ''] = await add(raffleId, [{ luckyNumber: '1', prize: 'a' }]);
    const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 10 });
    expect((await operator.lock(id)).message).toBe('Nothing is left to withhold: every quota is paid or in an unpaid order.');
    await desk.cancel(admin.token, order!.id);
    expect((await operator.lock(id)).value?.standing).toBe('LOCKED');
    await raffles.update(raffleId, { status: 'CANCELLED' });
    expect((await operator.unlock(id)).code).toBe('CONFLICT');
    const frozen = await aRaffle();
    const [other = ''] = await add(frozen, [{ luckyNumber: '1', prize: 'a' }]);
    await server.app.db.prisma.raffle.update({ where: { id: frozen }, data: { frozenAt: new Date() } });
    for (const act of [operator.lock, operator.unlock, operator.remove]) expect((await act(other)).message).toContain('frozen');
    expect((await operator.lock('123e4567-e89b-42d3-a456-426614174000')).code).toBe('NOT_FOUND');
  });
});

it('winners are read in pages, latest first, and of private raffles by who names them', async () => {
  const raffleId = await aRaffle({ quotaQuantity: 10, privacy: 'PRIVATE' });
  await add(
    raffleId,
    Array.from({ length: 9 }, (_, i) => ({ luckyNumber: String(i), prize: `R$ ${i}` })),
  );
  await buy(raffleId, 4);
  await buy(raffleId, 6);
  const all = (await people.winners(raffleId)).value!;
  expect([all.totalCount, all.nodes.length]).toEqual([9, 9]);
  const times = all.nodes.map(({ wonAt }) => wonAt!);
  expect(times).toEqual(times.toSorted().toReversed());
  const paged: ShownQuotaPrize[] = [];
  for (let after: string | null = null; ;) {
    const page: QuotaPrizePage = (await people.winners(raffleId, 2, after)).value!;
    paged.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  expect(paged).toEqual(all.nodes);
  const ids = new Set(all.nodes.map(({ id }) => id));
  const inAll = async (one: typeof people) => (await one.winners(null)).value!.nodes.filter(({ id }) => ids.has(id)).length;
  expect([await inAll(people), await inAll(operator)]).toEqual([0, 9]);
});

it('REST does the same', async () => {
  const raffleId = await aRaffle();
  const rest = (method: string, path: string, body?: unknown) => server.rest(method, path, { token: admin.token, body });
  const made = await rest('POST', `/v1/raffles/${raffleId}/quota-prizes`, {
    prizes: [
      { luckyNumber: '3', prize: 'a' },
      { luckyNumber: '4', prize: 'b' },
      { luckyNumber: '5', prize: 'c' },
    ],
  });
  expect(made.status).toBe(201);
  const [, other, last] = made.body.ids as string[];
  expect((await rest('DELETE', `/v1/quota-prizes/${other}`)).body.id).toBe(other);
  const locked = await rest('PATCH', `/v1/quota-prizes/${last}/lock`);
  expect([locked.status, locked.body.standing]).toEqual([200, 'LOCKED']);
  expect((await rest('PATCH', `/v1/quota-prizes/${last}/unlock`)).body.statusCode).toBe(409);
  const list = await rest('GET', `/v1/raffles/${raffleId}/quota-prizes`);
  expect([list.status, JSON.stringify(list.body)]).toEqual([200, expect.stringContaining('"luckyNumber":"03"')]);
  await buy(raffleId, 99);
  const winners = await rest('GET', `/v1/winners/quota-prizes?raffleId=${raffleId}`);
  expect([winners.status, JSON.stringify(winners.body)]).toEqual([200, expect.stringContaining('"luckyNumber":"03"')]);
});
