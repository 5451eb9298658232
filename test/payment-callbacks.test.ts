import { describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { buildStaticCode } from '../src/payment-providers/adapters/static-adapter.js';
import { processCallbacks } from '../src/payments/callback-inbox.js';
import { selectCallbacksAbout } from '../src/payments/payment-callback.sql.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { CALLBACK_SECRET, startBankedServer } from './support/banked-server.js';
import { restClient } from './support/rest-contract.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, salesRecord, type OrderAnswer } from './support/sales.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';
import { forTests } from './support/start.js';

const banked = forTests(startBankedServer);
const raffle = forTests(() => anOpenRaffle(banked.server));

async function anOrder(quotaQuantity = 2): Promise<OrderAnswer> {
  const buyer = await aCustomer(banked.server);
  const { order, message } = await banked.desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity });
  if (!order) throw new Error(message);
  return order;
}

const callbacks = () => banked.server.app.db.prisma.paymentCallback.findMany({ orderBy: { receivedAt: 'asc' } });
const letCallbacksBeDue = () =>
  banked.server.app.db.prisma.paymentCallback.updateMany({ where: { processedAt: null }, data: { nextAttemptAt: new Date() } });
const statusOf = async ({ id }: OrderAnswer) =>
  (await banked.server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(id) } })).status;

async function send(body: unknown, options: { path?: string; headers?: Record<string, string>; method?: string } = {}) {
  const known = new Set((await callbacks()).map(({ id }) => id));
  const {
    path = `sandbox/pix?hmac=${CALLBACK_SECRET}`,
    method = 'POST',
    headers = { 'content-type': 'application/json' },
  } = options;
  const response = await fetch(`${banked.server.url}/v1/payments/callbacks/${path}`, {
    method,
    headers,
    ...(method === 'POST' && { body: typeof body === 'string' ? body : Buffer.from(JSON.stringify(body)) }),
  });
  const answer = (await response.json()) as { message?: string };
  const kept = async () => (await callbacks()).filter(({ id }) => !known.has(id));
  await expect.poll(async () => (await kept()).every(({ processedAt }) => processedAt)).toBe(true);
  return { status: response.status, message: answer.message, outcomes: (await kept()).map(({ outcome }) => outcome) };
}

const NOBODYS = { pix: [{ txid: 'a'.repeat(32), endToEndId: 'E'.repeat(32), valor: '2.00', horario: new Date().toISOString() }] };

describe('a payment at the bank', () => {
  it('is told by its callback: the order is PAID', async () => {
    const order = await anOrder();
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);
    await banked.untilStatus(order, 'PAID');
    await expect
      .poll(async () => (await callbacks()).at(-1))
      .toMatchObject({ providerName: 'sandbox', attempts: 1, outcome: 'SETTLED', lastError: null });
    expect(await banked.server.app.db.prisma.payment.findMany({ where: { orderId: BigInt(order.id) } })).toMatchObject([
      { endToEndId, source: 'CALLBACK', amount: 200n },
    ]);
  });

  it('told many times, out of order, is one payment', async () => {
    const orders = await Promise.all([anOrder(), anOrder(), anOrder()]);
    const before = (await callbacks()).length;
    await banked.behave({ callbackCopies: 6, shuffleCallbacks: true });
    await Promise.all(orders.map(({ qrCodeContent }) => banked.payAtBank(qrCodeContent)));
    await banked.behave({});
    for (const order of orders) await banked.untilStatus(order, 'PAID');
    await expect.poll(async () => (await callbacks()).filter(({ processedAt }) => processedAt).length - before).toBe(18);
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
    for (const order of orders) expect(await banked.latePayments(order.id)).toEqual([]);
  });

  it('whose consultation fails is asked about again until it is known', async () => {
    const order = await anOrder();
    await banked.behave({ callbackDelayMs: 100 });
    await banked.payAtBank(order.qrCodeContent);
    await banked.behave({ failRequests: 3 });
    await expect.poll(async () => (await callbacks()).at(-1)).toMatchObject({ attempts: 1, lastError: expect.any(String) });
    const secondsToNext = async () => (Number((await callbacks()).at(-1)?.nextAttemptAt) - Date.now()) / 1_000;
    expect(await secondsToNext()).toBeLessThanOrEqual(2);
    // After many attempts it waits longer, and never more than an hour.
    const { prisma } = banked.server.app.db;
    const failAgain = async (attempts: number) => {
      await prisma.paymentCallback.updateMany({ where: { processedAt: null }, data: { attempts, nextAttemptAt: new Date() } });
      await banked.behave({ failRequests: 3 });
      await processCallbacks(banked.server.app);
      return secondsToNext();
    };
    expect(Math.round((await failAgain(5)) / 8)).toBe(8);
    expect(Math.round((await failAgain(39)) / 60)).toBe(60);
    await prisma.paymentCallback.updateMany({ where: { processedAt: null }, data: { attempts: 1 } });
    await banked.behave({});
    // As if the time had passed.
    await letCallbacksBeDue();
    await processCallbacks(banked.server.app);
    await banked.untilStatus(order, 'PAID');
    expect((await callbacks()).at(-1)).toMatchObject({ attempts: 2 });
  });
});

