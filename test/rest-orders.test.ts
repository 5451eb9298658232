import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { documentedRoutes } from './support/rest-contract.js';
import { anOpenRaffle, countsOf, seedProviders } from './support/sales.js';
import { startTestServer, type RestAnswer, type TestServer } from './support/start.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const CREATE = 'POST /v1/orders/without-payment-gateway';
const REFERRAL = '0b8f2a44-6f0f-4f4e-9a52-3f6f7f1d2c3b';
const NOBODY = '019a0000-0000-7000-8000-000000000000';

let server: TestServer;
let admin: { id: string; token: string };
let problemsOf: (route: string, answer: RestAnswer) => string[];
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdmin(server);
  await seedProviders(server);
  problemsOf = await documentedRoutes(server);
});
afterAll(() => server?.stop());

/** Asks a route as it stands in the document, `params` filled in, and holds the answer against the document. */
async function ask(
  route: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  params: Record<string, string | number> = {},
  query = '',
): Promise<RestAnswer> {
  const [method = '', path = ''] = route.split(' ');
  const answer = await server.rest(method, path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])) + query, options);
  expect(problemsOf(route, answer)).toEqual([]);
  return answer;
}

const countOrders = () => server.app.db.prisma.order.count();

/** The interface's nine fields. */
function nineFields(raffleId: string, buyer: { id: string; cpf: string }) {
  return {
    raffleId,
    userId: buyer.id,
    quotaQuantity: 3,
    paymentMethod: 'PIX',
    referral: REFERRAL,
    buyerName: 'Maria da Silva',
    cpf: buyer.cpf,
    paymentProviderName: 'static',
    phone: '5511987654321',
  };
}

describe(CREATE, () => {
  it('answers 201 with the eleven fields of the order, each of its type', async () => {
    const raffle = await anOpenRaffle(server, { quotaPrice: 250n });
    const buyer = await aCustomer(server);

    const { status, body } = await ask(CREATE, { token: buyer.token, body: nineFields(raffle.id, buyer) });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      status: 'PENDING',
      paymentMethod: 'PIX',
      paymentProviderName: 'static',
      referral: REFERRAL,
      priceByQuota: '2.50',
      quotaQuantity: 3,
      totalValue: '7.50',
      createdAt: expect.stringMatching(TIMESTAMP),
      qrCodeId: expect.stringMatching(/^[A-Za-z0-9]{1,25}$/),
      qrCodeContent: expect.stringContaining('54047.50'),
    });
    expect(Number.isInteger(body.id)).toBe(true);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 3 });
  });

  it('lets an operator order for a customer, and a customer for nobody else', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const other = await aCustomer(server);

    expect(await ask(CREATE, { token: admin.token, body: nineFields(raffle.id, buyer) })).toMatchObject({ status: 201 });
    const refused = await ask(CREATE, { token: other.token, body: nineFields(raffle.id, buyer) });
    expect(refused).toMatchObject({ status: 403, body: { error: 'Forbidden', statusCode: 403, message: expect.stringContaining('yourself') } });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 3 });
  });

  it('answers the same order for the same Idempotency-Key, and 400 when the body is another', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const headers = { 'idempotency-key': 'one-sale' };
    const body = nineFields(raffle.id, buyer);

    const first = await ask(CREATE, { token: buyer.token, headers, body });
    expect(await ask(CREATE, { token: buyer.token, headers, body })).toMatchObject({ status: 201, body: first.body });
    const other = await ask(CREATE, { token: buyer.token, headers, body: { ...body, quotaQuantity: 4 } });
    expect(other).toMatchObject({ status: 400, body: { error: 'Bad Request', statusCode: 400, message: expect.stringContaining('Idempotency-Key') } });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 3 });
  });

  describe('answers every refusal but 401 and 403 with 400', () => {
    const refusal = (message: unknown) => ({ status: 400, body: { error: 'Bad Request', statusCode: 400, message } });

    it('says which: no such raffle, sold out, not open, a limit of the buyer, no such provider', async () => {
      const buyer = await aCustomer(server);
      const full = await anOpenRaffle(server, { quotaQuantity: 2 });
      const closed = await anOpenRaffle(server, { status: 'CLOSED' });
      const limited = await anOpenRaffle(server, { maxBuyerQuantity: 2 });
      const before = await countOrders();
      const create = (raffleId: string, changes: object = {}) =>
        ask(CREATE, { token: buyer.token, body: { ...nineFields(raffleId, buyer), ...changes } });

      expect(await create(NOBODY)).toMatchObject(refusal('There is no such raffle.'));
      expect(await create('nonsense')).toMatchObject(refusal('There is no such raffle.'));
      expect(await create(closed.id)).toMatchObject(refusal('The raffle is not open for sale any more.'));
      expect(await create(limited.id)).toMatchObject(refusal('A buyer may hold at most 2 quotas of this raffle.'));
      expect(await create(full.id, { quotaQuantity: 3 })).toMatchObject({ status: 400, body: { statusCode: 400 } });
      expect(await create(closed.id, { paymentProviderName: 'nobody' })).toMatchObject({ status: 400, body: { statusCode: 400 } });
      expect(await countOrders()).toBe(before);

      expect(await create(full.id, { quotaQuantity: 2 })).toMatchObject({ status: 201 });
      expect(await create(full.id, { quotaQuantity: 1 })).toMatchObject(refusal(expect.stringContaining('quotas are left')));
    });

    it('names the fields that are wrong, all at once', async () => {
      const buyer = await aCustomer(server);
      const raffle = await anOpenRaffle(server);
      const create = (changes: object) => ask(CREATE, { token: buyer.token, body: { ...nineFields(raffle.id, buyer), ...changes } });

      for (const quotaQuantity of ['5', 1.5, 2 ** 31, 0, -1, 20_001, null]) {
        expect(await create({ quotaQuantity })).toMatchObject(refusal({ quotaQuantity: [expect.any(String)] }));
      }
      expect(await create({ cpf: '529.982.247-25', phone: '+5511' })).toMatchObject(refusal({ cpf: [expect.any(String)], phone: [expect.any(String)] }));
      expect(await create({ paymentMethod: 'CARD' })).toMatchObject(refusal({ paymentMethod: [expect.any(String)] }));
      expect(await create({ raffleID: raffle.id, total: '0.01' })).toMatchObject(
        refusal({ raffleID: ['is not a field of this input'], total: ['is not a field of this input'] }),
      );
      expect(await ask(CREATE, { token: buyer.token, body: {} })).toMatchObject(
        refusal({ raffleId: ['is required'], quotaQuantity: ['is required'] }),
      );
      expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0 });
    });

    it('the transport\'s own included: no JSON, no object, another type, too large', async () => {
      const { token } = await aCustomer(server);
      const text = refusal(expect.any(String));
      for (const body of ['', '{', '[]', 'null', JSON.stringify({ buyerName: 'x'.repeat(200_000) })]) {
        expect(await ask(CREATE, { token, body })).toMatchObject(text);
      }
      expect(await ask(CREATE, { token, body: '{}', headers: { 'content-type': 'text/plain' } })).toMatchObject(text);
      expect(await ask(CREATE, { body: '{' })).toMatchObject({ status: 401, body: { error: 'Unauthorized', statusCode: 401 } });
    });
  });
});

