import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { ProviderAdapter, ProviderCharge } from '../src/payment-providers/adapters/adapter.js';
import { expireOrders } from '../src/orders/order-expiry.js';
import { createBackoff } from '../src/platform/backoff.js';
import { checkCharges } from '../src/reconciliation/charge-checks.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { anOrderRequest } from './support/order-request.js';
import { letChecksCome } from './support/reconciliation.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, aProvider, changeProvider, countsOf, letExpire, salesRecord, type OrderAnswer } from './support/sales.js';
import { answerJson, askSandbox, SANDBOX_ACCOUNT, startRemoteService } from './support/sandbox.js';
import { forTests } from './support/start.js';

const banked = forTests(() => startBankedServer(['away', 'away-for-one', 'gone-for-good']));

async function anOrder(raffleId: string, paymentProviderName: string, quotaQuantity = 2): Promise<OrderAnswer> {
  const buyer = await aCustomer(banked.server);
  const { order, message } = await banked.desk.buy(buyer.token, { raffleId, quotaQuantity, paymentProviderName });
  if (!order) throw new Error(message);
  return order;
}

const sweep = () => expireOrders(banked.server.app);
const statusOf = async ({ id }: OrderAnswer) =>
  (await banked.server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(id) } })).status;

describe('an order that is not paid in time', () => {
  it('keeps its quotas through the grace of two minutes, then gives them back', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const [fresh, graced, expired] = [
      await anOrder(raffle.id, 'static'),
      await anOrder(raffle.id, 'static'),
      await anOrder(raffle.id, 'static', 5),
    ];
    await letExpire(banked.server, graced.id, 110);
    await letExpire(banked.server, expired.id, 121);

    await sweep();

    expect(await Promise.all([fresh, graced, expired].map(statusOf))).toEqual(['PENDING', 'PENDING', 'EXPIRED']);
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 4, allocated: 0 });
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
    expect(await sweep()).toBe(0);
  });

  it('that is one of more than a batch is still ended in the one sweep', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 2_000 });
    const buyer = await aCustomer(banked.server);
    await Promise.all(
      Array.from({ length: 1_100 }, () =>
        banked.server.app.orderQueue.reserve(
          anOrderRequest(raffle.id, buyer.id, { quotaQuantity: 1, priceByQuota: 0n, totalValue: 0n, charge: null }),
        ),
      ),
    );
    await banked.server.app.db.prisma.order.updateMany({
      where: { raffleId: raffle.id },
      data: { expiresAt: new Date(Date.now() - 121_000) },
    });
    await Promise.all([sweep(), sweep()]);
    expect(await countsOf(banked.server, raffle.id)).toEqual({ sellable: 2_000, reserved: 0, allocated: 0 });
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });
});

