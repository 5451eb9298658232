import { beforeAll, describe, expect, it } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { settle } from '../src/payments/settle.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, letExpire, type OrderAnswer, type Outcome } from './support/sales.js';
import { forTests } from './support/start.js';
import { bearer, connect } from './support/subscribe.js';

/** Nobody holds what they do not pay: orders AT_PAYMENT. */
const banked = forTests(startBankedServer);
beforeAll(() => banked.behave({ refundDelayMs: 0 }));
const prisma = () => banked.server.app.db.prisma;

interface Placed extends OrderAnswer {
  token: string;
}

interface Buyer {
  id: string;
  token: string;
}

const buy = async (raffleId: string, quotaQuantity: number, buyer?: Buyer): Promise<Outcome & { token: string }> => {
  const { token } = buyer ?? (await aCustomer(banked.server));
  return { ...(await banked.desk.buyWithoutGateway(token, { raffleId, quotaQuantity })), token };
};

/** An order with a static code of the bank's key, of a stranger unless `buyer` is given. */
async function anOrder(raffleId: string, quotaQuantity: number, buyer?: Buyer): Promise<Placed> {
  const { order, message, token } = await buy(raffleId, quotaQuantity, buyer);
  if (!order) throw new Error(message);
  return { ...order, token };
}

const strangersOrder = (count: number, raffleId: string, quotaQuantity: number): Promise<Placed[]> =>
  Promise.all(Array.from({ length: count }, () => anOrder(raffleId, quotaQuantity)));

const aPaidOrder = async (raffleId: string, quotaQuantity: number, buyer?: Buyer): Promise<Placed> => {
  const order = await anOrder(raffleId, quotaQuantity, buyer);
  await banked.payAtBank(order.qrCodeContent);
  await banked.untilStatus(order, 'PAID');
  return order;
};

const rowOf = ({ id }: { id: string }) => prisma().order.findUniqueOrThrow({ where: { id: BigInt(id) } });
const wellKept = async (raffleId: string): Promise<void> => expect(await brokenInvariants(banked.server, raffleId)).toEqual([]);
const held = async (raffleId: string) => {
  const { reserved, unproven, allocated } = await prisma().raffleCounter.findUniqueOrThrow({ where: { raffleId } });
  return { reserved, unproven, allocated };
};
const reservationsOf = async (orders: { id: string }[]) => (await Promise.all(orders.map(rowOf))).map((row) => row.reservation);
const refundsOf = ({ id }: { id: string }) =>
  prisma().refund.findMany({ where: { payment: { orderId: BigInt(id) } }, include: { latePayment: true } });

const MONEY = `query ($id: ID!) {
  order(id: $id) { status reservation payments { nodes { amount } } refunds { nodes { amount status initiator reason } } }
}`;

/** All of it is on its way back, or back, without an operator. */
async function moneyComesBack(order: Placed, amount: string, status: string): Promise<void> {
  await banked.untilStatus(order, status);
  await expect.poll(async () => (await refundsOf(order)).map((refund) => refund.status)).toEqual(['RETURNED']);
  const { data } = await banked.server.graphql<any>(MONEY, { id: order.id }, { token: order.token });
  expect(data?.order).toEqual({
    status,
    reservation: 'AT_PAYMENT',
    payments: { nodes: [{ amount }] },
    refunds: { nodes: [{ amount, status: 'RETURNED', initiator: 'SERVICE', reason: null }] },
  });
  expect(await banked.latePayments(order.id)).toMatchObject([{ reason: 'SOLD_OUT', status: 'REFUNDED' }]);
}

const shownReservation = async (raffleId: string, quotaQuantity: number, { token }: Buyer): Promise<string> => {
  const document = 'query ($id: ID!, $quotas: Int!) { orderPrice(raffleId: $id, quotaQuantity: $quotas) { reservation } }';
  const { data } = await banked.server.graphql<any>(document, { id: raffleId, quotas: quotaQuantity }, { token });
  return data?.orderPrice.reservation;
};

