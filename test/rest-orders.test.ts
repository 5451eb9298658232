import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { refused, restClient } from './support/rest-contract.js';
import { anOpenRaffle, countsOf, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const ask = restClient(server);
beforeAll(() => seedProviders(server));

async function buy(token: string, raffle: { id: string }, quotaQuantity: number): Promise<{ id: number }> {
  const { status, body } = await ask('POST /v1/orders', { token, body: { raffleId: raffle.id, quotaQuantity } });
  expect(status).toBe(201);
  return body;
}

it("an order is created at a provider, and refused with the error table's own statuses", async () => {
  const raffle = await anOpenRaffle(server);
  const { token } = await aCustomer(server);
  const create = (changes: object, headers = {}) =>
    ask('POST /v1/orders', { token, headers, body: { raffleId: raffle.id, quotaQuantity: 2, ...changes } });
  const key = { 'idempotency-key': 'two-bodies' };

  const made = await create({}, key);
  expect(made).toMatchObject({ status: 201, body: { status: 'PENDING', totalValue: '2.00', referral: null } });
  expect(await create({}, key)).toMatchObject({ status: 201, body: made.body });
  expect(await create({ quotaQuantity: 1 }, key)).toMatchObject(refused(422));
  const nowhere = await create({ raffleId: '019a0000-0000-7000-8000-000000000000' });
  expect(nowhere).toMatchObject(refused(404, { raffleId: ['is no raffle'] }));
  const params = { orderId: String(made.body.id) };
  await ask('PATCH /v1/orders/{orderId}/pay', { token: admin.token, params, body: { note: 'cash' } });
  expect(await create({ quotaQuantity: 999 })).toMatchObject(refused(409, 'Only 998 quotas are left: ask for at most 998.'));
  expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0, allocated: 2 });
});

it('an order is read whole by its buyer and by an operator', async () => {
  const raffle = await anOpenRaffle(server);
  const buyer = await aCustomer(server);
  const created = await buy(buyer.token, raffle, 3);
  for (const token of [buyer.token, admin.token]) {
    const { body } = await ask('GET /v1/orders/{orderId}', { token, params: { orderId: created.id } });
    expect(body).toEqual({
      ...created,
      bonusQuotas: 0,
      discount: '0.00',
      expiresAt: aTime,
      paidAt: null,
      instant: null,
      tracking: null,
      raffle: { id: raffle.id, slug: raffle.id, title: 'Moto zero' },
      user: { id: buyer.id, name: 'Maria da Silva', phone: buyer.phone, cpf: buyer.cpf },
    });
  }
});

it('an order is paid by an operator with a note, and then has its numbers', async () => {
  const raffle = await anOpenRaffle(server);
  const { token } = await aCustomer(server);
  const { id: orderId } = await buy(token, raffle, 3);
  const params = { orderId };
  const pay = (call: object) => ask('PATCH /v1/orders/{orderId}/pay', { params, ...call });

  expect(await pay({ token, body: { note: 'cash' } })).toMatchObject(refused(403));
  expect(await pay({ token: admin.token })).toMatchObject(refused(400, { note: ['is required'] }));
  const unknown = { total: ['is not a field of this request'] };
  expect(await pay({ token: admin.token, body: { note: 'cash', total: 0 } })).toMatchObject(refused(400, unknown));
  expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 3, allocated: 0 });

  const paid = await pay({ token: admin.token, body: { note: 'cash' } });
  expect(paid).toMatchObject({ status: 200, body: { id: orderId, status: 'PAID', paidAt: aTime } });
  expect(await pay({ token: admin.token, body: { note: 'again' } })).toMatchObject({ status: 200, body: paid.body });
  expect(await ask('PATCH /v1/orders/{orderId}/cancel', { token, params })).toMatchObject(refused(409));

  const ofOrder = await ask('GET /v1/lucky-numbers/order/{orderId}', { token, params, query: 'total=true' });
  expect(ofOrder.body).toMatchObject({ pageInfo: { hasNextPage: false }, totalCount: 3 });
  expect(ofOrder.body.data).toEqual([1, 2, 3].map(() => expect.stringMatching(/^\d{3}$/)));
  const two = { token, params: { raffleId: raffle.id }, query: 'first=2&total=true' };
  const ofRaffle = await ask('GET /v1/lucky-numbers/raffle/{raffleId}', two);
  expect(ofRaffle.body).toMatchObject({ pageInfo: { hasNextPage: true }, totalCount: 3 });
  expect(ofOrder.body.data).toEqual(expect.arrayContaining(ofRaffle.body.data));
});

