import { describe, expect, it } from 'vitest';
import type { Prisma } from '../src/generated/prisma/client.js';
import { expireOrders } from '../src/orders/order-expiry.js';
import { checkAllBooks } from '../src/reconciliation/books/check-books.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle, countsOf, letExpire, salesRecord } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();

async function refusalIn(raffleId: string, quotaQuantity = 1) {
  const buyer = await aCustomer(server);
  const before = await salesRecord(server, raffleId);
  const { order, code, message } = await desk.buy(buyer.token, { raffleId, quotaQuantity });
  expect(order).toBeUndefined();
  expect(await salesRecord(server, raffleId)).toEqual(before);
  return { code, message };
}

describe('a raffle that does not sell', () => {
  const inAnHour = new Date(Date.now() + 3_600_000);
  const anHourAgo = new Date(Date.now() - 3_600_000);

  it.each<[string, Partial<Prisma.RaffleUncheckedCreateInput>, { code: string; message: string }]>([
    ['DRAFT', { status: 'DRAFT' }, { code: 'NOT_FOUND', message: 'There is no such raffle.' }],
    ['deleted', { deletedAt: anHourAgo }, { code: 'NOT_FOUND', message: 'There is no such raffle.' }],
    ['SOON', { status: 'SOON' }, { code: 'CONFLICT', message: 'The raffle is not open for sale yet.' }],
    ['CLOSED', { status: 'CLOSED' }, { code: 'CONFLICT', message: 'The raffle is not open for sale any more.' }],
    ['CANCELLED', { status: 'CANCELLED' }, { code: 'CONFLICT', message: 'The raffle is not open for sale any more.' }],
    [
      'DRAWN',
      { status: 'DRAWN', frozenAt: new Date() },
      { code: 'CONFLICT', message: 'The raffle is not open for sale any more.' },
    ],
    [
      'FINISHED',
      { status: 'FINISHED', frozenAt: new Date() },
      { code: 'CONFLICT', message: 'The raffle is not open for sale any more.' },
    ],
    ['SOLD_OUT', { status: 'SOLD_OUT' }, { code: 'SOLD_OUT', message: 'No quotas are left: all of them are paid.' }],
    ['not yet begun', { startsAt: inAnHour }, { code: 'CONFLICT', message: 'The raffle is not open for sale.' }],
    // Whether it is closed already or about to be.
    [
      'over',
      { endsAt: anHourAgo },
      { code: 'CONFLICT', message: expect.stringMatching(/^The raffle is not open for sale( any more)?\.$/) },
    ],
  ])('because it is %s refuses and changes nothing', async (_state, overrides, refusal) => {
    const raffle = await anOpenRaffle(server, overrides);
    expect(await refusalIn(raffle.id)).toEqual(refusal);
  });

  it.each(['01990000-0000-7000-8000-00000000dead', 'no-uuid', '', '1; DROP TABLE orders'])(
    'because %j names none is not found',
    async (raffleId) => {
      const buyer = await aCustomer(server);
      expect(await desk.buy(buyer.token, { raffleId, quotaQuantity: 1 })).toMatchObject({ order: undefined, code: 'NOT_FOUND' });
    },
  );

  it('sells between its dates', async () => {
    const raffle = await anOpenRaffle(server, { startsAt: anHourAgo, endsAt: inAnHour });
    const buyer = await aCustomer(server);
    expect((await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })).order?.status).toBe('PENDING');
  });

  it('stops when it is closed, and sells again when it is opened', async () => {
    const raffle = await anOpenRaffle(server);
    const move = (status: string) =>
      server.graphql(
        'mutation ($id: ID!, $input: UpdateRaffleInput!) { updateRaffle(id: $id, input: $input) { status } }',
        { id: raffle.id, input: { status } },
        { token: admin.token },
      );
    const buyer = await aCustomer(server);
    const buy = () => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 });

    expect((await buy()).order?.status).toBe('PENDING');
    await move('CLOSED');
    expect(await refusalIn(raffle.id)).toMatchObject({ code: 'CONFLICT' });
    await move('OPEN');
    expect((await buy()).order?.status).toBe('PENDING');
  });
});

