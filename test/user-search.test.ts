import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { restClient } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-10-05T15:00:00.000Z');
const cameAt = (n: number) => new Date(NOON + Math.floor(n / 2) * DAY_MS);

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const people: { id: string; phone: string; cpf: string; email: string }[] = [];

beforeAll(async () => {
  for (let n = 0; n < 6; n++) {
    const email = `buyer${n}@example.com`;
    const buyer = { ...(await aCustomer(server, { email })), email };
    const blockedAt = n === 2 ? new Date() : null;
    await server.app.db.prisma.user.update({ where: { id: buyer.id }, data: { createdAt: cameAt(n), blockedAt } });
    people.push(buyer);
  }
});

const QUERY = `query ($filter: UserFilterInput, $orderBy: ListOrder, $first: Int, $after: String, $last: Int, $before: String) {
  users(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
    nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

async function search(variables: Record<string, unknown>) {
  const { data, errors } = await server.graphql(QUERY, variables, { token: admin.token });
  const page = data?.users;
  return {
    ids: page?.nodes.map(({ id }: { id: string }) => id),
    count: page?.totalCount,
    pageInfo: page?.pageInfo,
    ...errors?.[0]?.extensions,
  };
}

const idsOf = (...places: number[]) => places.map((n) => people[n]?.id);

describe('an operator finds users', () => {
  it('by phone, CPF and e-mail address, each in any form and whole', async () => {
    const [, one, other] = people;
    const national = one?.phone.slice(3) ?? '';
    const cpf = one?.cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
    for (const filter of [
      { phone: one?.phone },
      { phone: national },
      { cpf: one?.cpf },
      { cpf },
      { email: ` ${one?.email.toUpperCase()} ` },
      { phone: national, cpf, email: one?.email, role: 'USER', isBlocked: false, from: cameAt(1), to: cameAt(2) },
    ])
      expect(await search({ filter })).toMatchObject({ ids: [one?.id], count: 1 });
    for (const filter of [
      { phone: one?.phone, cpf: other?.cpf },
      { cpf: one?.cpf, email: other?.email },
      { email: one?.email, role: 'ADMIN' },
      { phone: one?.phone, isBlocked: true },
      { phone: one?.phone, from: cameAt(2) },
    ])
      expect(await search({ filter })).toMatchObject({ ids: [], count: 0 });
  });

  it('by what is no phone, CPF or e-mail address: each is told by its name', async () => {
    expect(await search({ filter: { phone: '1234', cpf: '1', email: '%' } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { phone: expect.anything(), cpf: expect.anything(), email: expect.anything() },
    });
    expect(await search({ filter: { from: cameAt(2), to: cameAt(2) } })).toMatchObject({
      fields: { to: ['must be after from'] },
    });
  });

  it('by when they came and whether they are blocked, in either order', async () => {
    const [from, to] = [cameAt(2), cameAt(4)];
    expect(await search({ filter: { from, to }, orderBy: 'OLDEST_FIRST' })).toMatchObject({ count: 2 });
    expect(new Set((await search({ filter: { from, to } })).ids)).toEqual(new Set(idsOf(2, 3)));
    expect((await search({ filter: { from, to, isBlocked: true } })).ids).toEqual(idsOf(2));
    expect((await search({ filter: { from, to, isBlocked: false } })).ids).toEqual(idsOf(3));
  });

  it('page by page to the end and back, those of one instant too', async () => {
    const ways: [string, object, number][] = ['NEWEST_FIRST', 'OLDEST_FIRST'].flatMap((orderBy): [string, object, number][] => [
      [orderBy, {}, 6],
      [orderBy, { from: cameAt(2), to: cameAt(6) }, 4],
    ]);
    for (const [orderBy, filter, size] of ways) {
      const { ids: whole } = await search({ filter, orderBy });
      expect(whole).toHaveLength(size);
      const seen: string[] = [];
      let page = await search({ filter, orderBy, first: 1 });
      for (;;) {
        seen.push(...page.ids);
        if (!page.pageInfo.hasNextPage) break;
        page = await search({ filter, orderBy, first: 1, after: page.pageInfo.endCursor });
      }
      expect(seen).toEqual(whole);
      const back: string[] = [];
      page = await search({ filter, orderBy, last: size - 2 });
      expect(page.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      back.unshift(...page.ids);
      page = await search({ filter, orderBy, last: size - 2, before: page.pageInfo.startCursor });
      expect(page.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
      expect([...page.ids, ...back]).toEqual(whole);
    }
    const [first, second] = [(await search({ orderBy: 'OLDEST_FIRST' })).ids, (await search({})).ids];
    expect(second).toEqual(first.toReversed());
  });
});

it('over REST users are found by query parameters of the same names', async () => {
  const ask = restClient(server);
  const list = async (query: string) => (await ask('GET /v1/users', { token: admin.token, query })).body;
  const { phone, email, id } = people[4] ?? { phone: '', email: '', id: '' };
  expect((await list(`phone=${encodeURIComponent(phone)}&email=${email}`)).data).toMatchObject([{ id }]);
  expect((await list('role=ADMIN&first=100')).data.map((user: { id: string }) => user.id)).toContain(admin.id);
  expect(await list('last=1')).toMatchObject({ pageInfo: { hasPreviousPage: true, hasNextPage: false } });
});