describe("a callback that is not the bank's", () => {
  it.each([
    ['without the secret', 'sandbox', 401],
    ['with another secret', 'sandbox?hmac=guess', 401],
    ['with the secret among others', `sandbox?hmac=guess&hmac=${CALLBACK_SECRET}`, 401],
    ['with an empty secret', 'sandbox?hmac=', 401],
    ['for a provider that calls nobody', `static?hmac=${CALLBACK_SECRET}`, 401],
    ['for no provider', `nobody?hmac=${CALLBACK_SECRET}`, 404],
  ])('%s is refused and not kept', async (_how, path, status) => {
    const order = await anOrder();
    const body = { pix: [{ txid: order.qrCodeId, endToEndId: 'E'.repeat(32), valor: '2.00' }] };
    expect(await send(body, { path })).toMatchObject({ status, outcomes: [] });
    expect(await statusOf(order)).toBe('PENDING');
  });

  it('but knows the secret pays nothing: the bank is asked', async () => {
    const order = await anOrder();
    const before = await salesRecord(banked.server, raffle.id);
    const paid = { valor: '2.00', horario: new Date().toISOString() };
    expect(await send(NOBODYS)).toEqual({ status: 200, message: undefined, outcomes: ['ORPHAN'] });
    expect(await send({ pix: [{ txid: order.qrCodeId, endToEndId: 'E'.repeat(32), ...paid }] })).toMatchObject({
      status: 200,
      outcomes: ['ORPHAN'],
    });
    expect(await send({ pix: [{ txid: order.qrCodeId, ...paid }] })).toMatchObject({ status: 200, outcomes: ['NOTHING_DUE'] });
    expect(await salesRecord(banked.server, raffle.id)).toEqual(before);
  });

  it("cannot have a small payment taken for a large order's", async () => {
    const [small, large] = [await anOrder(1), await anOrder(50)];
    await banked.behave({ callbackCopies: 0 });
    const { endToEndId } = await banked.payAtBank(small.qrCodeContent);
    await banked.behave({});
    expect(await send({ pix: [{ txid: large.qrCodeId, endToEndId, valor: '50.00' }] })).toMatchObject({ outcomes: ['SETTLED'] });
    expect([await statusOf(small), await statusOf(large)]).toEqual(['PAID', 'PENDING']);
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });

  it('cannot have a payment that names no order taken for one of the same amount', async () => {
    const order = await anOrder(3);
    const { endToEndId } = await banked.payAtBank(
      buildStaticCode(SANDBOX_ACCOUNT, { txid: '***', amountCentavos: 300n, description: '' }),
    );
    expect(await send({ pix: [{ txid: order.qrCodeId, endToEndId, valor: '3.00' }] })).toMatchObject({ outcomes: ['SETTLED'] });
    expect(await statusOf(order)).toBe('PENDING');
    expect(await banked.server.app.db.prisma.latePayment.findMany({ where: { payment: { endToEndId } } })).toMatchObject([
      { reason: 'UNKNOWN_REFERENCE', amount: 300n },
    ]);
  });

  it.each(['', '{', 'null', '[]', '{}', '{"pix": {}}', 'hmac', '\xff\xfe'])('with the body %j is refused', async (body) => {
    expect(await send(body)).toMatchObject({
      status: 400,
      message: 'The body is not a callback of this provider.',
      outcomes: [],
    });
  });

  it('that is too large is refused', async () => {
    expect(await send({ pix: [{ txid: 'x'.repeat(200_000) }] })).toMatchObject({ status: 413, outcomes: [] });
  });
});

