import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import { aCustomer } from './support/actors.js';
import { CALLBACK_SECRET, startBankedServer } from './support/banked-server.js';
import { PAGGUE_CREDENTIALS, startFakePaggue, type FakePaggue } from './support/fake-paggue.js';
import { startFakePay2m, type FakePay2m } from './support/fake-pay2m.js';
import { startLoggedServer } from './support/logged-server.js';
import { providerDesk, STATIC_PROVIDER } from './support/provider-desk.js';
import { refused, restClient, type Call } from './support/rest-contract.js';
import { anOpenRaffle } from './support/sales.js';
import { answerJson, open, SANDBOX_ACCOUNT, startRemoteService, stopAll } from './support/sandbox.js';
import { forTests } from './support/start.js';

const { clientId, clientSecret, pixKey } = SANDBOX_ACCOUNT;
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const REFERENCE = /^[0-9a-f]{32}$/;

const banked = forTests(() => startBankedServer([], { callbackOrigins: ['https://rifa.example'] }));
let rest: ReturnType<typeof restClient>;
const providers = forTests(() => providerDesk(banked.server.graphql, banked.admin.token));
beforeAll(() => void (rest = restClient(banked.server)));
afterEach(stopAll);

const ask = (route: string, call: Call = {}) => rest(route, { token: banked.admin.token, ...call });
const getToken = (providerName?: string) => ask('POST /v1/payment-gateway/token', { body: { providerName } });
const generate = (input: object = {}) =>
  ask('POST /v1/payment-gateway/qrcode', { body: { amount: '12.50', description: 'A try', ...input } });
const consult = (reference: string, query = '') =>
  ask('GET /v1/payment-gateway/qrcode/{reference}', { params: { reference }, query });
const webhooks = (query = '') => ask('GET /v1/payment-gateway/webhooks', { query });
const register = (body: object) => ask('POST /v1/payment-gateway/webhooks', { body });
const remove = (id: string, body?: object) => ask('DELETE /v1/payment-gateway/webhooks/{id}', { params: { id }, body });
const audits = (action: string) => banked.server.app.db.prisma.auditEntry.findMany({ where: { action }, orderBy: { id: 'asc' } });

