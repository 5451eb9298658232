import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { statementsAtBank } from './support/money-balance.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';

const shop = forTests(startBankedServer);
const STATEMENT = `query ($raffleId: ID!, $from: Date, $to: Date) { raffleStatement(raffleId: $raffleId, from: $from, to: $to) {
  from to days { day received receivedByHand refunded takenBack providerFees commissions commissionsReversed prizes net }
  total { received receivedByHand refunded takenBack providerFees commissions commissionsReversed prizes net } refundsUnderWay lateToResolve } }`;
const NOTHING = {
  received: '0.00',
  receivedByHand: '0.00',
  refunded: '0.00',
  takenBack: '0.00',
  providerFees: '0.00',
  commissions: '0.00',
  commissionsReversed: '0.00',
  prizes: '0.00',
  net: '0.00',
};

interface Statement {
  days: ({ day: string } & typeof NOTHING)[];
  total: typeof NOTHING;
  refundsUnderWay: string;
  lateToResolve: string;
}

let buyer: { id: string; token: string };
beforeAll(async () => {
  buyer = await aCustomer(shop.server);
  await shop.behave({ refundDelayMs: 0 });
});

async function statementOf(raffleId: string, more: object = {}): Promise<Statement> {
  const { data, errors } = await shop.server.graphql(STATEMENT, { raffleId, ...more }, shop.admin);
  expect(errors).toBeUndefined();
  return (data as { raffleStatement: Statement }).raffleStatement;
}
async function aPaidOrder(raffleId: string, quotaQuantity: number, more: object = {}) {
  const { order } = await shop.desk.buy(buyer.token, { raffleId, quotaQuantity, ...more });
  await shop.payAtBank(order?.qrCodeContent);
  await shop.untilStatus(order, 'PAID');
  return order!;
}
async function refund(id: string, amount: string): Promise<void> {
  const REFUND = 'mutation ($id: ID!, $amount: Money) { refundOrder(id: $id, input: { amount: $amount }) { status } }';
  expect((await shop.server.graphql(REFUND, { id, amount }, shop.admin)).errors).toBeUndefined();
}
const paymentOf = (orderId: string) =>
  shop.server.app.db.prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(orderId) } });

