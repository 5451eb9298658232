import { beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { aCustomer, anAdmin } from './support/actors.js';
import { validCpf } from './support/cpf.js';
import { aPaidOrder, anUnpaidOrder } from './support/order-rows.js';
import { restClient } from './support/rest-contract.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-10-05T15:00:00.000Z');
const placedAt = (n: number) => new Date(NOON + Math.floor(n / 2) * DAY_MS + (n % 2) * 1_000);

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
let raffles: { id: string }[];
const buyer = forTests(() => aCustomer(server));
/** Oldest first: eight orders, by turns of two raffles; every third of `buyer`; the odd ones paid. */
const made: { id: string; txid: string; raffleId: string; userId: string; isPaid: boolean; createdAt: Date }[] = [];

beforeAll(async () => {
  raffles = [await anOpenRaffle(server), await anOpenRaffle(server)];
  const { prisma } = server.app.db;
  for (let n = 0; n < 8; n++) {
    const raffleId = raffles[n % 2]?.id ?? '';
    const isPaid = n % 2 === 1;
    const order = await (isPaid ? aPaidOrder : anUnpaidOrder)(server, raffleId, 1);
    const userId = n % 3 === 0 ? buyer.id : order.userId;
    await prisma.order.update({ where: { id: order.id }, data: { createdAt: placedAt(n), userId } });
    made.push({ ...order, id: String(order.id), raffleId, userId, isPaid, createdAt: placedAt(n) });
  }
});