describe('the most a buyer may take', () => {
  it('counts over all their orders, unpaid and paid, and what was not paid may be bought again', async () => {
    const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 10 });
    const buyer = await aCustomer(server);
    const buy = (quotaQuantity: number) => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity });
    const limitOf = (ask: string) => {
      const message = `A buyer may take at most 10 quotas of this raffle; refunded and bonus ones count too. ${ask}`;
      return { order: undefined, code: 'CONFLICT', message };
    };
    const limit = limitOf('You cannot ask for more.');

    expect(await buy(11)).toMatchObject(limitOf('You can ask for at most 10.'));
    const paid = await buy(4);
    const cancelled = await buy(3);
    const expired = await buy(3);
    expect(await buy(1)).toMatchObject(limit);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 10 });

    await desk.pay(admin.token, paid.order?.id ?? '');
    expect(await buy(1)).toMatchObject(limit);
    await desk.cancel(buyer.token, cancelled.order?.id ?? '');
    expect(await buy(4)).toMatchObject(limitOf('You can ask for at most 3.'));
    expect((await buy(3)).order?.status).toBe('PENDING');
    await letExpire(server, expired.order?.id ?? '', 121);
    await expireOrders(server.app);
    expect((await buy(3)).order?.status).toBe('PENDING');
    expect(await buy(1)).toMatchObject(limit);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 6, allocated: 4 });
  });

  it('is not exceeded by paying codes of orders that were cancelled to make room', async () => {
    const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 10 });
    const buyer = await aCustomer(server);
    const buy = async (quotaQuantity: number) =>
      (await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity })).order?.id ?? '';
    const cancelled = [await buy(6), await buy(4)];
    for (const id of cancelled) await desk.cancel(buyer.token, id);
    await desk.pay(admin.token, await buy(5));
    const more = await Promise.all(cancelled.map((id) => desk.pay(admin.token, id)));
    expect(more.map(({ order, code }) => order?.status ?? code)).toEqual(['CONFLICT', 'PAID']);
    const [again, last] = [await buy(1), await buy(1)];
    expect([again, last]).toEqual([expect.stringMatching(/^\d+$/), '']);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 1, allocated: 9 });
  });

  it('is not had again by giving quotas back', async () => {
    const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 10 });
    const buyer = await aCustomer(server);
    const buy = (quotaQuantity: number) => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity });
    const refund = 'mutation ($id: ID!) { refundOrder(id: $id) { status } }';
    for (const quotaQuantity of [6, 4]) {
      const id = (await buy(quotaQuantity)).order?.id ?? '';
      await desk.pay(admin.token, id);
      expect((await server.graphql(refund, { id }, buyer)).errors).toBeUndefined();
    }
    expect(await buy(1)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('refunded and bonus ones count too'),
    });
    const where = { raffleId_userId: { raffleId: raffle.id, userId: buyer.id } };
    expect(await server.app.db.prisma.raffleBuyer.findUnique({ where })).toMatchObject({
      allocated: 0,
      givenBack: 10,
      paidOrders: 0,
    });
    await checkAllBooks(server.app);
    expect((await reportReconciliation(server.app)).disagreements).toEqual([]);
  });

  it('holds for orders that arrive at once, and does not count those that are refused', async () => {
    const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 10 });
    const buyer = await aCustomer(server);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: i % 3 === 0 ? 11 : 3 })),
    );
    expect(outcomes.filter(({ order }) => order)).toHaveLength(3);
    expect(outcomes.filter(({ code }) => code === 'CONFLICT')).toHaveLength(27);
    expect((await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })).order?.status).toBe('PENDING');
  });

  it("is each buyer's own, in each raffle", async () => {
    const [one, other] = [
      await anOpenRaffle(server, { maxBuyerQuantity: 2 }),
      await anOpenRaffle(server, { maxBuyerQuantity: 2 }),
    ];
    const [first, second] = [await aCustomer(server), await aCustomer(server)];
    for (const buyer of [first, second]) {
      for (const raffle of [one, other]) {
        expect((await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 })).order?.status).toBe('PENDING');
      }
    }
  });
});

describe('the guard against spam', () => {
  const guarded = { enableAntiSpam: true, antiSpamMaxQuota: 5, antiSpamTimeout: 10 };
  const refusalOf = (ask = '') => ({
    order: undefined,
    code: 'RATE_LIMITED',
    message: `You have too many unpaid quotas of this raffle: pay or cancel them first${ask}.`,
  });
  const refusal = refusalOf();

  it('bounds what a buyer holds unpaid; paying and cancelling make room', async () => {
    const raffle = await anOpenRaffle(server, guarded);
    const buyer = await aCustomer(server);
    const buy = (quotaQuantity: number) => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity });

    const first = await buy(3);
    expect(await buy(3)).toMatchObject(refusalOf(', or ask for at most 2'));
    const second = await buy(2);
    expect(await buy(1)).toMatchObject(refusal);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 5, allocated: 0 });
    await desk.pay(admin.token, first.order?.id ?? '');
    expect((await buy(3)).order?.status).toBe('PENDING');
    await desk.cancel(buyer.token, second.order?.id ?? '');
    expect((await buy(2)).order?.status).toBe('PENDING');
    expect(await buy(1)).toMatchObject(refusal);
  });

  it('looks back for its window only', async () => {
    const raffle = await anOpenRaffle(server, guarded);
    const buyer = await aCustomer(server);
    const buy = (quotaQuantity: number) => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity });
    const { order } = await buy(5);
    const madeAgo = (minutes: number) =>
      server.app.db.prisma.order.update({
        where: { id: BigInt(order?.id ?? 0) },
        data: { createdAt: new Date(Date.now() - minutes * 60_000) },
      });

    await madeAgo(9);
    expect(await buy(1)).toMatchObject(refusal);
    await madeAgo(11);
    expect((await buy(5)).order?.status).toBe('PENDING');
  });

  it('is off unless the raffle has it on, and holds for orders that arrive at once', async () => {
    const off = await anOpenRaffle(server, { ...guarded, enableAntiSpam: false });
    const on = await anOpenRaffle(server, guarded);
    const buyer = await aCustomer(server);
    const atOnce = (raffleId: string) =>
      Promise.all(Array.from({ length: 10 }, () => desk.buy(buyer.token, { raffleId, quotaQuantity: 2 })));

    expect((await atOnce(off.id)).filter(({ order }) => order)).toHaveLength(10);
    const outcomes = await atOnce(on.id);
    expect(outcomes.filter(({ order }) => order)).toHaveLength(2);
    expect(outcomes.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(8);
  });
});
