import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expireOrders } from '../src/orders/order-expiry.js';
import { settle } from '../src/payments/settle.js';
import { checkCharges } from '../src/reconciliation/charge-checks.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { startOtherProcess, waitingForLocks } from './support/other-process.js';
import { brokenInvariants } from './support/sale-invariants.js';
import { anOpenRaffle, countsOf, letExpire, type OrderAnswer } from './support/sales.js';
import { forTests } from './support/start.js';

const banked = forTests(startBankedServer);
beforeAll(() => banked.behave({ refundDelayMs: 0 }));

type Buyer = Awaited<ReturnType<typeof aCustomer>>;
type Raffle = Parameters<typeof anOpenRaffle>[1];
const PROVIDER = 'sandbox';
const GRACE_MS = 120_000;

const tables = () => banked.server.app.db.prisma;
const aBuyer = (overrides: Parameters<typeof aCustomer>[1] = {}) => aCustomer(banked.server, overrides);
const aRaffle = (overrides: Raffle = {}) => anOpenRaffle(banked.server, overrides);
const rowOf = ({ id }: { id: string }) => tables().order.findUniqueOrThrow({ where: { id: BigInt(id) } });
const statusOf = async (order: { id: string }) => (await rowOf(order)).status;
const wellKept = async (raffleId: string) => expect(await brokenInvariants(banked.server, raffleId)).toEqual([]);

/** Its static code can be paid at any time. */
async function anOrder(raffleId: string, buyer: Buyer, quotaQuantity = 2): Promise<OrderAnswer> {
  const { order, message } = await banked.desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!order) throw new Error(message);
  return order;
}

async function aCancelled(raffleId: string, buyer: Buyer, quotaQuantity = 2): Promise<OrderAnswer> {
  const order = await anOrder(raffleId, buyer, quotaQuantity);
  expect((await banked.desk.cancel(buyer.token, order.id)).order?.status).toBe('CANCELLED');
  return order;
}

async function anExpired(raffleId: string, buyer: Buyer, quotaQuantity = 2): Promise<OrderAnswer> {
  const order = await anOrder(raffleId, buyer, quotaQuantity);
  await letExpire(banked.server, order.id, 3_600);
  await expireOrders(banked.server.app);
  expect(await statusOf(order)).toBe('EXPIRED');
  return order;
}

/** What a bank reports of it. */
const moneyFor = ({ qrCodeId, totalValue }: OrderAnswer, paidAt = new Date()) =>
  ({
    source: 'RECONCILIATION',
    providerName: PROVIDER,
    txid: qrCodeId ?? '',
    endToEndId: randomUUID(),
    amount: BigInt(totalValue.replace('.', '')),
    paidAt,
  }) as const;
const pay = (order: OrderAnswer, paidAt?: Date) => settle(banked.server.app, moneyFor(order, paidAt));

/** It goes back without anybody's act, and the order stays as it was. */
async function goesBack(order: OrderAnswer, reason: string, status = 'CANCELLED'): Promise<void> {
  await banked.payAtBank(order.qrCodeContent);
  await expect.poll(() => banked.latePayments(order.id)).toMatchObject([{ reason, status: 'REFUNDED' }]);
  expect(await statusOf(order)).toBe(status);
  const { order: paid, code } = await banked.desk.pay(banked.admin.token, order.id);
  expect([paid, code]).toEqual([undefined, 'CONFLICT']);
  const { raffleId } = await rowOf(order);
  await wellKept(raffleId);
}