describe('buyers who never paid', () => {
  it('reserve a fifth of what is not paid; further orders are taken, and hold nothing', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 100, unprovenShare: 20 });
    const orders: Placed[] = [];
    for (let i = 0; i < 6; i += 1) orders.push(await anOrder(raffle.id, 6));

    expect(orders.map(({ reservation }) => reservation)).toEqual([
      'RESERVED',
      'RESERVED',
      'RESERVED',
      'AT_PAYMENT',
      'AT_PAYMENT',
      'AT_PAYMENT',
    ]);
    expect(await held(raffle.id)).toEqual({ reserved: 18, unproven: 18, allocated: 0 });
    expect((await anOrder(raffle.id, 2)).reservation).toBe('RESERVED');
    await wellKept(raffle.id);
  });

  it('pay what they did not reserve, in the order of payments', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 10, unprovenShare: 0 });
    const [first, second] = [await anOrder(raffle.id, 3), await anOrder(raffle.id, 3)];
    for (const order of [second, first]) {
      await banked.payAtBank(order.qrCodeContent);
      await banked.untilStatus(order, 'PAID');
    }
    const blocks = await prisma().quotaAllocation.findMany({ where: { raffleId: raffle.id }, orderBy: { firstOrdinal: 'asc' } });
    expect(blocks.map(({ orderId }) => String(orderId))).toEqual([second.id, first.id]);
    expect(await held(raffle.id)).toEqual({ reserved: 0, unproven: 0, allocated: 6 });
    await wellKept(raffle.id);
  });

  it.each([
    ['cancels', 'CANCELLED'],
    ['does not pay', 'EXPIRED'],
  ])('give back exactly what they held when one %s', async (_how, status) => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 10, unprovenShare: 30 });
    const orders = [await anOrder(raffle.id, 3), await anOrder(raffle.id, 3)];
    expect(orders.map(({ reservation }) => reservation)).toEqual(['RESERVED', 'AT_PAYMENT']);
    for (const order of orders.reverse()) {
      if (status === 'CANCELLED') await banked.desk.cancel(order.token, order.id);
      else {
        await letExpire(banked.server, order.id, 121);
        await expireOrders(banked.server.app);
      }
      expect((await rowOf(order)).status).toBe(status);
      await wellKept(raffle.id);
    }
    expect(await held(raffle.id)).toEqual({ reserved: 0, unproven: 0, allocated: 0 });
  });

  it('count unpaid orders that hold nothing against their limits', async () => {
    const limited = await anOpenRaffle(banked.server, { quotaQuantity: 100, unprovenShare: 0, maxBuyerQuantity: 5 });
    const buyer = await aCustomer(banked.server);
    await anOrder(limited.id, 4, buyer);
    expect((await buy(limited.id, 2, buyer)).code).toBe('CONFLICT');

    const guard = { enableAntiSpam: true, antiSpamMaxQuota: 5, antiSpamTimeout: 10 };
    const guarded = await anOpenRaffle(banked.server, { quotaQuantity: 100, unprovenShare: 0, ...guard });
    await anOrder(guarded.id, 4, buyer);
    expect((await buy(guarded.id, 2, buyer)).code).toBe('RATE_LIMITED');
  });

  it('get all that is left when it is theirs to pay, whatever strangers have reserved', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 50, unprovenShare: 20 });
    const strangers = await strangersOrder(20, raffle.id, 2);
    expect(await held(raffle.id)).toMatchObject({ reserved: 10 });

    await aPaidOrder(raffle.id, 50);
    expect(await held(raffle.id)).toEqual({ reserved: 0, unproven: 0, allocated: 50 });
    expect(new Set(await reservationsOf(strangers))).toEqual(new Set(['AT_PAYMENT']));
    expect((await prisma().raffle.findUniqueOrThrow({ where: { id: raffle.id } })).status).toBe('SOLD_OUT');
    await wellKept(raffle.id);
  });
});

describe('twenty strangers who order the most they may, again whenever their orders expire', () => {
  it('never keep a buyer who pays from buying', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 60, unprovenShare: 20 });
    const strangers = await Promise.all(Array.from({ length: 20 }, () => aCustomer(banked.server)));
    let left = 60;
    for (const quotaQuantity of [20, 25, 15]) {
      const orders = await Promise.all(
        strangers.map((stranger, i) => anOrder(raffle.id, i % 2 === 0 ? Math.min(left, 12) : 1, stranger)),
      );
      await aPaidOrder(raffle.id, quotaQuantity);
      left -= quotaQuantity;
      expect((await held(raffle.id)).allocated).toBe(60 - left);
      await wellKept(raffle.id);
      await prisma().order.updateMany({
        where: { id: { in: orders.map(({ id }) => BigInt(id)) } },
        data: { expiresAt: new Date(Date.now() - 121_000) },
      });
      await expireOrders(banked.server.app);
      expect((await held(raffle.id)).reserved).toBe(0);
    }
    expect(left).toBe(0);
  });
});

