import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../src/platform/database/database.js';
import type { Statement } from '../src/platform/database/statement.js';
import { clientOwner } from '../src/legacy/routes/webhook.routes.js';
import { bodySignature } from '../src/platform/crypto.js';
import { deleteEndpointOf } from '../src/webhooks/api/webhook-endpoint.service.js';
import { writeEvents } from '../src/webhooks/outbox.js';
import { eventually } from './support/eventually.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { verifyWebhook } from './support/verify-webhook.js';
import {
  aClientEndpoint,
  anApiClient,
  anEndpoint,
  countDeliveries,
  emit,
  forgetWebhooks,
  paidOrders,
  startInbox,
  theDelivery,
} from './support/webhook-inbox.js';

const BILLING_ORDER = { hash: '0199', payer_name: 'João', amount: 1_050, paid_at: null, status: 1, endToEndId: null };

const server = forTests(startTestServer);
beforeEach(() => forgetWebhooks(server));
afterEach(stopAll);

const stored = async () => ({
  events: await server.app.db.prisma.webhookEvent.count(),
  deliveries: await countDeliveries(server),
});

const told = async () => {
  const deliveries = await server.app.db.prisma.webhookDelivery.findMany({ include: { event: true } });
  return deliveries.map(({ event, url }) => `${event.type} ${url}`).sort();
};

