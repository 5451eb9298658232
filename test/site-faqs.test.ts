import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { refused, restClient } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

const FIELDS = 'id question answer position active createdAt updatedAt';
const CREATE = `mutation ($input: CreateFaqInput!) { createFaq(input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateFaqInput!) { updateFaq(id: $id, input: $input) { ${FIELDS} } }`;
const DELETE = `mutation ($id: ID!) { deleteFaq(id: $id) { ${FIELDS} } }`;
const ONE = `query ($id: ID!) { faq(id: $id) { ${FIELDS} } }`;
const LIST = 'query ($activeOnly: Boolean) { faqs(activeOnly: $activeOnly) { question position } }';
const UNKNOWN = '01990000-0000-7000-8000-00000000dead';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));
const ask = restClient(server);
beforeEach(async () => {
  await server.app.db.prisma.faq.deleteMany();
  server.app.site.drop();
});

const create = async (question: string, input: Record<string, unknown> = {}) =>
  (await server.graphql(CREATE, { input: { question, answer: 'Sim.', ...input } }, { token: admin.token })).data?.createFaq;
const change = async (id: string, input: object) =>
  (await server.graphql(UPDATE, { id, input }, { token: admin.token })).data?.updateFaq;
const remove = async (id: string) => (await server.graphql(DELETE, { id }, { token: admin.token })).data?.deleteFaq;
const refusal = async (query: string, variables: Record<string, unknown>, token: string | undefined = admin.token) =>
  (await server.graphql(query, variables, { token })).errors?.[0]?.extensions;
type Listed = { question: string; position: number };
const listed = async (token?: string, activeOnly = false): Promise<Listed[]> =>
  (await server.graphql(LIST, { activeOnly }, { token })).data.faqs;
const order = async (): Promise<string> => {
  const all = await listed(admin.token);
  expect(all.map(({ position }) => position)).toEqual(all.map((_, i) => i + 1));
  return all.map(({ question }) => question).join('');
};
async function some(questions: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const question of questions) ids[question] = (await create(question)).id;
  return ids;
}

