import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { refused, restClient } from './support/rest-contract.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { verifyWebhook } from './support/verify-webhook.js';
import {
  aBacklog,
  aClientEndpoint,
  anApiClient,
  anEndpoint,
  countDeliveries,
  emit,
  forgetWebhooks,
  letRetriesBeDue,
  paidOrders,
  startInbox,
  theDelivery,
} from './support/webhook-inbox.js';

const ENDPOINT = 'id url events disabledAt previousSecretEndsAt createdAt updatedAt deletedAt';
const CREATE = `mutation ($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) { endpoint { ${ENDPOINT} } secret }
}`;
const UPDATE = `mutation ($id: ID!, $input: UpdateWebhookEndpointInput!) {
  updateWebhookEndpoint(id: $id, input: $input) { ${ENDPOINT} }
}`;
const REMOVE = `mutation ($id: ID!) { deleteWebhookEndpoint(id: $id) { ${ENDPOINT} } }`;
const ENABLE = `mutation ($id: ID!) { enableWebhookEndpoint(id: $id) { ${ENDPOINT} } }`;
const ROTATE = `mutation ($id: ID!) { rotateWebhookEndpointSecret(id: $id) { endpoint { ${ENDPOINT} } secret } }`;
const LIST = `{ webhookEndpoints { ${ENDPOINT} } }`;
const DELIVERY = `id eventId eventType endpointId clientId url status attempts nextAttemptAt lastStatus lastError createdAt
  deliveredAt`;
const LOG = `query ($first: Int, $after: String, $status: WebhookDeliveryStatus, $endpointId: ID) {
  webhookDeliveries(first: $first, after: $after, status: $status, endpointId: $endpointId) {
    totalCount nodes { ${DELIVERY} body } pageInfo { hasNextPage endCursor }
  }
}`;
const REDELIVER = `mutation ($id: ID!) { redeliverWebhook(id: $id) { ${DELIVERY} } }`;
const HOOK = 'http://127.0.0.1:9/hooks';
const UNKNOWN = ['0', '999999', '99999999999', 'x', '01990000-0000-7000-8000-00000000dead'];

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
beforeEach(() => forgetWebhooks(server));
afterEach(stopAll);

async function ask(query: string, variables: Record<string, unknown> = {}, token = admin.token): Promise<any> {
  const { data, errors } = await server.graphql(query, variables, { token });
  const [error] = errors ?? [];
  return error ? { code: error.extensions.code, fields: error.extensions.fields } : Object.values(data)[0];
}

const create = (input: Record<string, unknown> = { url: HOOK }) => ask(CREATE, { input });
const row = (id: string) => server.app.db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: Number(id) } });
const audited = () => server.app.db.prisma.auditEntry.findMany({ orderBy: { id: 'asc' }, omit: { id: true, createdAt: true } });
const byAdmin = () => ({ actorId: admin.id, actorAddress: '127.0.0.1', requestId: expect.any(String) });
const delivery = (where: Parameters<typeof theDelivery>[1]) => theDelivery(server, where);