describe("an operator's endpoint", () => {
  it('receives type, timestamp and data, signed with its secret', async () => {
    const inbox = await startInbox();
    const { secret } = await anEndpoint(server, `${inbox.url}hooks?from=raffle`);
    await emit(server, { type: 'order.paid', data: { orderId: '7', totalValue: '10.50' } });

    const webhook = await eventually(() => inbox.received[0]);
    expect(webhook.path).toBe('/hooks?from=raffle');
    expect(webhook.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(webhook.headers).not.toHaveProperty('signature');
    const body = JSON.parse(webhook.body);
    expect(body).toEqual({ type: 'order.paid', timestamp: expect.any(String), data: { orderId: '7', totalValue: '10.50' } });
    expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(10_000);
    expect(verifyWebhook(secret, webhook.headers, webhook.body)).toBe(true);
    expect(await theDelivery(server, { status: 'DELIVERED' })).toMatchObject({
      id: webhook.id,
      attempts: 1,
      lastStatus: 200,
      lastError: null,
      nextAttemptAt: null,
    });
  });

  it('is told what it chose, or everything when it chose nothing', async () => {
    await anEndpoint(server, 'http://127.0.0.1:9/all');
    await anEndpoint(server, 'http://127.0.0.1:9/refunds', ['refund.updated', 'order.refunded']);
    await server.app.db.transaction((tx) =>
      writeEvents(server.app, tx, [
        { type: 'order.paid', data: {} },
        { type: 'refund.updated', data: {} },
      ]),
    );
    expect(await told()).toEqual([
      'order.paid http://127.0.0.1:9/all',
      'refund.updated http://127.0.0.1:9/all',
      'refund.updated http://127.0.0.1:9/refunds',
    ]);
    expect(await stored()).toEqual({ events: 2, deliveries: 3 });
  });

  it("is told nothing that is a client's", async () => {
    const client = await anApiClient(server);
    await anEndpoint(server, 'http://127.0.0.1:9/all');
    await emit(server, { type: 'billing_order.paid', data: BILLING_ORDER, clientId: client.id });
    expect(await stored()).toEqual({ events: 0, deliveries: 0 });
  });
});

describe('a legacy client', () => {
  it('receives the flat billing order as it is, with its signature and those of Standard Webhooks, at its webhook', async () => {
    const client = await anApiClient(server);
    const inbox = await startInbox();
    const { secret } = await aClientEndpoint(server, client.id, inbox.url);
    await emit(server, { type: 'billing_order.paid', data: BILLING_ORDER, clientId: client.id });

    const webhook = await eventually(() => inbox.received[0]);
    expect(webhook.body).toBe('{"hash":"0199","payer_name":"João","amount":1050,"paid_at":null,"status":1,"endToEndId":null}');
    expect(webhook.headers.signature).toBe(bodySignature(client.signatureSecret, webhook.body));
    expect(verifyWebhook(secret, webhook.headers, webhook.body)).toBe(true);
  });

  it('receives it at the address that the billing order named, where its signature secret proves both', async () => {
    const client = await anApiClient(server);
    const inbox = await startInbox();
    await emit(server, { type: 'billing_order.paid', data: BILLING_ORDER, clientId: client.id, url: `${inbox.url}order/1` });

    const webhook = await eventually(() => inbox.received[0]);
    expect(webhook.path).toBe('/order/1');
    expect(webhook.headers.signature).toBe(bodySignature(client.signatureSecret, webhook.body));
    const secret = `whsec_${Buffer.from(client.signatureSecret).toString('base64')}`;
    expect(verifyWebhook(secret, webhook.headers, webhook.body)).toBe(true);
  });

  it("is told at every address once, neither at a webhook for cash-out nor at another client's", async () => {
    const client = await anApiClient(server);
    const other = await anApiClient(server);
    await aClientEndpoint(server, client.id, 'http://127.0.0.1:9/mine');
    await aClientEndpoint(server, client.id, 'http://127.0.0.1:9/cash-out', 1);
    await aClientEndpoint(server, other.id, 'http://127.0.0.1:9/theirs');
    await server.app.db.transaction((tx) =>
      writeEvents(server.app, tx, [
        { type: 'billing_order.paid', data: BILLING_ORDER, clientId: client.id, url: 'http://127.0.0.1:9/mine' },
        { type: 'billing_order.refunded', data: BILLING_ORDER, clientId: client.id, url: 'http://127.0.0.1:9/order' },
      ]),
    );
    expect(await told()).toEqual([
      'billing_order.paid http://127.0.0.1:9/mine',
      'billing_order.refunded http://127.0.0.1:9/mine',
      'billing_order.refunded http://127.0.0.1:9/order',
    ]);
  });

  it('is not told at a webhook that is deleted or disabled', async () => {
    const client = await anApiClient(server);
    const deleted = await aClientEndpoint(server, client.id, 'http://127.0.0.1:9/deleted');
    const disabled = await aClientEndpoint(server, client.id, 'http://127.0.0.1:9/disabled');
    await deleteEndpointOf(server.app, clientOwner(client.id), deleted.id);
    await server.app.db.prisma.webhookEndpoint.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
    await emit(server, { type: 'billing_order.paid', data: BILLING_ORDER, clientId: client.id });
    expect(await stored()).toEqual({ events: 0, deliveries: 0 });
  });
});

describe('writing events', () => {
  it('leaves no trace when nobody listens', async () => {
    await emit(server, ...paidOrders(3));
    expect(await stored()).toEqual({ events: 0, deliveries: 0 });
  });

  it('is one statement for any number of them, and none for none', async () => {
    await anEndpoint(server, 'http://127.0.0.1:9/all');
    let statements = 0;
    await server.app.db.transaction((tx) => {
      const counted: Transaction = Object.create(tx, {
        query: {
          value: (statement: Statement<object>, values?: unknown[]) => {
            statements += 1;
            return tx.query(statement, values);
          },
        },
      });
      return writeEvents(server.app, counted, paidOrders(500)).then(() => writeEvents(server.app, counted, []));
    });
    expect(statements).toBe(1);
    expect(await stored()).toEqual({ events: 500, deliveries: 500 });
  });

  it('sends nothing of a transaction that is rolled back', async () => {
    const inbox = await startInbox();
    await anEndpoint(server, inbox.url);
    const undone = server.app.db.transaction(async (tx) => {
      await writeEvents(server.app, tx, [{ type: 'order.cancelled', data: {} }]);
      server.app.deliveries.wake();
      // Long enough for a look, had there been anything to see.
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error('the payment was not recorded after all');
    });
    await expect(undone).rejects.toThrow('after all');
    await emit(server, { type: 'order.paid', data: {} });

    await eventually(() => inbox.received.length > 0);
    expect(inbox.received.map(({ body }) => JSON.parse(body).type)).toEqual(['order.paid']);
    expect(await stored()).toEqual({ events: 1, deliveries: 1 });
  });

  it('is followed by the delivery soon, even when nobody says so', async () => {
    const inbox = await startInbox();
    await anEndpoint(server, inbox.url);
    await server.app.db.transaction((tx) => writeEvents(server.app, tx, paidOrders(1)));
    await eventually(() => inbox.received.length === 1);
  });

  it('keeps an address that is no URL, which then fails as any other', async () => {
    const client = await anApiClient(server);
    await emit(server, { type: 'billing_order.paid', data: BILLING_ORDER, clientId: client.id, url: 'nonsense' });
    expect(await theDelivery(server, { attempts: 1 })).toMatchObject({
      status: 'PENDING',
      lastStatus: null,
      lastError: expect.stringMatching(/^FORBIDDEN_URL: /),
    });
  });
});
