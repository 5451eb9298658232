import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { buildStaticCode } from '../src/payment-providers/adapters/static-adapter.js';
import { newTxid } from '../src/payment-providers/adapters/adapter.js';
import { checkCharges } from '../src/reconciliation/charge-checks.js';
import { scanReceived } from '../src/reconciliation/received-scan.js';
import { reconcileNow } from '../src/reconciliation/reconcile.js';
import type { Pix } from '../src/development/bank/documents.js';
import { startSandboxBank } from '../src/development/bank/start-sandbox-bank.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { startFakePay2m } from './support/fake-pay2m.js';
import { raffleDesk } from './support/raffles.js';
import { aBankProvider, letChecksCome, scanNow } from './support/reconciliation.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, aProvider, changeProvider, countsOf, letExpire, type OrderAnswer } from './support/sales.js';
import { answerJson, askSandbox, SANDBOX_ACCOUNT, startRemoteService } from './support/sandbox.js';
import { forTests } from './support/start.js';

const banked = forTests(startBankedServer);
beforeEach(() => banked.behave({ callbackCopies: 0 }));

type Order = OrderAnswer & { token: string };

/** An unpaid order, its charge registered at the provider or, as `static`, a code of the bank's key that nobody knows of. */
async function anOrder(raffleId: string, way = 'sandbox', paymentProviderName = 'sandbox'): Promise<Order> {
  const buyer = await aCustomer(banked.server);
  const { order, message } =
    way === 'static'
      ? await banked.desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 2, paymentProviderName })
      : await banked.desk.buy(buyer.token, { raffleId, quotaQuantity: 2, paymentProviderName: way });
  if (!order) throw new Error(message);
  return { ...order, token: buyer.token };
}

const tables = () => banked.server.app.db.prisma;
const orderRow = ({ id }: { id: string }) =>
  tables().order.findUniqueOrThrow({ where: { id: BigInt(id) }, include: { payments: true, charge: true } });
const statusOf = async (order: { id: string }) => (await orderRow(order)).status;
const atBank = async ({ qrCodeId }: OrderAnswer) => {
  const provider = await banked.server.app.providers.find('sandbox');
  return provider?.adapter.consultCharge({ txid: qrCodeId ?? '' });
};
const round = async (raffleId: string) => {
  await letChecksCome(banked.server, { raffleId });
  await reconcileNow(banked.server.app);
};
const untilNotAsked = (order: { id: string }) => expect.poll(async () => (await orderRow(order)).charge?.nextCheckAt).toBeNull();
const wellKept = async (raffleId: string) => expect(await brokenInvariants(banked.server, raffleId)).toEqual([]);