describe('the other order routes', () => {
  it('create at a provider, with the same eleven fields and the error table\'s own statuses', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const body = { raffleId: raffle.id, quotaQuantity: 2 };

    const made = await ask('POST /v1/orders', { token: buyer.token, body });
    expect(made).toMatchObject({ status: 201, body: { status: 'PENDING', totalValue: '2.00', referral: null, paymentProviderName: 'static' } });

    const create = (changes: object, headers = {}) => ask('POST /v1/orders', { token: buyer.token, body: { ...body, ...changes }, headers });
    expect(await create({ raffleId: NOBODY })).toMatchObject({ status: 404, body: { error: 'Record Not Found', statusCode: 404 } });
    expect(await create({ quotaQuantity: 999 })).toMatchObject({ status: 409, body: { error: 'Conflict', statusCode: 409 } });
    expect(await create({}, { 'idempotency-key': 'two-bodies' })).toMatchObject({ status: 201 });
    expect(await create({ quotaQuantity: 1 }, { 'idempotency-key': 'two-bodies' })).toMatchObject({ status: 422, body: { error: 'Unprocessable Entity' } });
  });

  it('read, pay and cancel one, and give its numbers', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const { body: created } = await ask('POST /v1/orders', { token: buyer.token, body: { raffleId: raffle.id, quotaQuantity: 3 } });
    const params = { orderId: created.id };

    const read = await ask('GET /v1/orders/{orderId}', { token: buyer.token }, params);
    expect(read.body).toEqual({
      ...created,
      expiresAt: expect.stringMatching(TIMESTAMP),
      paidAt: null,
      raffle: { id: raffle.id, slug: raffle.id, title: 'Moto zero' },
      user: { id: buyer.id, name: 'Maria da Silva', phone: buyer.phone, cpf: buyer.cpf },
    });

    expect(await ask('PATCH /v1/orders/{orderId}/pay', { token: buyer.token, body: { note: 'cash' } }, params)).toMatchObject({ status: 403 });
    expect(await ask('PATCH /v1/orders/{orderId}/pay', { token: admin.token }, params)).toMatchObject({ status: 400, body: { message: { note: ['is required'] } } });
    const paid = await ask('PATCH /v1/orders/{orderId}/pay', { token: admin.token, body: { note: 'cash' } }, params);
    expect(paid).toMatchObject({ status: 200, body: { id: created.id, status: 'PAID', paidAt: expect.stringMatching(TIMESTAMP) } });
    expect(await ask('PATCH /v1/orders/{orderId}/pay', { token: admin.token, body: { note: 'again' } }, params)).toMatchObject({ status: 200, body: paid.body });
    expect(await ask('PATCH /v1/orders/{orderId}/cancel', { token: buyer.token }, params)).toMatchObject({ status: 409, body: { error: 'Conflict', statusCode: 409 } });

    const ofOrder = await ask('GET /v1/lucky-numbers/order/{orderId}', { token: buyer.token }, params);
    expect(ofOrder.body).toMatchObject({ pageInfo: { hasNextPage: false }, totalCount: 3 });
    expect(ofOrder.body.data).toEqual([1, 2, 3].map(() => expect.stringMatching(/^\d{3}$/)));
    const ofRaffle = await ask('GET /v1/lucky-numbers/raffle/{raffleId}', { token: buyer.token }, { raffleId: raffle.id }, '?first=2');
    expect(ofRaffle.body).toMatchObject({ pageInfo: { hasNextPage: true }, totalCount: 3 });
    expect(ofOrder.body.data).toEqual(expect.arrayContaining(ofRaffle.body.data));

    const bar = await ask('GET /v1/metrics/raffles/{raffleId}/sell-bar', { token: buyer.token }, { raffleId: raffle.id });
    expect(bar).toMatchObject({ status: 200, body: { raffleId: raffle.id, total: 1000, available: expect.any(Number), percentage: expect.any(Number) } });
  });

  it('cancel an unpaid one, with or without an empty body', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const { body: created } = await ask('POST /v1/orders', { token: buyer.token, body: { raffleId: raffle.id, quotaQuantity: 3 } });
    const params = { orderId: created.id };

    const cancelled = await ask('PATCH /v1/orders/{orderId}/cancel', { token: buyer.token, body: '' }, params);
    expect(cancelled).toMatchObject({ status: 200, body: { id: created.id, status: 'CANCELLED' } });
    expect(await ask('PATCH /v1/orders/{orderId}/cancel', { token: buyer.token, body: {} }, params)).toMatchObject({ status: 200, body: cancelled.body });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0 });
  });

  it('answer 404 for another buyer\'s order as for none', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const other = await aCustomer(server);
    const { body: created } = await ask('POST /v1/orders', { token: buyer.token, body: { raffleId: raffle.id, quotaQuantity: 1 } });

    for (const orderId of [created.id, '999999999', '0', '-1', '1e3', 'nonsense', '9'.repeat(40)]) {
      const params = { orderId };
      const nothing = { status: 404, body: { error: 'Record Not Found', statusCode: 404, message: 'There is no such order.' } };
      expect(await ask('GET /v1/orders/{orderId}', { token: other.token }, params)).toMatchObject(nothing);
      expect(await ask('PATCH /v1/orders/{orderId}/cancel', { token: other.token }, params)).toMatchObject(nothing);
      expect(await ask('GET /v1/lucky-numbers/order/{orderId}', { token: other.token }, params)).toMatchObject(nothing);
    }
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 1 });
  });

  it('list: all and a raffle\'s for an operator, one\'s own for a buyer', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const other = await aCustomer(server);
    const buy = async (token: string) => (await ask('POST /v1/orders', { token, body: { raffleId: raffle.id, quotaQuantity: 1 } })).body.id as number;
    const mine = [await buy(buyer.token), await buy(buyer.token)].reverse();
    const newest = await buy(other.token);

    const own = await ask('GET /v1/orders/my-orders', { token: buyer.token }, {}, '?first=1');
    expect(own.body).toMatchObject({ data: [{ id: mine[0], raffle: { id: raffle.id } }], pageInfo: { hasNextPage: true }, totalCount: 2 });
    const next = await ask('GET /v1/orders/my-orders', { token: buyer.token }, {}, `?after=${own.body.pageInfo.endCursor}`);
    expect(next.body).toMatchObject({ data: [{ id: mine[1] }], pageInfo: { hasNextPage: false } });
    expect(await ask('GET /v1/orders/my-orders', { token: admin.token })).toMatchObject({ status: 403 });

    const ofRaffle = await ask('GET /v1/orders/raffle/{raffleId}', { token: admin.token }, { raffleId: raffle.id }, '?status=PENDING');
    expect(ofRaffle.body.data.map(({ id, user }: { id: number; user: { id: string } }) => [id, user.id])).toEqual([
      [newest, other.id],
      [mine[0], buyer.id],
      [mine[1], buyer.id],
    ]);
    const all = await ask('GET /v1/orders', { token: admin.token }, {}, '?first=1');
    expect(all.body).toMatchObject({ data: [{ id: newest }], totalCount: await countOrders() });
    for (const route of ['GET /v1/orders', 'GET /v1/orders/raffle/{raffleId}']) {
      expect(await ask(route, { token: buyer.token }, { raffleId: raffle.id })).toMatchObject({ status: 403 });
    }
  });
});
