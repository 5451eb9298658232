import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../src/platform/domain-error.js';
import { clientOwner } from '../src/legacy/routes/webhook.routes.js';
import { listDeliveries, redeliverDelivery } from '../src/webhooks/api/webhook-delivery.service.js';
import {
  createEndpointOf,
  deleteEndpointOf,
  findEndpointOf,
  listEndpointsOf,
  restoreEndpointOf,
  updateEndpointOf,
} from '../src/webhooks/api/webhook-endpoint.service.js';
import { eventually } from './support/eventually.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { anApiClient, anEndpoint, countDeliveries, emit, forgetWebhooks, startInbox } from './support/webhook-inbox.js';

const HOOK = 'http://127.0.0.1:9/hooks';

const server = forTests(startTestServer);
let client: { id: string };
let other: { id: string };
beforeEach(async () => {
  await forgetWebhooks(server);
  client = await anApiClient(server);
  other = await anApiClient(server);
});
afterEach(stopAll);

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw error ?? new Error('it was not refused');
  return [error.code, ...Object.keys(error.fields ?? {})].join(' ');
}

const create = (input: { type?: number; url?: string } = {}) =>
  createEndpointOf(server.app, clientOwner(client.id), { type: 0, url: HOOK, events: [], ...input });
const deliveriesOf = (clientId: string, page: { first: number; after?: string | null; status?: 'DEAD' }) =>
  listDeliveries(server.app, { ...page, scope: 'client', scopeId: clientId });
const paid = (clientId: string) => ({ type: 'billing_order.paid', data: { hash: 'h' }, clientId }) as const;

describe("a client's webhook", () => {
  it('is registered, read, changed, deleted and restored by its client', async () => {
    const { endpoint, secret } = await create();
    expect(secret).toMatch(/^whsec_/);
    expect(endpoint).toMatchObject({
      id: expect.any(Number),
      type: 0,
      url: HOOK,
      disabledAt: null,
      createdAt: expect.any(Date),
      deletedAt: null,
    });
    const { id } = endpoint;
    const changed = { ...endpoint, updatedAt: expect.any(Date) };
    expect(await findEndpointOf(server.app, clientOwner(client.id), id)).toEqual(endpoint);
    expect(await updateEndpointOf(server.app, clientOwner(client.id), id, { type: 1 })).toEqual({ ...changed, type: 1 });
    expect(await updateEndpointOf(server.app, clientOwner(client.id), id, { url: `${HOOK}/2` })).toEqual({
      ...changed,
      type: 1,
      url: `${HOOK}/2`,
    });

    const deleted = await deleteEndpointOf(server.app, clientOwner(client.id), id);
    expect(deleted.deletedAt).toBeInstanceOf(Date);
    expect(await deleteEndpointOf(server.app, clientOwner(client.id), id)).toEqual(deleted);
    expect(await listEndpointsOf(server.app, clientOwner(client.id))).toEqual([]);
    expect(await listEndpointsOf(server.app, clientOwner(client.id), { deleted: true })).toEqual([deleted]);
    expect(await findEndpointOf(server.app, clientOwner(client.id), id)).toEqual(deleted);
    expect(await refusalOf(updateEndpointOf(server.app, clientOwner(client.id), id, { type: 0 }))).toBe('NOT_FOUND');

    const restored = await restoreEndpointOf(server.app, clientOwner(client.id), id);
    expect(restored).toEqual({ ...deleted, deletedAt: null, updatedAt: expect.any(Date) });
    expect(await restoreEndpointOf(server.app, clientOwner(client.id), id)).toEqual(restored);
    expect(await listEndpointsOf(server.app, clientOwner(client.id))).toEqual([restored]);

    const entries = await server.app.db.prisma.auditEntry.findMany({ orderBy: { id: 'asc' } });
    expect(entries.map(({ action }) => action)).toEqual([
      'createWebhookEndpoint',
      'updateWebhookEndpoint',
      'updateWebhookEndpoint',
      'deleteWebhookEndpoint',
      'restoreWebhookEndpoint',
    ]);
    expect(new Set(entries.map(({ actorId }) => actorId))).toEqual(new Set([client.id]));
  });

  it('that answered 410 is enabled by restoring it', async () => {
    const inbox = await startInbox(() => (inbox.received.length === 1 ? { status: 410 } : undefined));
    const { endpoint } = await create({ url: inbox.url });
    await emit(server, paid(client.id));
    await eventually(async () => (await findEndpointOf(server.app, clientOwner(client.id), endpoint.id)).disabledAt !== null);
    expect((await restoreEndpointOf(server.app, clientOwner(client.id), endpoint.id)).disabledAt).toBeNull();
    await emit(server, paid(client.id));
    await eventually(() => inbox.received.length === 2);
  });

  it('is refused with a URL that nothing may be sent to, and as the 21st', async () => {
    expect(await refusalOf(create({ url: 'nonsense' }))).toBe('BAD_USER_INPUT url');
    const { endpoint } = await create();
    const elsewhere = async () => updateEndpointOf(server.app, clientOwner(client.id), endpoint.id, { url: 'ftp://example.com' });
    expect(await refusalOf(elsewhere())).toBe('BAD_USER_INPUT url');
    await deleteEndpointOf(server.app, clientOwner(client.id), endpoint.id);
    for (let i = 0; i < 20; i++) await create();
    expect(await refusalOf(create())).toBe('BAD_USER_INPUT url');
    expect(await refusalOf(restoreEndpointOf(server.app, clientOwner(client.id), endpoint.id))).toBe('BAD_USER_INPUT url');
    expect(await listEndpointsOf(server.app, clientOwner(client.id))).toHaveLength(20);
    await createEndpointOf(server.app, clientOwner(other.id), { type: 0, url: HOOK, events: [] });
  });

  it('of another client, or of the operators, is not there', async () => {
    const theirs = (await createEndpointOf(server.app, clientOwner(other.id), { type: 0, url: HOOK, events: [] })).endpoint;
    const operators = await anEndpoint(server, HOOK);
    for (const id of [theirs.id, operators.id, 0, -1, 1.5, 2 ** 31, Number.NaN]) {
      expect(await refusalOf(findEndpointOf(server.app, clientOwner(client.id), id))).toBe('NOT_FOUND');
      expect(await refusalOf(updateEndpointOf(server.app, clientOwner(client.id), id, { url: HOOK }))).toBe('NOT_FOUND');
      expect(await refusalOf(deleteEndpointOf(server.app, clientOwner(client.id), id))).toBe('NOT_FOUND');
      expect(await refusalOf(restoreEndpointOf(server.app, clientOwner(client.id), id))).toBe('NOT_FOUND');
    }
    expect(await findEndpointOf(server.app, clientOwner(other.id), theirs.id)).toEqual(theirs);
    expect(await listEndpointsOf(server.app, clientOwner(client.id), { deleted: true })).toEqual([]);
  });
});

