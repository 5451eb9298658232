import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { buildStaticCode } from '../src/payment-providers/adapters/static-adapter.js';
import { settle } from '../src/payments/settle.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, letExpire, type OrderAnswer } from './support/sales.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';
import { forTests } from './support/start.js';

const banked = forTests(startBankedServer);

/** An unpaid order with a static code of the bank's key: it can be paid at any time, with any amount, any number of times. */
async function anOrder(raffleId: string, quotaQuantity = 2): Promise<OrderAnswer & { token: string }> {
  const buyer = await aCustomer(banked.server);
  const { order, message } = await banked.desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!order) throw new Error(message);
  return { ...order, token: buyer.token };
}

const orderRow = ({ id }: { id: string }) =>
  banked.server.app.db.prisma.order.findUniqueOrThrow({
    where: { id: BigInt(id) },
    include: { payments: true, allocations: true },
  });
const untilLate = (order: { id: string }, reasons: string[]) =>
  expect.poll(async () => (await banked.latePayments(order.id)).map(({ reason }) => reason)).toEqual(reasons);
const wellKept = async (raffleId: string) => expect(await brokenInvariants(banked.server, raffleId)).toEqual([]);

describe('money for an unpaid order', () => {
  it('of the right amount pays it', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    const { endToEndId, txid } = await banked.payAtBank(order.qrCodeContent);
    await banked.untilStatus(order, 'PAID');

    const row = await orderRow(order);
    expect(row.payments).toMatchObject([{ endToEndId, txid, amount: 200n, source: 'CALLBACK', providerName: 'sandbox' }]);
    expect(row.allocations).toMatchObject([{ firstOrdinal: 0, endOrdinal: 2 }]);
    expect(row.paidAt).toEqual(row.payments[0]?.paidAt);
    expect(await banked.latePayments(order.id)).toEqual([]);
    await wellKept(raffle.id);
  });

  it('that is too little is kept for an operator; the order waits on, and the right amount still pays it', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    await banked.payAtBank(order.qrCodeContent, '1.99');
    await untilLate(order, ['AMOUNT_DIFFERS']);
    expect(await banked.latePayments(order.id)).toEqual([{ reason: 'AMOUNT_DIFFERS', amount: 199n, status: 'PENDING' }]);
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 2, allocated: 0 });

    await banked.payAtBank(order.qrCodeContent);
    await banked.untilStatus(order, 'PAID');
    await wellKept(raffle.id);
  });

  it('that is too much pays it, and the difference is kept for an operator', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    await banked.payAtBank(order.qrCodeContent, '9.50');
    await banked.untilStatus(order, 'PAID');
    expect(await banked.latePayments(order.id)).toEqual([{ reason: 'OVERPAID', amount: 750n, status: 'PENDING' }]);
    await wellKept(raffle.id);
  });

  it('that is sent at once by many is taken once', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    const incoming = {
      source: 'RECONCILIATION',
      providerName: 'sandbox',
      txid: order.qrCodeId ?? '',
      endToEndId: randomUUID(),
      amount: 200n,
      paidAt: new Date(),
    } as const;
    await Promise.all(Array.from({ length: 30 }, () => settle(banked.server.app, incoming)));
    expect((await orderRow(order)).payments).toHaveLength(1);
    expect(await banked.latePayments(order.id)).toEqual([]);
    await wellKept(raffle.id);
  });

  it('is one payment though it names orders of several raffles, or none', async () => {
    const raffles = [await anOpenRaffle(banked.server), await anOpenRaffle(banked.server)];
    const orders = await Promise.all(raffles.map(({ id }) => anOrder(id)));
    const endToEndId = randomUUID();
    const txids = [...orders.map(({ qrCodeId }) => qrCodeId ?? ''), 'nobodys', 'nobodys-either'];
    await Promise.all(
      [...txids, ...txids].map((txid) =>
        settle(banked.server.app, {
          source: 'RECONCILIATION',
          providerName: 'sandbox',
          txid,
          endToEndId,
          amount: 200n,
          paidAt: new Date(),
        }),
      ),
    );
    const { prisma } = banked.server.app.db;
    expect(await prisma.payment.count({ where: { endToEndId } })).toBe(1);
    const taken = (await Promise.all(orders.map(orderRow))).filter(({ status }) => status === 'PAID').length;
    expect(taken + (await prisma.latePayment.count({ where: { payment: { endToEndId } } }))).toBe(1);
    for (const { id } of raffles) await wellKept(id);
  });
});

describe('money for a paid order', () => {
  it('is kept as a second payment, each time', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    await banked.payAtBank(order.qrCodeContent);
    await banked.untilStatus(order, 'PAID');
    await banked.payAtBank(order.qrCodeContent);
    await banked.payAtBank(order.qrCodeContent, '0.50');
    await untilLate(order, ['SECOND_PAYMENT', 'SECOND_PAYMENT']);
    expect((await banked.latePayments(order.id)).reduce((sum, { amount }) => sum + amount, 0n)).toBe(250n);
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 0, allocated: 2 });
    await wellKept(raffle.id);
  });

  it('by hand is kept as a second payment too', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    await banked.desk.pay(banked.admin.token, order.id);
    await banked.payAtBank(order.qrCodeContent);
    await untilLate(order, ['SECOND_PAYMENT']);
    await wellKept(raffle.id);
  });
});

