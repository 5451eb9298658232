import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { refundNow } from './support/refunds.js';
import { askSandbox } from './support/sandbox.js';
import { anOpenRaffle, countsOf, type OrderAnswer } from './support/sales.js';
import { forTests } from './support/start.js';

const banked = forTests(startBankedServer);
beforeAll(() => banked.behave(PROMPT));

/** A bank that has a refund under way for a moment only. */
const PROMPT = { refundDelayMs: 20 };
const DAY_MS = 24 * 3600 * 1000;
const db = () => banked.server.app.db.prisma;
const refundsOf = (orderId: string) =>
  db().refund.findMany({ where: { payment: { orderId: BigInt(orderId) } }, orderBy: { createdAt: 'asc' } });
const statusesOf = async (orderId: string) => (await refundsOf(orderId)).map(({ status }) => status);
/** What `read` gives once the refunding had another round. */
const refunding = <Value>(read: () => Promise<Value>) =>
  expect.poll(async () => {
    await refundNow(banked.server);
    return read();
  });

async function aPaidOrder(options: { raffleId?: string; quotaQuantity?: number; paymentProviderName?: string } = {}) {
  const raffleId = options.raffleId ?? (await anOpenRaffle(banked.server)).id;
  const buyer = await aCustomer(banked.server);
  const { order, message } = await banked.desk.buy(buyer.token, {
    raffleId,
    quotaQuantity: options.quotaQuantity ?? 3,
    paymentProviderName: options.paymentProviderName,
  });
  if (!order) throw new Error(message);
  if (options.paymentProviderName === 'static') await banked.desk.pay(banked.admin.token, order.id, 'cash');
  else await banked.payAtBank(order.qrCodeContent);
  await banked.untilStatus(order, 'PAID');
  return { raffleId, buyer, order };
}

const refund = (token: string, id: string, input?: Record<string, unknown>, headers?: Record<string, string>) =>
  banked.server.graphql(
    'mutation ($id: ID!, $input: RefundOrderInput) { refundOrder(id: $id, input: $input) { id status luckyNumbers { totalCount } } }',
    { id, input },
    { token, ...(headers && { headers }) },
  );
const codeOf = (answer: Awaited<ReturnType<typeof refund>>) => answer.errors?.[0]?.extensions.code;

const age = (order: OrderAnswer, days: number) =>
  db().order.update({ where: { id: BigInt(order.id) }, data: { paidAt: new Date(Date.now() - days * DAY_MS) } });