describe('the address banks call', () => {
  it('takes the body whatever type it is said to be, with and without /pix', async () => {
    for (const path of [
      `sandbox?hmac=${CALLBACK_SECRET}`,
      `sandbox/pix?hmac=${CALLBACK_SECRET}`,
      `sandbox?hmac=${CALLBACK_SECRET}&ignorar=/pix`,
    ]) {
      for (const headers of [
        { 'content-type': 'application/json; charset=utf-8' },
        { 'content-type': 'text/plain' },
        {},
      ] as Record<string, string>[]) {
        expect(await send(NOBODYS, { path, headers })).toEqual({ status: 200, message: undefined, outcomes: ['ORPHAN'] });
      }
    }
  });

  it('takes several payments at once; those that are known are settled, whatever stands beside them', async () => {
    const orders = [await anOrder(), await anOrder()];
    await banked.behave({ callbackCopies: 0 });
    const receipts = await Promise.all(orders.map(({ qrCodeContent }) => banked.payAtBank(qrCodeContent)));
    await banked.behave({});
    const [first, second] = receipts;
    const body = {
      pix: [NOBODYS.pix[0], { endToEndId: first?.endToEndId }, null, {}, { txid: second?.txid }, { txid: 7 }, NOBODYS.pix[0]],
    };
    expect(await send(body)).toMatchObject({ status: 200, outcomes: ['SETTLED'] });
    for (const order of orders) expect(await statusOf(order)).toBe('PAID');
    expect(await send({ pix: [] })).toMatchObject({ status: 200, outcomes: ['NOTHING_DUE'] });
  });
});

describe('the inbox', () => {
  const leftClaimed = async (order: OrderAnswer, secondsFromNow: number) => {
    const { prisma } = banked.server.app.db;
    await banked.behave({ callbackCopies: 0 });
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);
    await banked.behave({});
    const id = `01990000-0000-7000-8000-${order.id.padStart(12, '0')}`;
    const nextAttemptAt = new Date(Date.now() + secondsFromNow * 1_000);
    await prisma.paymentCallback.create({
      data: { id, providerName: 'sandbox', body: JSON.stringify({ pix: [{ endToEndId }] }), attempts: 1, nextAttemptAt },
    });
  };

  it('takes up what a process left claimed when it died, once the claim has run out', async () => {
    const [held, free] = [await anOrder(), await anOrder()];
    await leftClaimed(held, 25);
    await leftClaimed(free, 0);
    await processCallbacks(banked.server.app);
    await banked.untilStatus(free, 'PAID');
    expect(await statusOf(held)).toBe('PENDING');
  });

  it('is worked off by several at once, each callback by one', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => anOrder(1)));
    await Promise.all(orders.map((order) => leftClaimed(order, 3_600)));
    await letCallbacksBeDue();
    await Promise.all(Array.from({ length: 4 }, () => processCallbacks(banked.server.app)));
    for (const order of orders) await banked.untilStatus(order, 'PAID');
    const worked = (await callbacks()).filter(({ id }) => orders.some((order) => id.endsWith(order.id.padStart(12, '0'))));
    await expect.poll(async () => (await callbacks()).filter(({ processedAt }) => !processedAt)).toEqual([]);
    expect(worked.map(({ attempts }) => attempts)).toEqual(Array(12).fill(2));
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ allocated: expect.any(Number) });
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });
});

