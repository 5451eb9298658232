import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { refused, restClient } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

const FIELDS = 'id title body link active startsAt endsAt createdAt updatedAt';
const CREATE = `mutation ($input: CreateNotificationInput!) { createNotification(input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateNotificationInput!) { updateNotification(id: $id, input: $input) { ${FIELDS} } }`;
const DELETE = `mutation ($id: ID!) { deleteNotification(id: $id) { ${FIELDS} } }`;
const ONE = `query ($id: ID!) { notification(id: $id) { ${FIELDS} } }`;
const LIST = 'query ($activeOnly: Boolean) { notifications(activeOnly: $activeOnly) { id title } }';
const UNKNOWN = '01990000-0000-7000-8000-00000000dead';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));
const ask = restClient(server);
beforeEach(async () => {
  await server.app.db.prisma.notification.deleteMany();
  server.app.site.drop();
});

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const create = async (input: Record<string, unknown> = {}) =>
  (await server.graphql(CREATE, { input: { title: 'Aviso', body: 'Sorteio hoje.', ...input } }, { token: admin.token })).data
    ?.createNotification;
const refusal = async (query: string, variables: Record<string, unknown>, token: string | undefined = admin.token) =>
  (await server.graphql(query, variables, { token })).errors?.[0]?.extensions;
const titles = async (token?: string, activeOnly?: boolean): Promise<string[]> =>
  (await server.graphql(LIST, { ...(activeOnly !== undefined && { activeOnly }) }, { token })).data.notifications.map(
    ({ title }: { title: string }) => title,
  );

