import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rebuildMetrics } from '../src/metrics/rebuild.js';
import { checkAllBooks } from '../src/reconciliation/books/check-books.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { ageCaches } from './support/clock.js';
import { validCpf } from './support/cpf.js';
import { listenToCodes } from './support/logged-codes.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const CREATE = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken user { id } } }';
const LOGIN = 'mutation ($input: UserLoginInput!) { userLogin(input: $input) { accessToken user { id name } } }';
const ASK = 'mutation ($phone: String!) { requestLoginCode(phone: $phone) { expiresAt } }';
const MY_ORDERS = '{ myOrders(first: 100) { nodes { id status } } }';

interface Buyer {
  id: string;
  token: string;
}

const { server, admin, desk } = shopForTests();
let codeOf: (contact: string) => string;
beforeEach(() => {
  codeOf = listenToCodes(server);
});
afterEach(() => {
  vi.restoreAllMocks();
});

let serial = 0;
const aPhone = () => `+55519${70_000_000 + (serial += 1)}`;
async function signUp(phone: string, name = 'Vera Lúcia Prado'): Promise<Buyer> {
  serial += 1;
  const input = { name, phone, cpf: validCpf(420_000_000 + serial), password: `senha boa ${serial}` };
  const { accessToken: token, user } = (await server.graphql(CREATE, { input })).data.createCustomer;
  return { id: user.id, token };
}
async function byCode(phone: string, asking?: string): Promise<Buyer & { name: string }> {
  expect((await server.graphql(ASK, { phone })).errors).toBeUndefined();
  const answer = await server.graphql(LOGIN, { input: { phone, code: codeOf(phone) } }, { token: asking });
  expect(answer.errors).toBeUndefined();
  const { accessToken: token, user } = answer.data.userLogin;
  return { token, ...user };
}
const place = async (buyer: Buyer, raffleId: string, quotaQuantity: number, more: object = {}) =>
  (await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity, ...more })).order!.id;
async function buy(buyer: Buyer, raffleId: string, quotaQuantity: number, more: object = {}): Promise<string> {
  const id = await place(buyer, raffleId, quotaQuantity, more);
  expect((await desk.pay(admin.token, id)).order?.status).toBe('PAID');
  return id;
}
const refund = async (id: string) => {
  const { errors } = await server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { status } }', { id }, admin);
  expect(errors).toBeUndefined();
};
const holdings = async (raffleId: string) =>
  (await server.app.db.prisma.raffleBuyer.findMany({ where: { raffleId } })).map(
    ({ userId, reserved, allocated, givenBack, paidOrders }) => [userId, { reserved, allocated, givenBack, paidOrders }] as const,
  );
async function expectAgreement(): Promise<void> {
  await checkAllBooks(server.app);
  expect((await reportReconciliation(server.app)).disagreements).toEqual([]);
  const repaired: object[] = [];
  await rebuildMetrics(server.app.db, server.app.config.businessTimeZone, (figure) => repaired.push(figure));
  expect(repaired).toEqual([]);
}

it('a code brings together what was bought in several accounts of the phone, and nothing of the strangers themselves', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server);
  const [one, other] = [await signUp(phone, 'Estranha Qualquer'), await signUp(phone)];
  const orders = [await buy(one, raffle.id, 2), await place(one, raffle.id, 4), await buy(other, raffle.id, 3)];
  const returned = await buy(one, raffle.id, 5);
  await refund(returned);

  const mine = await byCode(phone);
  expect(mine.name).toBe('Vera Lúcia Prado');
  expect([one.id, other.id]).not.toContain(mine.id);
  const listed = (await server.graphql(MY_ORDERS, {}, mine)).data.myOrders.nodes as { id: string; status: string }[];
  expect(listed.map(({ id }) => id).toSorted()).toEqual(orders.toSorted());
  expect(new Map(await holdings(raffle.id))).toEqual(
    new Map([
      [mine.id, { reserved: 4, allocated: 5, givenBack: 0, paidOrders: 2 }],
      [one.id, { reserved: 0, allocated: 0, givenBack: 5, paidOrders: 0 }],
      [other.id, { reserved: 0, allocated: 0, givenBack: 0, paidOrders: 0 }],
    ]),
  );
  const { buyers } = await server.app.db.prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId: raffle.id } });
  expect(buyers).toBe(1);
  await expectAgreement();
  expect((await desk.pay(admin.token, orders[1]!)).order?.status).toBe('PAID');
  await expectAgreement();

  ageCaches(3_001);
  expect((await server.graphql(MY_ORDERS, {}, one)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  const user = '{ name phone cpf email deletedAt mergedInto }';
  const gone = await server.graphql(`query ($id: ID!) { user(id: $id) ${user} }`, { id: one.id }, admin);
  expect(gone.data.user).toEqual({
    name: 'Anônimo',
    phone: null,
    cpf: null,
    email: null,
    deletedAt: expect.any(String),
    mergedInto: mine.id,
  });
  const entries = await server.app.db.prisma.auditEntry.findMany({ where: { action: 'mergeAccount', subjectId: one.id } });
  expect(entries).toMatchObject([{ actorId: mine.id, details: { into: mine.id } }]);
});

