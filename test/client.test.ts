import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import {
  CreateOrderDocument,
  GatewayError,
  LuckyNumbersDocument,
  MeDocument,
  OrderDocument,
  PricePreviewDocument,
  RafflePageDocument,
  type ErrorCodesOf,
} from '../src/client/index.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer, type BankedServer } from './support/banked-server.js';
import { validCpf } from './support/cpf.js';
import { eventually } from './support/eventually.js';
import { startGatewayFront, type GatewayFront } from './support/gateway-front.js';
import { aBuyerWithOldTokens, aPage, closePages, failureFrom, tokenFor } from './support/page.js';
import { anOpenRaffle } from './support/sales.js';

let { server, payAtBank, stop } = {} as BankedServer;
let front: GatewayFront;
let raffleId: string;
beforeAll(async () => {
  ({ server, payAtBank, stop } = await startBankedServer());
  raffleId = (await anOpenRaffle(server, { slug: 'moto' })).id;
});
afterAll(() => stop?.());
beforeEach(async () => {
  front = await startGatewayFront(server.url);
});
afterEach(async () => {
  closePages();
  await front.stop();
});

const ana = { name: 'Ana Lima', phone: '11987650001', cpf: validCpf(300_000_001), password: 'uma-senha-boa' };
const ordersOf = (userId: string) => server.app.db.prisma.order.count({ where: { userId } });

async function buyersPage(options: Parameters<typeof aPage>[1] = {}) {
  const { id, token } = await aCustomer(server);
  const page = aPage(front.url, options);
  page.signIn({ accessToken: token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  return { id, page };
}

it('sells: signs up, orders, sees the order paid and its numbers', async () => {
  const page = aPage(front.url);
  const { raffle } = await page.query(RafflePageDocument, { slug: 'moto' });
  expect(raffle).toMatchObject({ id: raffleId, quotaPrice: '1.00', sellBar: { available: 1_000 }, promotions: [] });
  const { orderPrice } = await page.query(PricePreviewDocument, { raffleId, quotaQuantity: 5 });
  expect(orderPrice.totalValue).toBe('5.00');

  const user = await page.signUp(ana);
  expect((await page.query(MeDocument, {})).me).toEqual(user);
  const order = await page.createOrder({ raffleId, quotaQuantity: 5 });
  const states = page.watchOrder(order.id);
  expect((await states.next()).value).toMatchObject({ id: order.id, status: 'PENDING', qrCodeContent: order.qrCodeContent });
  await payAtBank(order.qrCodeContent);
  expect((await states.next()).value).toMatchObject({ status: 'PAID', paidAt: expect.any(String) });
  await states.return();

  const { luckyNumbersByOrder } = await page.query(LuckyNumbersDocument, { orderId: order.id });
  expect(luckyNumbersByOrder.nodes).toHaveLength(5);
  page.signOut();
  expect(await failureFrom(page.query(MeDocument, {}))).toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(await page.logIn({ phone: ana.phone, password: ana.password })).toEqual(user);
});

describe('an answer that is lost', () => {
  it('of createOrder is asked for with the same key: there is one order', async () => {
    const { page, id } = await buyersPage();
    front.fates.push('lose', 'lose');
    const order = await page.createOrder({ raffleId, quotaQuantity: 2 });
    expect((await page.query(OrderDocument, { id: order.id })).order?.status).toBe('PENDING');
    const keys = front.requests.slice(0, 3).map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([3, 1, 'string']);
    expect(await ordersOf(id)).toBe(1);
    await page.createOrder({ raffleId, quotaQuantity: 2 });
    expect(await ordersOf(id)).toBe(2);
  });

  it('of createOrder, for good, leaves the intention to the page: with its key it goes on', async () => {
    const { page, id } = await buyersPage({ retry: { attempts: 2, firstMs: 10 } });
    front.fates.push('lose', 'lose');
    const idempotencyKey = crypto.randomUUID();
    const input = { raffleId, quotaQuantity: 1 };
    expect(await failureFrom(page.createOrder(input, { idempotencyKey }))).toMatchObject({ code: 'NETWORK_ERROR' });
    await page.createOrder(input, { idempotencyKey });
    expect([await ordersOf(id), front.requests.length]).toEqual([1, 3]);
  });

  it('of a mutation without a key is not asked for again', async () => {
    const { page, id } = await buyersPage();
    front.fates.push('lose');
    const lost = await failureFrom(page.mutate(CreateOrderDocument, { input: { raffleId, quotaQuantity: 1 } }));
    expect(lost).toBeInstanceOf(GatewayError);
    expect([lost.code, front.requests.length, await ordersOf(id)]).toEqual(['NETWORK_ERROR', 1, 1]);
  });

  it('of a query is asked for again, after as long as the service says', async () => {
    const page = aPage(front.url);
    front.fates.push('lose', { status: 503, headers: { 'retry-after': '1' } });
    const askedAt = performance.now();
    expect((await page.query(RafflePageDocument, { id: raffleId })).raffle?.slug).toBe('moto');
    expect(performance.now() - askedAt).toBeGreaterThan(990);
    expect(front.requests).toHaveLength(3);
  });

  it('is given up in the end, and at once when the service wants more time than that', async () => {
    const page = aPage(front.url, { retry: { attempts: 3, firstMs: 10 } });
    front.fates.push('lose', 'lose', 'lose');
    expect(await failureFrom(page.query(MeDocument, {}))).toMatchObject({ code: 'NETWORK_ERROR', fields: {} });
    expect(front.requests).toHaveLength(3);
    front.fates.push({ status: 503, headers: { 'retry-after': '60' } });
    expect(await failureFrom(page.query(MeDocument, {}))).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 60 });
    expect(front.requests).toHaveLength(4);
  });

  it('counts as lost after a time', async () => {
    const page = aPage(front.url, { timeoutMs: 200, retry: { attempts: 2, firstMs: 10 } });
    front.fates.push('hold');
    expect((await page.query(RafflePageDocument, { id: raffleId })).raffle?.slug).toBe('moto');
    expect(front.requests).toHaveLength(2);
  });
});