describe('the statement of a raffle', () => {
  it('has each centavo once, and agrees with the bank', async () => {
    const { app } = shop.server;
    const referrer = await aCustomer(shop.server);
    const { id } = await anOpenRaffle(shop.server, { quotaPrice: 1_000n, affiliate: true, commissionBasisPoints: 1_000 });
    expect(await statementOf(id)).toMatchObject({ days: [], total: NOTHING, refundsUnderWay: '0.00', lateToResolve: '0.00' });

    const referred = await aPaidOrder(id, 4, { referral: referrer.id });
    await refund(referred.id, '10.00');
    const taken = await aPaidOrder(id, 2);
    const { id: paymentId } = await paymentOf(taken.id);
    const returned = { id: 'D1', paymentId, amount: 2_000n, status: 'RETURNED', initiator: 'BANK' } as const;
    await app.db.prisma.refund.create({ data: { ...returned, settledAt: new Date() } });
    const { order: byHand } = await shop.desk.buyWithoutGateway(buyer.token, { raffleId: id, quotaQuantity: 1 });
    await shop.desk.pay(shop.admin.token, byHand!.id);
    const late = await aPaidOrder(id, 1);
    await shop.payAtBank(late.qrCodeContent).catch(() => undefined);

    await expect.poll(async () => (await statementOf(id)).total.refunded).toBe('10.00');
    const { total, days } = await statementOf(id);
    expect(total).toMatchObject({
      received: '70.00',
      receivedByHand: '10.00',
      refunded: '10.00',
      takenBack: '20.00',
      commissions: '4.00',
      commissionsReversed: '1.00',
      // 70 + 10 - 10 - 20 - 4 + 1
      net: '47.00',
    });
    expect(days).toHaveLength(1);
    await app.db.prisma.refund.delete({ where: { id: 'D1' } });
    const asAdmin = await app.contextFor({
      requestId: 'test',
      clientAddress: '127.0.0.1',
      authorization: `Bearer ${shop.admin.token}`,
      accepts: ['ADMIN'],
    });
    expect(await statementsAtBank(asAdmin)).toEqual([]);
  });

  it('has the days of the business, and only those that were asked for; what was lost may be more than what came', async () => {
    const { app } = shop.server;
    const { id } = await anOpenRaffle(shop.server, { quotaPrice: 1_000n });
    const order = await aPaidOrder(id, 3);
    await refund(order.id, '5.00');
    await expect.poll(async () => (await statementOf(id)).total.refunded).toBe('5.00');
    const dayBefore = (days: number): string => new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);
    // 22:30 of the day before in São Paulo.
    const paidAt = new Date(`${dayBefore(40)}T01:30:00Z`);
    await app.db.prisma.payment.updateMany({ where: { orderId: BigInt(order.id) }, data: { paidAt } });
    const asked = { from: dayBefore(50), to: dayBefore(41) };
    expect((await statementOf(id, asked)).days).toEqual([{ day: dayBefore(41), ...NOTHING, received: '30.00', net: '30.00' }]);
    expect((await statementOf(id, { from: dayBefore(40), to: dayBefore(40) })).days).toEqual([]);
    const later = await statementOf(id, { from: dayBefore(20) });
    expect(later.total).toMatchObject({ received: '0.00', refunded: '5.00', net: '-5.00' });
    const path = `/v1/raffles/${id}/statement?from=${dayBefore(20)}`;
    const { body } = await shop.server.rest('GET', path, { token: shop.admin.token });
    expect(body).toMatchObject({ total: later.total });
  });

  it('tells what waits apart: refunds that are under way or failed have not gone', async () => {
    const { app } = shop.server;
    const { id } = await anOpenRaffle(shop.server, { quotaPrice: 1_000n });
    const order = await aPaidOrder(id, 5);
    const { id: paymentId } = await paymentOf(order.id);
    const rows = (['PENDING', 'PROCESSING', 'BY_HAND', 'FAILED'] as const).map((status, at) => ({
      id: `W${at}`,
      paymentId,
      amount: BigInt(100 + at),
      status,
      initiator: 'OPERATOR' as const,
      ...((status === 'PENDING' || status === 'PROCESSING') && { nextAttemptAt: new Date(Date.now() + 3_600_000) }),
    }));
    await app.db.prisma.refund.createMany({ data: rows });
    await app.db.prisma.latePayment.create({
      data: { id: crypto.randomUUID(), paymentId, amount: 300n, reason: 'OVERPAID' },
    });
    expect(await statementOf(id)).toMatchObject({
      refundsUnderWay: '3.03',
      lateToResolve: '3.00',
      total: { received: '50.00', refunded: '0.00', net: '50.00' },
    });
    await app.db.prisma.refund.deleteMany({ where: { paymentId } });
    await app.db.prisma.latePayment.deleteMany({ where: { paymentId } });
  });

  it('estimates what the provider keeps: of each payment by PIX, by the fee of its day, rounded half up', async () => {
    const { app } = shop.server;
    const { id } = await anOpenRaffle(shop.server, { quotaPrice: 150n });
    const set = async (input: object, token = shop.admin.token) => {
      const SET = 'mutation ($input: SetProviderFeeInput!) { setProviderFee(input: $input) { id providerName validFrom fixed } }';
      const { data, errors } = await shop.server.graphql<{ setProviderFee: { id: string } }>(
        SET,
        { input: { providerName: 'sandbox', fixed: '0.00', basisPoints: 0, ...input } },
        { token },
      );
      return { fee: data?.setProviderFee, code: errors?.[0]?.extensions?.code, fields: errors?.[0]?.extensions?.fields };
    };
    const dayAt = (days: number): string =>
      new Date(Date.now() + days * 24 * 3_600_000 - 3 * 3_600_000).toISOString().slice(0, 10);
    const order = await aPaidOrder(id, 1);
    await aPaidOrder(id, 3);
    const { order: byHand } = await shop.desk.buyWithoutGateway(buyer.token, { raffleId: id, quotaQuantity: 1 });
    await shop.desk.pay(shop.admin.token, byHand!.id);
    const earlier = await aPaidOrder(id, 2);
    const before = { orderId: BigInt(earlier.id) };
    await app.db.prisma.payment.updateMany({ where: before, data: { paidAt: new Date(Date.now() - 5 * 24 * 3_600_000) } });
    expect((await statementOf(id)).total).toMatchObject({ providerFees: '0.00', net: '10.50' });

    await set({ validFrom: dayAt(-10), fixed: '0.40' });
    const { fee } = await set({ validFrom: dayAt(-2), fixed: '0.10', basisPoints: 100 });
    await set({ validFrom: dayAt(30), fixed: '9.00' });
    // Of 1.50 a percent is 1.5 centavos, which are 2; of 4.50 it is 4.5, which are 5. Five days ago it was 40 centavos.
    const { total, days } = await statementOf(id);
    expect(total).toMatchObject({ received: '9.00', receivedByHand: '1.50', providerFees: '0.67', net: '9.83' });
    expect(days.map(({ providerFees }) => providerFees)).toEqual(['0.40', '0.27']);
    // A refund gives nothing back.
    await refund(order.id, '1.50');
    await expect.poll(async () => (await statementOf(id)).total.refunded).toBe('1.50');
    expect((await statementOf(id)).total.providerFees).toBe('0.67');

    expect((await set({ validFrom: dayAt(-2), fixed: '0.20' })).fee?.id).toBe(fee?.id);
    expect((await statementOf(id)).total.providerFees).toBe('0.80');
    const remove = () =>
      shop.server.graphql('mutation ($id: ID!) { deleteProviderFee(id: $id) { id } }', { id: fee?.id }, shop.admin);
    expect((await remove()).errors).toBeUndefined();
    expect((await statementOf(id)).total.providerFees).toBe('1.20');
    expect((await remove()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect(await app.db.prisma.auditEntry.findFirst({ where: { action: 'deleteProviderFee' } })).toMatchObject({
      subjectId: 'sandbox',
      details: { validFrom: dayAt(-2), fixed: '0.20', basisPoints: 0 },
    });

    expect((await set({ validFrom: dayAt(0), providerName: 'nobody' })).code).toBe('NOT_FOUND');
    expect((await set({ validFrom: dayAt(0), fixed: '100.01' })).fields).toHaveProperty('fixed');
    expect((await set({ validFrom: dayAt(0), basisPoints: 10_001 })).fields).toHaveProperty('basisPoints');
    expect((await set({ validFrom: dayAt(0) }, (await anAdmin(shop.server, 'SUPPORT')).token)).code).toBe('FORBIDDEN');
    await app.db.prisma.providerFee.deleteMany();
  });

  it('refuses more than a year, an unknown raffle, and whoever has no business with the money', async () => {
    const { id } = await anOpenRaffle(shop.server);
    const ask = (variables: object, token = shop.admin.token) =>
      shop.server.graphql(STATEMENT, { raffleId: id, ...variables }, { token });
    const codeOf = async (answer: ReturnType<typeof ask>) => (await answer).errors?.[0]?.extensions?.code;
    expect(await codeOf(ask({ from: '2025-01-01', to: '2026-03-01' }))).toBe('BAD_USER_INPUT');
    expect(await codeOf(ask({ raffleId: crypto.randomUUID() }))).toBe('NOT_FOUND');
    for (const role of ['SUPPORT', 'MANAGER'] as const)
      expect(await codeOf(ask({}, (await anAdmin(shop.server, role)).token))).toBe('FORBIDDEN');
    expect(await codeOf(ask({}, (await anAdmin(shop.server, 'FINANCE')).token))).toBeUndefined();
    expect(await codeOf(ask({}, buyer.token))).toBe('FORBIDDEN');
  });
});