describe('FAQs', () => {
  it('that only make room for another were not changed by it', async () => {
    const first = await create('A');
    await create('B', { position: 1 });
    const { data } = await server.graphql(ONE, { id: first.id }, { token: admin.token });
    expect(data.faq).toEqual({ ...first, position: 2 });
  });

  it('are made at the end, or at the place that is asked for', async () => {
    expect(await create('A')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      question: 'A',
      answer: 'Sim.',
      position: 1,
      active: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await create('B');
    expect(await create('C', { position: 1 })).toMatchObject({ position: 1 });
    expect(await create('D', { position: 2 })).toMatchObject({ position: 2 });
    expect(await create('E', { position: 99 })).toMatchObject({ position: 5 });
    expect(await order()).toBe('CDABE');
  });

  it.each([
    ['A', 4, 'BCDAE'],
    ['D', 1, 'DABCE'],
    ['B', 2, 'ABCDE'],
    ['E', 4, 'ABCED'],
    ['A', 5, 'BCDEA'],
    ['C', 1_000_000, 'ABDEC'],
  ])('%s moved to %i makes room by one step', async (question, position, expected) => {
    const ids = await some('ABCDE');
    await change(ids[question] ?? '', { position });
    expect(await order()).toBe(expected);
  });

  it('close the gap of one that is deleted', async () => {
    const { B = '', A = '' } = await some('ABCD');
    expect(await remove(B)).toMatchObject({ question: 'B', position: 2 });
    expect(await order()).toBe('ACD');
    await remove(A);
    expect(await order()).toBe('CD');
  });

  it('moved, made and deleted all at once have places without gaps, each once', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      await server.app.db.prisma.faq.deleteMany();
      const ids = Object.values(await some('ABCDEFGH'));
      await Promise.all([
        ...ids.slice(0, 6).map((id, n) => change(id, { position: ((n * 3 + round) % 8) + 1 })),
        ...ids.slice(6).map((id) => remove(id)),
        create('x', { position: 1 }),
        create('y'),
        create('z', { position: 4 }),
      ]);
      expect([...(await order())].toSorted().join('')).toBe('ABCDEFxyz');
    }
  });

  it('are seen by the public while they are active, in their order, at once', async () => {
    expect(await listed()).toEqual([]);
    const { B = '' } = await some('ABC');
    await change(B, { active: false });
    expect(await listed()).toEqual([
      { question: 'A', position: 1 },
      { question: 'C', position: 3 },
    ]);
    expect(await listed(buyer.token)).toHaveLength(2);
    expect(await listed(admin.token)).toHaveLength(3);
    expect(await listed(admin.token, true)).toHaveLength(2);
    expect((await refusal(ONE, { id: B }, buyer.token))?.code).toBe('NOT_FOUND');
    expect((await server.graphql(ONE, { id: B }, { token: admin.token })).data.faq).toMatchObject({
      question: 'B',
      active: false,
    });
    await change(B, { active: null });
    expect((await server.graphql(ONE, { id: B })).data.faq).toMatchObject({ question: 'B', active: true });
  });

  it('are refused with all that is wrong, and nothing changes', async () => {
    const bad = { question: ' ', answer: 'x'.repeat(4_001), position: 0 };
    expect(Object.keys((await refusal(CREATE, { input: bad }))?.fields ?? {}).toSorted()).toEqual([
      'answer',
      'position',
      'question',
    ]);
    const { A = '' } = await some('AB');
    expect((await refusal(UPDATE, { id: A, input: { question: null, answer: null, position: 2 } }))?.fields).toEqual({
      question: ['must not be null'],
      answer: ['must not be null'],
    });
    expect(await order()).toBe('AB');
  });

  it.each([UNKNOWN, 'no-uuid'])('are not found by the id "%s"', async (id) => {
    expect((await refusal(ONE, { id }, admin.token))?.code).toBe('NOT_FOUND');
    expect((await refusal(ONE, { id }, buyer.token))?.code).toBe('NOT_FOUND');
    expect((await refusal(UPDATE, { id, input: { position: 1 } }))?.code).toBe('NOT_FOUND');
    expect((await refusal(DELETE, { id }))?.code).toBe('NOT_FOUND');
  });

  it('are changed by an ADMIN only', async () => {
    const { A: id = '' } = await some('AB');
    const input = { question: 'x', answer: 'y' };
    expect((await refusal(CREATE, { input }, buyer.token))?.code).toBe('FORBIDDEN');
    expect((await refusal(UPDATE, { id, input: { position: 2 } }, buyer.token))?.code).toBe('FORBIDDEN');
    expect((await refusal(DELETE, { id }, buyer.token))?.code).toBe('FORBIDDEN');
    expect(await order()).toBe('AB');
  });

  it('are at most 200', async () => {
    const rows = Array.from({ length: 199 }, (_, i) => ({
      id: uuidv7(),
      question: 'Q',
      answer: 'x',
      active: true,
      position: i + 1,
    }));
    await server.app.db.prisma.faq.createMany({ data: rows });
    expect((await Promise.all([create('a'), create('b')])).filter(Boolean)).toHaveLength(1);
    expect((await refusal(CREATE, { input: { question: 'a', answer: 'b' } }))?.code).toBe('CONFLICT');
    expect(await listed()).toHaveLength(200);
  });

  it('leave who made, moved and deleted them in the audit log', async () => {
    await create('B');
    const { id } = await create('A', { position: 1 });
    await change(id, { position: 1 });
    await change(id, { position: 2, answer: 'Não.' });
    await remove(id);
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['createFaq', { question: 'A', answer: 'Sim.', active: true, position: 1 }],
      ['updateFaq', { positionBefore: 1, position: 2, answerBefore: 'Sim.', answer: 'Não.' }],
      ['deleteFaq', { question: 'A', answer: 'Não.', active: true, position: 2 }],
    ]);
  });

  it('are made, read, moved and deleted over REST', async () => {
    const body = { question: 'Como pago?', answer: 'Com PIX.', active: false };
    expect(await ask('POST /v1/faqs', { token: buyer.token, body })).toMatchObject(refused(403));
    const made = await ask('POST /v1/faqs', { token: admin.token, body });
    expect(made).toMatchObject({ status: 201, body: { ...body, position: 1 } });
    const params = { id: made.body.id };
    expect(await ask('GET /v1/faqs/{id}', { token: buyer.token, params })).toMatchObject(refused(404));
    expect((await ask('GET /v1/faqs', { token: buyer.token })).body).toEqual([]);
    expect((await ask('GET /v1/faqs', { token: admin.token, query: 'activeOnly=true' })).body).toEqual([]);
    expect((await ask('GET /v1/faqs', { token: admin.token })).body).toEqual([made.body]);
    await create('Outra');
    const moved = await ask('PATCH /v1/faqs/{id}', { token: admin.token, params, body: { position: 2, active: true } });
    expect(moved).toMatchObject({ status: 200, body: { position: 2, active: true } });
    expect(await ask('GET /v1/faqs/{id}', { token: buyer.token, params })).toMatchObject({ status: 200, body: moved.body });
    expect(await ask('DELETE /v1/faqs/{id}', { token: admin.token, params })).toMatchObject({ status: 200, body: moved.body });
    expect(await ask('DELETE /v1/faqs/{id}', { token: admin.token, params })).toMatchObject(refused(404));
  });
});