describe('refundOrder', () => {
  it('voids the numbers, sells nothing again and sends the money back', async () => {
    const { raffleId, buyer, order } = await aPaidOrder();

    const { data, errors } = await refund(buyer.token, order.id, { reason: 'changed my mind' });

    expect(errors).toBeUndefined();
    expect(data.refundOrder).toMatchObject({ status: 'REFUNDED' });
    expect(await countsOf(banked.server, raffleId)).toEqual({ sellable: 1_000, reserved: 0, allocated: 3 });
    expect(await db().quotaAllocation.findFirst({ where: { orderId: BigInt(order.id) } })).toMatchObject({
      voidedAt: expect.any(Date),
    });
    expect(await db().raffleBuyer.findFirst({ where: { raffleId } })).toMatchObject({ reserved: 0, allocated: 0 });
    await refunding(() => refundsOf(order.id)).toMatchObject([
      { amount: 300n, status: 'RETURNED', initiator: 'BUYER', reason: 'changed my mind' },
    ]);
  });

  it('is done once, however often it is asked for at once', async () => {
    const { buyer, order } = await aPaidOrder();

    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(buyer.token, order.id)));

    expect(answers.map(({ data }) => data.refundOrder.status)).toEqual(Array.from({ length: 8 }, () => 'REFUNDED'));
    expect(await refundsOf(order.id)).toHaveLength(1);
  });

  it("is the buyer's for seven days, the operator's until the raffle is frozen for its draw", async () => {
    const late = await aPaidOrder();
    await age(late.order, 8);
    await db().raffle.update({ where: { id: late.raffleId }, data: { status: 'CLOSED' } });
    expect((await refund(banked.admin.token, late.order.id)).data.refundOrder.status).toBe('REFUNDED');

    const { raffleId, buyer, order } = await aPaidOrder();
    await age(order, 8);

    expect(codeOf(await refund(buyer.token, order.id))).toBe('CONFLICT');
    await db().raffle.update({ where: { id: raffleId }, data: { status: 'DRAWN', frozenAt: new Date() } });
    expect(codeOf(await refund(banked.admin.token, order.id))).toBe('CONFLICT');
    expect(await refundsOf(order.id)).toEqual([]);
  });

  it('is refused to its buyer once sales are closed, and to anybody else', async () => {
    const { raffleId, buyer, order } = await aPaidOrder();
    const stranger = await aCustomer(banked.server);

    expect(codeOf(await refund(stranger.token, order.id))).toBe('NOT_FOUND');
    await db().raffle.update({ where: { id: raffleId }, data: { status: 'CLOSED' } });
    expect(codeOf(await refund(buyer.token, order.id))).toBe('CONFLICT');
    expect(await db().order.findUnique({ where: { id: BigInt(order.id) } })).toMatchObject({ status: 'PAID' });
  });

  it('refuses an order that is not paid', async () => {
    const { id: raffleId } = await anOpenRaffle(banked.server);
    const buyer = await aCustomer(banked.server);
    const { order } = await banked.desk.buy(buyer.token, { raffleId, quotaQuantity: 1 });

    expect(codeOf(await refund(banked.admin.token, order?.id ?? ''))).toBe('CONFLICT');
  });

  it('returns a part for an operator, and the order stays PAID', async () => {
    const { buyer, order } = await aPaidOrder();

    expect(codeOf(await refund(buyer.token, order.id, { amount: '1.00' }))).toBe('FORBIDDEN');
    expect(codeOf(await refund(banked.admin.token, order.id, { amount: '3.01' }))).toBe('BAD_USER_INPUT');
    expect((await refund(banked.admin.token, order.id, { amount: '1.00' })).data.refundOrder.status).toBe('PAID');
    expect(codeOf(await refund(banked.admin.token, order.id, { amount: '2.01' }))).toBe('BAD_USER_INPUT');
    expect((await refund(buyer.token, order.id)).data.refundOrder.status).toBe('REFUNDED');
    expect((await refundsOf(order.id)).map(({ amount }) => amount)).toEqual([100n, 200n]);
  });

  it('returns a part once an Idempotency-Key', async () => {
    const { order } = await aPaidOrder();
    const headers = { 'idempotency-key': `part-${order.id}` };

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refund(banked.admin.token, order.id, { amount: '1.00' }, headers)),
    );
    const other = await refund(banked.admin.token, order.id, { amount: '0.50' }, headers);

    expect(answers.map(codeOf)).toEqual(Array.from({ length: 5 }, () => undefined));
    expect(codeOf(other)).toBe('IDEMPOTENCY_MISMATCH');
    expect((await refundsOf(order.id)).map(({ amount }) => amount)).toEqual([100n]);
  });

  it('leaves it to the operator to return what no bank moved, who then says so', async () => {
    const { order } = await aPaidOrder({ paymentProviderName: 'static' });
    await refund(banked.admin.token, order.id);
    const [byHand] = await refundsOf(order.id);
    expect(byHand).toMatchObject({ status: 'BY_HAND', amount: 300n });

    const confirmed = await banked.server.graphql(
      'mutation ($id: ID!) { confirmRefund(id: $id, note: "cash at the counter") { status } }',
      { id: byHand?.id },
      banked.admin,
    );

    expect(confirmed.data.confirmRefund.status).toBe('RETURNED');
  });

  it('that the bank refuses can be asked for again', async () => {
    const { order } = await aPaidOrder();
    await banked.behave({ ...PROMPT, refuseRefunds: true });
    await refund(banked.admin.token, order.id);
    await refunding(() => statusesOf(order.id)).toEqual(['FAILED']);
    await banked.behave(PROMPT);
    const [failed] = await refundsOf(order.id);

    const retry = () =>
      banked.server.graphql('mutation ($id: ID!) { retryRefund(id: $id) { id status } }', { id: failed?.id }, banked.admin);
    const first = await retry();
    expect(first.errors).toBeUndefined();
    expect((await retry()).data.retryRefund.id).toBe(first.data.retryRefund.id);

    await refunding(() => statusesOf(order.id)).toEqual(['FAILED', 'RETURNED']);
  });
});

async function overpaid() {
  const { id: raffleId } = await anOpenRaffle(banked.server);
  const buyer = await aCustomer(banked.server);
  const { order, message } = await banked.desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 2 });
  if (!order) throw new Error(message);
  const { endToEndId } = await banked.payAtBank(order.qrCodeContent, '5.00');
  await banked.untilStatus(order, 'PAID');
  const { id: lateId } = await db().latePayment.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
  return { order, buyer, endToEndId, lateId };
}

const lateStatus = async (id: string) => (await db().latePayment.findUniqueOrThrow({ where: { id } })).status;

