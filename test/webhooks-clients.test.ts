import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '../src/platform/domain-error.js';
import {
  createClientEndpoint,
  deleteEndpoint,
  getEndpoint,
  asClientDelivery,
  listClientDeliveries,
  listEndpoints,
  redeliver,
  restoreEndpoint,
  updateClientEndpoint,
} from '../src/legacy/clients/client-endpoint.service.js';
import { eventually } from './support/eventually.js';
import { stopAll } from './support/sandbox.js';
import { startTestServer, type TestServer } from './support/start.js';
import { anApiClient, anEndpoint, countDeliveries, emit, forgetWebhooks, startInbox } from './support/webhook-inbox.js';

const HOOK = 'http://127.0.0.1:9/hooks';

let server: TestServer;
let client: { id: string };
let other: { id: string };
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  await forgetWebhooks(server);
  client = await anApiClient(server);
  other = await anApiClient(server);
});
afterEach(stopAll);
afterAll(() => server?.stop());

/** Why a call was refused: its code, and the fields it blames. */
async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw error ?? new Error('it was not refused');
  return [error.code, ...Object.keys(error.fields ?? {})].join(' ');
}

const create = (input: { type?: number; url?: string } = {}) =>
  createClientEndpoint(server.app, client.id, { type: 0, url: HOOK, ...input });
const paid = (clientId: string) => ({ type: 'billing_order.paid', data: { hash: 'h' }, clientId }) as const;

describe("a client's webhook", () => {
  it('is registered, read, changed, deleted and restored by its client', async () => {
    const { endpoint, secret } = await create();
    expect(secret).toMatch(/^whsec_/);
    expect(endpoint).toEqual({
      id: expect.any(Number),
      type: 0,
      url: HOOK,
      disabledAt: null,
      createdAt: expect.any(Date),
      deletedAt: null,
    });
    const { id } = endpoint;
    expect(await getEndpoint(server.app, client.id, id)).toEqual(endpoint);
    expect(await updateClientEndpoint(server.app, client.id, id, { type: 1 })).toEqual({ ...endpoint, type: 1 });
    expect(await updateClientEndpoint(server.app, client.id, id, { url: `${HOOK}/2` })).toEqual({
      ...endpoint,
      type: 1,
      url: `${HOOK}/2`,
    });

    const deleted = await deleteEndpoint(server.app, client.id, id);
    expect(deleted.deletedAt).toBeInstanceOf(Date);
    expect(await deleteEndpoint(server.app, client.id, id)).toEqual(deleted);
    expect(await listEndpoints(server.app, client.id)).toEqual([]);
    expect(await listEndpoints(server.app, client.id, { deleted: true })).toEqual([deleted]);
    expect(await getEndpoint(server.app, client.id, id)).toEqual(deleted);
    expect(await refusalOf(updateClientEndpoint(server.app, client.id, id, { type: 0 }))).toBe('NOT_FOUND');

    const restored = await restoreEndpoint(server.app, client.id, id);
    expect(restored).toEqual({ ...deleted, deletedAt: null });
    expect(await restoreEndpoint(server.app, client.id, id)).toEqual(restored);
    expect(await listEndpoints(server.app, client.id)).toEqual([restored]);

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
    await eventually(async () => (await getEndpoint(server.app, client.id, endpoint.id)).disabledAt !== null);
    expect((await restoreEndpoint(server.app, client.id, endpoint.id)).disabledAt).toBeNull();
    await emit(server, paid(client.id));
    await eventually(() => inbox.received.length === 2);
  });

  it('is refused with another type, a URL that nothing may be sent to, and as the 21st', async () => {
    expect(await refusalOf(create({ type: 2 }))).toBe('BAD_USER_INPUT type');
    expect(await refusalOf(create({ url: 'nonsense' }))).toBe('BAD_USER_INPUT url');
    const { endpoint } = await create();
    expect(await refusalOf(updateClientEndpoint(server.app, client.id, endpoint.id, { type: -1 }))).toBe('BAD_USER_INPUT type');
    const elsewhere = updateClientEndpoint(server.app, client.id, endpoint.id, { url: 'ftp://example.com' });
    expect(await refusalOf(elsewhere)).toBe('BAD_USER_INPUT url');
    await deleteEndpoint(server.app, client.id, endpoint.id);
    for (let i = 0; i < 20; i++) await create();
    expect(await refusalOf(create())).toBe('BAD_USER_INPUT url');
    expect(await refusalOf(restoreEndpoint(server.app, client.id, endpoint.id))).toBe('BAD_USER_INPUT url');
    expect(await listEndpoints(server.app, client.id)).toHaveLength(20);
    // Another client's are counted apart.
    await createClientEndpoint(server.app, other.id, { type: 0, url: HOOK });
  });

  it('of another client, or of the operators, is not there', async () => {
    const theirs = (await createClientEndpoint(server.app, other.id, { type: 0, url: HOOK })).endpoint;
    const operators = await anEndpoint(server, HOOK);
    for (const id of [theirs.id, operators.id, 0, -1, 1.5, 2 ** 31, Number.NaN]) {
      expect(await refusalOf(getEndpoint(server.app, client.id, id))).toBe('NOT_FOUND');
      expect(await refusalOf(updateClientEndpoint(server.app, client.id, id, { url: HOOK }))).toBe('NOT_FOUND');
      expect(await refusalOf(deleteEndpoint(server.app, client.id, id))).toBe('NOT_FOUND');
      expect(await refusalOf(restoreEndpoint(server.app, client.id, id))).toBe('NOT_FOUND');
    }
    expect(await getEndpoint(server.app, other.id, theirs.id)).toEqual(theirs);
    expect(await listEndpoints(server.app, client.id, { deleted: true })).toEqual([]);
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

    const page = await listClientDeliveries(server.app, client.id, { first: 2 });
    expect(page.pageInfo.hasNextPage).toBe(true);
    expect(await page.count()).toBe(3);
    const rest = await listClientDeliveries(server.app, client.id, { first: 2, after: page.pageInfo.endCursor });
    const all = [...page.nodes, ...rest.nodes].map(asClientDelivery);
    expect(all.map(({ event, webhookId, url }) => `${event} ${webhookId} ${url}`).sort()).toEqual([
      `billing_order.paid ${endpoint.id} ${inbox.url}`,
      `billing_order.refunded ${endpoint.id} ${inbox.url}`,
      `billing_order.refunded null ${inbox.url}order`,
    ]);
    expect(await (await listClientDeliveries(server.app, client.id, { first: 2, status: 'DEAD' })).count()).toBe(0);

    const [theirs] = (await listClientDeliveries(server.app, other.id, { first: 2 })).edges;
    expect(await refusalOf(redeliver(server.app, { clientId: client.id, deliveryId: theirs?.node.id ?? '' }))).toBe('NOT_FOUND');
    expect(await refusalOf(redeliver(server.app, { clientId: client.id, deliveryId: 'x' }))).toBe('NOT_FOUND');
    const [mine] = all;
    expect(await redeliver(server.app, { clientId: client.id, deliveryId: mine?.id ?? '' })).toMatchObject({
      id: mine?.id,
      status: 'PENDING',
      attempts: 0,
    });
    await eventually(() => inbox.received.filter(({ id }) => id === mine?.id).length === 2);
    expect(inbox.received.filter(({ id }) => id === theirs?.node.id)).toHaveLength(1);
  });
});