describe('an endpoint', () => {
  it('is registered with its secret told once, and listed without it', async () => {
    const { endpoint, secret } = await create({ url: HOOK, events: ['ORDER_PAID', 'REFUND_UPDATED', 'ORDER_PAID'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^\d+$/),
      url: HOOK,
      events: ['ORDER_PAID', 'REFUND_UPDATED'],
      disabledAt: null,
      previousSecretEndsAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      deletedAt: null,
    });
    const other = await create();
    expect(other.secret).not.toBe(secret);
    expect(await ask(LIST)).toEqual([endpoint, other.endpoint]);
    expect((await row(endpoint.id)).events).toEqual(['order.paid', 'refund.updated']);
    expect(Buffer.from((await row(endpoint.id)).sealedSecret).toString('latin1')).not.toContain(secret.slice(6));
    const entry = { action: 'createWebhookEndpoint', subjectType: 'webhookEndpoint', ...byAdmin(), details: { url: HOOK } };
    expect(await audited()).toEqual([
      { ...entry, subjectId: endpoint.id },
      { ...entry, subjectId: other.endpoint.id },
    ]);
  });

  it.each([
    ['not a URL', 'nonsense'],
    ['another scheme', 'ftp://example.com/'],
    ['credentials', 'https://user:password@example.com/'],
    ['a fragment', 'https://example.com/#part'],
    ['too long', `https://example.com/${'x'.repeat(2_000)}`],
    ['empty', ''],
  ])('is refused with a URL that is %s', async (_, url) => {
    expect(await create({ url })).toEqual({ code: 'BAD_USER_INPUT', fields: { url: [expect.any(String)] } });
    const { endpoint } = await create();
    expect(await ask(UPDATE, { id: endpoint.id, input: { url } })).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { url: [expect.any(String)] },
    });
    expect((await ask(LIST)).map((listed: { url: string }) => listed.url)).toEqual([HOOK]);
  });

  it('is refused with an event that there is not', async () => {
    const { errors } = await server.graphql(CREATE, { input: { url: HOOK, events: ['ORDER_EATEN'] } }, { token: admin.token });
    expect(errors).toHaveLength(1);
    expect(await ask(LIST)).toEqual([]);
  });

  it('is one of twenty at most', async () => {
    const first = await create();
    for (let i = 1; i < 20; i++) await create();
    expect(await create()).toMatchObject({ code: 'CONFLICT' });
    await ask(REMOVE, { id: first.endpoint.id });
    await create();
    expect(await ask(ENABLE, { id: first.endpoint.id })).toMatchObject({ code: 'CONFLICT' });
    expect(await ask(LIST)).toHaveLength(20);
  });

  it('is changed: what still waits is sent to its new URL', async () => {
    const inbox = await startInbox();
    const { endpoint, secret } = await create();
    await emit(server, ...paidOrders(1));
    await delivery({ attempts: 1 });

    const changed = await ask(UPDATE, { id: endpoint.id, input: { url: inbox.url, events: [] } });
    expect(changed).toMatchObject({ id: endpoint.id, url: inbox.url, events: [] });
    expect(await ask(UPDATE, { id: endpoint.id, input: { events: ['PAYMENT_LATE'] } })).toMatchObject({
      url: inbox.url,
      events: ['PAYMENT_LATE'],
    });
    expect((await audited()).slice(1).map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'updateWebhookEndpoint', details: { urlBefore: HOOK, url: inbox.url } },
      { action: 'updateWebhookEndpoint', details: { eventsBefore: 'every event', events: 'payment.late' } },
    ]);

    await letRetriesBeDue(server);
    const webhook = await eventually(() => inbox.received[0]);
    expect(verifyWebhook(secret, webhook.headers, webhook.body)).toBe(true);
    expect(await delivery({ status: 'DELIVERED' })).toMatchObject({ id: webhook.id, url: inbox.url });
  });

  it('is deleted: nothing more is sent to it, and what waited is DEAD', async () => {
    const { endpoint } = await create();
    await aBacklog(server, Number(endpoint.id), 3_000);
    const deleted = await ask(REMOVE, { id: endpoint.id });
    expect(deleted).toMatchObject({ id: endpoint.id, deletedAt: expect.any(String) });
    expect(await ask(LIST)).toEqual([]);
    await eventually(async () => (await countDeliveries(server, { status: 'DEAD', nextAttemptAt: null })) === 3_000);
    await emit(server, ...paidOrders(1));
    expect(await countDeliveries(server)).toBe(3_000);
    expect(await ask(REMOVE, { id: endpoint.id })).toEqual(deleted);
    expect((await audited()).map(({ action }) => action)).toEqual(['createWebhookEndpoint', 'deleteWebhookEndpoint']);
    expect(await ask(UPDATE, { id: endpoint.id, input: { url: HOOK } })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await ask(ROTATE, { id: endpoint.id })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await ask(ENABLE, { id: endpoint.id })).toMatchObject({ id: endpoint.id, deletedAt: null });
    expect(await ask(LIST)).toHaveLength(1);
  });

  it('that answered 410 is enabled again, and told what happens from then on', async () => {
    const inbox = await startInbox(() => (inbox.received.length === 1 ? { status: 410 } : undefined));
    const { endpoint } = await create({ url: inbox.url });
    await emit(server, ...paidOrders(1));
    await eventually(async () => (await ask(LIST))[0].disabledAt !== null);
    await emit(server, ...paidOrders(1, 2));
    expect(await ask(ENABLE, { id: endpoint.id })).toMatchObject({ id: endpoint.id, disabledAt: null });
    await emit(server, ...paidOrders(1, 3));
    await eventually(() => inbox.received.length === 2);
    expect(inbox.received.map(({ body }) => JSON.parse(body).data.orderId)).toEqual(['1', '3']);
    const actions = ['createWebhookEndpoint', 'disableWebhookEndpoint', 'restoreWebhookEndpoint'];
    expect((await audited()).map(({ action }) => action)).toEqual(actions);
    await ask(ENABLE, { id: endpoint.id });
    expect(await audited()).toHaveLength(3);
  });

  it('gets a new secret, told once', async () => {
    const { endpoint, secret } = await create();
    const rotated = await ask(ROTATE, { id: endpoint.id });
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.endpoint.previousSecretEndsAt) - Date.now()).toBeGreaterThan(23.9 * 3600_000);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'rotateWebhookEndpointSecret',
      subjectId: endpoint.id,
      details: {},
    });
  });

  it("that is unknown, or a client's, is not found", async () => {
    const client = await anApiClient(server);
    const theirs = await aClientEndpoint(server, client.id, HOOK);
    for (const id of [...UNKNOWN, String(theirs.id)]) {
      for (const query of [REMOVE, ENABLE, ROTATE]) expect(await ask(query, { id })).toMatchObject({ code: 'NOT_FOUND' });
      expect(await ask(UPDATE, { id, input: { url: HOOK } })).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await ask(LIST)).toEqual([]);
    expect((await row(String(theirs.id))).deletedAt).toBeNull();
  });
});