describe('a reservation of a buyer who never paid', () => {
  it('gives way to a payment, the newest first, and only as far as it is needed and above its share', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 20, unprovenShare: 50 });
    const strangers: Placed[] = [];
    for (let i = 0; i < 5; i += 1) strangers.push(await anOrder(raffle.id, 2));

    await aPaidOrder(raffle.id, 12);
    expect(await reservationsOf(strangers)).toEqual(['RESERVED', 'RESERVED', 'RESERVED', 'RESERVED', 'AT_PAYMENT']);
    expect(await held(raffle.id)).toEqual({ reserved: 8, unproven: 8, allocated: 12 });
    await wellKept(raffle.id);
  });

  it('that gave way is told of, live and by an event, and can still be paid', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 10, unprovenShare: 50 });
    const stranger = await anOrder(raffle.id, 5);
    const page = connect(banked.server, bearer(stranger.token));
    const live = page.subscribe('subscription ($id: ID!) { orderStatus(orderId: $id) { status reservation } }', {
      id: stranger.id,
    });
    expect((await live.next()).data).toEqual({ orderStatus: { status: 'PENDING', reservation: 'RESERVED' } });
    await aPaidOrder(raffle.id, 8);
    expect((await live.next()).data).toEqual({ orderStatus: { status: 'PENDING', reservation: 'AT_PAYMENT' } });
    await page.close();
    const { order } = (await banked.server.graphql<any>(MONEY, { id: stranger.id }, { token: stranger.token })).data ?? {};
    expect(order).toMatchObject({ status: 'PENDING', reservation: 'AT_PAYMENT' });

    const smaller = await anOrder(raffle.id, 2);
    await banked.payAtBank(smaller.qrCodeContent);
    await banked.untilStatus(smaller, 'PAID');
    await wellKept(raffle.id);
  });

  it('stays when it was paid in full in the same moment', async () => {
    const { app } = banked.server;
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 10, unprovenShare: 50 });
    const [stranger, payer] = [await anOrder(raffle.id, 5), await anOrder(raffle.id, 8)];
    const pay = (order: Placed, endToEndId: string) =>
      // Nothing is read before, so that the second and the third wait while the first is decided, and are one batch.
      app.orderSettlement.push({
        orderId: order.id,
        raffleId: raffle.id,
        incoming: {
          source: 'CALLBACK',
          providerName: 'sandbox',
          txid: order.qrCodeId ?? '',
          endToEndId,
          amount: BigInt(order.quotaQuantity) * 100n,
          paidAt: new Date(),
        },
      });
    const [first, ...rest] = [await aRaffleMate(raffle.id), payer, stranger];
    const answers = await Promise.all([first, ...rest].map((order, i) => pay(order, `same-moment-${raffle.id}-${i}`)));
    expect(answers).toEqual(['PAID', 'LATE', 'PAID']);
    await moneyComesBackInBooks(payer);
    await wellKept(raffle.id);
  });

  const aRaffleMate = (raffleId: string) => anOrder(raffleId, 1);
  const moneyComesBackInBooks = async (order: Placed): Promise<void> => {
    expect(await rowOf(order)).toMatchObject({ status: 'CANCELLED', reservation: 'AT_PAYMENT' });
    expect(await refundsOf(order)).toMatchObject([{ initiator: 'SERVICE', latePayment: { reason: 'SOLD_OUT' } }]);
  };
});

