import { describe, expect, it } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { aCustomer } from './support/actors.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, letExpire, salesRecord } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();

async function anOrder(raffleId: string, quotaQuantity = 3) {
  const buyer = await aCustomer(server);
  const { order } = await desk.buy(buyer.token, { raffleId, quotaQuantity });
  return { id: order?.id ?? '', buyer };
}

const statusIs = (raffleId: string, data: { status?: 'CLOSED' | 'OPEN'; deletedAt?: Date; endsAt?: Date }) =>
  server.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { ...data, version: { increment: 1 } } });

async function refusal(raffleId: string, call: () => ReturnType<typeof desk.pay>) {
  const before = await salesRecord(server, raffleId);
  const { order, code } = await call();
  expect(order).toBeUndefined();
  expect(await salesRecord(server, raffleId)).toEqual(before);
  return code;
}

describe('payOrder', () => {
  it('pays by hand, gives the numbers and keeps the note', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 100 });
    const { id } = await anOrder(raffle.id, 7);

    const { order } = await desk.pay(admin.token, id, '  paid in cash, receipt 12  ');

    expect(order).toMatchObject({ status: 'PAID', paidAt: expect.any(String), luckyNumbers: { totalCount: 7 } });
    expect(new Set(order?.luckyNumbers.nodes).size).toBe(7);
    expect(order?.luckyNumbers.nodes.every((number) => /^\d{2}$/.test(number))).toBe(true);
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 100, reserved: 0, allocated: 7 });
    expect(await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
      {
        actorId: admin.id,
        action: 'payOrder',
        subjectType: 'order',
        details: { note: 'paid in cash, receipt 12', statusBefore: 'PENDING' },
      },
    ]);
    expect((await salesRecord(server, raffle.id)).orders[0]?.payments).toMatchObject([
      { source: 'ADMIN', amount: 700n, endToEndId: null },
    ]);
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('again, also at once, answers the paid order and writes nothing more', async () => {
    const raffle = await anOpenRaffle(server);
    const { id } = await anOrder(raffle.id);

    const outcomes = await Promise.all(Array.from({ length: 10 }, () => desk.pay(admin.token, id)));
    expect(outcomes.map(({ order }) => order?.status)).toEqual(Array(10).fill('PAID'));
    const after = await salesRecord(server, raffle.id);
    expect(after.orders[0]?.payments).toHaveLength(1);
    expect(await server.app.db.prisma.auditEntry.count({ where: { subjectId: id } })).toBe(1);
    expect((await desk.pay(admin.token, id)).order?.status).toBe('PAID');
    expect(await salesRecord(server, raffle.id)).toEqual(after);
  });

  it.each(['', '   ', 'x'.repeat(501)])('needs a note, not %j', async (note) => {
    const raffle = await anOpenRaffle(server);
    const { id } = await anOrder(raffle.id);
    expect(await refusal(raffle.id, () => desk.pay(admin.token, id, note))).toBe('BAD_USER_INPUT');
  });

  it("is an operator's: its buyer is refused, and a buyer learns nothing of another's order", async () => {
    const raffle = await anOpenRaffle(server);
    const { id, buyer } = await anOrder(raffle.id);
    expect(await refusal(raffle.id, () => desk.pay(buyer.token, id))).toBe('FORBIDDEN');
    expect(await refusal(raffle.id, () => desk.pay('', id))).toBe('UNAUTHENTICATED');
  });

  it.each(['0', '-1', '01', '1.0', 'x', '', '99999999999999999999', '9223372036854775807'])(
    'does not find an order %j',
    async (id) => {
      expect(await desk.pay(admin.token, id)).toMatchObject({ order: undefined, code: 'NOT_FOUND' });
    },
  );

  it('is a conflict for a refunded order', async () => {
    const raffle = await anOpenRaffle(server);
    const { id } = await anOrder(raffle.id);
    await desk.pay(admin.token, id);
    await server.app.db.prisma.order.update({ where: { id: BigInt(id) }, data: { status: 'REFUNDED' } });
    expect(await refusal(raffle.id, () => desk.pay(admin.token, id))).toBe('CONFLICT');
  });

  it('revives an ended order while quotas are left and sales are open, and only then', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 5 });
    const [cancelled, expired, late] = [await anOrder(raffle.id, 1), await anOrder(raffle.id, 1), await anOrder(raffle.id, 2)];
    await desk.cancel(cancelled.buyer.token, cancelled.id);
    await desk.cancel(late.buyer.token, late.id);
    await letExpire(server, expired.id, 121);
    await expireOrders(server.app);

    await statusIs(raffle.id, { status: 'CLOSED' });
    expect(await refusal(raffle.id, () => desk.pay(admin.token, cancelled.id))).toBe('CONFLICT');
    await statusIs(raffle.id, { status: 'OPEN', endsAt: new Date(Date.now() - 1_000) });
    expect(await refusal(raffle.id, () => desk.pay(admin.token, cancelled.id))).toBe('CONFLICT');
    await statusIs(raffle.id, { endsAt: new Date(Date.now() + 60_000) });
    expect((await desk.pay(admin.token, cancelled.id)).order).toMatchObject({ status: 'PAID', luckyNumbers: { totalCount: 1 } });
    expect((await desk.pay(admin.token, expired.id)).order).toMatchObject({ status: 'PAID', luckyNumbers: { totalCount: 1 } });
    const holder = await anOrder(raffle.id, 2);
    expect(await refusal(raffle.id, () => desk.pay(admin.token, late.id))).toBe('CONFLICT');
    await desk.cancel(holder.buyer.token, holder.id);
    expect((await desk.pay(admin.token, late.id)).order).toMatchObject({ status: 'PAID' });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('does not revive an order of a deleted raffle', async () => {
    const raffle = await anOpenRaffle(server);
    const { id, buyer } = await anOrder(raffle.id);
    await desk.cancel(buyer.token, id);
    await statusIs(raffle.id, { deletedAt: new Date() });
    expect(await refusal(raffle.id, () => desk.pay(admin.token, id))).toBe('CONFLICT');
  });

  it('of the last quota sells the raffle out', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 4 });
    const [first, second] = [await anOrder(raffle.id, 3), await anOrder(raffle.id, 1)];
    await desk.pay(admin.token, first.id);
    const status = async () => (await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id: raffle.id } })).status;
    expect(await status()).toBe('OPEN');
    await desk.pay(admin.token, second.id);
    expect(await status()).toBe('SOLD_OUT');
  });
});

