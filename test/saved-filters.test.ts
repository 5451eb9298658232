import { describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { restClient } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);

const SAVE = `mutation ($id: ID, $input: SaveFilterInput!) { saveFilter(id: $id, input: $input) { id list name query } }`;
const UNPAID = { list: 'ORDERS', name: 'Não pagos', query: 'status=PENDING' };

async function save(token: string, input: Partial<typeof UNPAID> = {}, id?: string) {
  const { data, errors } = await server.graphql(SAVE, { id, input: { ...UNPAID, ...input } }, { token });
  return { filter: data?.saveFilter, ...errors?.[0]?.extensions };
}
async function drop(token: string, id: string) {
  const { errors } = await server.graphql(`mutation { deleteSavedFilter(id: "${id}") { id } }`, {}, { token });
  return errors?.[0]?.extensions.code;
}
async function namesOf(token: string): Promise<string[]> {
  const { data } = await server.graphql('{ savedFilters { name } }', {}, { token });
  return data.savedFilters.map(({ name }: { name: string }) => name);
}

describe('the filters that an operator keeps', () => {
  it('are kept under a name by every role, changed and deleted', async () => {
    for (const role of ['OWNER', 'FINANCE', 'MANAGER', 'SUPPORT'] as const) {
      const { token } = await anAdmin(server, role);
      const { filter } = await save(token, { name: '  Não pagos ' });
      expect(filter).toMatchObject(UNPAID);
      await save(token, { list: 'PEOPLE', name: 'Bloqueados', query: 'kind=blocked' });
      expect(await namesOf(token)).toEqual(['Bloqueados', 'Não pagos']);
      const changed = await save(token, { name: 'Pagos', query: '?status=PAID&from=&to=2026-11-30' }, filter.id);
      expect(changed.filter).toEqual({ id: filter.id, list: 'ORDERS', name: 'Pagos', query: 'status=PAID&to=2026-11-30' });
      expect(await drop(token, filter.id)).toBeUndefined();
      expect(await namesOf(token)).toEqual(['Bloqueados']);
    }
  });

  it.each([
    ['ORDERS', 'q=11987654321'],
    ['ORDERS', 'status=PENDING&status=PAID'],
    ['ORDERS', 'from='],
    ['PEOPLE', 'status=PAID'],
    ['AUDIT', 'action=blockUser&subjectId=1'],
    ['AUDIT', `action=${'a'.repeat(61)}`],
    ['ORDERS', 'toString=1'],
  ])('of %s are not "%s": they find no person, and have what the list has', async (list, query) => {
    const { token } = await anAdmin(server);
    expect(await save(token, { list, query })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { query: expect.anything() } });
  });

  it.each([
    [
      'ORDERS',
      'status=Maria',
      'has a status that the list does not have: one of PENDING, PAID, CANCELLED, EXPIRED, REFUNDED is needed',
    ],
    ['ORDERS', 'from=30/11/2026', 'has a from that is no day: write it as in 2026-11-30'],
    ['ORDERS', 'status=PAID&to=2026-02-30', 'has a to that is no day: write it as in 2026-11-30'],
    ['ORDERS', 'from=2026-11-30&to=2026-11-29', 'has a from after its to: swap them'],
    ['ORDERS', 'raffle=11987654321', 'has a raffle that is not the UUID of a raffle'],
    ['PEOPLE', 'kind=Maria', 'has a kind that the list does not have: one of buyers, blocked, operators is needed'],
    ['AUDIT', 'action=Maria da Silva', 'has an action that is not the name of an action of the audit log, such as blockUser'],
    ['AUDIT', 'actorId=11987654321', 'has an actorId that is not the UUID of a user'],
    ['AUDIT', 'to=Maria', 'has a to that is no day: write it as in 2026-11-30'],
  ])('of %s are not "%s": each value is of its kind', async (list, query, problem) => {
    const { token } = await anAdmin(server);
    expect(await save(token, { list, query })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { query: [problem] } });
    const { status, body } = await restClient(server)('POST /v1/saved-filters', { token, body: { list, query, name: 'a' } });
    expect([status, body]).toMatchObject([400, { message: { query: [problem] } }]);
  });

  it('may have each value of its kind', async () => {
    const { token, id } = await anAdmin(server);
    for (const [list = '', query = ''] of [
      ['ORDERS', `status=REFUNDED&raffle=${id}&from=2024-02-29&to=2024-02-29`],
      ['PEOPLE', 'kind=operators'],
      ['AUDIT', `action=payOrder&actorId=${id}&from=2026-11-01`],
    ])
      expect((await save(token, { list, query })).filter).toMatchObject({ query });
  });

  it('have different names of 1 to 40 characters, at most 20 of a list', async () => {
    const { token } = await anAdmin(server);
    for (const name of ['', ' ', 'a'.repeat(41)])
      expect(await save(token, { name })).toMatchObject({ code: 'BAD_USER_INPUT', fields: { name: expect.anything() } });
    const [first, second] = [await save(token, { name: 'a' }), await save(token, { name: 'b' })];
    expect(await save(token, { name: 'a' })).toMatchObject({ fields: { name: ['is of another filter of yours on this list'] } });
    expect(await save(token, { name: 'a' }, second.filter.id)).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect((await save(token, { name: 'a' }, first.filter.id)).code).toBeUndefined();
    for (let number = 3; number <= 20; number++) await save(token, { name: `c${number}` });
    expect(await save(token, { name: 'd' })).toMatchObject({ code: 'CONFLICT' });
    expect((await save(token, { name: 'e' }, first.filter.id)).code).toBeUndefined();
    expect((await save(token, { list: 'AUDIT', query: 'action=refundOrder' })).code).toBeUndefined();
  });

  it('are of nobody else, not even of an owner', async () => {
    const [one, owner] = [await anAdmin(server, 'SUPPORT'), await anAdmin(server)];
    const { filter } = await save(one.token);
    expect(await namesOf(owner.token)).toEqual([]);
    expect(await save(owner.token, {}, filter.id)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await drop(owner.token, filter.id)).toBe('NOT_FOUND');
    const { token } = await aCustomer(server);
    expect(await save(token)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await namesOf(one.token)).toEqual(['Não pagos']);
  });

  it('are in the audit log without what they say, in the copy of the own data, and go with the account', async () => {
    const [one, owner] = [await anAdmin(server, 'SUPPORT'), await anAdmin(server)];
    const { filter } = await save(one.token);
    const { prisma } = server.app.db;
    expect(await prisma.auditEntry.findMany({ where: { subjectId: one.id } })).toMatchObject([
      { action: 'saveFilter', actorId: one.id, details: { filterId: filter.id, list: 'ORDERS' } },
    ]);
    const answer = await fetch(`${server.url}/v1/users/${one.id}/data`, { headers: { authorization: `Bearer ${owner.token}` } });
    expect(((await answer.json()) as { savedFilters: unknown }).savedFilters).toEqual([
      { ...UNPAID, createdAt: expect.any(String) },
    ]);
    const { errors } = await server.graphql(`mutation { deleteUser(id: "${one.id}") { id } }`, {}, { token: owner.token });
    expect([errors, await prisma.savedFilter.count({ where: { userId: one.id } })]).toEqual([undefined, 0]);
  });
});
