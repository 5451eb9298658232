import { describe, expect, it } from 'vitest';
import { startBankedServer } from './support/banked-server.js';
import { aLegacyClient, chargeBody, signatureOf, type LegacyClient } from './support/legacy-client.js';
import { restClient } from './support/rest-contract.js';
import type { ReceivedRequest } from './support/received-request.js';
import { answerJson, startRemoteService } from './support/sandbox.js';
import { forTests } from './support/start.js';
import { verifyWebhook } from './support/verify-webhook.js';

const banked = forTests(startBankedServer);
const receiver = forTests(() => startRemoteService((_, response) => answerJson(response, 200, {})));

const receivedAt = (path: string) => receiver.received.filter(({ url }) => url === path);

async function callbackAt(path: string): Promise<ReceivedRequest> {
  await expect.poll(() => receivedAt(path).length, { timeout: 10_000 }).toBe(1);
  return receivedAt(path)[0] as ReceivedRequest;
}

async function aWebhook(client: LegacyClient, path: string, type = 0): Promise<{ id: number; secret: string }> {
  const asked = { type, url: receiver.url + path };
  const { status, body } = await client.call('POST', '/client/api/webhooks', { body: asked, signed: true });
  expect(status).toBe(200);
  return body;
}

describe('an integration that knows the interface alone', () => {
  it('charges, is paid at the bank, is told so in both kinds of signature, and finds the money in its balance', async () => {
    const client = await aLegacyClient(banked.server);
    const { signatureSecret } = client.credentials;
    const endpoint = await aWebhook(client, '/registered');
    await aWebhook(client, '/cash-out', 1);
    const asked = chargeBody({ meta: { extra_data: 'x', webhook_url: `${receiver.url}/named` } });
    const charge = (await client.charge(asked, { signed: true })).body;
    const receipt = await banked.payAtBank(charge.payment);

    const [registered, named] = [await callbackAt('/registered'), await callbackAt('/named')];
    const paid = await client.call('GET', `/cashin/api/billing_order/${charge.hash}`, { signed: true });
    expect(paid.body).toEqual({ ...charge, status: 1, paid_at: expect.any(String), endToEndId: receipt.endToEndId });
    expect(receipt.txid).toBe(charge.reference);
    for (const { method, headers, body } of [registered, named]) {
      expect([method, headers['content-type'], body]).toEqual(['POST', expect.stringContaining('application/json'), paid.text]);
      expect(headers.signature).toBe(signatureOf(signatureSecret, body));
    }
    expect(verifyWebhook(endpoint.secret, registered.headers, registered.body)).toBe(true);
    expect(verifyWebhook(`whsec_${Buffer.from(signatureSecret).toString('base64')}`, named.headers, named.body)).toBe(true);
    expect(receivedAt('/cash-out')).toEqual([]);

    const balance = (await client.call('GET', '/client/api/balance', { signed: true })).body.available_value;
    const { data } = (await client.call('GET', '/client/api/extracts', { signed: true })).body;
    expect([balance, data.map(({ hash, amount }: any) => [hash, amount])]).toEqual([1250, [[charge.hash, 1250]]]);
  });

  it('sees what was sent to it and has it sent again, under the same webhook-id', async () => {
    const [client, stranger] = [await aLegacyClient(banked.server), await aLegacyClient(banked.server)];
    const { id } = await aWebhook(client, '/again');
    const charge = (await client.charge(chargeBody())).body;
    await banked.payAtBank(charge.payment);
    const { headers, body } = await callbackAt('/again');

    const deliveries = async (of: LegacyClient) => (await of.call('GET', '/client/api/webhooks/deliveries?total=true')).body;
    await expect.poll(async () => (await deliveries(client)).data[0].status).toBe('DELIVERED');
    const log = await deliveries(client);
    expect(log).toEqual({
      data: [
        {
          id: headers['webhook-id'],
          webhook_id: id,
          event: 'billing_order.paid',
          url: `${receiver.url}/again`,
          status: 'DELIVERED',
          attempts: 1,
          last_status: 200,
          last_error: null,
          created_at: expect.any(String),
          next_attempt_at: null,
          delivered_at: expect.any(String),
        },
      ],
      pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
      totalCount: 1,
    });
    expect((await deliveries(stranger)).data).toEqual([]);

    const again = `/client/api/webhooks/deliveries/${String(headers['webhook-id'])}/redeliver`;
    expect((await stranger.call('POST', again)).status).toBe(404);
    const queued = await client.call('POST', again);
    expect([queued.status, queued.body]).toMatchObject([200, { id: headers['webhook-id'], status: 'PENDING' }]);
    await expect.poll(() => receivedAt('/again').length).toBe(2);
    expect(receivedAt('/again')[1]).toMatchObject({ body, headers: { 'webhook-id': headers['webhook-id'] } });
  });
});