describe("a client's deliveries", () => {
  it('are listed and sent again by that client only', async () => {
    const inbox = await startInbox();
    const { endpoint } = await create({ url: inbox.url });
    await emit(
      server,
      paid(client.id),
      { ...paid(client.id), type: 'billing_order.refunded', url: `${inbox.url}order` },
      { ...paid(other.id), url: `${inbox.url}theirs` },
    );
    await eventually(async () => (await countDeliveries(server, { status: 'DELIVERED' })) === 4);

    const page = await deliveriesOf(client.id, { first: 2 });
    expect(page.pageInfo.hasNextPage).toBe(true);
    expect(await page.count()).toBe(3);
    const rest = await deliveriesOf(client.id, { first: 2, after: page.pageInfo.endCursor });
    const all = [...page.nodes, ...rest.nodes];
    expect(all.map(({ eventType, endpointId, url }) => `${eventType} ${endpointId} ${url}`).sort()).toEqual([
      `billing_order.paid ${endpoint.id} ${inbox.url}`,
      `billing_order.refunded ${endpoint.id} ${inbox.url}`,
      `billing_order.refunded null ${inbox.url}order`,
    ]);
    expect(await (await deliveriesOf(client.id, { first: 2, status: 'DEAD' })).count()).toBe(0);

    const [theirs] = (await deliveriesOf(other.id, { first: 2 })).edges;
    expect(await refusalOf(redeliverDelivery(server.app, clientOwner(client.id), theirs?.node.id ?? ''))).toBe('NOT_FOUND');
    expect(await refusalOf(redeliverDelivery(server.app, clientOwner(client.id), 'x'))).toBe('NOT_FOUND');
    const [mine] = all;
    expect(await redeliverDelivery(server.app, clientOwner(client.id), mine?.id ?? '')).toMatchObject({
      id: mine?.id,
      status: 'PENDING',
      attempts: 0,
    });
    await eventually(() => inbox.received.filter(({ id }) => id === mine?.id).length === 2);
    expect(inbox.received.filter(({ id }) => id === theirs?.node.id)).toHaveLength(1);
  });
});
