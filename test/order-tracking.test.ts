import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { refused, restClient } from './support/rest-contract.js';
import { anOpenRaffle, countsOf } from './support/sales.js';
import { shopForTests } from './support/shop.js';
import { anEndpoint } from './support/webhook-inbox.js';
import { forTests } from './support/start.js';

const { server, admin, desk } = shopForTests();
const buyer = forTests(() => aCustomer(server));
const ask = restClient(server);
beforeAll(async () => {
  await anEndpoint(server, 'http://127.0.0.1:9/all');
});

const NAMES = 'utmSource utmMedium utmCampaign utmTerm utmContent src sck';
const NONE = Object.fromEntries(NAMES.split(' ').map((name) => [name, null]));
const SENT = {
  utmSource: ' instagram ',
  utmMedium: 'cpc',
  utmCampaign: 'natal 🎄',
  utmTerm: '',
  utmContent: null,
  src: 'bio',
  sck: 'a|b',
};
const KEPT = { ...NONE, utmSource: 'instagram', utmMedium: 'cpc', utmCampaign: 'natal 🎄', src: 'bio', sck: 'a|b' };
const IN_EVENTS = Object.fromEntries(Object.entries(KEPT).filter(([, value]) => value !== null));

const buy = async (tracking: unknown, headers: Record<string, string> = {}) => {
  const raffle = await anOpenRaffle(server);
  return desk.buyWithoutGateway(buyer.token, { raffleId: raffle.id, quotaQuantity: 1, tracking }, headers);
};
const trackingOf = async (id: string | undefined, token: string) => {
  const { data, errors } = await server.graphql(
    `query ($id: ID!) { order(id: $id) { tracking { ${NAMES} } } }`,
    { id },
    { token },
  );
  return data?.order ? data.order.tracking : errors?.[0]?.extensions.code;
};
const told = async (orderId: string | undefined) => {
  const events = await server.app.db.prisma.webhookEvent.findMany({ orderBy: { createdAt: 'asc' } });
  return events
    .map(({ type, body }) => [type, JSON.parse(body).data] as const)
    .filter(([type, data]) => type.startsWith('order.') && data.orderId === orderId)
    .map(([type, data]) => [type, data.tracking]);
};