describe('notifications', () => {
  it('are made with what they say, active unless they are not', async () => {
    const link = 'https://example.com/sorteio';
    expect(await create({ title: ' Sorteio ', link, endsAt: at(1) })).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      title: 'Sorteio',
      body: 'Sorteio hoje.',
      link,
      active: true,
      startsAt: null,
      endsAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('are seen by the public newest first, while they are active and inside their time, at once', async () => {
    expect(await titles()).toEqual([]);
    await create({ title: 'Antigo' });
    await create({ title: 'Novo', startsAt: at(-1), endsAt: at(1) });
    const hidden = [
      await create({ title: 'Desligado', active: false }),
      await create({ title: 'Amanhã', startsAt: at(24) }),
      await create({ title: 'Ontem', endsAt: at(-24) }),
    ];
    expect(await titles()).toEqual(['Novo', 'Antigo']);
    expect(await titles(buyer.token, false)).toEqual(['Novo', 'Antigo']);
    expect(await titles(admin.token)).toEqual(['Ontem', 'Amanhã', 'Desligado', 'Novo', 'Antigo']);
    expect(await titles(admin.token, true)).toEqual(['Novo', 'Antigo']);
    for (const { id } of hidden) {
      expect((await refusal(ONE, { id }, buyer.token))?.code).toBe('NOT_FOUND');
      expect((await server.graphql(ONE, { id })).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
      expect((await server.graphql(ONE, { id }, { token: admin.token })).data.notification.id).toBe(id);
    }
  });

  it('come and go by their own time, without anybody changing them', async () => {
    const soon = new Date(Date.now() + 700).toISOString();
    await create({ title: 'Já acaba', endsAt: soon });
    await create({ title: 'Já começa', startsAt: soon });
    expect(await titles()).toEqual(['Já acaba']);
    await expect.poll(() => titles(), { timeout: 3_000 }).toEqual(['Já começa']);
  });

  it('are changed in part; null takes the default', async () => {
    const { id } = await create({ link: 'https://example.com', startsAt: at(-2), endsAt: at(2), active: false });
    const change = async (input: object) =>
      (await server.graphql(UPDATE, { id, input }, { token: admin.token })).data.updateNotification;
    expect(await change({ title: 'Outro' })).toMatchObject({ title: 'Outro', link: 'https://example.com', active: false });
    expect(await change({ link: null, active: null, startsAt: null, endsAt: null })).toMatchObject({
      title: 'Outro',
      link: null,
      active: true,
      startsAt: null,
      endsAt: null,
    });
    expect(await titles()).toEqual(['Outro']);
  });

  it('are refused with all that is wrong, and nothing changes', async () => {
    const input = { title: ' ', body: '', link: 'javascript:alert(1)' };
    expect(Object.keys((await refusal(CREATE, { input }))?.fields ?? {}).toSorted()).toEqual(['body', 'link', 'title']);
    const backwards = { title: 'a', body: 'b', startsAt: at(2), endsAt: at(1) };
    expect((await refusal(CREATE, { input: backwards }))?.fields).toEqual({ endsAt: ['must be later than startsAt'] });
    const { id, title } = await create({ startsAt: at(1) });
    // Against what stands there already.
    expect((await refusal(UPDATE, { id, input: { endsAt: at(0.5), title: null } }))?.fields).toEqual({
      endsAt: ['must be later than startsAt'],
      title: ['must not be null'],
    });
    expect(await titles(admin.token)).toEqual([title]);
  });

  it.each([UNKNOWN, 'no-uuid'])('are not found by the id "%s"', async (id) => {
    for (const [query, token] of [
      [ONE, admin.token],
      [ONE, buyer.token],
      [DELETE, admin.token],
    ] as const)
      expect((await refusal(query, { id }, token))?.code).toBe('NOT_FOUND');
    expect((await refusal(UPDATE, { id, input: { title: 'x' } }))?.code).toBe('NOT_FOUND');
  });

  it('are changed by an ADMIN only', async () => {
    const { id } = await create();
    const input = { title: 'x', body: 'y' };
    expect((await refusal(CREATE, { input }, buyer.token))?.code).toBe('FORBIDDEN');
    expect((await refusal(UPDATE, { id, input }, buyer.token))?.code).toBe('FORBIDDEN');
    expect((await refusal(DELETE, { id }, buyer.token))?.code).toBe('FORBIDDEN');
    expect(await titles()).toEqual(['Aviso']);
  });

  it('are at most 200, also when several are made at once', async () => {
    const rows = Array.from({ length: 198 }, (_, i) => ({ id: uuidv7(), title: `N${i}`, body: 'x', active: true }));
    await server.app.db.prisma.notification.createMany({ data: rows });
    const made = await Promise.all(Array.from({ length: 5 }, () => create()));
    expect(made.filter(Boolean)).toHaveLength(2);
    expect((await refusal(CREATE, { input: { title: 'a', body: 'b' } }))?.code).toBe('CONFLICT');
    expect(await titles()).toHaveLength(200);
  });

  it('leave who made, changed and deleted them in the audit log', async () => {
    const { id } = await create({ endsAt: '2030-01-31T12:00:00.000Z' });
    await server.graphql(UPDATE, { id, input: { title: 'Aviso' } }, { token: admin.token });
    await server.graphql(UPDATE, { id, input: { active: false } }, { token: admin.token });
    await server.graphql(DELETE, { id }, { token: admin.token });
    const entries = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    const made = {
      title: 'Aviso',
      body: 'Sorteio hoje.',
      link: null,
      active: true,
      startsAt: null,
      endsAt: '2030-01-31T12:00:00.000Z',
    };
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['createNotification', made],
      ['updateNotification', { activeBefore: true, active: false }],
      ['deleteNotification', { ...made, active: false }],
    ]);
  });

  it('are made, read, changed and deleted over REST', async () => {
    const body = { title: 'Aviso', body: 'Sorteio hoje.', startsAt: at(1) };
    expect(await ask('POST /v1/notifications', { token: buyer.token, body })).toMatchObject(refused(403));
    const made = await ask('POST /v1/notifications', { token: admin.token, body });
    expect(made).toMatchObject({ status: 201, body: { ...body, active: true, link: null } });
    const params = { id: made.body.id };
    expect(await ask('GET /v1/notifications/{id}', { token: buyer.token, params })).toMatchObject(refused(404));
    expect((await ask('GET /v1/notifications', { token: buyer.token })).body).toEqual([]);
    expect((await ask('GET /v1/notifications', { token: admin.token })).body).toEqual([made.body]);
    expect((await ask('GET /v1/notifications', { token: admin.token, query: 'activeOnly=true' })).body).toEqual([]);

    const changed = await ask('PATCH /v1/notifications/{id}', { token: admin.token, params, body: { startsAt: null } });
    expect(changed).toMatchObject({ status: 200, body: { startsAt: null } });
    expect(await ask('GET /v1/notifications/{id}', { token: buyer.token, params })).toMatchObject({
      status: 200,
      body: changed.body,
    });
    const wrong = await ask('PATCH /v1/notifications/{id}', { token: admin.token, params, body: { link: 'ftp://x' } });
    expect(wrong).toMatchObject(refused(400, { link: ['must be an https address'] }));
    expect(await ask('DELETE /v1/notifications/{id}', { token: admin.token, params })).toMatchObject({
      status: 200,
      body: changed.body,
    });
    expect(await ask('DELETE /v1/notifications/{id}', { token: admin.token, params })).toMatchObject(refused(404));
  });
});