describe('a buyer with paid orders', () => {
  /** Its buyer cannot take it back any more. */
  async function aKeptOrder(quotaQuantity: number, buyer: Buyer): Promise<void> {
    const { id } = await aPaidOrder((await anOpenRaffle(banked.server)).id, quotaQuantity, buyer);
    await prisma().order.update({
      where: { id: BigInt(id) },
      data: { paidAt: new Date(Date.now() - 7 * 24 * 3_600_000 - 1_000) },
    });
  }

  it('reserves as much as they once paid beside the share of strangers, and no more', async () => {
    const buyer = await aCustomer(banked.server);
    await aKeptOrder(30, buyer);
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 100, unprovenShare: 0 });

    expect((await anOrder(raffle.id, 20, buyer)).reservation).toBe('RESERVED');
    expect((await anOrder(raffle.id, 11, buyer)).reservation).toBe('AT_PAYMENT');
    expect((await anOrder(raffle.id, 10, buyer)).reservation).toBe('RESERVED');
    expect(await held(raffle.id)).toEqual({ reserved: 30, unproven: 0, allocated: 0 });
    await wellKept(raffle.id);
  });

  it('keeps the reservation when a stranger pays for more than is free', async () => {
    const buyer = await aCustomer(banked.server);
    await aKeptOrder(10, buyer);
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 10, unprovenShare: 20 });
    const reserved = await anOrder(raffle.id, 10, buyer);
    const stranger = await anOrder(raffle.id, 1);
    expect([reserved.reservation, stranger.reservation]).toEqual(['RESERVED', 'AT_PAYMENT']);

    await banked.payAtBank(stranger.qrCodeContent);
    await moneyComesBack(stranger, '1.00', 'CANCELLED');
    await banked.payAtBank(reserved.qrCodeContent);
    await banked.untilStatus(reserved, 'PAID');
    await wellKept(raffle.id);
  });

  it('reserves at once what they paid for instant prizes, or in a raffle that is frozen', async () => {
    const changes = [
      (raffleId: string) => prisma().raffleCounter.update({ where: { raffleId }, data: { isInstant: true } }),
      (id: string) => prisma().raffle.update({ where: { id }, data: { frozenAt: new Date() } }),
    ];
    for (const becomeFinal of changes) {
      const buyer = await aCustomer(banked.server);
      const paidIn = await anOpenRaffle(banked.server);
      await aPaidOrder(paidIn.id, 10, buyer);
      await becomeFinal(paidIn.id);
      const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 100, unprovenShare: 0 });
      expect(await shownReservation(raffle.id, 10, buyer)).toBe('RESERVED');
      expect((await anOrder(raffle.id, 10, buyer)).reservation).toBe('RESERVED');
    }
  });

  // One after the other would hold a raffle with the same money.
  it('reserves nothing for money that they can take back', async () => {
    const buyer = await aCustomer(banked.server);
    const paidOrder = await aPaidOrder((await anOpenRaffle(banked.server)).id, 10, buyer);
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 100, unprovenShare: 0 });
    expect(await shownReservation(raffle.id, 1, buyer)).toBe('AT_PAYMENT');
    expect((await anOrder(raffle.id, 1, buyer)).reservation).toBe('AT_PAYMENT');
    const takenBack = 'mutation ($id: ID!) { refundOrder(id: $id) { status } }';
    const { data } = await banked.server.graphql<any>(takenBack, { id: paidOrder.id }, { token: buyer.token });
    expect(data?.refundOrder.status).toBe('REFUNDED');
  });

  it('gains nothing by one paid order of R$ 1.00 in each of 20 accounts, nor by free orders', async () => {
    const cheap = await anOpenRaffle(banked.server);
    const free = await anOpenRaffle(banked.server, { quotaPrice: 0n, freeCampaign: true });
    const accounts = await Promise.all(Array.from({ length: 20 }, () => aCustomer(banked.server)));
    for (const account of accounts) {
      const order = await anOrder(cheap.id, 1, account);
      await banked.desk.pay(banked.admin.token, order.id);
      await anOrder(free.id, 10, account);
    }
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 100, unprovenShare: 20 });
    await Promise.all(accounts.map((account) => anOrder(raffle.id, 5, account)));
    await Promise.all(accounts.map((account) => anOrder(raffle.id, 1, account)));

    const { reserved } = await held(raffle.id);
    expect(reserved).toBeLessThanOrEqual(20 + accounts.length);
    await aPaidOrder(raffle.id, 80);
    await wellKept(raffle.id);
  });
});

