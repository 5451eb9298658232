import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeAudit, type AuditEntry } from '../src/platform/audit.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { restClient } from './support/rest-contract.js';
import { forTests, startTestServer } from './support/start.js';

const LIST = `query ($actorId: ID, $action: String, $subjectType: String, $subjectId: String, $from: DateTime, $to: DateTime, $first: Int! = 100, $after: String) {
  auditLog(actorId: $actorId, action: $action, subjectType: $subjectType, subjectId: $subjectId, from: $from, to: $to, first: $first, after: $after) {
    nodes { id action subjectType subjectId actorId actorAddress requestId details { name value } createdAt actor { name } }
    pageInfo { hasNextPage endCursor }
    totalCount
  }
}`;

const server = forTests(startTestServer);
const owner = forTests(() => anAdmin(server));
const other = forTests(() => anAdmin(server, 'FINANCE'));
beforeAll(async () => {
  const by = (id: string) => ({ id, address: '203.0.113.7', requestId: 'req-1' });
  const entries: AuditEntry[] = [
    {
      by: by(owner.id),
      action: 'refundOrder',
      subjectType: 'order',
      subjectId: '1',
      details: { amount: '1.00', whole: true, note: null },
    },
    { by: by(other.id), action: 'refundOrder', subjectType: 'order', subjectId: '2', details: {} },
    { by: by(other.id), action: 'payOrder', subjectType: 'order', subjectId: '1', details: {} },
    { by: null, action: 'updateRaffle', subjectType: 'raffle', subjectId: 'r', details: {} },
  ];
  for (const entry of entries) {
    await server.app.db.transaction((tx) => writeAudit(tx, entry));
    await sleep(5);
  }
});

const list = async (variables: Record<string, unknown> = {}) => (await server.graphql(LIST, variables, owner)).data.auditLog;
const shown = async (variables: Record<string, unknown> = {}) =>
  (await list(variables)).nodes.map(({ action, subjectId }: { action: string; subjectId: string }) => `${action} ${subjectId}`);
const ALL = ['updateRaffle r', 'payOrder 1', 'refundOrder 2', 'refundOrder 1'];

describe('the audit log', () => {
  it('tells who did what, from where and when, newest first', async () => {
    const { nodes, totalCount } = await list();
    expect(totalCount).toBe(4);
    expect(nodes.at(-1)).toEqual({
      id: expect.any(String),
      action: 'refundOrder',
      subjectType: 'order',
      subjectId: '1',
      actorId: owner.id,
      actor: { name: 'Operator' },
      actorAddress: '203.0.113.7',
      requestId: 'req-1',
      details: expect.arrayContaining([
        { name: 'amount', value: '1.00' },
        { name: 'whole', value: 'true' },
        { name: 'note', value: null },
      ]),
      createdAt: expect.any(String),
    });
    expect(nodes[0]).toMatchObject({ actorId: null, actor: null, actorAddress: null, requestId: null });
    expect(await shown()).toEqual(ALL);
  });

  it.each([
    ['an actor', () => ({ actorId: other.id }), ['payOrder 1', 'refundOrder 2']],
    ['an action', () => ({ action: 'refundOrder' }), ['refundOrder 2', 'refundOrder 1']],
    ['an actor and an action', () => ({ actorId: other.id, action: 'payOrder' }), ['payOrder 1']],
    ['a subject', () => ({ subjectType: 'order', subjectId: '1' }), ['payOrder 1', 'refundOrder 1']],
    [
      'a subject, an actor and an action',
      () => ({ subjectType: 'order', subjectId: '1', actorId: owner.id, action: 'refundOrder' }),
      ['refundOrder 1'],
    ],
    ['nobody', () => ({ actorId: '01990000-0000-7000-8000-00000000dead' }), []],
  ])('is read by %s', async (_name, filter, expected) => {
    expect(await shown(filter())).toEqual(expected);
    expect((await list(filter())).totalCount).toBe(expected.length);
  });

  it('is read by a span of time, its first instant in and its last one out', async () => {
    const times = (await list()).nodes.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(await shown({ from: times[1] })).toEqual(ALL.slice(0, 2));
    expect(await shown({ to: times[1] })).toEqual(ALL.slice(2));
    expect(await shown({ from: times[2], to: times[1] })).toEqual(['refundOrder 2']);
    expect((await list({ from: times[2], to: times[1] })).totalCount).toBe(1);
  });

  it('is read page by page without a gap', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { nodes, pageInfo } = await list({ first: 1, after });
      seen.push(...nodes.map(({ action, subjectId }: { action: string; subjectId: string }) => `${action} ${subjectId}`));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
    expect(seen).toEqual(ALL);
  });

  it.each([
    [{ actorId: 'me' }, 'actorId'],
    [{ subjectType: 'order' }, 'subjectId'],
    [{ subjectId: '1' }, 'subjectType'],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' }, 'to'],
    [{ after: 'x' }, 'after'],
  ])('refuses %o at the field', async (filter, field) => {
    const { errors } = await server.graphql(LIST, filter, owner);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { [field]: [expect.any(String)] } });
  });

  it('is for owners alone, and over REST too', async () => {
    const rest = restClient(server);
    for (const who of [other, await anAdmin(server, 'SUPPORT'), await aCustomer(server)])
      expect((await rest('GET /v1/audit-log', { token: who.token })).status).toBe(403);
    const { status, body } = await rest('GET /v1/audit-log', { token: owner.token, query: 'action=payOrder&total=true' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [{ action: 'payOrder', actorId: other.id }], totalCount: 1 });
  });

  it('is never changed and never shortened', async () => {
    for (const sql of ['UPDATE audit_log SET action = action', 'DELETE FROM audit_log'])
      await expect(server.app.db.pool.query(sql)).rejects.toThrow('append-only');
    expect(await shown()).toEqual(ALL);
  });
});
