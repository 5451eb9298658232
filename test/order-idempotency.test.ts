import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, aProvider, countsOf, salesRecord } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();
beforeAll(() => aProvider(server, { name: 'passing', adapter: 'static' }));

const withKey = (key: string) => ({ 'idempotency-key': key });

describe('an Idempotency-Key', () => {
  it('sent again with the same body answers the same order, and nothing more is reserved', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const input = { raffleId: raffle.id, quotaQuantity: 3, referral: 'x' };

    const first = await desk.buy(buyer.token, input, withKey('k'));
    const after = await salesRecord(server, raffle.id);
    expect(await desk.buy(buyer.token, input, withKey('k'))).toEqual(first);
    const { raffleId, ...rest } = input;
    expect(
      await desk.buy(
        buyer.token,
        { ...rest, userId: null, paymentProviderName: null, raffleId: raffleId.toUpperCase() },
        withKey('k'),
      ),
    ).toEqual(first);
    expect(await salesRecord(server, raffle.id)).toEqual(after);
  });

  it('sent fifty times at once makes one order', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 }, withKey('burst'))),
    );
    expect(outcomes[0]?.order?.status).toBe('PENDING');
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 2 });
    expect(await server.app.db.prisma.order.count({ where: { raffleId: raffle.id } })).toBe(1);
  });

  it('sent twenty times at once for the last quotas of a free raffle pays one order', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 3, quotaPrice: 0n });
    const buyer = await aCustomer(server);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 3 }, withKey('free'))),
    );
    expect(outcomes.map(({ order }) => order?.status)).toEqual(Array(20).fill('PAID'));
    expect(new Set(outcomes.map(({ order }) => order?.id)).size).toBe(1);
    expect(await brokenInvariants(server, raffle.id)).toEqual([]);
  });

  it('sent with another body, even one that could not be sold, is refused and changes nothing, also at once', async () => {
    const raffle = await anOpenRaffle(server, { maxReservationQuantity: 50 });
    const buyer = await aCustomer(server);
    const mismatch = { order: undefined, code: 'IDEMPOTENCY_MISMATCH' };
    const input = { raffleId: raffle.id, quotaQuantity: 3 };

    const atOnce = await Promise.all(
      [3, 4].map((quotaQuantity) => desk.buy(buyer.token, { ...input, quotaQuantity }, withKey('m'))),
    );
    expect(atOnce.filter(({ order }) => order)).toHaveLength(1);
    expect(atOnce.filter(({ code }) => code === 'IDEMPOTENCY_MISMATCH')).toHaveLength(1);
    const before = await salesRecord(server, raffle.id);
    for (const other of [
      { quotaQuantity: 5 },
      { quotaQuantity: 51 },
      { referral: 'y' },
      { paymentProviderName: 'static' },
      { raffleId: 'x' },
    ]) {
      expect(await desk.buy(buyer.token, { ...input, ...other }, withKey('m'))).toMatchObject(mismatch);
    }
    expect(await desk.buyWithoutGateway(buyer.token, input, withKey('m'))).toMatchObject(mismatch);
    expect(await salesRecord(server, raffle.id)).toEqual(before);
  });

  it('sent with the same body for an order of the other kind is refused', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const input = { raffleId: raffle.id, quotaQuantity: 3 };
    expect((await desk.buy(buyer.token, input, withKey('kind'))).code).toBeUndefined();
    expect(await desk.buyWithoutGateway(buyer.token, input, withKey('kind'))).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 3 });
  });

  it('sent at once to two raffles buys of one and is refused by the other', async () => {
    const buyer = await aCustomer(server);
    const raffles = [await anOpenRaffle(server), await anOpenRaffle(server)];
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.all(
        raffles.map(({ id }) => desk.buy(buyer.token, { raffleId: id, quotaQuantity: 1 }, withKey(`both-${round}`))),
      );
      expect(new Set(outcomes.map(({ order, code }) => order?.status ?? code))).toEqual(
        new Set(['IDEMPOTENCY_MISMATCH', 'PENDING']),
      );
    }
    const reserved = await Promise.all(raffles.map(async ({ id }) => (await countsOf(server, id)).reserved));
    expect(reserved.reduce((a, b) => a + b)).toBe(20);
  });

  it("is its sender's own", async () => {
    const raffle = await anOpenRaffle(server);
    const [buyer, other] = [await aCustomer(server), await aCustomer(server)];
    const input = { raffleId: raffle.id, quotaQuantity: 1 };
    const ids = [
      (await desk.buy(buyer.token, input, withKey('shared'))).order?.id,
      (await desk.buy(other.token, input, withKey('shared'))).order?.id,
      (await desk.buy(admin.token, { ...input, userId: buyer.id }, withKey('shared'))).order?.id,
    ];
    expect(new Set(ids).size).toBe(3);
  });

  it('still answers its order when the raffle closed, sold out, or its provider went, and when the order moved on', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 4 });
    const buyer = await aCustomer(server);
    const input = { raffleId: raffle.id, quotaQuantity: 4, paymentProviderName: 'passing' };
    const first = await desk.buy(buyer.token, input, withKey('later'));
    const again = async () => {
      const { order, code } = await desk.buy(buyer.token, input, withKey('later'));
      return { id: order?.id, status: order?.status, code };
    };
    const answer = (status: string) => ({ id: first.order?.id, status, code: undefined });
    const { prisma } = server.app.db;

    await prisma.raffle.update({ where: { id: raffle.id }, data: { status: 'CLOSED', version: { increment: 1 } } });
    server.app.raffles.drop(raffle.id);
    expect(await again()).toEqual(answer('PENDING'));
    await desk.pay(admin.token, first.order?.id ?? '');
    await prisma.raffle.update({ where: { id: raffle.id }, data: { status: 'SOLD_OUT', version: { increment: 1 } } });
    server.app.raffles.drop(raffle.id);
    expect(await again()).toEqual(answer('PAID'));
    await prisma.paymentProvider.update({ where: { name: 'passing' }, data: { active: false } });
    await expect
      .poll(
        () =>
          server.app.providers.choose('passing', 'GATEWAY').then(
            () => 'active',
            () => 'gone',
          ),
        { timeout: 4_000 },
      )
      .toBe('gone');
    expect(await again()).toEqual(answer('PAID'));
  });

  it('that was refused may be used again', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 2 });
    const [buyer, holder] = [await aCustomer(server), await aCustomer(server)];
    const first = await desk.buy(holder.token, { raffleId: raffle.id, quotaQuantity: 1 });
    await desk.pay(admin.token, first.order?.id ?? '');
    const input = { raffleId: raffle.id, quotaQuantity: 2 };
    expect(await desk.buy(buyer.token, input, withKey('r'))).toMatchObject({ code: 'SOLD_OUT' });
    await server.app.db.prisma.raffleCounter.update({ where: { raffleId: raffle.id }, data: { sellable: 3 } });
    expect((await desk.buy(buyer.token, input, withKey('r'))).order?.status).toBe('PENDING');
  });

  it.each([' ', 'two words', 'x'.repeat(256), 'caf\xe9'])('that is %j is refused before anything is reserved', async (key) => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const { code, fields } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 }, withKey(key));
    expect({ code, fields }).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] },
    });
    expect(await countsOf(server, raffle.id)).toMatchObject({ reserved: 0 });
  });

  it('of 255 characters, the most there may be, works', async () => {
    const raffle = await anOpenRaffle(server);
    const buyer = await aCustomer(server);
    const key = withKey('~'.repeat(255));
    const first = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 }, key);
    expect(await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 }, key)).toEqual(first);
  });
});