describe('the delivery log', () => {
  it('tells of every delivery what it was, where to, how often and why it failed', async () => {
    const inbox = await startInbox(({ path }) => (path === '/down' ? { status: 500, body: 'sorry' } : undefined));
    const down = await anEndpoint(server, `${inbox.url}down`, ['order.paid']);
    const client = await anApiClient(server);
    await emit(server, { type: 'order.paid', data: { orderId: '1' } });
    await delivery({ attempts: 1 });
    await emit(server, { type: 'billing_order.paid', data: { hash: 'h' }, clientId: client.id, url: `${inbox.url}order` });
    await delivery({ status: 'DELIVERED' });

    const { totalCount, nodes } = await ask(LOG);
    expect(totalCount).toBe(2);
    expect(nodes).toEqual([
      {
        id: expect.any(String),
        eventId: expect.any(String),
        eventType: 'BILLING_ORDER_PAID',
        endpointId: null,
        clientId: client.id,
        url: `${inbox.url}order`,
        status: 'DELIVERED',
        attempts: 1,
        nextAttemptAt: null,
        lastStatus: 200,
        lastError: null,
        createdAt: expect.any(String),
        deliveredAt: expect.any(String),
        body: '{"hash":"h"}',
      },
      {
        id: expect.any(String),
        eventId: expect.any(String),
        eventType: 'ORDER_PAID',
        endpointId: String(down.id),
        clientId: null,
        url: `${inbox.url}down`,
        status: 'PENDING',
        attempts: 1,
        nextAttemptAt: expect.any(String),
        lastStatus: 500,
        lastError: 'HTTP 500: sorry',
        createdAt: expect.any(String),
        deliveredAt: null,
        body: expect.stringContaining('"data":{"orderId":"1"}'),
      },
    ]);
    expect(nodes.map(({ id }: { id: string }) => id).sort()).toEqual(inbox.received.map(({ id }) => id).sort());
  });

  it('is read in pages, whole or by endpoint and status', async () => {
    const one = await anEndpoint(server, HOOK);
    const two = await anEndpoint(server, HOOK);
    // At one instant: the order within it must hold, too.
    await emit(server, ...paidOrders(15));
    await server.app.db.prisma.webhookDelivery.updateMany({
      where: { endpointId: two.id },
      data: { status: 'DEAD', nextAttemptAt: null },
    });

    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page: any = await ask(LOG, { first: 7, after });
      expect(page.totalCount).toBe(30);
      expect(page.nodes.length).toBeLessThanOrEqual(7);
      ids.push(...page.nodes.map(({ id }: { id: string }) => id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);

    expect(await ask(LOG, { endpointId: String(one.id) })).toMatchObject({ totalCount: 15 });
    expect(await ask(LOG, { status: 'DEAD' })).toMatchObject({ totalCount: 15 });
    expect(await ask(LOG, { endpointId: String(one.id), status: 'DEAD' })).toMatchObject({ totalCount: 0, nodes: [] });
    expect(await ask(LOG, { endpointId: '999' })).toMatchObject({ totalCount: 0 });
    expect(await ask(LOG, { endpointId: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await ask(LOG, { after: 'nonsense' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { after: [expect.any(String)] },
    });
    expect(await ask(LOG, { first: 101 })).toMatchObject({ code: 'BAD_USER_INPUT' });
  });
});

describe('redelivering', () => {
  it.each(['DEAD', 'DELIVERED'] as const)('sends one that is %s again, under the same webhook-id', async (status) => {
    const inbox = await startInbox();
    await anEndpoint(server, inbox.url);
    await emit(server, ...paidOrders(1));
    const { id } = await delivery({ status: 'DELIVERED' });
    await server.app.db.prisma.webhookDelivery.update({ where: { id }, data: { status, attempts: 10 } });

    expect(await ask(REDELIVER, { id })).toMatchObject({ id, status: 'PENDING', attempts: 0 });
    await eventually(() => inbox.received.length === 2);
    expect(inbox.received.map((webhook) => webhook.id)).toEqual([id, id]);
    expect(await delivery({ status: 'DELIVERED' })).toMatchObject({ id, attempts: 1 });
    expect(await audited()).toContainEqual({
      action: 'redeliverWebhook',
      subjectType: 'webhookDelivery',
      subjectId: id,
      ...byAdmin(),
      details: { statusBefore: status, attemptsBefore: 10 },
    });
  });

  it('brings forward one that waits for its next attempt', async () => {
    const inbox = await startInbox(() => (inbox.received.length === 1 ? { status: 500 } : undefined));
    await anEndpoint(server, inbox.url);
    await emit(server, ...paidOrders(1));
    const { id } = await delivery({ attempts: 1 });
    await ask(REDELIVER, { id });
    await delivery({ id, status: 'DELIVERED' });
    expect(inbox.received).toHaveLength(2);
  });

  it('is refused while its endpoint is deleted or disabled, and of one that there is not', async () => {
    const { endpoint } = await create();
    await emit(server, ...paidOrders(1));
    const { id } = await delivery({ attempts: 1 });
    await ask(REMOVE, { id: endpoint.id });
    expect(await ask(REDELIVER, { id })).toMatchObject({ code: 'CONFLICT' });
    expect((await delivery({ id })).status).toBe('DEAD');
    for (const unknown of UNKNOWN) expect(await ask(REDELIVER, { id: unknown })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a caller who is no operator', () => {
  it('may neither see nor change anything', async () => {
    const { endpoint } = await create();
    await emit(server, ...paidOrders(1));
    const { id } = await delivery({ attempts: 1 });
    const before = await audited();
    const customer = (await aCustomer(server)).token;
    for (const [token, code] of [
      [customer, 'FORBIDDEN'],
      ['', 'UNAUTHENTICATED'],
    ] as const) {
      for (const [query, variables] of [
        [LIST, {}],
        [CREATE, { input: { url: HOOK } }],
        [UPDATE, { id: endpoint.id, input: { url: 'http://127.0.0.1:9/stolen' } }],
        [REMOVE, { id: endpoint.id }],
        [ENABLE, { id: endpoint.id }],
        [ROTATE, { id: endpoint.id }],
        [LOG, {}],
        [REDELIVER, { id }],
      ] as const) {
        expect(await ask(query, variables, token)).toMatchObject({ code });
      }
    }
    expect(await audited()).toEqual(before);
    expect(await ask(LIST)).toEqual([endpoint]);
  });
});

describe('over REST', () => {
  it('endpoints are registered, listed, changed, rotated, deleted and enabled, and deliveries sent again', async () => {
    const call = restClient(server);
    const { token } = admin;
    const made = await call('POST /v1/webhooks', { token, body: { url: HOOK, events: ['ORDER_PAID'] } });
    expect(made).toMatchObject({
      status: 201,
      body: { endpoint: { url: HOOK, events: ['ORDER_PAID'] }, secret: expect.stringMatching(/^whsec_/) },
    });
    expect(await call('GET /v1/webhooks', { token })).toMatchObject({ status: 200, body: [made.body.endpoint] });
    const bad = await call('POST /v1/webhooks', { token, body: { url: 'nonsense' } });
    expect(bad).toMatchObject(refused(400, { url: [expect.any(String)] }));

    const params = { id: made.body.endpoint.id };
    expect(await call('PATCH /v1/webhooks/{id}', { token, params, body: { events: [] } })).toMatchObject({
      status: 200,
      body: { events: [] },
    });
    expect(await call('POST /v1/webhooks/{id}/rotate-secret', { token, params })).toMatchObject({
      status: 200,
      body: { secret: expect.stringMatching(/^whsec_/) },
    });

    await emit(server, ...paidOrders(1));
    await delivery({ attempts: 1 });
    const log = await call('GET /v1/webhooks/deliveries', {
      token,
      query: `first=5&status=PENDING&endpointId=${params.id}&total=true`,
    });
    expect(log).toMatchObject({ status: 200, body: { data: [{ eventType: 'ORDER_PAID', url: HOOK }], totalCount: 1 } });
    const again = await call('POST /v1/webhooks/deliveries/{id}/redeliver', { token, params: { id: log.body.data[0].id } });
    expect(again).toMatchObject({ status: 200, body: { id: log.body.data[0].id, status: 'PENDING', attempts: 0 } });

    expect(await call('DELETE /v1/webhooks/{id}', { token, params })).toMatchObject({
      status: 200,
      body: { deletedAt: expect.any(String) },
    });
    expect(await call('POST /v1/webhooks/{id}/enable', { token, params })).toMatchObject({
      status: 200,
      body: { deletedAt: null },
    });
    expect(await call('DELETE /v1/webhooks/{id}', { token, params: { id: 'x' } })).toMatchObject(refused(404));
    expect(await call('GET /v1/webhooks')).toMatchObject(refused(401));
    expect(await call('GET /v1/webhooks', { token: (await aCustomer(server)).token })).toMatchObject(refused(403));
  });
});

it('in production only https URLs of public hosts on port 443 are taken', async () => {
  const production = await startTestServer({ production: true });
  try {
    const { token } = await anAdmin(production);
    const addresses = ['127.0.0.1', '10.0.0.1', '[::1]', '169.254.169.254', 'localhost', 'example.com:8443'];
    for (const url of ['http://example.com/', ...addresses.map((address) => `https://${address}/`)]) {
      const { errors } = await production.graphql(CREATE, { input: { url } }, { token });
      expect([url, errors?.[0]?.extensions]).toEqual([url, { code: 'BAD_USER_INPUT', fields: { url: [expect.any(String)] } }]);
    }
    const { data } = await production.graphql(CREATE, { input: { url: 'https://example.com/hooks' } }, { token });
    expect(data.createWebhookEndpoint.endpoint.url).toBe('https://example.com/hooks');
    // One that was stored otherwise is not sent to either.
    const inbox = await startInbox();
    await production.app.db.prisma.webhookEndpoint.updateMany({ data: { url: inbox.url } });
    await emit(production, ...paidOrders(1));
    expect((await theDelivery(production, { attempts: 1 })).lastError).toMatch(/^FORBIDDEN_URL: /);
    expect(inbox.received).toEqual([]);
  } finally {
    await production.stop();
  }
});