describe('where the buyer of an order came from', () => {
  it('is kept with the order, for its owner and operators, and nobody else', async () => {
    const { order } = await buy(SENT);
    expect(await trackingOf(order?.id, buyer.token)).toEqual(KEPT);
    expect(await trackingOf(order?.id, admin.token)).toEqual(KEPT);
    expect(await trackingOf(order?.id, (await aCustomer(server)).token)).toBe('NOT_FOUND');
    const list = `{ myOrders(first: 1) { nodes { tracking { ${NAMES} } } } }`;
    expect((await server.graphql(list, {}, { token: buyer.token })).data.myOrders.nodes).toEqual([{ tracking: KEPT }]);
  });

  it('is answered by the mutation itself, of a provider and without one', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    for (const name of ['createOrder', 'createOrderWithoutPaymentGateway']) {
      const type = `C${name.slice(1)}Input`;
      const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { tracking { ${NAMES} } } }`;
      const { data } = await server.graphql(
        mutation,
        { input: { raffleId, quotaQuantity: 1, tracking: SENT } },
        { token: buyer.token },
      );
      expect(data[name].tracking).toEqual(KEPT);
    }
  });

  it.each([
    ['left out', undefined],
    ['null', null],
    ['empty', {}],
    ['blank', { utmSource: '  ', sck: null }],
  ])('is null where it is %s', async (_, tracking) => {
    const { order } = await buy(tracking);
    expect(order?.status).toBe('PENDING');
    expect(await trackingOf(order?.id, buyer.token)).toBeNull();
    const row = await server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(order?.id ?? 0) } });
    expect(row.tracking).toBeNull();
  });

  it.each([
    ['longer than 120 characters', { utmSource: 'x'.repeat(121), sck: 'y'.repeat(121) }, ['sck', 'utmSource']],
    ['not storable', { utmTerm: 'a\0b' }, ['utmTerm']],
  ])('is refused where it is %s, and nothing is reserved', async (_, tracking, wrong) => {
    const { id: raffleId } = await anOpenRaffle(server);
    const { code, fields } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1, tracking });
    expect(code).toBe('BAD_USER_INPUT');
    expect(Object.keys(fields ?? {}).toSorted()).toEqual(wrong.map((name) => `tracking.${name}`));
    expect(await countsOf(server, raffleId)).toMatchObject({ reserved: 0 });
  });

  it('takes 120 characters of any kind', async () => {
    const { order } = await buy({ utmSource: '🎄'.repeat(60), utmMedium: `'"\\{}$1` });
    expect(await trackingOf(order?.id, buyer.token)).toEqual({ ...NONE, utmSource: '🎄'.repeat(60), utmMedium: `'"\\{}$1` });
  });

  it('belongs to what an Idempotency-Key was sent with; what is blank does not', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    const key = { 'idempotency-key': 'tracked' };
    const with_ = (tracking: unknown) => desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1, tracking }, key);
    const first = await with_({ utmSource: 'a' });
    expect((await with_({ sck: ' ', utmSource: 'a ' })).order?.id).toBe(first.order?.id);
    expect((await with_({ utmSource: 'b' })).code).toBe('IDEMPOTENCY_MISMATCH');
    expect((await with_(undefined)).code).toBe('IDEMPOTENCY_MISMATCH');
    const bare = { 'idempotency-key': 'bare' };
    const second = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1 }, bare);
    const again = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1, tracking: {} }, bare);
    expect(again.order?.id).toBe(second.order?.id);
  });

  it('is told with each event of the order, null where there is none', async () => {
    const tracked = (await buy(SENT)).order?.id ?? '';
    await desk.pay(admin.token, tracked);
    const refund = 'mutation ($id: ID!) { refundOrder(id: $id) { status } }';
    await server.graphql(refund, { id: tracked }, { token: admin.token });
    expect(await told(tracked)).toEqual([
      ['order.paid', IN_EVENTS],
      ['order.refunded', IN_EVENTS],
    ]);
    const cancelled = (await buy(SENT)).order?.id ?? '';
    await desk.cancel(buyer.token, cancelled);
    expect(await told(cancelled)).toEqual([['order.cancelled', IN_EVENTS]]);
    const bare = (await buy(undefined)).order?.id ?? '';
    await desk.pay(admin.token, bare);
    expect(await told(bare)).toEqual([['order.paid', null]]);
  });

  it('is sent and read over REST', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    for (const route of ['POST /v1/orders', 'POST /v1/orders/without-payment-gateway']) {
      const body = { raffleId, quotaQuantity: 1, tracking: SENT };
      const made = await ask(route, { token: buyer.token, body });
      expect(made.status).toBe(201);
      const params = { orderId: made.body.id };
      expect((await ask('GET /v1/orders/{orderId}', { token: buyer.token, params })).body.tracking).toEqual(KEPT);
      const long = await ask(route, { token: buyer.token, body: { ...body, tracking: { src: 'x'.repeat(121) } } });
      expect(long).toMatchObject(refused(400, { 'tracking.src': [expect.any(String)] }));
    }
  });

  it('stands in the export of a raffle, one cell for each', async () => {
    const { id: raffleId } = await anOpenRaffle(server);
    await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1, tracking: { ...SENT, utmTerm: '=1+1' } });
    const answer = await fetch(`${server.url}/v1/raffles/${raffleId}/orders.csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const [header = '', row = ''] = (await answer.text()).split('\r\n');
    expect(header.endsWith(`;referral;${NAMES.replaceAll(' ', ';')}`)).toBe(true);
    expect(row.endsWith(`;static;;instagram;cpc;natal 🎄;'=1+1;;bio;a|b`)).toBe(true);
  });
});