describe('with every callback lost', () => {
  it('an order charged at the provider is paid once its charge is asked about, which is then over', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    const row = await orderRow(order);
    expect(Number(row.charge?.nextCheckAt) - Number(row.createdAt)).toBe(30_000);
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);

    await letChecksCome(banked.server, { id: BigInt(order.id) });
    const provider = await banked.server.app.providers.find('sandbox');
    if (provider) await checkCharges(banked.server.app, provider);
    await banked.untilStatus(order, 'PAID');
    expect((await orderRow(order)).payments).toMatchObject([{ endToEndId, amount: 200n, source: 'RECONCILIATION' }]);
    await untilNotAsked(order);
    await wellKept(raffle.id);
  });

  it("an order with a static code is paid once the provider's list is read, and reading it again changes nothing", async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'static');
    expect((await orderRow(order)).charge?.nextCheckAt).toBeNull();
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);

    await scanNow(banked.server);
    expect((await orderRow(order)).payments).toMatchObject([{ endToEndId, source: 'RECONCILIATION' }]);
    expect(await statusOf(order)).toBe('PAID');
    expect((await scanNow(banked.server)).settled).toBe(0);
    expect((await orderRow(order)).payments).toHaveLength(1);
    await wellKept(raffle.id);
  });

  it('orders end right, each in its way', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 8 });
    const [paid, expired, cancelled, late] = [
      await anOrder(raffle.id),
      await anOrder(raffle.id, 'static'),
      await anOrder(raffle.id, 'static'),
      await anOrder(raffle.id, 'static'),
    ];
    await banked.payAtBank(paid.qrCodeContent);
    await banked.desk.cancel(cancelled.token, cancelled.id);
    await banked.payAtBank(cancelled.qrCodeContent);
    for (const { id } of [expired, late]) await letExpire(banked.server, id, 121);
    await expireOrders(banked.server.app);
    const others = [await anOrder(raffle.id, 'static'), await anOrder(raffle.id)];
    await banked.payAtBank(late.qrCodeContent);
    for (const other of others) await banked.payAtBank(other.qrCodeContent);
    await round(raffle.id);

    await expect
      .poll(async () => (await Promise.all([paid, expired, ...others].map(statusOf))).join())
      .toBe('PAID,EXPIRED,PAID,PAID');
    const ended = await Promise.all([cancelled, late].map(statusOf));
    expect(ended.filter((status) => status === 'PAID')).toHaveLength(1);
    expect([...(await banked.latePayments(cancelled.id)), ...(await banked.latePayments(late.id))]).toEqual([
      { reason: 'ORDER_ENDED', amount: 200n, status: 'PENDING' },
    ]);
    expect(await countsOf(banked.server, raffle.id)).toEqual({ sellable: 8, reserved: 0, allocated: 8 });
    await wellKept(raffle.id);
  });

  it('what the banks take back of a payment is noticed, and its order voided', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'static');
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);
    await scanNow(banked.server);
    expect((await askSandbox(banked.bank.url, 'POST', '/sandbox/take-back', { endToEndId })).status).toBe(200);
    await scanNow(banked.server);
    await scanNow(banked.server);

    expect(await statusOf(order)).toBe('REFUNDED');
    const refunds = await tables().refund.findMany({ where: { payment: { endToEndId } } });
    expect(refunds).toMatchObject([{ amount: 200n, status: 'RETURNED', initiator: 'BANK' }]);
  });

  it("money whose reference is nobody's is found and kept, once", async () => {
    const code = buildStaticCode(SANDBOX_ACCOUNT, { txid: 'somebodyelses', amountCentavos: 4_321n, description: '' });
    const { endToEndId } = await banked.payAtBank(code);
    await scanNow(banked.server);
    await scanNow(banked.server);
    expect(await tables().latePayment.findMany({ where: { payment: { endToEndId } } })).toMatchObject([
      { reason: 'UNKNOWN_REFERENCE', amount: 4_321n, status: 'PENDING' },
    ]);
  });
});