it('operators are told in reais what their clients are told in centavos, of payments and of refunds', async () => {
  const { server, admin } = banked;
  const client = await aLegacyClient(server, 'Loja da Ana');
  const create = 'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { secret } }';
  const events = ['BILLING_ORDER_PAID', 'BILLING_ORDER_REFUNDED'];
  const { data } = await server.graphql(create, { input: { url: `${receiver.url}/operators`, events } }, { token: admin.token });
  await aWebhook(client, '/refunds');
  const charge = (await client.charge(chargeBody())).body;
  const { endToEndId } = await banked.payAtBank(charge.payment);

  const { headers, body } = await callbackAt('/operators');
  const told = {
    hash: charge.hash,
    clientId: client.id,
    clientName: 'Loja da Ana',
    externalId: charge.external_id,
    payerName: 'Maria da Silva',
    description: 'Pedido 42',
    amount: '12.50',
    status: 'PAID',
    paidAt: expect.any(String),
    endToEndId,
    txid: charge.reference,
  };
  expect(JSON.parse(body)).toEqual({ type: 'billing_order.paid', timestamp: expect.any(String), data: told });
  expect(verifyWebhook(data.createWebhookEndpoint.secret, headers, body)).toBe(true);
  expect(headers.signature).toBeUndefined();

  await callbackAt('/refunds');
  const { id: paymentId } = await server.app.db.prisma.payment.findUniqueOrThrow({ where: { endToEndId } });
  const refund = 'mutation ($id: ID!) { refundPixPayment(id: $id) { id } }';
  await server.graphql(refund, { id: paymentId }, { token: admin.token });
  await expect.poll(() => receivedAt('/refunds').length + receivedAt('/operators').length, { timeout: 15_000 }).toBe(5);
  const refunds = receivedAt('/refunds').map((received) => JSON.parse(received.body));
  expect(new Set(refunds.map(({ status }) => status))).toEqual(new Set([1, 2, 4]));
  for (const each of refunds) expect(each).toEqual({ ...charge, status: each.status, paid_at: expect.any(String), endToEndId });
  const second = JSON.parse(receivedAt('/operators')[1]?.body ?? '');
  expect(second).toMatchObject({ type: 'billing_order.refunded', data: { ...told, status: 'REFUNDED' } });
});