describe('money for an order AT_PAYMENT', () => {
  /** All quotas are paid by others while the order waits. */
  async function tooLate(quotaQuantity = 3): Promise<Placed> {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 5, unprovenShare: 0 });
    const order = await anOrder(raffle.id, quotaQuantity);
    await aPaidOrder(raffle.id, 4);
    return order;
  }

  it('goes back by itself when others were first, once however often it is heard of', async () => {
    const order = await tooLate();
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);
    await moneyComesBack(order, '3.00', 'CANCELLED');
    const again = { source: 'RECONCILIATION', providerName: 'sandbox', endToEndId, amount: 300n, paidAt: new Date() } as const;
    expect(await settle(banked.server.app, { ...again, txid: order.qrCodeId ?? '' })).toBe('REPEATED');
    expect(await refundsOf(order)).toHaveLength(1);
    await wellKept((await rowOf(order)).raffleId);
  });

  it('goes back whole when it was too much; too little waits for an operator', async () => {
    const order = await tooLate();
    await banked.payAtBank(order.qrCodeContent, '2.99');
    await expect.poll(() => banked.latePayments(order.id)).toMatchObject([{ reason: 'ORDER_ENDED', status: 'PENDING' }]);
    expect((await rowOf(order)).status).toBe('PENDING');
    await banked.payAtBank(order.qrCodeContent, '3.50');
    await expect
      .poll(async () => (await refundsOf(order)).map(({ amount, status }) => [amount, status]))
      .toEqual([[350n, 'RETURNED']]);
    expect((await rowOf(order)).status).toBe('CANCELLED');
  });

  it('pays it after it expired, while quotas are free; else it goes back', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 5, unprovenShare: 0 });
    const orders = [await anOrder(raffle.id, 3), await anOrder(raffle.id, 3)];
    for (const { id } of orders) await letExpire(banked.server, id, 121);
    await expireOrders(banked.server.app);

    const [first, second] = orders as [Placed, Placed];
    await banked.payAtBank(first.qrCodeContent);
    await banked.untilStatus(first, 'PAID');
    await banked.payAtBank(second.qrCodeContent);
    await moneyComesBack(second, '3.00', 'EXPIRED');
    await wellKept(raffle.id);
  });

  it('goes back when sales closed after it expired', async () => {
    const raffle = await anOpenRaffle(banked.server, { quotaQuantity: 5, unprovenShare: 0 });
    const order = await anOrder(raffle.id, 3);
    await letExpire(banked.server, order.id, 121);
    await expireOrders(banked.server.app);
    await prisma().raffle.update({ where: { id: raffle.id }, data: { status: 'CLOSED' } });
    banked.server.app.raffles.drop(raffle.id);
    await banked.payAtBank(order.qrCodeContent);
    await moneyComesBack(order, '3.00', 'EXPIRED');
  });

  it('is refused by hand when others were first, and changes nothing', async () => {
    const order = await tooLate();
    const outcome = await banked.desk.pay(banked.admin.token, order.id);
    expect(outcome.code).toBe('CONFLICT');
    expect(await rowOf(order)).toMatchObject({ status: 'PENDING', reservation: 'AT_PAYMENT' });
    expect(await refundsOf(order)).toEqual([]);
  });

  it('is recorded only together with its refund, so no crash comes between', async () => {
    const { db } = banked.server.app;
    const order = await tooLate();
    await banked.behave({ callbackCopies: 0, refundDelayMs: 0 });
    const { endToEndId } = await banked.payAtBank(order.qrCodeContent);
    await banked.behave({ refundDelayMs: 0 });
    const payment = { source: 'CALLBACK', providerName: 'sandbox', endToEndId, amount: 300n, paidAt: new Date() } as const;
    const pay = () => settle(banked.server.app, { ...payment, txid: order.qrCodeId ?? '' });

    await db.pool.query("ALTER TABLE refunds ADD CONSTRAINT no_refunds CHECK (initiator <> 'SERVICE') NOT VALID");
    await expect(pay()).rejects.toThrow('no_refunds');
    expect(await rowOf(order)).toMatchObject({ status: 'PENDING', reservation: 'AT_PAYMENT' });
    expect(await prisma().payment.count({ where: { endToEndId } })).toBe(0);

    await db.pool.query('ALTER TABLE refunds DROP CONSTRAINT no_refunds');
    expect(await pay()).toBe('LATE');
    await moneyComesBack(order, '3.00', 'CANCELLED');
  });
});