describe('a charge at its provider', () => {
  it("is asked about ever more rarely until a day after its order's time, and then no more", async () => {
    const pay2m = await startFakePay2m();
    const { clientId, clientSecret } = SANDBOX_ACCOUNT;
    const credentials = { clientId, clientSecret };
    await aProvider(banked.server, { name: 'pay2m', adapter: 'pay2m', baseUrl: pay2m.url, credentials });
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'pay2m');
    const consultations = () => pay2m.asked('GET /api/v1/pix/qrcode/{reference_code}').length;

    const nextAfter = async (ageSeconds: number) => {
      const createdAt = new Date(Date.now() - ageSeconds * 1_000);
      const expiresAt = new Date(createdAt.getTime() + 600_000);
      await tables().order.update({ where: { id: BigInt(order.id) }, data: { createdAt, expiresAt } });
      const before = consultations();
      await letChecksCome(banked.server, { id: BigInt(order.id) });
      await reconcileNow(banked.server.app);
      await expect.poll(consultations).toBeGreaterThan(before);
      const afterCreation = async () => {
        const next = (await orderRow(order)).charge?.nextCheckAt;
        return next ? (next.getTime() - createdAt.getTime()) / 1_000 : 'NEVER';
      };
      // Until then it is leased to whoever asks, for some odd milliseconds.
      await expect.poll(async () => Number.isInteger(await afterCreation()) || (await afterCreation()) === 'NEVER').toBe(true);
      return afterCreation();
    };
    const [minute, hour] = [60, 3_600];
    expect(await nextAfter(30)).toBe(2 * minute);
    expect(await nextAfter(2 * minute)).toBe(5 * minute);
    expect(await nextAfter(5 * minute)).toBe(10 * minute);
    expect(await nextAfter(10 * minute)).toBe(15 * minute);
    expect(await nextAfter(15 * minute)).toBe(10 * minute + hour);
    expect(await nextAfter(10 * minute + hour)).toBe(10 * minute + 24 * hour);
    expect(await nextAfter(10 * minute + 24 * hour)).toBe('NEVER');
    const ended = await anOrder(raffle.id, 'pay2m');
    expect((await banked.desk.cancel(ended.token, ended.id)).order?.status).toBe('CANCELLED');
    // The provider cancels nothing, so somebody may pay the code.
    const nextCheckAt = async () => (await orderRow(ended)).charge?.nextCheckAt;
    const dueAt = await nextCheckAt();
    const before = consultations();
    await letChecksCome(banked.server, { id: BigInt(ended.id) });
    await reconcileNow(banked.server.app);
    await expect.poll(consultations).toBeGreaterThan(before);
    await expect.poll(nextCheckAt).toEqual(dueAt);
    pay2m.pay(pay2m.latest());
    await letChecksCome(banked.server, { id: BigInt(ended.id) });
    await reconcileNow(banked.server.app);
    await expect.poll(() => statusOf(ended)).toBe('PAID');
    await pay2m.stop();
    expect(pay2m.problems).toEqual([]);
  });

  it('of a raffle that was called off is cancelled there, and what was paid before is kept for an operator', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const [unpaid, paid] = [await anOrder(raffle.id), await anOrder(raffle.id)];
    await banked.payAtBank(paid.qrCodeContent);
    await raffleDesk(banked.server, banked.admin.token).update(raffle.id, { status: 'CANCELLED' });
    await reconcileNow(banked.server.app);

    for (const order of [unpaid, paid]) await untilNotAsked(order);
    expect((await atBank(unpaid))?.status).toBe('CANCELLED');
    expect(await banked.tryToPay(unpaid.qrCodeContent)).toMatchObject({ status: 409 });
    expect(await banked.latePayments(paid.id)).toEqual([{ reason: 'ORDER_ENDED', amount: 200n, status: 'PENDING' }]);
    expect((await orderRow(unpaid)).charge?.status).toBe('CANCELLED');
    await wellKept(raffle.id);
  });

  it('of an order that was paid by hand while the provider was away is cancelled there later', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    await banked.behave({ callbackCopies: 0, failRequests: 1_000 });
    expect((await banked.desk.pay(banked.admin.token, order.id)).order?.status).toBe('PAID');
    await banked.behave({ callbackCopies: 0 });
    expect((await atBank(order))?.status).toBe('ACTIVE');

    await round(raffle.id);
    await untilNotAsked(order);
    expect((await atBank(order))?.status).toBe('CANCELLED');
    await wellKept(raffle.id);
  });

  it("whose answer never reached us is the order's code all the same", async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    await tables().charge.update({ where: { orderId: BigInt(order.id) }, data: { status: 'CREATING', brCode: null } });
    await round(raffle.id);
    const code = { status: 'ACTIVE', brCode: order.qrCodeContent };
    await expect.poll(async () => (await orderRow(order)).charge).toMatchObject(code);
    expect((await orderRow(order)).charge?.nextCheckAt).toBeInstanceOf(Date);
  });

  it('that the provider made though its order failed is cancelled there', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const buyer = await aCustomer(banked.server);
    await banked.behave({ loseAnswers: 1_000, callbackCopies: 0 });
    const { code } = await banked.desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 });
    expect(code).toBe('PAYMENT_PROVIDER_UNAVAILABLE');
    await banked.behave({ callbackCopies: 0 });
    const [charge] = await tables().charge.findMany({ where: { order: { raffleId: raffle.id } } });
    const adapter = (await banked.server.app.providers.find('sandbox'))?.adapter;
    const asked = async () => (await adapter?.consultCharge({ txid: charge?.txid ?? '' }))?.status;
    expect(await asked()).toBe('ACTIVE');

    await round(raffle.id);
    await expect.poll(asked).toBe('CANCELLED');
    await expect
      .poll(() => tables().charge.findMany({ where: { order: { raffleId: raffle.id } } }))
      .toMatchObject([{ status: 'FAILED', nextCheckAt: null }]);
  });

  it('that the provider never heard of is asked about while its order lives, and no more afterwards', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    const where = { orderId: BigInt(order.id) };
    await tables().charge.update({ where, data: { txid: newTxid('bacen'), status: 'CREATING', brCode: null } });
    await round(raffle.id);
    const { createdAt } = await orderRow(order);
    await expect
      .poll(async () => (await orderRow(order)).charge)
      .toMatchObject({
        status: 'CREATING',
        nextCheckAt: new Date(createdAt.getTime() + 30_000),
      });

    await letExpire(banked.server, order.id, 121);
    await expireOrders(banked.server.app);
    await round(raffle.id);
    await untilNotAsked(order);
    expect((await orderRow(order)).charge?.status).toBe('CANCELLED');
    await wellKept(raffle.id);
  });

  it('that expires in the moment it is paid ends one way or the other, never both', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const orders = await Promise.all(Array.from({ length: 24 }, () => anOrder(raffle.id)));
    await Promise.all(orders.map(({ id }) => letExpire(banked.server, id, 121)));
    const paid = await Promise.all([
      ...orders.map(async (order) => ({ order, ...(await banked.tryToPay(order.qrCodeContent)) })),
      expireOrders(banked.server.app).then(() => undefined),
      round(raffle.id).then(() => undefined),
    ]);
    await round(raffle.id);
    await expireOrders(banked.server.app);

    for (const payment of paid.filter((one) => one !== undefined)) {
      await banked.untilStatus(payment.order, payment.status === 200 ? 'PAID' : 'EXPIRED');
    }
    for (const order of orders) await untilNotAsked(order);
    await wellKept(raffle.id);
  });
});

