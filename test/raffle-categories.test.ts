import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { forTests, startTestServer } from './support/start.js';

const CREATE = 'mutation ($name: String!) { createRaffleCategory(input: { name: $name }) { id name createdAt } }';
const UPDATE = 'mutation ($id: ID!, $name: String!) { updateRaffleCategory(id: $id, input: { name: $name }) { id name } }';
const DELETE = 'mutation ($id: ID!) { deleteRaffleCategory(id: $id) { id name } }';
const LIST = '{ raffleCategories { id name } }';
const UNKNOWN = '01990000-0000-7000-8000-00000000dead';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
beforeEach(async () => {
  await server.app.db.prisma.raffle.deleteMany();
  await server.app.db.prisma.raffleCategory.deleteMany();
});

async function aCategory(name: string): Promise<{ id: string; name: string }> {
  return (await server.graphql(CREATE, { name }, admin)).data.createRaffleCategory;
}

async function names(): Promise<string[]> {
  return (await server.graphql(LIST)).data.raffleCategories.map(({ name }: { name: string }) => name);
}

describe('categories', () => {
  it('are listed by name for anyone', async () => {
    await aCategory('Motos');
    await aCategory('Carros');
    expect(await names()).toEqual(['Carros', 'Motos']);
  });

  it('are made with their name trimmed', async () => {
    expect(await aCategory('  Casas ')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Casas',
      createdAt: expect.any(String),
    });
  });

  it.each(['', '   ', 'x'.repeat(81)])('are not made with the name "%s"', async (name) => {
    const { errors } = await server.graphql(CREATE, { name }, admin);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { name: [expect.any(String)] } });
    expect(await names()).toEqual([]);
  });

  it('have names of their own', async () => {
    await aCategory('Carros');
    const motos = await aCategory('Motos');
    const taken = { code: 'BAD_USER_INPUT', fields: { name: ['is taken by another category'] } };
    expect((await server.graphql(CREATE, { name: 'Carros' }, admin)).errors?.[0]?.extensions).toEqual(taken);
    for (const name of ['Carros', 'carros', 'CARROS', 'Ｃarros'])
      expect((await server.graphql(UPDATE, { id: motos.id, name }, admin)).errors?.[0]?.extensions).toMatchObject(taken);
    const again = (await server.graphql(CREATE, { name: 'CAMINHÕES' }, admin)).data.createRaffleCategory;
    expect((await server.graphql(CREATE, { name: 'caminhões' }, admin)).errors?.[0]?.extensions).toMatchObject(taken);
    // Its own may be written otherwise.
    const rewritten = await server.graphql(UPDATE, { id: again.id, name: 'Caminhões' }, admin);
    expect(rewritten.data.updateRaffleCategory.name).toBe('Caminhões');
    await server.graphql(DELETE, { id: again.id }, admin);
    expect(await names()).toEqual(['Carros', 'Motos']);
  });

  it('are renamed', async () => {
    const { id } = await aCategory('Carros');
    const { data } = await server.graphql(UPDATE, { id, name: ' Automóveis ' }, admin);
    expect(data.updateRaffleCategory).toEqual({ id, name: 'Automóveis' });
    expect(await names()).toEqual(['Automóveis']);
  });

  it('are deleted, answering what they were', async () => {
    const { id } = await aCategory('Carros');
    expect((await server.graphql(DELETE, { id }, admin)).data.deleteRaffleCategory).toEqual({ id, name: 'Carros' });
    expect(await names()).toEqual([]);
  });

  it('stay while a raffle uses them', async () => {
    const { id } = await aCategory('Carros');
    const input = { title: 'Fusca', quotaPrice: '1.00', quotaQuantity: 10, categoryId: id };
    await server.graphql('mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }', { input }, admin);
    expect((await server.graphql(DELETE, { id }, admin)).errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await names()).toEqual(['Carros']);
  });

  it.each([UNKNOWN, 'no-uuid'])('are not found by the id "%s"', async (id) => {
    expect((await server.graphql(UPDATE, { id, name: 'X' }, admin)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await server.graphql(DELETE, { id }, admin)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('are changed by an ADMIN only', async () => {
    const { id } = await aCategory('Carros');
    const customer = await aCustomer(server);
    for (const [as, code] of [
      [customer.token, 'FORBIDDEN'],
      [undefined, 'UNAUTHENTICATED'],
    ] as const) {
      expect((await server.graphql(CREATE, { name: 'X' }, { token: as })).errors?.[0]?.extensions.code).toBe(code);
      expect((await server.graphql(UPDATE, { id, name: 'X' }, { token: as })).errors?.[0]?.extensions.code).toBe(code);
      expect((await server.graphql(DELETE, { id }, { token: as })).errors?.[0]?.extensions.code).toBe(code);
    }
    expect(await names()).toEqual(['Carros']);
  });

  it('are at most 200', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({ id: uuidv7(), name: `C${i}` }));
    await server.app.db.prisma.raffleCategory.createMany({ data: rows });
    expect((await server.graphql(CREATE, { name: 'One more' }, admin)).errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await names()).toHaveLength(200);
  });

  it('leave who made, renamed and deleted them in the audit log, and a refused change nothing', async () => {
    const { id } = await aCategory('Carros');
    await aCategory('Motos');
    await server.graphql(UPDATE, { id, name: 'Motos' }, admin);
    await server.graphql(UPDATE, { id, name: 'Caminhões' }, admin);
    await server.graphql(DELETE, { id }, admin);
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['createRaffleCategory', { name: 'Carros' }],
      ['updateRaffleCategory', { nameBefore: 'Carros', name: 'Caminhões' }],
      ['deleteRaffleCategory', { name: 'Caminhões' }],
    ]);
  });
});