describe('/client/api/webhooks', () => {
  const record = (id: number, url: string, changes: object = {}) => ({ id, type: 0, url, deleted_at: null, ...changes });
  const url = 'http://127.0.0.1:9/hook';

  it('are registered, listed, read, changed, deleted and restored as the record of the interface', async () => {
    const client = await aLegacyClient(banked.server);
    const made = await client.call('POST', '/client/api/webhooks', { body: { type: 0, url } });
    const { id } = made.body;
    expect([made.status, made.body]).toEqual([200, record(id, url, { secret: expect.stringMatching(/^whsec_/) })]);
    const one = (method: string, body?: unknown) => client.call(method, `/client/api/webhooks/${id}`, { body });
    const text = (answer: object) => JSON.stringify(answer);

    expect((await client.call('GET', '/client/api/webhooks')).text).toBe(text([record(id, url)]));
    expect((await one('GET')).text).toBe(text(record(id, url)));
    expect((await one('PUT', { url: `${url}/2` })).text).toBe(text(record(id, `${url}/2`)));
    expect((await one('PUT', { type: 1, url })).text).toBe(text(record(id, url, { type: 1 })));

    const deleted = await one('DELETE');
    const deletedAt = expect.stringMatching(/^\d{4}-.+Z$/);
    expect([deleted.status, deleted.body]).toEqual([200, record(id, url, { type: 1, deleted_at: deletedAt })]);
    expect((await one('DELETE')).text).toBe(deleted.text);
    expect((await one('GET')).text).toBe(deleted.text);
    // To be restored, it has to be found.
    expect((await client.call('GET', '/client/api/webhooks')).text).toBe(`[${deleted.text}]`);
    expect((await one('PUT', { url })).status).toBe(404);

    for (const body of [undefined, '', '{}']) {
      const restored = await one('PATCH', body);
      expect([restored.status, restored.text]).toEqual([200, text(record(id, url, { type: 1 }))]);
    }
  });

  it('are told once they are restored, and not while they are deleted', async () => {
    const client = await aLegacyClient(banked.server);
    const { id } = await aWebhook(client, '/restored');
    const paid = async () => {
      const charge = (await client.charge(chargeBody())).body;
      await banked.payAtBank(charge.payment);
      const status = async () => (await client.call('GET', `/cashin/api/billing_order/${charge.hash}`)).body.status;
      await expect.poll(status).toBe(1);
      return charge;
    };
    await client.call('DELETE', `/client/api/webhooks/${id}`);
    await paid();
    expect((await client.call('PATCH', `/client/api/webhooks/${id}`)).status).toBe(200);
    const { hash } = await paid();
    const { body } = await callbackAt('/restored');
    expect(JSON.parse(body).hash).toBe(hash);
  });

  it("are their client's own: another's, an unknown and a malformed one alike are not there", async () => {
    const [client, stranger] = [await aLegacyClient(banked.server), await aLegacyClient(banked.server)];
    const { id } = await aWebhook(client, '/mine');
    const before = (await client.call('GET', '/client/api/webhooks')).text;
    for (const which of [id, 2 ** 31, 2 ** 31 - 1, 0, -1, '1.0', 'x', '%00']) {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await stranger.call(method, `/client/api/webhooks/${which}`, method === 'PUT' ? { body: { url } } : {});
        expect([method, which, answer.status, answer.body]).toEqual([
          method,
          which,
          404,
          { error: 'Record Not Found', statusCode: 404, message: 'There is no such webhook.' },
        ]);
      }
    }
    expect((await stranger.call('GET', '/client/api/webhooks')).body).toEqual([]);
    expect((await client.call('GET', '/client/api/webhooks')).text).toBe(before);
  });

  it('with a bad body are refused by field, and nothing is changed', async () => {
    const client = await aLegacyClient(banked.server);
    const { id } = await aWebhook(client, '/kept');
    const before = (await client.call('GET', '/client/api/webhooks')).text;
    const problem = [expect.any(String)];
    const bodies: [unknown, unknown][] = [
      [{}, { type: ['is required'], url: ['is required'] }],
      [
        { type: 2, url: 5 },
        { type: ['must be 0 or 1'], url: ['must be a text'] },
      ],
      [{ type: '0', url }, { type: ['must be 0 or 1'] }],
      [{ type: null, url }, { type: ['must be 0 or 1'] }],
      [{ type: 0, url: 'javascript:alert(1)' }, { url: problem }],
      [{ type: 0, url: `https://example.com/${'x'.repeat(3_000)}` }, { url: problem }],
      [{ type: 0, url: 'https://example.com/\ud800' }, { url: problem }],
      [{ type: 0, url, deleted_at: null }, { deleted_at: ['is not a field of this request'] }],
      ['[1]', 'The body must be a JSON object.'],
    ];
    for (const [body, message] of bodies) {
      const answer = await client.call('POST', '/client/api/webhooks', { body });
      expect([body, answer.status, answer.body]).toEqual([body, 400, { error: 'Bad Request', statusCode: 400, message }]);
    }
    for (const [method, body] of [
      ['PUT', { type: 3 }],
      ['PATCH', { url }],
      ['DELETE', '{'],
    ] as const) {
      expect((await client.call(method, `/client/api/webhooks/${id}`, { body })).status).toBe(400);
    }
    expect((await client.call('GET', '/client/api/webhooks')).text).toBe(before);
  });
});

it('the group stands in /openapi.json as it answers, marked deprecated', async () => {
  const client = await aLegacyClient(banked.server);
  const { token, credentials } = client;
  const ask = restClient(banked.server);
  const login = { client_key: credentials.clientKey, client_secret: credentials.clientSecret };
  await ask('POST /auth/v1/token', { body: login });
  await ask('POST /auth/v1/token', { body: {} });
  const { body: charge } = await ask('POST /cashin/api/billing_order', { token, body: chargeBody() });
  await banked.payAtBank(charge.payment);
  const path = 'GET /cashin/api/billing_order/{hash}';
  const status = async () => (await ask(path, { token, params: { hash: charge.hash } })).body.status;
  await expect.poll(status).toBe(1);
  const { body: webhook } = await ask('POST /client/api/webhooks', { token, body: { type: 0, url: `${receiver.url}/listed` } });
  const one = { token, params: { webhook_id: webhook.id } };
  await ask('PUT /client/api/webhooks/{webhook_id}', { ...one, body: { type: 0 } });
  for (const method of ['GET', 'DELETE', 'PATCH']) {
    expect(await ask(`${method} /client/api/webhooks/{webhook_id}`, one)).toMatchObject({ status: 200 });
  }
  await banked.payAtBank((await ask('POST /cashin/api/billing_order', { token, body: chargeBody() })).body.payment);
  const { headers } = await callbackAt('/listed');
  const delivery = { delivery_id: String(headers['webhook-id']) };
  await ask('POST /client/api/webhooks/deliveries/{delivery_id}/redeliver', { token, params: delivery });
  for (const list of ['webhooks', 'webhooks/deliveries', 'balance', 'extracts']) {
    expect(await ask(`GET /client/api/${list}`, { token })).toMatchObject({ status: 200 });
  }
  const { paths } = (await banked.server.rest('GET', '/openapi.json')).body;
  const group = Object.entries<any>(paths).filter(([path]) => /^\/(cashin|client)\/|^\/auth\/v1\/token/.test(path));
  expect(group.length).toBe(9);
  for (const operation of group.flatMap(([, methods]) => Object.values<any>(methods))) expect(operation.deprecated).toBe(true);
});
