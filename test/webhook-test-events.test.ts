import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookEventType } from '../src/webhooks/webhook-event.type.js';
import { anAdmin } from './support/actors.js';
import { eventually } from './support/eventually.js';
import { expectEventsAsDescribed } from './support/event-contract.js';
import { refused, restClient } from './support/rest-contract.js';
import { stopAll } from './support/sandbox.js';
import { forTests, startTestServer } from './support/start.js';
import { withoutTriggers } from './support/without-triggers.js';
import { verifyWebhook } from './support/verify-webhook.js';
import {
  aClientEndpoint,
  anApiClient,
  anEndpoint,
  countDeliveries,
  forgetWebhooks,
  startInbox,
  theDelivery,
} from './support/webhook-inbox.js';

const SEND = `mutation ($endpointId: ID!, $type: WebhookEventType!) {
  sendTestEvent(endpointId: $endpointId, type: $type) { id eventType endpointId url status attempts body }
}`;
const ROUTE = 'POST /v1/webhooks/{endpointId}/test-event';
/** To one endpoint. */
const TESTS_A_MINUTE = 10;
const KINDS = Object.keys(WebhookEventType);

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const ask = restClient(server);
beforeEach(() => forgetWebhooks(server));
afterEach(stopAll);

const send = (endpointId: number | string, type: string) =>
  server.graphql(SEND, { endpointId: String(endpointId), type }, { token: admin.token });
const sendByRest = (endpointId: number | string, type = 'ORDER_PAID') =>
  ask(ROUTE, { token: admin.token, params: { endpointId }, body: { type } });

describe('a test event', () => {
  it('reaches that endpoint alone, signed, as what it says of itself, whatever the endpoint is sent otherwise', async () => {
    const inbox = await startInbox();
    const other = await startInbox();
    const { id, secret } = await anEndpoint(server, inbox.url, ['raffle.drawn']);
    await anEndpoint(server, other.url);
    const { data } = await send(id, 'ORDER_REFUNDED');
    expect(data.sendTestEvent).toMatchObject({
      eventType: 'ORDER_REFUNDED',
      endpointId: String(id),
      url: inbox.url,
      status: 'PENDING',
    });
    const received = await eventually(async () => inbox.received[0]);
    expect(received.id).toBe(data.sendTestEvent.id);
    expect(received.body).toBe(data.sendTestEvent.body);
    expect(verifyWebhook(secret, received.headers, received.body)).toBe(true);
    const { type, test, data: sample } = JSON.parse(received.body);
    expect([type, test]).toEqual(['order.refunded', true]);
    const order = await server.graphql(
      'query ($id: ID!) { order(id: $id) { id } }',
      { id: sample.orderId },
      { token: admin.token },
    );
    expect(order.errors?.[0]?.extensions.code ?? order.data.order).toMatch(/NOT_FOUND/);
    expect(await theDelivery(server, { status: 'DELIVERED', endpointId: id })).toMatchObject({ attempts: 1, lastStatus: 200 });
    expect([await countDeliveries(server), other.received]).toEqual([1, []]);
    const [entry] = await server.app.db.prisma.auditEntry.findMany({ where: { action: 'sendTestEvent' } });
    expect(entry).toMatchObject({ actorId: admin.id, subjectId: String(id), details: { type: 'order.refunded' } });
  });

  it('is there of every kind, as described', async () => {
    let endpoint = await anEndpoint(server, 'http://127.0.0.1:9/');
    for (const [i, type] of KINDS.entries()) {
      if (i > 0 && i % TESTS_A_MINUTE === 0) endpoint = await anEndpoint(server, 'http://127.0.0.1:9/');
      expect((await sendByRest(endpoint.id, type)).status).toBe(201);
    }
    await expectEventsAsDescribed(server, Object.values(WebhookEventType));
  });

  it('goes to no endpoint that is deleted, disabled, of a client or none', async () => {
    const [disabled, deleted] = [
      await anEndpoint(server, 'http://127.0.0.1:9/'),
      await anEndpoint(server, 'http://127.0.0.1:9/'),
    ];
    const ofClient = await aClientEndpoint(server, (await anApiClient(server)).id, 'http://127.0.0.1:9/');
    const { webhookEndpoint } = server.app.db.prisma;
    await webhookEndpoint.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
    await webhookEndpoint.update({ where: { id: deleted.id }, data: { deletedAt: new Date() } });
    expect(await sendByRest(disabled.id)).toMatchObject(refused(409));
    for (const id of [deleted.id, ofClient.id, '999999', 'x']) expect(await sendByRest(id)).toMatchObject(refused(404));
    expect(await sendByRest(disabled.id, 'ORDER_LOST')).toMatchObject(refused(400, { type: [expect.any(String)] }));
    expect([await countDeliveries(server), await server.app.db.prisma.webhookEvent.count()]).toEqual([0, 0]);
  });

  it('is refused after ten within a minute, and of another endpoint not', async () => {
    const [busy, other] = [await anEndpoint(server, 'http://127.0.0.1:9/'), await anEndpoint(server, 'http://127.0.0.1:9/')];
    const at = await Promise.all(Array.from({ length: 11 }, () => sendByRest(busy.id)));
    expect(at.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: TESTS_A_MINUTE }, () => 201),
      429,
    ]);
    expect(await countDeliveries(server, { endpointId: busy.id })).toBe(TESTS_A_MINUTE);
    expect((await sendByRest(other.id)).status).toBe(201);
    await withoutTriggers(server, `UPDATE audit_log SET created_at = created_at - interval '1 minute'`);
    expect((await sendByRest(busy.id)).status).toBe(201);
  });
});