it('an account that was brought into another follows when that one is brought into a third', async () => {
  const [first, second] = [aPhone(), aPhone()];
  const [one, other] = [await signUp(first), await signUp(first)];
  const mine = await byCode(first);
  const move = 'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }';
  expect((await server.graphql(move, { id: mine.id, input: { phone: second } }, admin)).errors).toBeUndefined();
  const third = await signUp(second);
  await buy(third, (await anOpenRaffle(server)).id, 1);
  const last = await byCode(second);
  const ended = { id: { in: [one.id, other.id, mine.id, third.id] }, mergedInto: last.id };
  expect(await server.app.db.prisma.user.count({ where: ended })).toBe(4);
});

it('what was bought in another account is out of reach of a stranger whose access token has not ended yet', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server);
  const stranger = await signUp(phone, 'Estranha Qualquer');
  await buy(stranger, raffle.id, 3);
  const bought = await buy(await signUp(phone), raffle.id, 2);
  expect((await server.graphql(MY_ORDERS, {}, stranger)).errors).toBeUndefined();
  const mine = await byCode(phone);
  const giveBack = 'mutation ($id: ID!) { refundOrder(id: $id) { status } }';
  expect((await server.graphql(giveBack, { id: bought }, stranger)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  expect((await server.graphql(MY_ORDERS, {}, mine)).data.myOrders.nodes).toContainEqual({ id: bought, status: 'PAID' });
});

it('what a stranger bought and gave back does not use up the limit of who has the phone', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 5, maxReservationQuantity: 5 });
  const stranger = await signUp(phone, 'Estranha Qualquer');
  const other = await anOpenRaffle(server);
  const kept = await buy(stranger, other.id, 2);
  await refund(await buy(stranger, raffle.id, 5));
  const mine = await byCode(phone);
  expect(mine.id).not.toBe(stranger.id);
  expect((await server.graphql(MY_ORDERS, {}, mine)).data.myOrders.nodes).toEqual([{ id: kept, status: 'PAID' }]);
  expect((await desk.buyWithoutGateway(mine.token, { raffleId: raffle.id, quotaQuantity: 5 })).code).toBeUndefined();
  await expectAgreement();
  expect((await byCode(phone)).id).toBe(mine.id);
});

it('what was typed in an account that was merged is forgotten with the one that is left', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server);
  const one = await signUp(phone);
  const id = await buy(one, raffle.id, 1, { referral: 'Ana from the market', tracking: { utmSource: 'ana' } });
  await refund(id);
  const mine = await byCode(phone);
  expect(mine.id).not.toBe(one.id);
  const { errors } = await server.graphql('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: mine.id }, admin);
  expect(errors).toBeUndefined();
  const order = await server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(id) } });
  expect(order).toMatchObject({ userId: one.id, referral: null, tracking: null });
});

it('what one gave back oneself counts against the limit, as the known device shows', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 5, maxReservationQuantity: 5 });
  const buyer = await signUp(phone);
  await refund(await buy(buyer, raffle.id, 5));
  const mine = await byCode(phone, buyer.token);
  expect(mine.id).toBe(buyer.id);
  expect((await desk.buyWithoutGateway(mine.token, { raffleId: raffle.id, quotaQuantity: 1 })).code).toBe('CONFLICT');
});

