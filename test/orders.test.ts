import { describe, expect, it } from 'vitest';
import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import { aCustomer } from './support/actors.js';
import { ageCaches } from './support/clock.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, salesRecord } from './support/sales.js';
import { shopForTests } from './support/shop.js';
import { withoutTriggers } from './support/without-triggers.js';

const { server, admin, desk } = shopForTests();

/** Of a raffle that is sold already, too, which nobody can. */
const changePrice = (raffleId: string, quotaPrice: bigint) =>
  withoutTriggers(server, `UPDATE raffles SET quota_price = ${quotaPrice}, version = version + 1 WHERE id = '${raffleId}'`);

describe('createOrder', () => {
  it('reserves quotas and answers a PIX code for the price', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 100, quotaPrice: 250n });
    const buyer = await aCustomer(server);

    const { order, code } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 4, referral: 'no uuid at all' });

    expect(code).toBeUndefined();
    expect(order).toMatchObject({
      status: 'PENDING',
      quotaQuantity: 4,
      priceByQuota: '2.50',
      totalValue: '10.00',
      paymentMethod: 'PIX',
      paymentProviderName: 'static',
      referral: 'no uuid at all',
      paidAt: null,
      luckyNumbers: { nodes: [], totalCount: 0 },
    });
    expect(parseBrCode(order?.qrCodeContent ?? '')).toMatchObject({
      type: 'static',
      txid: order?.qrCodeId,
      amountCentavos: 1_000n,
    });
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 100, reserved: 4, allocated: 0 });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it("can be paid until the raffle's time limit, to the millisecond", async () => {
    const raffle = await anOpenRaffle(server, { reservationTimeLimit: 7 });
    const buyer = await aCustomer(server);
    const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 });
    const [row] = (await salesRecord(server, raffle.id)).orders;

    expect(row && row.expiresAt.getTime() - row.createdAt.getTime()).toBe(7 * 60_000);
    expect(row?.charge?.expiresAt).toEqual(row?.expiresAt);
    expect(order?.expiresAt).toBe(row?.expiresAt.toISOString());
  });

  it('computes the total exactly, up to the most that PIX carries', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 20_000, quotaPrice: 50_000_003n });
    const buyer = await aCustomer(server);

    const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 19_999 });
    expect(order).toMatchObject({ priceByQuota: '500000.03', totalValue: '9999500599.97' });
    const tooMuch = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 20_000 });
    expect(tooMuch).toMatchObject({ code: 'BAD_USER_INPUT', fields: { quotaQuantity: ['makes a total that PIX cannot carry'] } });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 19_999 });
  });

  it('takes what the raffle allows, both bounds included, and nothing beside them', async () => {
    const raffle = await anOpenRaffle(server, { minReservationQuantity: 3, maxReservationQuantity: 5 });
    const buyer = await aCustomer(server);
    const quantities: [unknown, string | undefined][] = [
      [2, 'must be at least 3'],
      [3, undefined],
      [5, undefined],
      [6, 'must be at most 5'],
    ];

    for (const [quotaQuantity, problem] of quantities) {
      const { order, code, fields } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity });
      if (problem) expect({ code, fields }).toEqual({ code: 'BAD_USER_INPUT', fields: { quotaQuantity: [problem] } });
      else expect(order).toMatchObject({ quotaQuantity, status: 'PENDING' });
    }
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 8, allocated: 0 });
  });

  it.each([0, -1, 1.5, 2 ** 31, -(2 ** 31), 20_001, '5', true, null, [1]])(
    'refuses the quantity %j and changes nothing',
    async (quotaQuantity) => {
      const raffle = await anOpenRaffle(server, { quotaQuantity: 30_000, maxReservationQuantity: 20_000 });
      const buyer = await aCustomer(server);
      const before = await salesRecord(server, raffle.id);

      const { order, code, fields } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity });

      expect({ order, code }).toEqual({ order: undefined, code: 'BAD_USER_INPUT' });
      expect(Object.keys(fields ?? {})).toEqual(['quotaQuantity']);
      expect(await salesRecord(server, raffle.id)).toEqual(before);
    },
  );

  it('sells the last quotas and says how many are left to who asks for more', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 10 });
    const [first, second] = [await aCustomer(server), await aCustomer(server)];
    const paid = await desk.buy(first.token, { raffleId: raffle.id, quotaQuantity: 7 });
    await desk.pay(admin.token, paid.order?.id ?? '');

    const orders = await Promise.all(
      [first, second].map(({ token }) => desk.buy(token, { raffleId: raffle.id, quotaQuantity: 2 })),
    );
    expect(new Set(orders.map(({ order }) => order?.reservation))).toEqual(new Set(['AT_PAYMENT', 'RESERVED']));
    expect(await desk.buy(second.token, { raffleId: raffle.id, quotaQuantity: 4 })).toMatchObject({
      code: 'SOLD_OUT',
      message: 'Only 3 quotas are left: ask for at most 3.',
    });
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 10, reserved: 2, allocated: 7 });
  });

  it('is PAID at once when the raffle is free, with its numbers and without a code', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 6, quotaPrice: 0n, freeCampaign: true });
    const buyer = await aCustomer(server);

    const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 6 });

    expect(order).toMatchObject({
      status: 'PAID',
      priceByQuota: '0.00',
      totalValue: '0.00',
      qrCodeId: null,
      qrCodeContent: null,
      paidAt: expect.any(String),
      luckyNumbers: { totalCount: 6 },
    });
    expect(order?.luckyNumbers.nodes.toSorted()).toEqual(['0', '1', '2', '3', '4', '5']);
    expect((await salesRecord(server, raffle.id)).orders[0]?.payments).toMatchObject([
      { source: 'FREE', amount: 0n, endToEndId: null },
    ]);
    expect(await server.app.db.prisma.raffle.findUnique({ where: { id: raffle.id } })).toMatchObject({ status: 'SOLD_OUT' });
    expect(await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 })).toMatchObject({ code: 'SOLD_OUT' });
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('knows a raffle and a customer by their UUID in capitals too', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const upper = { raffleId: raffle.id.toUpperCase(), userId: buyer.id.toUpperCase(), quotaQuantity: 1 };

    expect((await desk.buy(buyer.token, upper)).order).toMatchObject({ status: 'PENDING' });
    // The price changed behind the snapshot that the capitals were answered from.
    await changePrice(raffle.id, 777n);
    expect((await desk.buy(buyer.token, upper)).order).toMatchObject({ priceByQuota: '7.77' });
    expect((await desk.buy(admin.token, upper)).order).toMatchObject({ priceByQuota: '7.77' });
  });

  it('refuses nothing by an old copy of the raffle', async () => {
    const raffle = await anOpenRaffle(server, { maxReservationQuantity: 1 });
    const buyer = await aCustomer(server);
    const buy = async (quotaQuantity: number) => (await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity })).code;
    expect([await buy(1), await buy(5)]).toEqual([undefined, 'BAD_USER_INPUT']);
    await withoutTriggers(
      server,
      `UPDATE raffles SET max_reservation_quantity = 5, version = version + 1 WHERE id = '${raffle.id}'`,
    );
    ageCaches(150);
    expect(await buy(5)).toBeUndefined();
  });

  it('sells at the new price when it changed after the raffle was read', async () => {
    const raffle = await anOpenRaffle(server, { quotaPrice: 100n });
    const buyer = await aCustomer(server);

    for (const quotaPrice of [150n, 200n, 250n]) {
      // Whoever reads it within 100 ms reads it as it is now.
      expect((await server.app.raffles.get(raffle.id))?.quotaPrice).not.toBe(quotaPrice);
      await changePrice(raffle.id, quotaPrice);
      const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 });
      expect(order).toMatchObject({ totalValue: (Number(quotaPrice * 2n) / 100).toFixed(2) });
    }
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });
});