describe('an order charged at a provider that is not paid in time', () => {
  it('has its charge removed there, so that nobody can pay it any more', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'sandbox');
    await letExpire(banked.server, order.id, 121);
    await sweep();

    expect(await statusOf(order)).toBe('EXPIRED');
    expect(await banked.tryToPay(order.qrCodeContent)).toEqual({
      status: 409,
      message: 'This charge was cancelled by the receiver.',
    });
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });

  it('and whose payment was never heard of, is paid instead', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'sandbox');
    await banked.behave({ callbackCopies: 0 });
    await banked.payAtBank(order.qrCodeContent);
    await banked.behave({});
    await letExpire(banked.server, order.id, 121);
    await sweep();

    expect(await statusOf(order)).toBe('PAID');
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 0, allocated: 2 });
    expect((await salesRecord(banked.server, raffle.id)).orders[0]?.payments).toMatchObject([{ source: 'RECONCILIATION' }]);
  });

  it('and whose payment was too small, gives its quotas back: the money is kept for an operator', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'sandbox');
    // The bank lets the payer of this charge choose the amount, which no charge of ours does.
    const token = await (await banked.server.app.providers.find('sandbox'))?.adapter.accessToken();
    const answer = await fetch(`${banked.bank.url}/cob/${order.qrCodeId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token?.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ valor: { original: '2.00', modalidadeAlteracao: 1 } }),
    });
    expect(answer.status).toBe(200);
    await banked.behave({ callbackCopies: 0 });
    await banked.payAtBank(order.qrCodeContent, '1.50');
    await banked.behave({});
    await letExpire(banked.server, order.id, 121);
    await sweep();

    expect(await statusOf(order)).toBe('EXPIRED');
    expect(await banked.latePayments(order.id)).toEqual([{ reason: 'AMOUNT_DIFFERS', amount: 150n, status: 'PENDING' }]);
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 0, allocated: 0 });
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });

  it("waits while the provider cannot be asked, holds up nobody else's, and ends when it can", async () => {
    const raffle = await anOpenRaffle(banked.server);
    const waiting = await anOrder(raffle.id, 'away');
    const others = [await anOrder(raffle.id, 'static'), await anOrder(raffle.id, 'sandbox')];
    await (await banked.server.app.providers.find('sandbox'))?.adapter.accessToken();
    await changeProvider(banked.server, 'away', { baseUrl: 'http://127.0.0.1:9' });
    for (const { id } of [waiting, ...others]) await letExpire(banked.server, id, 121);

    await sweep();
    expect(await Promise.all([waiting, ...others].map(statusOf))).toEqual(['PENDING', 'EXPIRED', 'EXPIRED']);
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 2 });

    await changeProvider(banked.server, 'away', { baseUrl: banked.bank.url });
    await sweep();
    expect(await statusOf(waiting)).toBe('EXPIRED');
    expect((await banked.tryToPay(waiting.qrCodeContent)).status).toBe(409);
  });

  it('waits while its provider says that it is paid and does not show the payment', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'sandbox');
    await letExpire(banked.server, order.id, 121);
    const adapter = (await banked.server.app.providers.find('sandbox'))?.adapter as ProviderAdapter;
    const consulted = (await adapter.consultCharge({ txid: order.qrCodeId ?? '' })) as ProviderCharge;
    const answers = vi.spyOn(adapter, 'cancelCharge').mockResolvedValue({ ...consulted, status: 'PAID', payments: [] });

    await sweep();
    expect(answers).toHaveBeenCalled();
    expect(await statusOf(order)).toBe('PENDING');

    answers.mockRestore();
    await sweep();
    expect(await statusOf(order)).toBe('EXPIRED');
  });

  it('is released after six hours of a provider that cannot be asked, and its money is still taken', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const [long, short] = [await anOrder(raffle.id, 'gone-for-good'), await anOrder(raffle.id, 'gone-for-good')];
    await changeProvider(banked.server, 'gone-for-good', { baseUrl: 'http://127.0.0.1:9' });
    await letExpire(banked.server, long.id, 6 * 3600 + 60);
    await letExpire(banked.server, short.id, 6 * 3600 - 60);
    await sweep();
    expect(await Promise.all([long, short].map(statusOf))).toEqual(['EXPIRED', 'PENDING']);
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 2, allocated: 0 });

    // The provider is back: the code was never cancelled there.
    await changeProvider(banked.server, 'gone-for-good', { baseUrl: banked.bank.url });
    await banked.payAtBank(long.qrCodeContent);
    await letChecksCome(banked.server, { id: BigInt(long.id) });
    const provider = await banked.server.app.providers.find('gone-for-good');
    if (provider) await checkCharges(banked.server.app, provider);
    expect(await statusOf(long)).toBe('PAID');
    expect(await brokenInvariants(banked.server, raffle.id)).toEqual([]);
  });

  it('is ended at once by an operator who knows that its provider is gone, not by its buyer', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const buyer = await aCustomer(banked.server);
    const asked = { raffleId: raffle.id, quotaQuantity: 2, paymentProviderName: 'gone-for-good' };
    const { order } = await banked.desk.buy(buyer.token, asked);
    await changeProvider(banked.server, 'gone-for-good', { baseUrl: 'http://127.0.0.1:9' });
    const cancel = async (token: string, force: boolean) => {
      const mutation = 'mutation ($id: ID!, $force: Boolean!) { cancelOrder(id: $id, force: $force) { status } }';
      const { data, errors } = await banked.server.graphql(mutation, { id: order?.id, force }, { token });
      return errors?.[0]?.extensions.code ?? data.cancelOrder.status;
    };
    expect(await cancel(buyer.token, true)).toBe('FORBIDDEN');
    expect(await cancel(banked.admin.token, false)).toBe('PAYMENT_PROVIDER_UNAVAILABLE');
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 2 });
    expect(await cancel(banked.admin.token, true)).toBe('CANCELLED');
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 0 });
    await changeProvider(banked.server, 'gone-for-good', { baseUrl: banked.bank.url });
  });

  it('is asked about with backoff: not every five seconds at a provider that refuses', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'gone-for-good');
    const asked: string[] = [];
    const refusing = await startRemoteService((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      answerJson(response, 401, { title: 'no such client' });
    });
    await changeProvider(banked.server, 'gone-for-good', { baseUrl: refusing.url });
    await letExpire(banked.server, order.id, 121);
    const backoff = createBackoff({ firstMs: 300, longestMs: 10_000 });
    const callsOfSweep = async (): Promise<number> => {
      const before = asked.length;
      await expireOrders(banked.server.app, backoff);
      return asked.length - before;
    };
    expect(await callsOfSweep()).toBeGreaterThan(0);
    expect(await callsOfSweep()).toBe(0);
    await sleep(350);
    expect(await callsOfSweep()).toBeGreaterThan(0);
    await sleep(350);
    expect(await callsOfSweep()).toBe(0);
    expect(await statusOf(order)).toBe('PENDING');
    await refusing.stop();
  });

  it('does not wait for a provider that hangs with many charges of its own', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const hanging = await startRemoteService(() => undefined);
    const stuck = await Promise.all(Array.from({ length: 20 }, () => anOrder(raffle.id, 'away-for-one')));
    const quick = await anOrder(raffle.id, 'sandbox');
    await banked.server.app.db.prisma.order.updateMany({
      where: { raffleId: raffle.id },
      data: { paymentProviderName: 'hanging' },
    });
    await banked.server.app.db.prisma.order.update({ where: { id: BigInt(quick.id) }, data: { paymentProviderName: 'sandbox' } });
    await aProvider(banked.server, { name: 'hanging', adapter: 'sandbox', pixKey: SANDBOX_ACCOUNT.pixKey, baseUrl: hanging.url });
    for (const { id } of stuck) await letExpire(banked.server, id, 300);
    await letExpire(banked.server, quick.id, 121);

    const sweeping = sweep();
    await expect.poll(() => statusOf(quick)).toBe('EXPIRED');
    expect(new Set(await Promise.all(stuck.map(statusOf)))).toEqual(new Set(['PENDING']));
    await hanging.stop();
    await sweeping;
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 40 });
  });

  it('waits when its provider is not configured any more', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id, 'sandbox');
    await banked.server.app.db.prisma.order.update({ where: { id: BigInt(order.id) }, data: { paymentProviderName: 'gone' } });
    await letExpire(banked.server, order.id, 121);
    await sweep();
    expect(await statusOf(order)).toBe('PENDING');
    expect((await askSandbox(banked.bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: order.qrCodeContent })).status).toBe(200);
  });
});