describe('a provider that is away', () => {
  const bank = forTests(() => startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT }));
  beforeAll(() => aBankProvider(banked.server, 'second', bank.url));

  const moveTo = (baseUrl: string) => changeProvider(banked.server, 'second', { baseUrl });
  const scanOf = (providerName: string) => tables().reconciliation.findUnique({ where: { providerName } });
  const statuses = async (orders: Order[]) => [...new Set(await Promise.all(orders.map(statusOf)))];

  it('delays only its own, which end right when it is back', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const own = await Promise.all(Array.from({ length: 40 }, () => anOrder(raffle.id, 'second')));
    const other = await anOrder(raffle.id);
    await banked.payAtBank(other.qrCodeContent);
    for (const { qrCodeContent } of own) await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: qrCodeContent });
    await moveTo('http://127.0.0.1:9');
    await round(raffle.id);

    await banked.untilStatus(other, 'PAID');
    expect(await statuses(own)).toEqual(['PENDING']);
    const unread = await scanOf('second');
    expect(unread?.lastError).toMatch(/^second: .* ECONNREFUSED/);
    expect(unread?.scannedTo).toBeNull();

    await moveTo(bank.url);
    await round(raffle.id);
    await expect.poll(() => statuses(own)).toEqual(['PAID']);
    const read = await scanOf('second');
    expect(read?.lastError).toBeNull();
    expect(Date.now() - Number(read?.scannedTo)).toBeLessThan(10_000);
    await wellKept(raffle.id);
  });

  it('holds up nobody else while it hangs', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const own = await Promise.all(Array.from({ length: 20 }, () => anOrder(raffle.id, 'second')));
    const others = await Promise.all(Array.from({ length: 20 }, () => anOrder(raffle.id)));
    for (const { qrCodeContent } of others) await banked.payAtBank(qrCodeContent);
    const hanging = await startRemoteService(() => undefined);
    await moveTo(hanging.url);
    const asking = round(raffle.id);

    await expect.poll(() => statuses(others)).toEqual(['PAID']);
    expect(await statuses(own)).toEqual(['PENDING']);
    await hanging.stop();
    await asking;
    await moveTo(bank.url);
  });
});