describe('a provider that speaks API Pix', () => {
  it('gives a token, of which the end is shown', async () => {
    const { status, body } = await getToken();
    const maskedToken = expect.stringMatching(/^\*{3}[\w-]{4}$/);
    expect({ status, body }).toEqual({ status: 200, body: { providerName: 'sandbox', maskedToken, expiresAt: aTime } });
    expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now());
  });

  it('charges outside any order, is asked how the charge stands, and what is paid is kept as a late payment', async () => {
    const made = await generate();
    expect(made).toMatchObject({
      status: 201,
      body: {
        reference: expect.stringMatching(REFERENCE),
        providerName: 'sandbox',
        status: 'ACTIVE',
        amount: '12.50',
        image: expect.stringMatching(/^data:image\/png;base64,/),
        payments: [],
      },
    });
    expect(parseBrCode(made.body.content).type).toBe('dynamic');
    expect((await consult(made.body.reference)).body).toEqual(made.body);
    expect((await audits('generateBillingQrCode')).at(-1)).toMatchObject({
      actorId: banked.admin.id,
      subjectId: 'sandbox',
      details: { txid: made.body.reference, amount: '12.50' },
    });

    const { endToEndId } = await banked.payAtBank(made.body.content);
    const paid = await consult(made.body.reference, 'providerName=sandbox');
    expect(paid.body).toEqual({ ...made.body, status: 'PAID', payments: [{ endToEndId, amount: '12.50', paidAt: aTime }] });
    const late = [{ reason: 'UNKNOWN_REFERENCE', amount: 1250n, status: 'PENDING' }];
    await expect.poll(() => banked.latePayments()).toEqual(late);
  });

  it("is asked about an order's code by what the order calls it", async () => {
    const raffle = await anOpenRaffle(banked.server);
    const buyer = await aCustomer(banked.server);
    const { order } = await banked.desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 });
    // The default is another one meanwhile: it is the order's that knows.
    await providers.upsert({ name: 'default', ...STATIC_PROVIDER, priority: 0 });
    try {
      const seen = { providerName: 'sandbox', status: 'ACTIVE', amount: '2.00', content: order?.qrCodeContent };
      expect((await consult(order?.qrCodeId ?? '')).body).toMatchObject(seen);
    } finally {
      await providers.upsert({ name: 'default', active: false });
    }
  });

  it('knows no charge that was never made', async () => {
    for (const reference of ['a'.repeat(32), 'a b', 'x'.repeat(100), '../cob']) {
      expect(await consult(reference)).toMatchObject(refused(404, 'There is no such QR code at this payment provider.'));
    }
  });

  it('has one address for callbacks, without its secret when it is shown: it is listed, replaced and deleted', async () => {
    const own = `${banked.server.url}/v1/payments/callbacks/sandbox`;
    const shown = { id: pixKey, url: `${own}?hmac=***&ignorar=`, createdAt: aTime };
    expect(await webhooks()).toMatchObject({ status: 200, body: [shown] });

    const local = banked.server.url.replace('127.0.0.1', 'localhost');
    const other = await register({ url: `${local}/hook` });
    expect(other).toMatchObject({ status: 201, body: { id: pixKey, url: `${local}/hook?hmac=***&ignorar=` } });
    expect((await webhooks('providerName=sandbox')).body).toEqual([other.body]);
    expect(await remove(pixKey)).toMatchObject({ status: 200, body: other.body });
    expect((await webhooks()).body).toEqual([]);
    expect(await remove(pixKey)).toMatchObject(refused(404, 'There is no such webhook at this payment provider.'));

    const again = await register({ url: own });
    expect(again).toMatchObject({ status: 201, body: shown });
    const { body } = await generate({ amount: 3.1 });
    const { endToEndId } = await banked.payAtBank(body.content);
    const settled = () => banked.server.app.db.prisma.payment.findUnique({ where: { endToEndId } });
    await expect.poll(settled).toMatchObject({ amount: 310n, source: 'CALLBACK' });
    expect((await audits('registerGatewayWebhook')).map(({ details }) => details)).toEqual([
      { webhookId: pixKey, host: new URL(local).host },
      { webhookId: pixKey, host: new URL(own).host },
    ]);
    expect(await audits('deleteGatewayWebhook')).toHaveLength(1);
  });

  it('is given our own address when none is named: where we listen, or PUBLIC_URL', async () => {
    const own = `${banked.server.url}/v1/payments/callbacks/sandbox`;
    expect(await register({})).toMatchObject({ status: 201, body: { url: `${own}?hmac=***&ignorar=` } });
    const published = await startLoggedServer(banked.server, { publicUrl: 'https://rifa.example' });
    try {
      const mutation = 'mutation { registerGatewayWebhook(input: { providerName: "sandbox" }) { url } }';
      const { data } = await published.ask(mutation, {}, { token: banked.admin.token });
      const url = 'https://rifa.example/v1/payments/callbacks/sandbox?hmac=***&ignorar=';
      expect(data).toEqual({ registerGatewayWebhook: { url } });
      expect(published.logged()).not.toContain(CALLBACK_SECRET);
    } finally {
      await published.stop();
      await register({ url: own });
    }
  });

  const WRONG_ADDRESSES = [
    'nonsense',
    'ftp://rifa.example',
    'https://user:pass@rifa.example',
    'https://rifa.example/#hook',
    'https://other.example/v1/payments/callbacks/sandbox',
    'http://rifa.example/v1/payments/callbacks/sandbox',
    'https://rifa.example.evil.example/v1/payments/callbacks/sandbox',
    'http://127.0.0.1:9/v1/payments/callbacks/sandbox',
  ];
  it.each(WRONG_ADDRESSES)('is not given the address %s', async (url) => {
    const before = (await webhooks()).body;
    expect(await register({ url })).toMatchObject(refused(400, { url: [expect.any(String)] }));
    expect((await webhooks()).body).toEqual(before);
  });
});

