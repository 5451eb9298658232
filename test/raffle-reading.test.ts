import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Prisma } from '../src/generated/prisma/client.js';
import { loaders } from '../src/raffles/raffle.loader.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const RAFFLE = 'query ($id: ID, $slug: String) { raffle(id: $id, slug: $slug) { id slug title } }';
const INTERNALS = `query ($id: ID) { raffle(id: $id) {
  version enableAntiSpam antiSpamMaxQuota antiSpamTimeout enableNotification secretHash
} }`;
const LIST = `query ($first: Int! = 20, $after: String, $status: RaffleStatus, $statuses: [RaffleStatus!], $search: String, $categoryId: ID, $highlighted: Boolean) {
  raffles(first: $first, after: $after, status: $status, statuses: $statuses, search: $search, categoryId: $categoryId, highlighted: $highlighted) {
    nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`;
const UNKNOWN = '01990000-0000-7000-8000-00000000dead';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const customer = forTests(() => aCustomer(server));
beforeEach(async () => {
  await server.app.db.prisma.raffle.deleteMany();
  await server.app.db.prisma.raffleCategory.deleteMany();
});

async function aRaffle(overrides: Partial<Prisma.RaffleUncheckedCreateInput> = {}): Promise<string> {
  return (await anOpenRaffle(server, overrides)).id;
}

async function find(variables: Record<string, unknown>, token?: string) {
  const { data, errors } = await server.graphql(RAFFLE, variables, { token });
  return errors?.[0]?.extensions.code ?? data.raffle.id;
}

async function list(variables: Record<string, unknown> = {}, token?: string) {
  const { data, errors } = await server.graphql(LIST, variables, { token });
  expect(errors).toBeUndefined();
  return data.raffles;
}

async function listedIds(variables: Record<string, unknown> = {}, token?: string): Promise<string[]> {
  return (await list(variables, token)).nodes.map(({ id }: { id: string }) => id);
}