describe("a provider's list of received payments", () => {
  it('is read two days back from where it was read to, for what is entered late', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'static');
    await scanNow(banked.server);
    await banked.payAtBank(order.qrCodeContent);
    // As if the bank had dated the payment 47 hours before the last reading.
    const scannedTo = new Date(Date.now() + 47 * 3_600_000);
    await tables().reconciliation.update({ where: { providerName: 'sandbox' }, data: { scannedTo } });
    await scanNow(banked.server);
    expect(await statusOf(order)).toBe('PAID');
    await tables().reconciliation.update({ where: { providerName: 'sandbox' }, data: { scannedTo: new Date() } });
  });

  it('is read page by page, and by one process at a time', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 1_000 });
    const orders = await Promise.all(Array.from({ length: 230 }, () => anOrder(raffle.id, 'static')));
    for (const { qrCodeContent } of orders) await banked.payAtBank(qrCodeContent);
    const provider = await banked.server.app.providers.find('sandbox');
    if (!provider) throw new Error('no provider');
    await tables().reconciliation.update({ where: { providerName: 'sandbox' }, data: { nextScanAt: new Date(0) } });
    const scans = await Promise.all(Array.from({ length: 4 }, () => scanReceived(banked.server.app, provider)));

    // The server itself may have been faster than all four.
    expect(scans.filter((scan) => scan !== undefined).length).toBeLessThanOrEqual(1);
    const paid = () => tables().order.count({ where: { raffleId: raffle.id, status: 'PAID' } });
    await expect.poll(paid, { timeout: 25_000 }).toBe(230);
    expect(await scanReceived(banked.server.app, provider)).toBeUndefined();
    await wellKept(raffle.id);
  });

  it('with a payment that cannot be read or settled is read all the same, and those are set aside until they are', async () => {
    const raffle = await anOpenRaffle(banked.server);
    let garbled: Order | undefined;
    let isGarbling = true;
    const front = await startRemoteService(async ({ method, url, headers, body }, response) => {
      const { authorization = '', 'content-type': type = '' } = headers;
      const passed = { authorization, ...(type && { 'content-type': type }) };
      const answer = await fetch(banked.bank.url + url, { method, headers: passed, ...(body && { body }) });
      const document = (await answer.json()) as { pix?: Pix[] } & Pix;
      for (const pix of [document, ...(document.pix ?? [])])
        if (isGarbling && pix.endToEndId && pix.txid === garbled?.qrCodeId) pix.valor = '2,00';
      answerJson(response, answer.status, document);
    });
    await aBankProvider(banked.server, 'garbling', front.url);
    const order = await anOrder(raffle.id, 'static', 'garbling');
    garbled = await anOrder(raffle.id, 'static', 'garbling');
    for (const { qrCodeContent } of [garbled, order]) await banked.payAtBank(qrCodeContent);

    expect(await scanNow(banked.server, 'garbling')).toMatchObject({ setAside: 1 });
    expect(await Promise.all([order, garbled].map(statusOf))).toEqual(['PAID', 'PENDING']);
    const scan = await tables().reconciliation.findUniqueOrThrow({ where: { providerName: 'garbling' } });
    expect(Date.now() - Number(scan.scannedTo)).toBeLessThan(60_000);
    const { setAsideEntries } = await reportReconciliation(banked.server.app);
    expect(setAsideEntries).toMatchObject({
      count: 1,
      examples: [{ providerName: 'garbling', problem: expect.stringMatching(/^garbling: GET \/pix: valor /) }],
    });

    isGarbling = false;
    const later = new Date(Date.now() + 4 * 24 * 3_600_000);
    await tables().reconciliation.update({ where: { providerName: 'garbling' }, data: { scannedTo: later } });
    await scanNow(banked.server, 'garbling');
    expect(await statusOf(garbled)).toBe('PAID');
    expect((await reportReconciliation(banked.server.app)).setAsideEntries.count).toBe(0);
    await front.stop();
  });

  it('is read a quarter of an hour back as a rule, two days every six hours, and its returns of a hundred days once a day', async () => {
    const asked: URL[] = [];
    let refused: 'payments' | 'returns' | undefined;
    const front = await startRemoteService(async ({ method, url, headers, body }, response) => {
      const { authorization = '', 'content-type': type = '' } = headers;
      const address = new URL(banked.bank.url + url);
      if (address.pathname === '/pix') {
        asked.push(address);
        const isOfReturns = address.searchParams.has('devolucaoPresente');
        if (refused === (isOfReturns ? 'returns' : 'payments')) return answerJson(response, 422, { title: 'busy', status: 422 });
      }
      const answer = await fetch(address, {
        method,
        headers: { authorization, ...(type && { 'content-type': type }) },
        ...(body && { body }),
      });
      answerJson(response, answer.status, await answer.json());
    });
    await aBankProvider(banked.server, 'watched', front.url);
    const provider = await banked.server.app.providers.find('watched');
    const hour = 3_600_000;
    await tables().paymentProvider.update({
      where: { name: 'watched' },
      data: { createdAt: new Date(Date.now() - 200 * 24 * hour) },
    });
    /** How far a reading that is due goes back, in hours, and how far the one for returns. */
    const readingAt = async (due: object) => {
      asked.length = 0;
      const now = new Date();
      const settled = { scannedTo: now, nextScanAt: new Date(0), nextLongScanAt: now, nextReturnsScanAt: now };
      const inAnHour = new Date(Date.now() + hour);
      await tables().reconciliation.upsert({
        where: { providerName: 'watched' },
        update: { ...settled, nextLongScanAt: inAnHour, nextReturnsScanAt: inAnHour, ...due },
        create: { providerName: 'watched', ...settled, nextLongScanAt: inAnHour, nextReturnsScanAt: inAnHour, ...due },
      });
      expect(provider && (await scanReceived(banked.server.app, provider))).toMatchObject({ setAside: 0 });
      const backTo = (isOfReturns: boolean) => {
        const times = asked
          .filter(({ searchParams }) => searchParams.has('devolucaoPresente') === isOfReturns)
          .map(({ searchParams }) => Date.parse(searchParams.get('inicio') ?? ''));
        return times.length === 0 ? 0 : Math.round(((Date.now() - Math.min(...times)) / hour) * 4) / 4;
      };
      const row = await tables().reconciliation.findUniqueOrThrow({ where: { providerName: 'watched' } });
      return {
        hours: backTo(false),
        returnsHours: backTo(true),
        nextLong: Math.round((Number(row.nextLongScanAt) - Date.now()) / hour),
        nextReturns: Math.round((Number(row.nextReturnsScanAt) - Date.now()) / hour),
        nextMinutes: Math.round((Number(row.nextScanAt) - Date.now()) / 60_000),
      };
    };
    const past = new Date(0);
    const whole = { hours: 0.25, returnsHours: 0, nextLong: 1, nextReturns: 1, nextMinutes: 5 };
    expect(await readingAt({})).toEqual(whole);
    expect(await readingAt({ nextLongScanAt: past })).toEqual({ ...whole, hours: 48, nextLong: 6 });
    expect(await readingAt({ nextReturnsScanAt: past })).toEqual({ ...whole, returnsHours: 2_400, nextReturns: 24 });

    // What broke off is read again in a minute, as far back.
    refused = 'payments';
    const brokenOff = await readingAt({ nextLongScanAt: past, nextReturnsScanAt: past });
    expect(brokenOff).toMatchObject({ hours: 48, returnsHours: 0, nextMinutes: 1 });
    expect([brokenOff.nextLong, brokenOff.nextReturns].every((hours) => hours < 0)).toBe(true);
    refused = 'returns';
    const withoutReturns = await readingAt({ nextLongScanAt: past, nextReturnsScanAt: past });
    expect(withoutReturns).toMatchObject({ hours: 48, returnsHours: 2_400, nextLong: 6, nextMinutes: 1 });
    expect(withoutReturns.nextReturns).toBeLessThan(0);
    await front.stop();
  });

  it('tells of money that the banks took back weeks after it was paid', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'static');
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);
    await scanNow(banked.server);
    await askSandbox(banked.bank.url, 'POST', '/sandbox/take-back', { endToEndId });
    // As if the list had been read past it long ago.
    const scannedTo = new Date(Date.now() + 60 * 24 * 3_600_000);
    await tables().reconciliation.update({ where: { providerName: 'sandbox' }, data: { scannedTo } });
    await scanNow(banked.server);
    expect(await statusOf(order)).toBe('REFUNDED');
    await tables().reconciliation.update({ where: { providerName: 'sandbox' }, data: { scannedTo: new Date() } });
  });

  it('is skipped where the provider has none', async () => {
    const provider = await banked.server.app.providers.find('static');
    expect(provider && (await scanReceived(banked.server.app, provider, undefined, true))).toBeUndefined();
    expect(await tables().reconciliation.count({ where: { providerName: 'static' } })).toBe(0);
  });
});