it('what goes to one account goes whole or not at all', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server);
  const [one, other] = [await signUp(phone), await signUp(phone)];
  await buy(one, raffle.id, 2);
  await buy(other, raffle.id, 1);
  expect((await server.graphql(ASK, { phone })).errors).toBeUndefined();
  const input = { phone, code: codeOf(phone) };
  const { prisma, pool } = server.app.db;
  // As a process that ends before its COMMIT.
  await pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the commit fails'; END $$;
    CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`);
  const failed = await server.graphql(LOGIN, { input });
  await pool.query('DROP TRIGGER fails ON audit_log; DROP FUNCTION fail()');
  expect(failed.errors?.[0]?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
  expect(
    await prisma.user.count({ where: { phone, phoneProvedAt: null, passwordHash: { not: null }, cpf: { not: null } } }),
  ).toBe(2);
  expect(new Map(await holdings(raffle.id)).size).toBe(2);
  await expectAgreement();
  // The code is not spent.
  const { id } = (await server.graphql(LOGIN, { input })).data.userLogin.user;
  expect(new Map(await holdings(raffle.id)).get(id)).toMatchObject({ allocated: 3, paidOrders: 2 });
  await expectAgreement();
});

it('what the merged accounts hold counts against the limit, also beyond it', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server, { maxBuyerQuantity: 3, maxReservationQuantity: 3 });
  const accounts = [await signUp(phone), await signUp(phone), await signUp(phone)];
  for (const account of accounts) await buy(account, raffle.id, 1);
  await server.app.db.prisma.raffle.update({
    where: { id: raffle.id },
    data: { maxBuyerQuantity: 2, version: { increment: 1 } },
  });
  const mine = await byCode(phone);
  expect((await desk.buyWithoutGateway(mine.token, { raffleId: raffle.id, quotaQuantity: 1 })).code).toBe('CONFLICT');
  expect((await holdings(raffle.id)).find(([id]) => id === mine.id)?.[1]).toMatchObject({ allocated: 3 });
  await expectAgreement();
});

it('an account that is blocked stays blocked, with what it has, when its phone is proved in another', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server);
  const blocked = await signUp(phone);
  const order = await buy(blocked, raffle.id, 2);
  const block = 'mutation ($id: ID!) { blockUser(id: $id, reason: "fraud") { id } }';
  expect((await server.graphql(block, { id: blocked.id }, admin)).errors).toBeUndefined();
  const again = await signUp(phone);
  expect((await desk.buyWithoutGateway(again.token, { raffleId: raffle.id, quotaQuantity: 1 })).code).toBe('FORBIDDEN');
  const mine = await byCode(phone);
  expect(mine.id).toBe(again.id);
  expect((await server.graphql(MY_ORDERS, {}, mine)).data.myOrders.nodes).toEqual([]);
  expect((await server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(order) } })).userId).toBe(blocked.id);
  await place(mine, raffle.id, 1);

  expect((await server.graphql(block, { id: mine.id }, admin)).errors).toBeUndefined();
  await signUp(phone);
  expect((await server.graphql(ASK, { phone })).errors).toBeUndefined();
  const login = await server.graphql(LOGIN, { input: { phone, code: codeOf(phone) } });
  expect(login.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

it('a code of the own phone brings along what was bought in others', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server);
  const bought = await buy(await signUp(phone), raffle.id, 2);
  const mine = await signUp(phone);
  const ask = 'mutation ($input: ContactCodeInput!) { requestContactCode(input: $input) { expiresAt } }';
  expect((await server.graphql(ask, { input: { phone } }, mine)).errors).toBeUndefined();
  const change = 'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { phone } }';
  const input = { phone, phoneCode: codeOf(phone) };
  expect((await server.graphql(change, { id: mine.id, input }, mine)).errors).toBeUndefined();
  expect((await server.graphql(MY_ORDERS, {}, mine)).data.myOrders.nodes).toEqual([{ id: bought, status: 'PAID' }]);
});

it('commissions follow, also of orders that are paid later, but none for the own orders', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server, { affiliate: true, commissionBasisPoints: 1_000, quotaPrice: 1_000n });
  const [one, other] = [await signUp(phone), await signUp(phone)];
  const friend = await signUp(aPhone());
  await buy(friend, raffle.id, 1, { referral: one.id });
  await buy(friend, raffle.id, 2, { referral: other.id });
  const later = await place(friend, raffle.id, 4, { referral: one.id });
  const own = await place(other, raffle.id, 8, { referral: one.id });
  for (const { id } of [one, other])
    await server.app.db.prisma.commissionEntry.create({
      data: { referrerId: id, type: 'PAID_OUT', amount: 1n, reference: 'november' },
    });
  await server.app.db.prisma.referrer.updateMany({
    where: { userId: { in: [one.id, other.id] } },
    data: { paidOut: 1n, balance: { decrement: 1n } },
  });

  const mine = await byCode(phone);
  const record = async () => {
    const { data } = await server.graphql('{ myReferrals { orders accrued paidOut } }', {}, mine);
    return data.myReferrals as object;
  };
  expect(await record()).toEqual({ orders: 2, accrued: '3.00', paidOut: '0.02' });
  const entries = await server.app.db.prisma.commissionEntry.findMany({ where: { type: 'PAID_OUT' }, orderBy: { id: 'asc' } });
  expect(entries.map(({ referrerId, reference }) => [referrerId, reference])).toEqual([
    [mine.id, 'november'],
    [mine.id, `november ${entries[1]!.id}`],
  ]);
  expect((await desk.pay(admin.token, later)).order?.status).toBe('PAID');
  expect((await desk.pay(admin.token, own)).order?.status).toBe('PAID');
  expect(await record()).toEqual({ orders: 3, accrued: '7.00', paidOut: '0.02' });
  // The link that was shared before.
  await buy(friend, raffle.id, 1, { referral: one.id });
  expect(await record()).toEqual({ orders: 4, accrued: '8.00', paidOut: '0.02' });
  await expectAgreement();
});

it('an order whose answer got lost is not placed a second time by the account that is left', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server);
  const [, one] = [await signUp(phone), await signUp(phone)];
  const input = { raffleId: raffle.id, quotaQuantity: 1 };
  const key = { 'idempotency-key': 'the-same-order' };
  const { order, message } = await desk.buyWithoutGateway(one.token, input, key);
  expect(message).toBeUndefined();
  const mine = await byCode(phone);
  expect(mine.id).not.toBe(one.id);
  expect(await desk.buyWithoutGateway(mine.token, input, key)).toMatchObject({ order: { id: order!.id } });
});

it('a sale that goes on beside it leaves no order to an account that has ended', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server, { quotaQuantity: 5_000 });
  const accounts = await Promise.all(Array.from({ length: 4 }, () => signUp(phone)));
  const stranger = await signUp(aPhone());
  await server.graphql(ASK, { phone });
  const sale = [...accounts, stranger].flatMap((buyer) =>
    Array.from({ length: 12 }, async () => {
      const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId: raffle.id, quotaQuantity: 1 });
      return order ? (await desk.pay(admin.token, order.id)).order?.status : 'REFUSED';
    }),
  );
  const login = server.graphql(LOGIN, { input: { phone, code: codeOf(phone) } });
  const outcomes = await Promise.all(sale);
  const mine = (await login).data.userLogin.user.id as string;
  expect(outcomes.filter((outcome) => outcome === 'PAID').length).toBeGreaterThanOrEqual(12);
  const ended = accounts.map(({ id }) => id);
  expect(await server.app.db.prisma.user.count({ where: { id: { in: ended }, mergedInto: mine } })).toBe(4);
  const left = { userId: { in: ended }, status: { in: ['PENDING', 'PAID'] as ('PENDING' | 'PAID')[] } };
  expect(await server.app.db.prisma.order.count({ where: left })).toBe(0);
  await expectAgreement();
});

it('boxes and wins follow their orders, and no win goes to anybody else', async () => {
  const phone = aPhone();
  const raffle = await anOpenRaffle(server);
  const one = await signUp(phone);
  const orderId = BigInt(await buy(one, raffle.id, 1));
  const { prisma } = server.app.db;
  await prisma.orderBoxes.create({ data: { orderId, raffleId: raffle.id, userId: one.id, boxes: 2 } });
  const now = new Date();
  const win = { raffleId: raffle.id, kind: 'DRAW' as const, title: 'Moto', number: 1, orderId, wonAt: now, lapsesAt: now };
  const { id } = await prisma.wonPrize.create({ data: { id: uuidv7(), unit: 1, userId: one.id, shownAt: now, ...win } });
  const another = await signUp(aPhone());
  await expect(prisma.wonPrize.update({ where: { id }, data: { userId: another.id } })).rejects.toThrow('constraint violated');

  const newer = await signUp(phone);
  await buy(newer, raffle.id, 2);
  const left = await byCode(phone);
  expect([one.id, newer.id]).not.toContain(left.id);
  expect(await prisma.wonPrize.findUniqueOrThrow({ where: { id } })).toMatchObject({ userId: left.id, state: 'WON' });
  expect(await prisma.orderBoxes.findUniqueOrThrow({ where: { orderId } })).toMatchObject({ userId: left.id });
});