describe('one raffle', () => {
  it('is found by id and by slug, by anyone', async () => {
    const id = await aRaffle({ slug: 'moto-zero' });
    for (const token of [undefined, customer.token, admin.token]) {
      expect(await find({ id }, token)).toBe(id);
      expect(await find({ slug: 'moto-zero' }, token)).toBe(id);
    }
  });

  it('is asked for by exactly one of the two', async () => {
    const id = await aRaffle({ slug: 'moto-zero' });
    for (const variables of [{}, { id, slug: 'moto-zero' }, { id: null, slug: null }]) {
      const { data, errors } = await server.graphql(RAFFLE, variables);
      expect(data).toEqual({ raffle: null });
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(Object.keys(errors?.[0]?.extensions.fields ?? {})).toEqual(['id', 'slug']);
    }
  });

  const NOBODYS = [{ id: UNKNOWN }, { id: 'no-uuid' }, { slug: 'no-such-raffle' }, { slug: '' }];
  it.each(NOBODYS)('is not found by %o', async (variables) => {
    const { data, errors } = await server.graphql(RAFFLE, variables);
    expect(data).toEqual({ raffle: null });
    expect(errors?.[0]).toMatchObject({ message: 'There is no such raffle.', extensions: { code: 'NOT_FOUND' } });
  });

  it('is seen while a DRAFT by an ADMIN only', async () => {
    const id = await aRaffle({ status: 'DRAFT', slug: 'draft' });
    for (const variables of [{ id }, { slug: 'draft' }]) {
      expect(await find(variables)).toBe('NOT_FOUND');
      expect(await find(variables, customer.token)).toBe('NOT_FOUND');
      expect(await find(variables, admin.token)).toBe(id);
    }
  });

  it('is found when PRIVATE by whoever knows its id or slug', async () => {
    const id = await aRaffle({ privacy: 'PRIVATE', slug: 'secret-raffle' });
    expect(await find({ id })).toBe(id);
    expect(await find({ slug: 'secret-raffle' })).toBe(id);
  });

  it('is found by nobody once deleted, but still loaded for the orders that point at it', async () => {
    const id = await aRaffle({ slug: 'gone', deletedAt: new Date() });
    expect(await find({ id }, admin.token)).toBe('NOT_FOUND');
    expect(await find({ slug: 'gone' }, admin.token)).toBe('NOT_FOUND');
    expect(await listedIds({}, admin.token)).toEqual([]);
    const loader = loaders.raffle(server.app, { cache: true });
    const columns = new Set(['id'] as const);
    expect(await Promise.all([loader.load({ id, columns }), loader.load({ id: UNKNOWN, columns })])).toEqual([
      expect.objectContaining({ id }),
      null,
    ]);
  });

  it('shows how it is guarded to an ADMIN only, and the hash of its secret to anyone', async () => {
    const id = await aRaffle({ enableAntiSpam: true, antiSpamMaxQuota: 10, antiSpamTimeout: 5 });
    const seen = async (token?: string) => (await server.graphql(INTERNALS, { id }, { token })).data.raffle;
    const guards = ['version', 'enableAntiSpam', 'antiSpamMaxQuota', 'antiSpamTimeout', 'enableNotification'];
    const hidden = Object.fromEntries(guards.map((field) => [field, null]));
    const { secretHash } = await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } });
    const hash = { secretHash: Buffer.from(secretHash).toString('hex') };

    expect(await seen()).toEqual({ ...hidden, ...hash });
    expect(await seen(customer.token)).toEqual({ ...hidden, ...hash });
    expect(await seen(admin.token)).toEqual({
      version: 1,
      enableAntiSpam: true,
      antiSpamMaxQuota: 10,
      antiSpamTimeout: 5,
      enableNotification: false,
      ...hash,
    });
  });

  it('has no field that tells its secret', async () => {
    const { data } = await server.graphql('{ __type(name: "Raffle") { fields { name } } }');
    const names: string[] = data.__type.fields.map(({ name }: { name: string }) => name);
    expect(names.filter((name) => /secret|sealed/i.test(name))).toEqual(['secretHash']);
  });
});

