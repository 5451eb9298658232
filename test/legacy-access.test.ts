import jwt from 'jsonwebtoken';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import {
  aLegacyClient,
  chargeBody,
  legacyClient,
  refusal,
  refused,
  signatureOf,
  type LegacyAnswer,
} from './support/legacy-client.js';
import { aReportingProvider } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
beforeAll(() => aReportingProvider(server));

function told({ status, body, headers }: LegacyAnswer) {
  expect(headers.get('deprecation')).toBe('@1767225600');
  expect(headers.get('sunset')).toBe('Sat, 01 Jan 2028 00:00:00 GMT');
  expect(headers.get('link')).toBe('</openapi.json>; rel="deprecation"; type="application/json"');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  return [status, body];
}

const chargesOf = (clientId: string) => server.app.db.prisma.billingOrder.count({ where: { clientId } });

describe('POST /auth/v1/token', () => {
  const nobody = { clientKey: '', clientSecret: '', signatureSecret: '', companyId: 0 };
  const login = (body: unknown) => legacyClient(server.url, nobody).call('POST', '/auth/v1/token', { body, token: null });

  it("gives a token for the client's key and secret", async () => {
    const { credentials, id } = await aLegacyClient(server);
    const answer = await login({ client_key: credentials.clientKey, client_secret: credentials.clientSecret });

    expect(told(answer)).toEqual([
      200,
      {
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
        user: { companies: [{ id: credentials.companyId }] },
      },
    ]);
    expect(Object.keys(answer.body)).toEqual(['access_token', 'token_type', 'expires_at', 'user']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const exp = Date.parse(answer.body.expires_at) / 1000;
    expect(jwt.decode(answer.body.access_token)).toMatchObject({ sub: id, aud: 'CLIENT', exp });
  });

  it('ignores a token that comes along, valid or not', async () => {
    const client = await aLegacyClient(server);
    client.token = 'expired';
    const body = { client_key: client.credentials.clientKey, client_secret: client.credentials.clientSecret };
    expect((await client.call('POST', '/auth/v1/token', { body, token: 'expired' })).status).toBe(200);
  });

  it('refuses a wrong secret with 401, and a key of nobody with 404', async () => {
    const { clientKey, clientSecret } = (await aLegacyClient(server)).credentials;
    const wrong = await login({ client_key: clientKey, client_secret: `${clientSecret}x` });
    expect(told(wrong)).toEqual(refused(401, 'The client_secret is wrong.'));
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    const stranger = await login({ client_key: 'nobody', client_secret: clientSecret });
    expect(told(stranger)).toEqual(refused(404, 'There is no such API client.'));
  });

  it('tells only who knows the secret that the client is blocked', async () => {
    const { credentials, id } = await aLegacyClient(server);
    await server.app.db.prisma.apiClient.update({ where: { id }, data: { blockedAt: new Date() } });
    expect(told(await login({ client_key: credentials.clientKey, client_secret: 'wrong' }))).toEqual(refused(401));
    expect(told(await login({ client_key: credentials.clientKey, client_secret: credentials.clientSecret }))).toEqual([
      403,
      refusal(403, 'This client is blocked: ask the operator why.'),
    ]);
  });

  it('names every field that is wrong, all at once', async () => {
    const cases: [unknown, unknown][] = [
      [{}, { client_key: ['is required'], client_secret: ['is required'] }],
      [undefined, { client_key: ['is required'], client_secret: ['is required'] }],
      [
        { client_key: 1, client_secret: null },
        { client_key: ['must be a text'], client_secret: ['must be a text'] },
      ],
      [{ client_key: 'a', client_secret: 'b', grant_type: 'x' }, { grant_type: ['is not a field of this request'] }],
      [{ client_key: 'a\0', client_secret: 'b' }, { client_key: [expect.stringContaining('NUL')] }],
      [{ client_key: 'a', client_secret: '  ' }, { client_secret: ['must not be blank'] }],
      [{ client_key: 'a'.repeat(256), client_secret: 'b' }, { client_key: ['must have at most 255 characters'] }],
      [{ client_key: 'a', client_secret: ['b'] }, { client_secret: ['must be a text'] }],
      ['[]', 'The body must be a JSON object.'],
      ['"text"', 'The body must be a JSON object.'],
      ['null', 'The body must be a JSON object.'],
      ['{', 'The body is not valid JSON.'],
    ];
    for (const [body, message] of cases) expect(told(await login(body))).toEqual(refused(400, message));
  });

  it('lets nobody guess: after ten failures even the right secret has to wait', async () => {
    const { clientKey, clientSecret } = (await aLegacyClient(server)).credentials;
    for (let n = 0; n < 10; n += 1) {
      expect((await login({ client_key: clientKey, client_secret: `wrong ${n}` })).status).toBe(401);
    }
    const answer = await login({ client_key: clientKey, client_secret: clientSecret });
    expect(told(answer)).toEqual(refused(429, expect.stringMatching(/^Too many attempts: try again in \d+ seconds\.$/)));
  });
});

describe('a call of the group', () => {
  const CALLS = [
    ['POST', '/cashin/api/billing_order'],
    ['GET', '/cashin/api/billing_order/019a0000-0000-7000-8000-000000000000'],
    ['GET', '/client/api/webhooks'],
    ['POST', '/client/api/webhooks'],
    ['GET', '/client/api/webhooks/1'],
    ['PUT', '/client/api/webhooks/1'],
    ['DELETE', '/client/api/webhooks/1'],
    ['PATCH', '/client/api/webhooks/1'],
    ['GET', '/client/api/webhooks/deliveries'],
    ['POST', '/client/api/webhooks/deliveries/019a0000-0000-7000-8000-000000000000/redeliver'],
    ['GET', '/client/api/balance'],
    ['GET', '/client/api/extracts'],
  ] as const;

  it('needs the token of an API client: no other, and none that is not ours', async () => {
    const client = await aLegacyClient(server);
    const [admin, buyer] = [await anAdmin(server), await aCustomer(server)];
    const claims = { issuer: 'raffle-gateway', audience: 'CLIENT', subject: client.id };
    const forged = jwt.sign({}, 'another secret of thirty-two bytes!', { ...claims, expiresIn: 60 });
    const ended = jwt.sign({}, server.app.config.jwtSecret, { ...claims, expiresIn: -1 });
    for (const [method, path] of CALLS) {
      for (const token of [null, 'nonsense', admin.token, buyer.token, forged, ended]) {
        // A body that is wrong as well: a stranger learns nothing of that.
        const answer = await client.call(method, path, { token, ...(method !== 'GET' && { body: '{' }) });
        expect(told(answer)).toEqual(refused(401));
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    }
  });

  it('is refused to a client that is blocked or gone', async () => {
    const client = await aLegacyClient(server);
    await server.app.db.prisma.apiClient.update({ where: { id: client.id }, data: { blockedAt: new Date() } });
    for (const [method, path] of CALLS) expect(told(await client.call(method, path))).toEqual(refused(403));
    const gone = server.app.tokens.issue('CLIENT', '019a0000-0000-7000-8000-000000000000').accessToken;
    expect(told(await client.call('GET', '/client/api/balance', { token: gone }))).toEqual(refused(401));
  });

  it('is all its token is good for', async () => {
    const { token } = await aLegacyClient(server);
    expect(await server.rest('GET', '/v1/raffles', { token })).toMatchObject({ status: 401, body: refusal(401) });
    const graphql = await server.graphql('{ raffleCategories { id } }', {}, { token });
    expect(graphql).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  it("carries the client's own number in X-Company-ID, when it carries one", async () => {
    const client = await aLegacyClient(server);
    const other = await aLegacyClient(server);
    const { companyId } = client.credentials;
    const call = (company: string) => client.charge(chargeBody(), { headers: { 'x-company-id': company } });

    expect((await call(String(companyId))).status).toBe(200);
    for (const company of [String(other.credentials.companyId), `0${companyId}`, `${companyId}.0`, 'x', '']) {
      expect(told(await call(company))).toEqual(refused(403, 'X-Company-ID is not the number of this client.'));
    }
    expect(await chargesOf(client.id)).toBe(1);
  });

  it('is told of a method that is not served, with those that are', async () => {
    const client = await aLegacyClient(server);
    const answer = await client.call('PATCH', '/cashin/api/billing_order', { body: '{' });
    const message = 'PATCH is not served here, but POST.';
    expect(told(answer)).toEqual([405, { error: 'Method Not Allowed', statusCode: 405, message }]);
    expect(answer.headers.get('allow')).toBe('POST');
    expect((await client.call('POST', '/client/api/webhooks/1')).headers.get('allow')).toBe('GET, HEAD, PUT, DELETE, PATCH');
    expect((await client.call('DELETE', '/client/api/balance', { token: null })).status).toBe(405);
  });
});

describe('the Signature', () => {
  it('is that of the bytes as they were sent, whatever a parser makes of them', async () => {
    const client = await aLegacyClient(server);
    const { signatureSecret } = client.credentials;
    const { external_id: externalId } = chargeBody();
    const texts = `"payer_name":"Jo\\u00e3o e Jo\u00e3o",\n"external_id":"${String(externalId)}", "description":"\\/"`;
    const body = `{ "amount":1.250e3, ${texts} }`;

    const answer = await client.charge(body, { headers: { signature: signatureOf(signatureSecret, body) } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ payer_name: 'João e João', amount: 1250, description: '/' });
    const compact = signatureOf(signatureSecret, JSON.stringify(JSON.parse(body)));
    const other = await client.charge(body, { headers: { signature: compact } });
    expect(told(other)).toEqual(refused(401, 'The Signature is not that of this body.'));
  });

  it('is refused when it is wrong, and nothing is made', async () => {
    const client = await aLegacyClient(server);
    const other = await aLegacyClient(server);
    const body = JSON.stringify(chargeBody());
    const right = signatureOf(client.credentials.signatureSecret, body);
    const others = [
      signatureOf(other.credentials.signatureSecret, body),
      signatureOf(client.credentials.signatureSecret, `${body} `),
    ];
    for (const signature of [...others, right.toUpperCase(), `sha256=${right}`, right.slice(1), '']) {
      expect(told(await client.charge(body, { headers: { signature } }))).toEqual(refused(401));
    }
    // Before the body is read: a wrong signature is told first.
    expect(told(await client.charge('{', { headers: { signature: right } }))).toEqual(refused(401));
    expect(await chargesOf(client.id)).toBe(0);
    expect((await client.charge(body, { headers: { signature: right } })).status).toBe(200);
  });

  it('may be left out, unless the client is set strict: then every call carries one', async () => {
    const client = await aLegacyClient(server);
    expect((await client.charge(chargeBody())).status).toBe(200);
    await server.app.db.prisma.apiClient.update({ where: { id: client.id }, data: { requiresSignature: true } });

    const missing = refused(401, 'Calls of this client must carry a Signature.');
    expect(told(await client.charge(chargeBody()))).toEqual(missing);
    expect(told(await client.call('GET', '/client/api/balance'))).toEqual(missing);
    expect(told(await client.call('DELETE', '/client/api/webhooks/1'))).toEqual(missing);
    expect(await chargesOf(client.id)).toBe(1);
    expect((await client.charge(chargeBody(), { signed: true })).status).toBe(200);
    expect((await client.call('GET', '/client/api/balance', { signed: true })).status).toBe(200);
  });
});