describe('a late payment', () => {
  it('is sent back: what was paid too much, the order stays PAID', async () => {
    const { order, lateId: id } = await overpaid();

    const answer = await banked.server.graphql(
      'mutation ($id: ID!) { refundLatePayment(id: $id) { status amount } }',
      { id },
      banked.admin,
    );

    expect(answer.data.refundLatePayment).toEqual({ status: 'REFUNDING', amount: '3.00' });
    await refunding(() => lateStatus(id)).toBe('REFUNDED');
    expect(await refundsOf(order.id)).toMatchObject([{ amount: 300n, status: 'RETURNED' }]);
    expect(await db().order.findUnique({ where: { id: BigInt(order.id) } })).toMatchObject({ status: 'PAID' });
  });

  it('is resolved with a note, and then not refunded', async () => {
    const { order, lateId: id } = await overpaid();
    const resolve = (note: string) =>
      banked.server.graphql(
        'mutation ($id: ID!, $note: String!) { resolveLatePayment(id: $id, note: $note) { status note } }',
        { id, note },
        banked.admin,
      );

    expect((await resolve('  ')).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect((await resolve('kept as a tip')).data.resolveLatePayment).toEqual({ status: 'RESOLVED', note: 'kept as a tip' });
    const refused = await banked.server.graphql(
      'mutation ($id: ID!) { refundLatePayment(id: $id) { status } }',
      { id },
      banked.admin,
    );
    expect(refused.errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await refundsOf(order.id)).toEqual([]);
  });
});

describe('money that went back in another way', () => {
  const ask = (mutation: string, id: string) => banked.server.graphql(mutation, { id }, banked.admin);
  const takeBack = (endToEndId: string, valor: string) =>
    askSandbox(banked.bank.url, 'POST', '/sandbox/take-back', { endToEndId, valor });

  it('is not sent a second time by asking for the refund that failed', async () => {
    const { order, lateId } = await overpaid();
    await banked.behave({ ...PROMPT, refuseRefunds: true });
    await ask('mutation ($id: ID!) { refundLatePayment(id: $id) { status } }', lateId);
    await refunding(() => lateStatus(lateId)).toBe('PENDING');
    await banked.behave(PROMPT);
    await ask('mutation ($id: ID!) { refundLatePayment(id: $id) { status } }', lateId);
    await refunding(() => lateStatus(lateId)).toBe('REFUNDED');

    const [failed] = await refundsOf(order.id);
    for (const mutation of ['retryRefund(id: $id)', 'confirmRefund(id: $id, note: "again")']) {
      const answer = await ask(`mutation ($id: ID!) { ${mutation} { status } }`, failed?.id ?? '');
      expect(answer.errors?.[0]?.extensions.code).toBe('CONFLICT');
    }
    expect((await refundsOf(order.id)).map(({ status, amount }) => [status, amount])).toEqual([
      ['FAILED', 300n],
      ['RETURNED', 300n],
    ]);
  });

  it('comes off what was paid too much first: the order stays PAID', async () => {
    const { order, endToEndId, lateId } = await overpaid();
    await takeBack(endToEndId, '3.00');

    await expect.poll(() => lateStatus(lateId)).toBe('REFUNDED');
    const answer = await ask('mutation ($id: ID!) { refundLatePayment(id: $id) { status } }', lateId);
    expect(answer.data.refundLatePayment.status).toBe('REFUNDED');
    expect(await refundsOf(order.id)).toHaveLength(1);
    expect(await db().order.findUnique({ where: { id: BigInt(order.id) } })).toMatchObject({ status: 'PAID' });
  });

  it('voids the order once none of its money is left, in however many parts it went', async () => {
    const { order } = await aPaidOrder();
    const { endToEndId } = await db().payment.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });
    await refund(banked.admin.token, order.id, { amount: '1.00' });
    await refunding(() => statusesOf(order.id)).toEqual(['RETURNED']);
    await takeBack(endToEndId ?? '', '0.50');
    await expect.poll(() => refundsOf(order.id)).toHaveLength(2);
    expect(await db().order.findUnique({ where: { id: BigInt(order.id) } })).toMatchObject({ status: 'PAID' });

    await takeBack(endToEndId ?? '', '1.50');
    await banked.untilStatus(order, 'REFUNDED');
  });
});