describe('the list of raffles', () => {
  it('has for anyone those that are PUBLIC and no DRAFT, for an ADMIN all, newest first', async () => {
    const open = await aRaffle();
    const draft = await aRaffle({ status: 'DRAFT' });
    const hidden = await aRaffle({ privacy: 'PRIVATE' });
    const cancelled = await aRaffle({ status: 'CANCELLED' });

    for (const token of [undefined, customer.token]) expect(await listedIds({}, token)).toEqual([cancelled, open]);
    expect(await listedIds({}, admin.token)).toEqual([cancelled, hidden, draft, open]);
    expect(await listedIds({ status: 'DRAFT' })).toEqual([]);
    expect(await listedIds({ status: 'DRAFT' }, admin.token)).toEqual([draft]);
  });

  it('is narrowed by status, category and highlight, which count together', async () => {
    const category = await server.app.db.prisma.raffleCategory.create({
      data: { id: '01990000-0000-7000-8000-000000000001', name: 'Motos' },
    });
    const moto = await aRaffle({ categoryId: category.id });
    const bigMoto = await aRaffle({ categoryId: category.id, isHighlighted: true });
    const soldMoto = await aRaffle({ categoryId: category.id, status: 'SOLD_OUT', isHighlighted: true });
    const house = await aRaffle({ isHighlighted: true });

    expect(await listedIds({ categoryId: category.id })).toEqual([soldMoto, bigMoto, moto]);
    expect(await listedIds({ highlighted: true })).toEqual([house, soldMoto, bigMoto]);
    expect(await listedIds({ highlighted: false })).toEqual([moto]);
    expect(await listedIds({ status: 'SOLD_OUT' })).toEqual([soldMoto]);
    const all = { categoryId: category.id, highlighted: true, status: 'OPEN' };
    expect(await list(all)).toMatchObject({ nodes: [{ id: bigMoto }], totalCount: 1 });
    expect(await list({ categoryId: UNKNOWN })).toMatchObject({ nodes: [], totalCount: 0 });
    expect(await list({ categoryId: 'cars' })).toMatchObject({ nodes: [], totalCount: 0 });
  });

  it('is narrowed by several statuses, and by words of the title and the subtitle', async () => {
    const moto = await aRaffle({ title: 'Moto São João', subtitle: '100% nova' });
    const soon = await aRaffle({ title: 'Carro', subtitle: 'Sao Joao', status: 'SOON' });
    const closed = await aRaffle({ title: 'Casa_1', status: 'CLOSED' });
    expect(await listedIds({ statuses: ['OPEN', 'SOON'] })).toEqual([soon, moto]);
    expect(await listedIds({ statuses: ['OPEN', 'SOON'], status: 'OPEN' })).toEqual([moto]);
    expect(await listedIds({ statuses: [] })).toEqual([]);
    const found = (search: string) => listedIds({ search });
    expect(await found('são JOÃO')).toEqual([soon, moto]);
    expect(await found('SAO JOAO')).toEqual([soon, moto]);
    expect(await found('joão moto')).toEqual([moto]);
    expect(await found('carro moto')).toEqual([]);
    expect(await found('nova')).toEqual([moto]);
    // No pattern of LIKE.
    expect(await found('%')).toEqual([moto]);
    expect(await found('a_1')).toEqual([closed]);
    expect(await found('_')).toEqual([closed]);
    expect(await found('\\')).toEqual([]);
    const { errors } = await server.graphql(LIST, { search: 'x'.repeat(81) });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('is walked page by page without a gap or a repeat, of raffles made in the same instant too', async () => {
    const createdAt = new Date('2026-01-01T00:00:00.000Z');
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push(await aRaffle(i < 5 ? { createdAt } : {}));

    const pages: string[][] = [];
    for (let after: string | null = null, more = true; more;) {
      const page = await list({ first: 3, after });
      expect(page.totalCount).toBe(7);
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      pages.push(page.nodes.map(({ id }: { id: string }) => id));
      ({ endCursor: after, hasNextPage: more } = page.pageInfo);
    }

    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(ids.toReversed());
  });

  it.each([
    [{ first: 0 }, 'first'],
    [{ first: 101 }, 'first'],
    [{ after: 'nonsense' }, 'after'],
    [{ after: Buffer.from('["1","2"]').toString('base64url') }, 'after'],
  ])('refuses %o', async (variables, field) => {
    const { data, errors } = await server.graphql(LIST, variables);
    expect(data).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } });
  });

  it('reads categories and prizes once for the whole page', async () => {
    const category = await server.app.db.prisma.raffleCategory.create({
      data: { id: '01990000-0000-7000-8000-000000000001', name: 'Motos' },
    });
    const prizes = {
      create: [
        { position: 2, title: 'R$ 500' },
        { position: 1, title: 'A moto' },
      ],
    };
    for (let i = 0; i < 5; i++) await aRaffle({ categoryId: category.id, prizes });
    const query = vi.spyOn(pg.Client.prototype, 'query');

    const { data } = await server.graphql('{ raffles { nodes { category { name } prizes { position title } } } }');

    const one = {
      category: { name: 'Motos' },
      prizes: [
        { position: 1, title: 'A moto' },
        { position: 2, title: 'R$ 500' },
      ],
    };
    expect(data.raffles.nodes).toEqual([one, one, one, one, one]);
    // Prisma's, not those of workers that happen to run meanwhile.
    const asked = query.mock.calls
      .map(([sent]) => JSON.stringify(sent))
      .filter((sent) => /FROM (\\"public\\"\.\\"raffles\\"|raffle_categories|raffle_prizes)/.test(sent));
    expect(asked).toHaveLength(3);
    query.mockRestore();
  });
});