const QUERY = `query ($filter: OrderFilterInput, $orderBy: ListOrder, $first: Int, $after: String, $last: Int, $before: String) {
  orders(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

async function search(variables: Record<string, unknown>) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
  const { data, errors } = await server.graphql(QUERY, given, { token: admin.token });
  const page = data?.orders;
  return {
    ids: page?.nodes.map(({ id }: { id: string }) => id),
    count: page?.totalCount,
    pageInfo: page?.pageInfo,
    ...errors?.[0]?.extensions,
  };
}

const idsOf = (pick: (order: (typeof made)[number], n: number) => boolean) =>
  made
    .filter(pick)
    .map(({ id }) => id)
    .reverse();

async function aLatePayment(orderId: string | null, endToEndId: string, txid: string): Promise<void> {
  const id = uuidv7();
  await server.app.db.prisma.payment.create({
    data: {
      id,
      providerName: 'static',
      endToEndId,
      txid,
      orderId: orderId === null ? null : BigInt(orderId),
      amount: 100n,
      source: 'CALLBACK',
      paidAt: new Date(),
      latePayment: { create: { id: uuidv7(), amount: 100n, reason: orderId === null ? 'UNKNOWN_REFERENCE' : 'ORDER_ENDED' } },
    },
  });
}

describe('an operator finds orders', () => {
  it('by the phone of the buyer in any form, and only by all of it', async () => {
    const own = idsOf(({ userId }) => userId === buyer.id);
    const national = buyer.phone.slice(3);
    for (const phone of [buyer.phone, national, national.replace(/^(..)(.....)(....)$/, '($1) $2-$3')]) {
      expect(await search({ filter: { phone } })).toMatchObject({ ids: own, count: own.length });
    }
    expect(await search({ filter: { phone: '11955554444' } })).toMatchObject({ ids: [], count: 0 });
    expect(await search({ filter: { phone: national.slice(2) } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { phone: expect.anything() },
    });
  });

  it('by the CPF, with or without punctuation', async () => {
    const own = idsOf(({ userId }) => userId === buyer.id);
    const { cpf } = buyer;
    const punctuated = cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
    for (const text of [cpf, punctuated]) expect((await search({ filter: { cpf: text } })).ids).toEqual(own);
    expect((await search({ filter: { cpf, phone: buyer.phone } })).ids).toEqual(own);
    expect((await search({ filter: { cpf: validCpf(78), phone: buyer.phone } })).ids).toEqual([]);
    expect(await search({ filter: { cpf: '123' } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { cpf: expect.anything() },
    });
  });

  it('by the txid of its charge, and by the references of money that came for it late', async () => {
    const [order] = made;
    await aLatePayment(order?.id ?? '', 'E00000000202610051200aaaaaaaaaaa', order?.txid ?? '');
    await aLatePayment(null, 'E00000000202610051200bbbbbbbbbbb', 'nobodystxid');
    for (const filter of [
      { txid: order?.txid },
      { txid: ` ${order?.txid} ` },
      { endToEndId: 'E00000000202610051200aaaaaaaaaaa' },
      { endToEndId: 'E00000000202610051200aaaaaaaaaaa', txid: order?.txid, phone: buyer.phone, raffleId: order?.raffleId },
    ])
      expect(await search({ filter })).toMatchObject({ ids: [order?.id], count: 1 });
    for (const filter of [
      { txid: 'nobodystxid' },
      { txid: order?.txid.slice(1) },
      { endToEndId: 'E00000000202610051200bbbbbbbbbbb' },
      { endToEndId: 'e00000000202610051200aaaaaaaaaaa' },
      { endToEndId: 'E00000000202610051200aaaaaaaaaaa', txid: made[1]?.txid },
      { txid: order?.txid, raffleId: made[1]?.raffleId },
      { txid: order?.txid, status: 'PAID' },
    ])
      expect(await search({ filter })).toMatchObject({ ids: [], count: 0 });
  });

  it('by when they were placed: from an instant on, before another', async () => {
    const from = placedAt(2);
    const to = placedAt(5);
    const within = (createdAt: Date) => createdAt >= from && createdAt < to;
    expect(await search({ filter: { from, to } })).toMatchObject({ ids: idsOf(({ createdAt }) => within(createdAt)), count: 3 });
    expect((await search({ filter: { from } })).ids).toEqual(idsOf(({ createdAt }) => createdAt >= from));
    expect((await search({ filter: { to } })).ids).toEqual(idsOf(({ createdAt }) => createdAt < to));
    for (const end of [from, placedAt(1)])
      expect(await search({ filter: { from, to: end } })).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { to: ['must be after from'] },
      });
  });

  it('by all of these together with the status and the raffle, in either order', async () => {
    const [raffle] = raffles;
    const from = placedAt(1);
    const combos: [Record<string, unknown>, (order: (typeof made)[number]) => boolean][] = [
      [{ raffleId: raffle?.id }, ({ raffleId }) => raffleId === raffle?.id],
      [{ raffleId: raffle?.id, status: 'PENDING' }, ({ raffleId, isPaid }) => raffleId === raffle?.id && !isPaid],
      [{ raffleId: raffle?.id, from }, ({ raffleId, createdAt }) => raffleId === raffle?.id && createdAt >= from],
      [{ phone: buyer.phone, status: 'PAID' }, ({ userId, isPaid }) => userId === buyer.id && isPaid],
      [
        { phone: buyer.phone, from, raffleId: raffle?.id },
        (o) => o.userId === buyer.id && o.createdAt >= from && o.raffleId === raffle?.id,
      ],
      [{ status: 'PAID', from }, ({ isPaid, createdAt }) => isPaid && createdAt >= from],
    ];
    for (const [filter, pick] of combos) {
      const expected = idsOf(pick);
      expect(await search({ filter })).toMatchObject({ ids: expected, count: expected.length });
      expect((await search({ filter, orderBy: 'OLDEST_FIRST' })).ids).toEqual(expected.reverse());
    }
  });

  it('of a deleted raffle, and of none that never was', async () => {
    const gone = await anOpenRaffle(server);
    const { id } = await anUnpaidOrder(server, gone.id, 1);
    await server.app.db.prisma.raffle.update({ where: { id: gone.id }, data: { deletedAt: new Date() } });
    expect((await search({ filter: { raffleId: gone.id } })).ids).toEqual([String(id)]);
    for (const raffleId of ['x', uuidv7()]) expect(await search({ filter: { raffleId } })).toMatchObject({ code: 'NOT_FOUND' });
    await server.app.db.prisma.charge.deleteMany({ where: { orderId: id } });
    await server.app.db.prisma.order.delete({ where: { id } });
  });

  it('by the argument of before, too', async () => {
    const { data } = await server.graphql('{ orders(status: PAID) { nodes { id } } }', {}, { token: admin.token });
    expect(data.orders.nodes.map(({ id }: { id: string }) => id)).toEqual(idsOf(({ isPaid }) => isPaid));
    const both = await server.graphql(
      '{ orders(status: PAID, filter: { status: PENDING }) { totalCount } }',
      {},
      { token: admin.token },
    );
    expect(both.data.orders.totalCount).toBe(0);
  });
});

describe('a list of orders is read', () => {
  const ways: [string, Record<string, unknown>][] = [
    ['all', {}],
    ['of a raffle', { raffleId: 'RAFFLE' }],
    ['of a buyer', { phone: 'BUYER' }],
    ['of a time', { from: 1, to: 7 }],
    ['of a raffle and a time', { raffleId: 'RAFFLE', from: 0, to: 7 }],
  ];
  const filterOf = (filter: Record<string, unknown>) => ({
    ...(typeof filter.from === 'number' && { from: placedAt(filter.from), to: placedAt(Number(filter.to)) }),
    ...(filter.raffleId ? { raffleId: raffles[0]?.id } : {}),
    ...(filter.phone ? { phone: buyer.phone } : {}),
  });

  it.each(ways)('to its end and back, in either order: %s', async (_name, filter) => {
    const asked = { filter: filterOf(filter) };
    for (const orderBy of ['NEWEST_FIRST', 'OLDEST_FIRST']) {
      const { ids: whole } = await search({ ...asked, orderBy });
      expect(whole.length).toBeGreaterThan(2);
      const seen: string[][] = [];
      let page = await search({ ...asked, orderBy, first: 2 });
      for (;;) {
        seen.push(page.ids);
        expect(page.pageInfo.hasPreviousPage).toBe(seen.length > 1);
        if (!page.pageInfo.hasNextPage) break;
        page = await search({ ...asked, orderBy, first: 2, after: page.pageInfo.endCursor });
      }
      expect(seen.flat()).toEqual(whole);

      const back: string[][] = [];
      page = await search({ ...asked, orderBy, last: 2 });
      for (;;) {
        back.unshift(page.ids);
        expect(page.pageInfo.hasNextPage).toBe(back.length > 1);
        if (!page.pageInfo.hasPreviousPage) break;
        page = await search({ ...asked, orderBy, last: 2, before: page.pageInfo.startCursor });
      }
      expect(back.flat()).toEqual(whole);
    }
  });

  it('from a place outside of the span that is asked for', async () => {
    const first = (await search({ first: 1 })).pageInfo.endCursor;
    const last = (await search({ last: 1 })).pageInfo.startCursor;
    const asked = { filter: { from: placedAt(2), to: placedAt(6) } };
    const { ids: whole } = await search(asked);
    expect(whole).toHaveLength(4);
    expect((await search({ ...asked, after: first })).ids).toEqual(whole);
    expect((await search({ ...asked, after: last })).ids).toEqual([]);
    expect((await search({ ...asked, before: last })).ids).toEqual(whole);
    expect((await search({ ...asked, before: first })).ids).toEqual([]);
    expect((await search({ ...asked, after: last, orderBy: 'OLDEST_FIRST' })).ids).toEqual(whole.toReversed());
  });

  it('from one end at a time, by so many at once as may be', async () => {
    const cursor = (await search({ first: 1 })).pageInfo.endCursor;
    expect(await search({ first: 1, last: 1 })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { first: expect.anything() } });
    expect(await search({ after: cursor, last: 1 })).toMatchObject({ fields: { after: expect.anything() } });
    expect(await search({ after: cursor, before: cursor })).toMatchObject({ fields: { after: expect.anything() } });
    expect(await search({ before: 'x' })).toMatchObject({ fields: { before: ['must be a cursor that this list answered'] } });
    for (const last of [0, 101]) expect(await search({ last })).toMatchObject({ fields: { last: expect.anything() } });
    expect((await search({ before: (await search({ last: 1 })).pageInfo.startCursor })).ids).toHaveLength(7);
  });
});

describe('over REST', () => {
  it('orders are found by query parameters of the same names, and read backward', async () => {
    const ask = restClient(server);
    const list = async (query: string) => {
      const { body } = await ask('GET /v1/orders', { token: admin.token, query });
      return { ids: body.data?.map(({ id }: { id: number }) => String(id)), ...body };
    };
    const phone = encodeURIComponent(buyer.phone);
    expect((await list(`phone=${phone}&status=PAID`)).ids).toEqual(idsOf(({ userId, isPaid }) => userId === buyer.id && isPaid));
    expect((await list(`txid=${made[0]?.txid}`)).ids).toEqual([made[0]?.id]);
    expect((await list(`from=${placedAt(6).toISOString()}&orderBy=OLDEST_FIRST`)).ids).toEqual([made[6]?.id, made[7]?.id]);
    const end = await list('last=1');
    expect(end).toMatchObject({ ids: [made[0]?.id], pageInfo: { hasPreviousPage: true } });
    expect((await list(`last=1&before=${end.pageInfo.startCursor}`)).ids).toEqual([made[1]?.id]);
    expect(await list('cpf=1')).toMatchObject({ statusCode: 400, message: { cpf: expect.anything() } });
  });
});