describe('a provider of the shape of Paggue', () => {
  it('has all six operations, its charges under its own hash', async () => {
    const paggue: FakePaggue = await startFakePaggue();
    open.push(paggue);
    const settings = { adapter: 'paggue', baseUrl: paggue.url, credentials: PAGGUE_CREDENTIALS, active: false };
    const { provider } = await providers.upsert({ name: 'paggue', ...STATIC_PROVIDER, ...settings });
    expect(provider).toMatchObject({ active: false, credentialsSet: ['clientId', 'clientSecret', 'signatureSecret'] });

    const maskedToken = expect.stringMatching(/^\*{3}[0-9a-f]{4}$/);
    expect((await getToken('paggue')).body).toMatchObject({ providerName: 'paggue', maskedToken });
    const made = await generate({ providerName: 'paggue' });
    expect(made.body).toMatchObject({ reference: paggue.latest().hash, status: 'ACTIVE', content: paggue.latest().payment });
    paggue.pay(paggue.latest());
    expect((await consult(made.body.reference, 'providerName=paggue')).body).toMatchObject({
      status: 'PAID',
      payments: [{ endToEndId: `paggue:${made.body.reference}`, amount: '12.50', paidAt: aTime }],
    });
    expect(await consult('00000000-0000-4000-8000-000000000000', 'providerName=paggue')).toMatchObject(refused(404));

    const url = 'https://rifa.example/hook';
    const registered = await register({ providerName: 'paggue', url });
    expect(registered).toMatchObject({ status: 201, body: { id: '1', url, createdAt: null } });
    expect((await webhooks('providerName=paggue')).body).toEqual([registered.body]);
    expect((await remove('1', { providerName: 'paggue' })).body).toEqual(registered.body);
    expect((await webhooks('providerName=paggue')).body).toEqual([]);
    expect(paggue.problems).toEqual([]);
  });
});

describe('a provider that speaks the API of Pay2m', () => {
  it("has all six operations, its charges under its own reference, an order's too", async () => {
    const pay2m: FakePay2m = await startFakePay2m();
    open.push(pay2m);
    const settings = { adapter: 'pay2m', baseUrl: pay2m.url, credentials: { clientId, clientSecret } };
    await providers.upsert({ name: 'pay2m', ...STATIC_PROVIDER, ...settings });

    // Too short for the end of it to be shown.
    expect((await getToken('pay2m')).body).toMatchObject({ maskedToken: '***' });
    const made = await generate({ providerName: 'pay2m', expiresInSeconds: 86_400 });
    expect(made.body).toMatchObject({ reference: pay2m.latest().reference_code, status: 'ACTIVE' });
    pay2m.pay(pay2m.latest());
    const paid = await consult(made.body.reference, 'providerName=pay2m');
    expect(paid.body).toMatchObject({ status: 'PAID', payments: [{ amount: '12.50' }] });

    const raffle = await anOpenRaffle(banked.server);
    const buyer = await aCustomer(banked.server);
    const wanted = { raffleId: raffle.id, quotaQuantity: 3, paymentProviderName: 'pay2m' };
    const { order } = await banked.desk.buy(buyer.token, wanted);
    const providerReference = pay2m.latest().reference_code;
    await banked.server.app.db.prisma.charge.update({ where: { txid: order?.qrCodeId ?? '' }, data: { providerReference } });
    const seen = { providerName: 'pay2m', reference: providerReference, amount: '3.00' };
    expect((await consult(order?.qrCodeId ?? '')).body).toMatchObject(seen);

    const url = 'https://rifa.example/hook';
    const registered = await register({ providerName: 'pay2m', url });
    expect(registered.body).toEqual({ id: 'pay2m', url, createdAt: null });
    expect((await webhooks('providerName=pay2m')).body).toEqual([registered.body]);
    expect(await remove('pay2m', { providerName: 'pay2m' })).toMatchObject({ status: 200, body: registered.body });
    expect(await remove('pay2m', { providerName: 'pay2m' })).toMatchObject(refused(404));
    expect(pay2m.problems).toEqual([]);
  });
});