async function ask(document: string, variables: object, token = banked.admin.token): Promise<void> {
  expect((await banked.server.graphql(document, variables as Record<string, unknown>, { token })).errors).toBeUndefined();
}
const block = ({ id }: Buyer) => ask('mutation ($id: ID!) { blockUser(id: $id, reason: "fraud") { id } }', { id });
const unblock = ({ id }: Buyer) => ask('mutation ($id: ID!) { unblockUser(id: $id) { id } }', { id });
const erase = ({ id }: Buyer) => ask('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id });

describe('money for an order that has ended goes back', () => {
  it('beyond what a buyer may take, however many codes are paid at once', async () => {
    const raffle = await aRaffle({ maxBuyerQuantity: 5 });
    const buyer = await aBuyer();
    const orders: OrderAnswer[] = [];
    for (let i = 0; i < 4; i++) orders.push(await aCancelled(raffle.id, buyer, 5));
    expect((await Promise.all(orders.map((order) => pay(order)))).sort()).toEqual(['LATE', 'LATE', 'LATE', 'PAID']);
    const late = await tables().latePayment.findMany({ where: { payment: { order: { raffleId: raffle.id } } } });
    expect(late.map(({ reason }) => reason)).toEqual(['BUYER_LIMIT', 'BUYER_LIMIT', 'BUYER_LIMIT']);
    expect(await countsOf(banked.server, raffle.id)).toMatchObject({ reserved: 0, allocated: 5 });
    await wellKept(raffle.id);
  });

  it('when what the buyer still reserves fills the limit', async () => {
    const raffle = await aRaffle({ maxBuyerQuantity: 5 });
    const buyer = await aBuyer();
    const cancelled = await aCancelled(raffle.id, buyer, 3);
    await anOrder(raffle.id, buyer, 3);
    await goesBack(cancelled, 'BUYER_LIMIT');
  });

  it('while the buyer has too many unpaid quotas, and not once they are paid', async () => {
    const raffle = await aRaffle({ enableAntiSpam: true, antiSpamMaxQuota: 5, antiSpamTimeout: 10 });
    const buyer = await aBuyer();
    const [first, second, third] = [
      await aCancelled(raffle.id, buyer, 3),
      await aCancelled(raffle.id, buyer, 3),
      await aCancelled(raffle.id, buyer, 3),
    ];
    const unpaid = await anOrder(raffle.id, buyer, 3);
    await goesBack(first, 'ANTI_SPAM');
    // The window is over for it.
    await tables().order.update({ where: { id: BigInt(unpaid.id) }, data: { createdAt: new Date(Date.now() - 660_000) } });
    expect(await pay(second)).toBe('PAID');
    await tables().order.update({ where: { id: BigInt(unpaid.id) }, data: { createdAt: new Date() } });
    for (const order of [unpaid, third]) expect(await pay(order)).toBe('PAID');
    await wellKept(raffle.id);
  });

  it('while the buyer is blocked; an order that has not ended can be paid', async () => {
    const raffle = await aRaffle();
    const buyer = await aBuyer();
    const cancelled = await anOrder(raffle.id, buyer);
    const [again, open] = [await aCancelled(raffle.id, buyer), await anOrder(raffle.id, buyer)];
    await block(buyer);
    expect((await banked.desk.cancel(banked.admin.token, cancelled.id)).order?.status).toBe('CANCELLED');
    await goesBack(cancelled, 'BUYER_BLOCKED');
    expect(await pay(open)).toBe('PAID');
    await unblock(buyer);
    expect(await pay(again)).toBe('PAID');
  });

  it.each([['phone'], ['cpf']] as const)(
    'beyond what all accounts with one %s may take, and while one is blocked',
    async (key) => {
      const raffle = await aRaffle({ maxBuyerQuantity: 5 });
      const first = await aBuyer();
      const buyers = [first, await aBuyer({ [key]: first[key] }), await aBuyer({ [key]: first[key] }), await aBuyer()];
      const orders: OrderAnswer[] = [];
      for (const buyer of buyers) orders.push(await aCancelled(raffle.id, buyer, 4));
      expect((await Promise.all(orders.map((order) => pay(order)))).sort()).toEqual(['LATE', 'LATE', 'PAID', 'PAID']);
      expect(await statusOf(orders[3]!)).toBe('PAID');

      const open = await aRaffle();
      const [claims, proves] = [
        await aCancelled(open.id, await aBuyer({ [key]: first[key] })),
        await aCancelled(open.id, await aBuyer({ [key]: first[key], phoneProvedAt: new Date() })),
      ];
      await block(first);
      await goesBack(claims, 'BUYER_BLOCKED');
      expect(await pay(proves)).toBe('PAID');
      await wellKept(raffle.id);
    },
  );

  it('when the raffle asks for adults and the buyer is none, or for data that nobody gave', async () => {
    const raffle = await aRaffle({ reservationFields: ['BIRTH_DATE'] });
    const buyer = await aBuyer({ birthDate: new Date('1990-05-17') });
    const [first, second, third] = [
      await aCancelled(raffle.id, buyer),
      await aCancelled(raffle.id, buyer),
      await aCancelled(raffle.id, buyer),
    ];
    const setBirthDate = (birthDate: Date | null) => tables().user.update({ where: { id: buyer.id }, data: { birthDate } });
    await setBirthDate(new Date(Date.now() - 17.9 * 365 * 86_400_000));
    await goesBack(first, 'BUYER_DATA');
    await setBirthDate(null);
    await goesBack(second, 'BUYER_DATA');
    await setBirthDate(new Date('1990-05-17'));
    expect(await pay(third)).toBe('PAID');
  });

  it('when the raffle asks for what only another order said', async () => {
    const raffle = await aRaffle({ reservationFields: ['NAME', 'CPF'] });
    const buyer = await aBuyer();
    await tables().user.update({ where: { id: buyer.id }, data: { cpf: null } });
    const { order } = await banked.desk.buyWithoutGateway(buyer.token, { raffleId: raffle.id, quotaQuantity: 1, cpf: buyer.cpf });
    await banked.desk.cancel(buyer.token, order!.id);
    const unnamed = await tables().order.update({ where: { id: BigInt(order!.id) }, data: { buyerCpf: null } });
    expect(await pay(order!)).toBe('LATE');
    expect(await banked.latePayments(order!.id)).toMatchObject([{ reason: 'BUYER_DATA' }]);
    await tables().order.update({ where: { id: unnamed.id }, data: { buyerCpf: buyer.cpf } });
    expect(await pay(order!)).toBe('PAID');
  });
});

describe('the price of an order that has ended', () => {
  const ADD = 'mutation ($raffleId: ID!, $input: PromotionInput!) { createPromotion(raffleId: $raffleId, input: $input) { id } }';
  const END = 'mutation ($id: ID!) { deletePromotion(id: $id) { id } }';
  const promote = async (raffleId: string, input: object): Promise<string> => {
    const { data } = await banked.server.graphql<any>(ADD, { raffleId, input }, { token: banked.admin.token });
    return data.createPromotion.id;
  };
  const inTime = async (order: OrderAnswer, lateByMs = 0) =>
    new Date((await rowOf(order)).expiresAt.getTime() + GRACE_MS + lateByMs);

  it('stands until two minutes after `expiresAt`, by the time of the payment', async () => {
    const raffle = await aRaffle({ enablePromotions: true });
    const promotion = await promote(raffle.id, { kind: 'EXACT', quotaQuantity: 4, price: '2.00' });
    const buyer = await aBuyer();
    const orders = [await anExpired(raffle.id, buyer, 4), await anExpired(raffle.id, buyer, 4)];
    const cancelled = await aCancelled(raffle.id, buyer, 4);
    const last = await anExpired(raffle.id, buyer, 4);
    expect(last.totalValue).toBe('2.00');
    await ask(END, { id: promotion });
    expect(await pay(orders[0]!, await inTime(orders[0]!))).toBe('PAID');
    expect(await pay(orders[1]!, await inTime(orders[1]!, 1))).toBe('LATE');
    expect(await banked.latePayments(orders[1]!.id)).toMatchObject([{ reason: 'TERMS_CHANGED' }]);
    expect(await pay(cancelled)).toBe('PAID');
    await goesBack(last, 'TERMS_CHANGED', 'EXPIRED');
  });

  it('is compared with the price then: the same and a lower one pay it', async () => {
    const raffle = await aRaffle();
    const buyer = await aBuyer();
    const orders = [await anExpired(raffle.id, buyer, 4), await anExpired(raffle.id, buyer, 4)];
    expect(await pay(orders[0]!)).toBe('PAID');
    await tables().raffle.update({ where: { id: raffle.id }, data: { enablePromotions: true } });
    await promote(raffle.id, { kind: 'EXACT', quotaQuantity: 4, price: '2.00' });
    expect(await pay(orders[1]!)).toBe('PAID');
  });

  it('stands for as many quotas as it bought, bonus included', async () => {
    const raffle = await aRaffle({ enablePromotions: true });
    const promotion = await promote(raffle.id, { kind: 'EXACT', quotaQuantity: 4, price: '4.00', bonusQuotas: 2 });
    const buyer = await aBuyer();
    const orders = [await anExpired(raffle.id, buyer, 4), await anExpired(raffle.id, buyer, 4)];
    expect(await pay(orders[0]!)).toBe('PAID');
    await ask(END, { id: promotion });
    await goesBack(orders[1]!, 'TERMS_CHANGED', 'EXPIRED');
  });

  it.each([{ minReservationQuantity: 3 }, { maxReservationQuantity: 1 }])('does not stand for %o', async (limits) => {
    const raffle = await aRaffle();
    const buyer = await aBuyer();
    const [expired, cancelled] = [await anExpired(raffle.id, buyer), await aCancelled(raffle.id, buyer)];
    await tables().raffle.update({ where: { id: raffle.id }, data: { ...limits, version: { increment: 1 } } });
    expect(await pay(cancelled)).toBe('PAID');
    await goesBack(expired, 'TERMS_CHANGED', 'EXPIRED');
  });
});

describe('a buyer who is deleted', () => {
  it('leaves no order that can be paid: what is unpaid is cancelled, and its quotas are for sale', async () => {
    const raffle = await aRaffle();
    const buyer = await aBuyer();
    const [expired, cancelled] = [await anExpired(raffle.id, buyer), await aCancelled(raffle.id, buyer)];
    const open = await anOrder(raffle.id, buyer);
    const other = await aRaffle();
    const { order: charged } = await banked.desk.buy(buyer.token, { raffleId: other.id, quotaQuantity: 2 });
    await erase(buyer);

    for (const order of [open, charged!]) expect(await statusOf(order)).toBe('CANCELLED');
    for (const { id } of [raffle, other]) expect(await countsOf(banked.server, id)).toMatchObject({ reserved: 0, allocated: 0 });
    const subjects = [open.id, charged!.id];
    const entries = await tables().auditEntry.findMany({ where: { subjectId: { in: subjects } }, orderBy: { subjectId: 'asc' } });
    expect(entries.filter(({ action }) => action === 'cancelOrder')).toMatchObject(
      subjects.map(() => ({ actorId: banked.admin.id, details: { reason: 'its buyer was deleted' } })),
    );
    // The charge is asked about at once, and ended.
    await checkCharges(banked.server.app, (await banked.server.app.providers.find(PROVIDER))!);
    expect((await banked.tryToPay(charged!.qrCodeContent)).status).not.toBe(200);
    await wellKept(other.id);
    await goesBack(expired, 'BUYER_DELETED', 'EXPIRED');
    await goesBack(cancelled, 'BUYER_DELETED');
    await goesBack(open, 'BUYER_DELETED');
  });

  it('keeps what is unpaid when the deletion is refused', async () => {
    const raffle = await aRaffle();
    const buyer = await aBuyer();
    const [paid, unpaid] = [await anOrder(raffle.id, buyer), await anOrder(raffle.id, buyer)];
    expect(await pay(paid)).toBe('PAID');
    const { errors } = await banked.server.graphql(
      'mutation ($id: ID!) { deleteUser(id: $id) { id } }',
      { id: buyer.id },
      banked.admin,
    );
    expect(errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect(await statusOf(unpaid)).toBe('PENDING');
    expect(await pay(unpaid)).toBe('PAID');
  });

  it('and whose money comes in that moment is waited for', async () => {
    const raffle = await aRaffle();
    const buyer = await aBuyer();
    const cancelled = await aCancelled(raffle.id, buyer);
    const other = await startOtherProcess(banked.server.app.config.databaseUrl ?? '');
    await other.query('LOCK TABLE audit_log IN EXCLUSIVE MODE');
    const deleting = erase(buyer);
    await waitingForLocks(banked.server.app.db.pool);
    const paying = pay(cancelled);
    await waitingForLocks(banked.server.app.db.pool, 2);
    await other.query('COMMIT');
    await deleting;
    await other.end();
    expect(await paying).toBe('LATE');
    expect(await banked.latePayments(cancelled.id)).toMatchObject([{ reason: 'BUYER_DELETED' }]);
  });

  it('or wins, or is gone: never both, whatever comes first', async () => {
    const raffle = await aRaffle();
    for (let i = 0; i < 8; i++) {
      const buyer = await aBuyer();
      const orders = [await aCancelled(raffle.id, buyer), await anOrder(raffle.id, buyer)];
      const [errors, ...settlements] = await Promise.all([
        banked.server
          .graphql('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: buyer.id }, banked.admin)
          .then((answer) => answer.errors),
        ...orders.map((order) => pay(order)),
      ]);
      const isGone = errors === undefined;
      if (!isGone) expect(errors[0]?.extensions?.code).toBe('CONFLICT');
      expect(settlements).toEqual(isGone ? ['LATE', 'LATE'] : settlements);
      if (!isGone) expect(settlements).toContain('PAID');
    }
    await wellKept(raffle.id);
  });
});