describe('money taken back by the bank', () => {
  const takeBack = (endToEndId: string | null | undefined, valor?: string) =>
    askSandbox(banked.bank.url, 'POST', '/sandbox/take-back', { endToEndId, ...(valor && { valor }) });
  const endToEndIdOf = async (order: OrderAnswer) =>
    (await db().payment.findFirst({ where: { orderId: BigInt(order.id) } }))?.endToEndId;

  it('voids the order before the draw, once', async () => {
    const { order } = await aPaidOrder();
    await takeBack(await endToEndIdOf(order));

    await banked.untilStatus(order, 'REFUNDED');
    await expect.poll(() => refundsOf(order.id)).toMatchObject([{ amount: 300n, status: 'RETURNED', initiator: 'BANK' }]);
  });

  it("is an operator's decision after the draw", async () => {
    const { raffleId, order } = await aPaidOrder();
    await db().raffle.update({ where: { id: raffleId }, data: { status: 'DRAWN', frozenAt: new Date() } });
    await takeBack(await endToEndIdOf(order));

    await expect.poll(() => refundsOf(order.id)).toHaveLength(1);
    expect(await db().order.findUnique({ where: { id: BigInt(order.id) } })).toMatchObject({ status: 'PAID' });
    expect(await db().auditEntry.findMany({ where: { subjectId: order.id, action: 'bankReturnNeedsDecision' } })).toHaveLength(1);
  });
});

describe('a raffle that is called off', () => {
  it('refunds every paid order', async () => {
    const { id: raffleId } = await anOpenRaffle(banked.server);
    const orders = await Promise.all(Array.from({ length: 5 }, () => aPaidOrder({ raffleId })));

    const { data } = await banked.server.graphql(
      'mutation ($id: ID!) { updateRaffle(id: $id, input: { status: CANCELLED, confirmRefundTotal: "15.00" }) { status } }',
      { id: raffleId },
      banked.admin,
    );

    expect(data.updateRaffle.status).toBe('CANCELLED');
    for (const { order } of orders) await banked.untilStatus(order, 'REFUNDED');
    await refunding(() => db().refund.count({ where: { payment: { order: { raffleId } }, status: 'RETURNED' } })).toBe(5);
  });
});

describe('what an operator writes', () => {
  const FIELDS = 'refunds { initiator reason } latePayment { reason note }';
  const WRITTEN = 'a known trickster, see the ticket';

  /** The payment of an order as two people see it, by GraphQL and by REST. */
  async function seenBy(orderId: string, ...tokens: string[]) {
    const { id } = await db().payment.findFirstOrThrow({ where: { orderId: BigInt(orderId) } });
    return Promise.all(
      tokens.map(async (token) => {
        const query = `query ($id: ID!) { pixPayment(id: $id) { ${FIELDS} } }`;
        const { data } = await banked.server.graphql(query, { id }, { token });
        const { body } = await banked.server.rest('GET', `/v1/payments/pix/${id}`, { token });
        expect(body).toMatchObject(data.pixPayment);
        return data.pixPayment;
      }),
    );
  }

  it('of a refund is for operators; what its buyer wrote is for its buyer too', async () => {
    const { buyer, order } = await aPaidOrder();
    expect((await refund(banked.admin.token, order.id, { amount: '1.00', reason: WRITTEN })).errors).toBeUndefined();
    expect((await refund(buyer.token, order.id, { reason: 'changed my mind' })).errors).toBeUndefined();
    const [own, operators] = await seenBy(order.id, buyer.token, banked.admin.token);
    const byBuyer = { initiator: 'BUYER', reason: 'changed my mind' };
    expect(own.refunds).toEqual([{ initiator: 'OPERATOR', reason: null }, byBuyer]);
    expect(operators.refunds).toEqual([{ initiator: 'OPERATOR', reason: WRITTEN }, byBuyer]);
  });

  it('of a late payment is for operators', async () => {
    const { order, buyer, lateId } = await overpaid();
    const resolve = 'mutation ($id: ID!, $note: String!) { resolveLatePayment(id: $id, note: $note) { note } }';
    await banked.server.graphql(resolve, { id: lateId, note: WRITTEN }, banked.admin);
    const [own, operators] = await seenBy(order.id, buyer.token, banked.admin.token);
    expect(own.latePayment).toEqual({ reason: 'OVERPAID', note: null });
    expect(operators.latePayment).toEqual({ reason: 'OVERPAID', note: WRITTEN });
  });
});

it('shows a payment with its refunds to its buyer and to operators, nobody else', async () => {
  const { buyer, order } = await aPaidOrder();
  const query = '{ myPixPayments { nodes { id amount orderId endToEndId refunds { amount } latePayment { id } } totalCount } }';
  const mine = await banked.server.graphql(query, {}, buyer);
  const [payment] = mine.data.myPixPayments.nodes;
  expect(payment).toMatchObject({ amount: '3.00', orderId: order.id, refunds: [], latePayment: null });

  const one = (token: string) =>
    banked.server.graphql('query ($id: ID!) { pixPayment(id: $id) { id } }', { id: payment.id }, { token });
  expect((await one(banked.admin.token)).data.pixPayment.id).toBe(payment.id);
  expect((await one((await aCustomer(banked.server)).token)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});