describe('a provider that is no service', () => {
  it('makes static codes, and says of all else that it has no such operation', async () => {
    const made = await generate({ providerName: 'static' });
    expect(made).toMatchObject({ status: 201, body: { reference: expect.stringMatching(/^[0-9a-f]{25}$/), status: 'ACTIVE' } });
    expect(parseBrCode(made.body.content)).toMatchObject({ type: 'static', amount: '12.50', txid: made.body.reference });

    const none = (operation: string) =>
      refused(409, `A payment provider with the adapter "static" has no operation "${operation}".`);
    expect(await getToken('static')).toMatchObject(none('accessToken'));
    expect(await consult(made.body.reference, 'providerName=static')).toMatchObject(none('consultCharge'));
    expect(await webhooks('providerName=static')).toMatchObject(none('listWebhooks'));
    expect(await register({ providerName: 'static' })).toMatchObject(none('registerWebhook'));
    expect(await remove('1', { providerName: 'static' })).toMatchObject(none('listWebhooks'));
  });
});

describe('an operation of the gateway', () => {
  it('names a provider that there is, or leaves it to the default', async () => {
    expect(await getToken('nobody')).toMatchObject(refused(400, { providerName: ['is not the name of a payment provider'] }));
    const { prisma } = banked.server.app.db;
    const active = await prisma.paymentProvider.findMany({ where: { active: true }, select: { name: true } });
    for (const { name } of active) await providers.upsert({ name, active: false });
    try {
      const without = { statusCode: 502, message: expect.stringMatching(/^No payment provider is active/) };
      expect(await getToken()).toMatchObject({ status: 502, body: without });
      expect((await getToken('sandbox')).status).toBe(200);
    } finally {
      for (const { name } of active) await providers.upsert({ name, active: true });
    }
  });

  it.each([
    ['amount', { amount: '0.00' }],
    ['amount', { amount: 'free' }],
    ['description', { description: ' ' }],
    ['description', { description: 'x'.repeat(141) }],
    ['expiresInSeconds', { expiresInSeconds: 59 }],
    ['expiresInSeconds', { expiresInSeconds: 86_401 }],
  ])('asks no provider for a charge whose %s is wrong: %o', async (field, wrong) => {
    const before = await audits('generateBillingQrCode');
    expect(await generate(wrong)).toMatchObject(refused(400, { [field]: [expect.any(String)] }));
    expect(await audits('generateBillingQrCode')).toEqual(before);
  });

  it("is an ADMIN's only", async () => {
    const { token } = await aCustomer(banked.server);
    const before = (await webhooks()).body;
    const calls: [string, Call][] = [
      ['POST /v1/payment-gateway/token', { body: {} }],
      ['POST /v1/payment-gateway/qrcode', { body: { amount: '1.00', description: 'x' } }],
      ['GET /v1/payment-gateway/qrcode/{reference}', { params: { reference: 'a'.repeat(32) } }],
      ['GET /v1/payment-gateway/webhooks', {}],
      ['POST /v1/payment-gateway/webhooks', { body: { url: 'https://attacker.example' } }],
      ['DELETE /v1/payment-gateway/webhooks/{id}', { params: { id: pixKey } }],
    ];
    for (const [route, call] of calls) {
      expect(await rest(route, { ...call, token })).toMatchObject(refused(403));
      expect(await rest(route, call)).toMatchObject(refused(401));
    }
    expect((await webhooks()).body).toEqual(before);
  });
});