describe('cancelOrder', () => {
  it('gives the quotas back, also the second time, without giving them twice', async () => {
    const raffle = await anOpenRaffle(server);
    const { id, buyer } = await anOrder(raffle.id, 3);
    await anOrder(raffle.id, 4);

    const outcomes = await Promise.all(
      [buyer.token, admin.token, buyer.token, admin.token].map((token) => desk.cancel(token, id)),
    );
    expect(outcomes.map(({ order }) => order?.status)).toEqual(Array(4).fill('CANCELLED'));
    expect((await desk.cancel(buyer.token, id)).order).toMatchObject({ status: 'CANCELLED', paidAt: null });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 4, allocated: 0 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it("is its buyer's or an operator's; to another buyer there is no such order", async () => {
    const raffle = await anOpenRaffle(server);
    const { id } = await anOrder(raffle.id);
    const other = await aCustomer(server);
    expect(await refusal(raffle.id, () => desk.cancel(other.token, id))).toBe('NOT_FOUND');
    expect((await desk.cancel(admin.token, id)).order?.status).toBe('CANCELLED');
  });

  it('is a conflict once the order is paid or expired', async () => {
    const raffle = await anOpenRaffle(server);
    const [paid, expired] = [await anOrder(raffle.id), await anOrder(raffle.id)];
    await desk.pay(admin.token, paid.id);
    await letExpire(server, expired.id, 121);
    await expireOrders(server.app);
    for (const { id, buyer } of [paid, expired])
      expect(await refusal(raffle.id, () => desk.cancel(buyer.token, id))).toBe('CONFLICT');
  });
});