it('an unpaid order is cancelled, with or without an empty body', async () => {
  const raffle = await anOpenRaffle(server);
  const { token } = await aCustomer(server);
  const params = { orderId: (await buy(token, raffle, 3)).id };
  const cancel = (body?: unknown) => ask('PATCH /v1/orders/{orderId}/cancel', { token, params, body });

  const cancelled = await cancel();
  expect(cancelled).toMatchObject({ status: 200, body: { id: params.orderId, status: 'CANCELLED' } });
  for (const body of ['', {}]) expect(await cancel(body)).toMatchObject({ status: 200, body: cancelled.body });
  expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0 });
});

it("another buyer's order answers 404 like one that does not exist", async () => {
  const raffle = await anOpenRaffle(server);
  const { id } = await buy((await aCustomer(server)).token, raffle, 1);
  const { token } = await aCustomer(server);

  for (const orderId of [id, '999999999', '0', '-1', '1e3', 'nonsense', '9'.repeat(40)]) {
    const params = { orderId };
    const nothing = refused(404, 'There is no such order.');
    expect(await ask('GET /v1/orders/{orderId}', { token, params })).toMatchObject(nothing);
    expect(await ask('PATCH /v1/orders/{orderId}/cancel', { token, params })).toMatchObject(nothing);
    expect(await ask('GET /v1/lucky-numbers/order/{orderId}', { token, params })).toMatchObject(nothing);
  }
  expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 1 });
});

it('a buyer lists their own orders, page by page', async () => {
  const raffle = await anOpenRaffle(server);
  const { token } = await aCustomer(server);
  const [older, newer] = [await buy(token, raffle, 1), await buy(token, raffle, 1)];
  await buy((await aCustomer(server)).token, raffle, 1);

  const first = await ask('GET /v1/orders/my-orders', { token, query: 'first=1&total=true' });
  const newest = { ...newer, raffle: { id: raffle.id } };
  expect(first.body).toMatchObject({ data: [newest], pageInfo: { hasNextPage: true }, totalCount: 2 });
  const second = await ask('GET /v1/orders/my-orders', { token, query: `after=${first.body.pageInfo.endCursor}` });
  expect(second.body).toMatchObject({ data: [older], pageInfo: { hasNextPage: false } });
  expect(await ask('GET /v1/orders/my-orders', { token: admin.token })).toMatchObject(refused(403));
});

it("an operator lists all orders and one raffle's, with their buyers", async () => {
  const raffle = await anOpenRaffle(server);
  const buyers = [await aCustomer(server), await aCustomer(server)];
  const orders = [];
  for (const { token } of buyers) orders.unshift(await buy(token, raffle, 1));

  const params = { raffleId: raffle.id };
  const ofRaffle = await ask('GET /v1/orders/raffle/{raffleId}', {
    token: admin.token,
    params,
    query: 'status=PENDING&total=true',
  });
  expect(ofRaffle.body).toMatchObject({ data: orders, totalCount: 2 });
  expect(ofRaffle.body.data.map(({ user }: { user: { id: string } }) => user.id)).toEqual([buyers[1]?.id, buyers[0]?.id]);

  const all = await ask('GET /v1/orders', { token: admin.token, query: 'first=1&total=true' });
  expect(all.body).toMatchObject({ data: [orders[0]], totalCount: await server.app.db.prisma.order.count() });
  for (const route of ['GET /v1/orders', 'GET /v1/orders/raffle/{raffleId}']) {
    expect(await ask(route, { token: buyers[0]?.token, params })).toMatchObject(refused(403));
  }
});

it('the sell bar tells how far a raffle is sold', async () => {
  const raffle = await anOpenRaffle(server, { quotaQuantity: 200 });
  const { token } = await aCustomer(server);
  const params = { orderId: (await buy(token, raffle, 50)).id, raffleId: raffle.id };
  await ask('PATCH /v1/orders/{orderId}/pay', { token: admin.token, params, body: { note: 'cash' } });
  await buy(token, raffle, 20);

  // At most 100 ms old.
  await expect
    .poll(async () => (await ask('GET /v1/metrics/raffles/{raffleId}/sell-bar', { token, params })).body)
    .toEqual({
      raffleId: raffle.id,
      total: 200,
      paid: 50,
      reserved: 20,
      available: 130,
      reservable: 130,
      percentage: 25,
      displayedPercentage: 25,
      displayedIsAdjusted: false,
      // By the head that follows.
      composition: { pix: 0, byHand: 50, free: 0, givenBack: 0 },
    });
});