describe('a provider that fails', () => {
  const SECRET = 'the/secret of the client';
  const played = async (name: string, answer: Parameters<typeof startRemoteService>[0]) => {
    const service = await startRemoteService(answer);
    open.push(service);
    const credentials = { clientId, clientSecret: SECRET };
    await providers.upsert({ name, ...STATIC_PROVIDER, adapter: 'bacen', baseUrl: service.url, credentials });
  };
  const withToken =
    (status: number, body: unknown): Parameters<typeof startRemoteService>[0] =>
    ({ url }, response) => {
      if (url !== '/oauth/token') return answerJson(response, status, body);
      return answerJson(response, 200, { access_token: 'token', expires_in: 60 });
    };

  it('because the credentials are wrong, is said to refuse them', async () => {
    const settings = { adapter: 'sandbox', baseUrl: banked.bank.url, credentials: { clientId, clientSecret: 'wrong-one' } };
    await providers.upsert({ name: 'wrong', ...STATIC_PROVIDER, ...settings });
    expect(await getToken('wrong')).toMatchObject({
      status: 502,
      body: {
        error: 'Bad Gateway',
        message:
          'The payment provider wrong refuses our credentials, our certificate or our rights '
          + '(answered 401: invalid_client; The client id or secret is wrong.).',
      },
    });
  });

  it('because nobody is there, is said to be out of reach', async () => {
    const settings = { adapter: 'bacen', baseUrl: 'http://127.0.0.1:9', credentials: { clientId, clientSecret } };
    await providers.upsert({ name: 'away', ...STATIC_PROVIDER, ...settings });
    const { status, body } = await webhooks('providerName=away');
    expect(status).toBe(502);
    expect(body.message).toMatch(/^The payment provider away cannot be reached, or cannot answer \(.*ECONNREFUSED.*\)\.$/);
  });

  it.each([
    [400, 400],
    [422, 400],
    [409, 409],
    [404, 409],
    [403, 502],
  ])('with %i, is told with %i and the reason it gives', async (given, answered) => {
    const name = `refuses-${given}`;
    await played(name, withToken(given, { title: 'Chave inválida', detail: 'Not yours.', secretField: 'not shown' }));
    const { status, body } = await generate({ providerName: name });
    expect(status).toBe(answered);
    const reason = `\\(answered ${given}: Chave inválida; Not yours\\.\\)`;
    expect(body.message).toMatch(new RegExp(`^The payment provider ${name} refuses .* ${reason}\\.$`));
  });

  it('with an answer that is none, is told so', async () => {
    await played('odd', withToken(200, { webhookUrl: 7 }));
    const { status, body } = await webhooks('providerName=odd');
    expect({ status, message: body.message }).toEqual({
      status: 502,
      message: 'The payment provider odd answered something that it should not (webhookUrl is not a text).',
    });
  });

  it('and says our secrets back, has them blanked out, in the log too', async () => {
    const logging = await startLoggedServer(banked.server);
    try {
      await played('parrot', (_, response) => {
        answerJson(response, 400, { error: `bad ${SECRET}`, error_description: `${encodeURIComponent(SECRET)} and ${clientId}` });
      });
      const mutation = 'mutation { createGatewayAccessToken(providerName: "parrot") { expiresAt } }';
      const answer = await logging.ask(mutation, {}, { token: banked.admin.token });
      expect(answer.errors?.[0]).toMatchObject({
        extensions: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' },
        message:
          'The payment provider parrot refuses our credentials, our certificate or our rights '
          + '(answered 400: bad ***; *** and ***).',
      });
      expect(logging.logged()).toContain('bad ***');
      for (const secret of [SECRET, encodeURIComponent(SECRET), clientId]) expect(logging.logged()).not.toContain(secret);
    } finally {
      await logging.stop();
    }
  });
});