describe('money for an ended order', () => {
  const ended = async (quotaQuantity: number, how: 'cancelled' | 'expired') => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity });
    const order = await anOrder(raffle.id);
    if (how === 'cancelled') await banked.desk.cancel(order.token, order.id);
    else await letExpire(banked.server, order.id, 121).then(() => expireOrders(banked.server.app));
    return { raffle, order };
  };
  const change = (id: string, data: object) =>
    banked.server.app.db.prisma.raffle.update({ where: { id }, data: { ...data, version: { increment: 1 } } });

  it.each(['cancelled', 'expired'] as const)('that was %s pays it after all while quotas are left', async (how) => {
    const { raffle, order } = await ended(3, how);
    const other = await anOrder(raffle.id, 1);
    await banked.payAtBank(order.qrCodeContent);
    await banked.untilStatus(order, 'PAID');
    expect(await orderRow(order)).toMatchObject({ endedAt: null, allocations: [{ firstOrdinal: 0, endOrdinal: 2 }] });
    expect(await countsOf(banked.server, raffle.id)).toEqual({ sellable: 3, reserved: 1, allocated: 2 });
    await banked.payAtBank(other.qrCodeContent);
    await banked.untilStatus(other, 'PAID');
    expect((await orderRow(other)).allocations).toMatchObject([{ firstOrdinal: 2, endOrdinal: 3 }]);
    await wellKept(raffle.id);
  });

  it("is kept when its quotas are somebody else's by now, reserved or paid", async () => {
    const { raffle, order } = await ended(3, 'expired');
    const other = await anOrder(raffle.id, 2);
    await banked.payAtBank(order.qrCodeContent);
    await untilLate(order, ['ORDER_ENDED']);
    await banked.desk.pay(banked.admin.token, other.id);
    await banked.payAtBank(order.qrCodeContent);
    await untilLate(order, ['ORDER_ENDED', 'ORDER_ENDED']);
    expect(await orderRow(order)).toMatchObject({ status: 'EXPIRED', allocations: [] });
    await wellKept(raffle.id);
  });

  it.each<[string, object]>([
    ['closed', { status: 'CLOSED' }],
    ['cancelled', { status: 'CANCELLED' }],
    ['over', { endsAt: new Date(Date.now() - 1_000) }],
    ['put off', { startsAt: new Date(Date.now() + 60_000) }],
    ['deleted', { deletedAt: new Date() }],
  ])('is kept when the raffle is %s', async (_state, data) => {
    const { raffle, order } = await ended(10, 'cancelled');
    await change(raffle.id, data);
    await banked.payAtBank(order.qrCodeContent);
    await untilLate(order, ['ORDER_ENDED']);
    expect((await orderRow(order)).status).toBe('CANCELLED');
    await wellKept(raffle.id);
  });

  it('that is too little is kept though quotas are left', async () => {
    const { raffle, order } = await ended(10, 'expired');
    await banked.payAtBank(order.qrCodeContent, '1.00');
    await untilLate(order, ['AMOUNT_DIFFERS']);
    expect((await orderRow(order)).status).toBe('EXPIRED');
    await wellKept(raffle.id);
  });

  it('of a refunded order is kept', async () => {
    const raffle = await anOpenRaffle(banked.server);
    const order = await anOrder(raffle.id);
    await banked.desk.pay(banked.admin.token, order.id);
    await banked.server.app.db.prisma.order.update({ where: { id: BigInt(order.id) }, data: { status: 'REFUNDED' } });
    await banked.payAtBank(order.qrCodeContent);
    await untilLate(order, ['ORDER_ENDED']);
    expect((await orderRow(order)).status).toBe('REFUNDED');
  });
});

describe("money whose reference is nobody's", () => {
  it('is kept for an operator, once', async () => {
    const before = (await banked.latePayments()).length;
    const code = buildStaticCode(SANDBOX_ACCOUNT, { txid: 'nobodysreference', amountCentavos: 1_234n, description: '' });
    await banked.behave({ callbackCopies: 4 });
    const { endToEndId } = await banked.payAtBank(code);
    await banked.behave({});
    const { prisma } = banked.server.app.db;
    const callbacks = { where: { body: { contains: endToEndId } } };
    await expect.poll(() => prisma.paymentCallback.count({ where: { ...callbacks.where, processedAt: { not: null } } })).toBe(4);

    expect(await prisma.payment.findMany({ where: { endToEndId } })).toMatchObject([
      { orderId: null, txid: 'nobodysreference', amount: 1_234n },
    ]);
    expect((await banked.latePayments()).slice(before)).toEqual([
      { reason: 'UNKNOWN_REFERENCE', amount: 1_234n, status: 'PENDING' },
    ]);
  });
});
