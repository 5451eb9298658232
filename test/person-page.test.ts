import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle } from './support/sales.js';
import { aSentMessage } from './support/sent-messages.js';
import { shopForTests } from './support/shop.js';
import { aWonPrize } from './support/won-prizes.js';

const { server, admin, desk } = shopForTests();
let buyer: Awaited<ReturnType<typeof aCustomer>>;
let raffles: { id: string }[];
let orders: string[];

const ask = async (query: string, variables: object = {}, token = admin.token) => {
  const { data, errors } = await server.graphql(query, { userId: buyer.id, ...variables }, { token });
  return { data, code: errors?.[0]?.extensions.code };
};

beforeAll(async () => {
  buyer = await aCustomer(server, { name: 'Bia Rocha', email: 'bia@example.com' });
  raffles = [await anOpenRaffle(server, { title: 'Moto' }), await anOpenRaffle(server, { title: 'Carro' })];
  orders = [];
  for (const [n, raffle] of [...raffles, ...raffles].entries()) {
    const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: n + 1 });
    orders.push(order?.id ?? '');
  }
  for (const id of orders.slice(0, 3)) await desk.pay(admin.token, id);
});

describe('of a person', () => {
  it('orders are found by the account, of one raffle or in one state too', async () => {
    const query = `query ($filter: OrderFilterInput) { orders(filter: $filter) { nodes { id } totalCount } }`;
    const idsOf = async (filter: object) =>
      (await ask(query, { filter })).data?.orders.nodes.map(({ id }: { id: string }) => id).toSorted();
    expect(await idsOf({ userId: buyer.id })).toEqual(orders.toSorted());
    expect(await idsOf({ userId: buyer.id.toUpperCase(), phone: buyer.phone })).toEqual(orders.toSorted());
    expect(await idsOf({ userId: buyer.id, status: 'PENDING' })).toEqual([orders[3]]);
    expect(await idsOf({ userId: buyer.id, raffleId: raffles[0]?.id })).toEqual([orders[0] ?? '', orders[2] ?? ''].toSorted());
    expect(await idsOf({ userId: uuidv7() })).toEqual([]);
    expect(await idsOf({ userId: buyer.id, phone: '+5511900000000' })).toEqual([]);
    expect((await ask(query, { filter: { userId: 'x' } })).code).toBe('BAD_USER_INPUT');
  });

  it('sums are of the orders and of what went back, as a whole and by raffle', async () => {
    const payment = await server.app.db.prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(orders[0] ?? 0) } });
    for (const status of ['RETURNED', 'FAILED'] as const)
      await server.app.db.prisma.refund.create({
        data: { id: randomUUID().replaceAll('-', ''), paymentId: payment.id, amount: 40n, status, initiator: 'OPERATOR' },
      });
    const { data } = await ask(`query ($userId: ID!) { purchases(userId: $userId) {
      orders paidOrders paid returned isCut raffles { raffleTitle orders paidOrders quotas paid returned } } }`);
    expect(data?.purchases).toEqual({
      orders: 4,
      paidOrders: 3,
      paid: '6.00',
      returned: '0.40',
      isCut: false,
      raffles: [
        { raffleTitle: 'Carro', orders: 2, paidOrders: 1, quotas: 2, paid: '2.00', returned: '0.00' },
        { raffleTitle: 'Moto', orders: 2, paidOrders: 2, quotas: 4, paid: '4.00', returned: '0.40' },
      ],
    });
    expect((await ask('query ($userId: ID!) { purchases(userId: $userId) { orders } }', { userId: uuidv7() })).code).toBe(
      'NOT_FOUND',
    );
  });

  it('prizes are told with their ids', async () => {
    const won = await aWonPrize(server, raffles[0]?.id ?? '', { userId: buyer.id });
    const { data } = await ask('query ($userId: ID!) { wonPrizesOfUser(userId: $userId) { nodes { id } } }');
    expect(data?.wonPrizesOfUser.nodes).toEqual([{ id: won.id }]);
  });
});

const MESSAGES =
  'query ($userId: ID!) { messagesOfUser(userId: $userId) { nodes { id kind channel status subject isResendable } } }';
const OF_ORDER =
  'query ($userId: ID!, $orderId: ID) { messagesOfUser(userId: $userId, orderId: $orderId) { nodes { subject } } }';
const RESEND = 'mutation ($id: ID!) { resendMessage(id: $id) { id status isResendable } }';

describe('messages to a person', () => {
  it('are listed, and one that ended is sent once more under another id', async () => {
    const { id } = await aSentMessage(server, buyer.id);
    expect((await ask(MESSAGES)).data?.messagesOfUser.nodes).toContainEqual(
      expect.objectContaining({ id, kind: 'ORDER_PAID', channel: 'EMAIL', status: 'SENT', isResendable: true }),
    );
    const { data } = await ask(RESEND, { id });
    expect(data?.resendMessage).toMatchObject({ status: 'PENDING', isResendable: false });
    expect(data?.resendMessage.id).not.toBe(id);
    expect((await ask(RESEND, { id })).code).toBe('NOT_FOUND');
    expect((await ask(RESEND, { id: data?.resendMessage.id })).code).toBe('CONFLICT');
    const [entry] = await server.app.db.prisma.auditEntry.findMany({ where: { action: 'resendMessage', subjectId: buyer.id } });
    expect(entry).toMatchObject({ actorId: admin.id, details: { kind: 'ORDER_PAID', statusBefore: 'SENT' } });
  });

  it('are not sent once more when their time is over', async () => {
    const { id } = await aSentMessage(server, buyer.id, 'DRAW_SOON');
    expect((await ask(RESEND, { id })).code).toBe('CONFLICT');
  });

  it('are listed of one order, with those about what it won', async () => {
    const [orderId] = orders;
    const won = await aWonPrize(server, raffles[0]?.id ?? '', { userId: buyer.id });
    await aSentMessage(server, buyer.id, 'ORDER_PAID', orderId);
    await aSentMessage(server, buyer.id, 'PRIZE_WON', won.id);
    const subjects = async (id: string | undefined) =>
      (await ask(OF_ORDER, { orderId: id })).data?.messagesOfUser.nodes.map(({ subject }: { subject: string }) => subject);
    expect(await subjects(orderId)).toEqual([orderId]);
    expect(await subjects(String(won.orderId))).toEqual([won.id]);
    expect(await subjects(orders[1])).toEqual([]);
    expect((await ask(OF_ORDER, { orderId: '999999999' })).code).toBe('NOT_FOUND');
  });

  it('are not for other buyers', async () => {
    expect((await ask(MESSAGES, {}, buyer.token)).code).toBe('FORBIDDEN');
  });
});