describe('a refusal', () => {
  it('has a code that its operation declares', () => {
    expectTypeOf<'SOLD_OUT' | 'BAD_USER_INPUT' | 'NETWORK_ERROR'>().toExtend<ErrorCodesOf<'createOrder'>>();
    expectTypeOf<'SOLD_OUT'>().not.toExtend<ErrorCodesOf<'payOrder'>>();
  });

  it('says what is wrong with each field', async () => {
    const page = aPage(front.url);
    const refused = await failureFrom(page.signUp({ ...ana, phone: '1', cpf: '11111111111' }));
    expect(refused).toBeInstanceOf(GatewayError);
    expect(refused.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(refused.fields).toSorted()).toEqual(['cpf', 'phone']);
    expect(refused.fields.cpf).toEqual([expect.any(String)]);
    expect(page.tokens()).toBeUndefined();
  });

  it('has the code and the words of the service, and is not asked for again', async () => {
    const { page } = await buyersPage();
    const refused = await failureFrom(page.createOrder({ raffleId: '01890000-0000-7000-8000-000000000000', quotaQuantity: 1 }));
    expect(refused).toMatchObject({ name: 'GatewayError', code: 'NOT_FOUND', message: 'There is no such raffle.' });
    expect(front.requests).toHaveLength(1);
  });

  it('by a balancer in the words of nobody has the code that its status means', async () => {
    const { page } = await buyersPage();
    const html = { headers: { 'content-type': 'text/html' }, body: '<h1>no</h1>' };
    const codes: string[] = [];
    for (const status of [429, 502, 504, 200]) {
      front.fates.push({ status, ...html });
      codes.push((await failureFrom(page.mutate(CreateOrderDocument, { input: { raffleId, quotaQuantity: 1 } }))).code);
    }
    expect(codes).toEqual(['RATE_LIMITED', 'UNAVAILABLE', 'UNAVAILABLE', 'NETWORK_ERROR']);
  });
});

describe('requests', () => {
  it('that ask the same at the same time are one; mutations never are, also while they wait for a token', async () => {
    const { id, old } = await aBuyerWithOldTokens(server);
    const page = aPage(front.url, {
      async renew() {
        await eventually(() => front.requests.length === 4);
        await sleep(50);
        return tokenFor(server, id, 600);
      },
    });
    await Promise.all([1, 2, 3].map(() => page.query(RafflePageDocument, { id: raffleId })));
    expect(front.requests).toHaveLength(1);
    page.signIn(old);
    const input = { raffleId, quotaQuantity: 1 };
    const orders = await Promise.all([1, 2, 3].map(() => page.createOrder(input)));
    expect(new Set(orders.map((order) => order.id)).size).toBe(3);
  });

  it.each([
    ['a query', (page: ReturnType<typeof aPage>, signal: AbortSignal) => page.query(MeDocument, {}, { signal })],
    [
      'a mutation',
      (page: ReturnType<typeof aPage>, signal: AbortSignal) => page.createOrder({ raffleId, quotaQuantity: 1 }, { signal }),
    ],
  ])('are given up with their signal: %s', async (_, ask) => {
    const { page, id } = await buyersPage();
    const leaving = new AbortController();
    front.fates.push('hold');
    const asked = failureFrom(ask(page, leaving.signal));
    await eventually(() => front.requests.length === 1);
    const reason = new Error('the page was left');
    leaving.abort(reason);
    expect(await asked).toBe(reason);
    await eventually(() => front.givenUp === 1);
    expect(await failureFrom(ask(page, leaving.signal))).toBe(reason);
    expect([front.requests.length, await ordersOf(id)]).toEqual([1, 0]);
  });

  it('are for operators, too', async () => {
    const { id } = await anAdmin(server);
    const page = aPage(front.url);
    page.signIn(tokenFor(server, id, 600, 'ADMIN'));
    expect((await page.query(MeDocument, {})).me.role).toBe('ADMIN');
  });
});