describe('the callbacks of a payment', () => {
  const operator = forTests(() => anAdmin(banked.server, 'SUPPORT'));
  const CALLBACKS = `query ($id: ID!) { paymentCallbacks(paymentId: $id) {
    id providerName receivedAt state processedAt attempts lastError } }`;
  const paymentOf = ({ id }: OrderAnswer) =>
    banked.server.app.db.prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(id) } });
  async function callbacksOf(order: OrderAnswer) {
    const { id } = await paymentOf(order);
    return (await banked.server.graphql(CALLBACKS, { id }, { token: operator.token })).data.paymentCallbacks;
  }

  it('are those that name it or were confirmed as it, the latest first', async () => {
    const [order, other, untold] = [await anOrder(), await anOrder(), await anOrder()];
    await banked.behave({ callbackCopies: 0 });
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);
    await banked.payAtBank(untold.qrCodeContent);
    const { endToEndId: another } = await banked.payAtBank(other.qrCodeContent);
    await banked.behave({});
    await send({ pix: [{ endToEndId: another }] });
    await send({ pix: [{ txid: order.qrCodeId, endToEndId }] });
    await send({ pix: [{ txid: order.qrCodeId }, { endToEndId: another }] });
    // Of the same txid, but another payment, which the bank does not know.
    await send({ pix: [{ txid: order.qrCodeId, endToEndId: 'E'.repeat(32) }] });
    const settled = { providerName: 'sandbox', state: 'SETTLED', attempts: 1, lastError: null };
    const found = await callbacksOf(order);
    expect(found).toMatchObject([settled, settled]);
    expect(Date.parse(found[0].receivedAt)).toBeGreaterThan(Date.parse(found[1].receivedAt));
    expect((await callbacksOf(other)).map(({ id }: { id: string }) => id)).toContain(found[0].id);
    await send({ pix: [{ txid: untold.qrCodeId }] });
    expect(await callbacksOf(untold)).toHaveLength(1);
    const { id } = await paymentOf(order);
    const ask = restClient(banked.server);
    const path = 'GET /v1/payments/pix/{paymentId}/callbacks';
    expect(await ask(path, { token: operator.token, params: { paymentId: id } })).toMatchObject({ status: 200, body: found });
    const unknown = { paymentId: '00000000-0000-7000-8000-000000000000' };
    expect((await ask(path, { token: operator.token, params: unknown })).status).toBe(404);
  });

  it('are listed while they fail, with the error', async () => {
    const order = await anOrder();
    await banked.payAtBank(order.qrCodeContent);
    await banked.untilStatus(order, 'PAID');
    await expect.poll(() => callbacksOf(order)).toHaveLength(1);
    await banked.behave({ failRequests: 3 });
    const { endToEndId } = await paymentOf(order);
    const { app } = banked.server;
    await app.callbackRows.keep({ id: uuidv7(), providerName: 'sandbox', body: JSON.stringify({ pix: [{ endToEndId }] }) });
    app.callbackWakeUp.wake();
    await expect
      .poll(() => callbacksOf(order))
      .toMatchObject([{ state: 'FAILING', processedAt: null, attempts: 1, lastError: expect.any(String) }, { state: 'SETTLED' }]);
    await banked.behave({});
    await letCallbacksBeDue();
    await processCallbacks(app);
    await expect.poll(() => callbacksOf(order)).toMatchObject([{ state: 'SETTLED', lastError: null }, { state: 'SETTLED' }]);
  });

  it('are found by their index, also where a connection planned that on an empty table', async () => {
    const text = selectCallbacksAbout.text.replaceAll('$1', "'bank'").replaceAll('$2', "'{E1,t1}'").replaceAll('$3', '20');
    const { rows } = await banked.server.app.db.pool.query(`EXPLAIN ${text}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on payment_callbacks_about');
  });
});
