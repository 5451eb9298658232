import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { restClient } from './support/rest-contract.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';
import { aWonPrize } from './support/won-prizes.js';

const { server, admin, desk } = shopForTests();
const HISTORY = `query ($orderId: ID!) { orderHistory(orderId: $orderId) {
  referrer { id } events { at kind amount text action actor { id } } } }`;

let buyer: Awaited<ReturnType<typeof aCustomer>>;
let orderId: string;
let raffleId: string;

async function historyOf(id: string, token = admin.token) {
  const { data, errors } = await server.graphql(HISTORY, { orderId: id }, { token });
  return { ...data?.orderHistory, code: errors?.[0]?.extensions.code };
}

beforeAll(async () => {
  buyer = await aCustomer(server);
  raffleId = (await anOpenRaffle(server)).id;
  orderId = (await desk.buy(buyer.token, { raffleId, quotaQuantity: 2 })).order?.id ?? '';
  await desk.pay(admin.token, orderId);
});

describe('the history of an order', () => {
  it('has what happened with its sums, and what an operator did without the reason', async () => {
    const { events, referrer } = await historyOf(orderId);
    expect(referrer).toBeNull();
    expect(events.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['ACT', 'PAID', 'PAYMENT', 'PLACED']);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'PLACED', amount: '2.00', actor: null }));
    expect(events).toContainEqual(expect.objectContaining({ kind: 'ACT', action: 'payOrder', actor: { id: admin.id } }));
    const times = events.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('says who referred the buyer', async () => {
    const referrer = await aCustomer(server);
    const { id } = await anOpenRaffle(server, { affiliate: true, commissionBasisPoints: 1_000 });
    const { order } = await desk.buy(buyer.token, { raffleId: id, quotaQuantity: 1, referral: referrer.id });
    expect((await historyOf(order?.id ?? '')).referrer).toEqual({ id: referrer.id });
  });

  it('has prizes and how an order ended, but nothing of a closed box', async () => {
    const won = await aWonPrize(server, raffleId, { userId: buyer.id });
    const { events } = await historyOf(String(won.orderId));
    expect(events.filter(({ kind }: { kind: string }) => kind === 'PRIZE_WON')).toHaveLength(1);
    const { order } = await desk.buy(buyer.token, { raffleId, quotaQuantity: 1 });
    await server.graphql(`mutation { cancelOrder(id: "${order?.id}") { id } }`, {}, { token: admin.token });
    const kinds = (await historyOf(order?.id ?? '')).events.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('CANCELLED');
  });

  it('says why an operator cancelled it, until its buyer is deleted', async () => {
    const owner = await aCustomer(server);
    const { order } = await desk.buy(owner.token, { raffleId, quotaQuantity: 1 });
    const id = order?.id ?? '';
    const cancel = async (reason: string | null, token = admin.token) => {
      const text = 'mutation ($id: ID!, $reason: String) { cancelOrder(id: $id, reason: $reason) { status } }';
      const { data, errors } = await server.graphql(text, { id, reason }, { token });
      return { status: data?.cancelOrder?.status, ...errors?.[0]?.extensions };
    };
    expect(await cancel('a'.repeat(201))).toMatchObject({ code: 'BAD_USER_INPUT', fields: { reason: expect.anything() } });
    expect(await cancel('mudei de ideia', owner.token)).toMatchObject({ code: 'FORBIDDEN' });
    const { status, body } = await restClient(server)('PATCH /v1/orders/{orderId}/cancel', {
      token: admin.token,
      params: { orderId: id },
      body: { reason: ' Rita pediu ao telefone ' },
    });
    expect([status, body]).toMatchObject([200, { status: 'CANCELLED' }]);
    // A repeat changes nothing.
    expect(await cancel('outro motivo')).toEqual({ status: 'CANCELLED' });
    const acts = async () => (await historyOf(id)).events.filter(({ kind }: { kind: string }) => kind === 'ACT');
    expect(await acts()).toMatchObject([{ action: 'cancelOrder', text: 'Rita pediu ao telefone', actor: { id: admin.id } }]);
    const { errors } = await server.graphql(`mutation { deleteUser(id: "${owner.id}") { id } }`, {}, { token: admin.token });
    expect(errors).toBeUndefined();
    expect(await acts()).toMatchObject([{ action: 'cancelOrder', text: null }]);
    expect(
      JSON.stringify(await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id }, select: { details: true } })),
    ).not.toContain('Rita');
  });

  it('of a payment tells how it was learned, what went back and who decided', async () => {
    const { order } = await desk.buy(buyer.token, { raffleId, quotaQuantity: 3 });
    await desk.pay(admin.token, order?.id ?? '');
    const payment = await server.app.db.prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(order?.id ?? '0') } });
    const dispute = await server.graphql(
      'mutation ($id: ID!) { openDispute(paymentId: $id, reason: "cliente reclamou") { id } }',
      { id: payment.id },
      { token: admin.token },
    );
    const id = dispute.data.openDispute.id;
    await server.graphql(`mutation { releaseDispute(id: "${id}", note: "resolvido") { id } }`, {}, { token: admin.token });
    const ofPayment = `query ($id: ID!) { paymentHistory(paymentId: $id) { events { at kind amount text action actor { id } } } }`;
    const { data } = await server.graphql(ofPayment, { id: payment.id }, { token: admin.token });
    const events: { kind: string }[] = data.paymentHistory.events;
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'ACT',
      'ACT',
      'DISPUTE_ENDED',
      'DISPUTE_OPENED',
      'PAID',
      'RECORDED',
    ]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'RECORDED', text: 'ADMIN', amount: null }));
    expect(events).toContainEqual(expect.objectContaining({ kind: 'DISPUTE_ENDED', text: 'RELEASED', amount: '3.00' }));
    expect(events).toContainEqual(expect.objectContaining({ kind: 'ACT', action: 'releaseDispute', actor: { id: admin.id } }));
    const stranger = await server.graphql(ofPayment, { id: payment.id }, { token: buyer.token });
    expect(stranger.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('is read by operators of every role and by nobody else', async () => {
    for (const role of ['FINANCE', 'MANAGER', 'SUPPORT'] as const)
      expect((await historyOf(orderId, (await anAdmin(server, role)).token)).events.length).toBeGreaterThan(3);
    expect((await historyOf(orderId, buyer.token)).code).toBe('FORBIDDEN');
    expect((await historyOf('999999999')).code).toBe('NOT_FOUND');
  });
});
