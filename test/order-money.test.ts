import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { aPaidOrder } from './support/order-rows.js';
import { restClient } from './support/rest-contract.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const END_TO_END_ID = 'E00000000202610051200ccccccccccc';
const UNKNOWN_ID = 'E00000000202610051200ddddddddddd';

const server = forTests(startTestServer);
const operator = forTests(() => anAdmin(server, 'SUPPORT'));
const buyer = forTests(() => aCustomer(server));
/** Paid, then paid a second time; of the first payment a part went back, of the second nothing yet. */
let order: { id: string; txid: string };

beforeAll(async () => {
  const { id, txid } = await aPaidOrder(server, (await anOpenRaffle(server)).id, 3);
  order = { id: String(id), txid };
  const { prisma } = server.app.db;
  await prisma.order.update({ where: { id }, data: { userId: buyer.id } });
  const [first] = await prisma.payment.findMany({ where: { orderId: id } });
  await aRefund({
    paymentId: first?.id ?? '',
    status: 'RETURNED',
    initiator: 'BUYER',
    reason: 'Mudei de ideia',
    settledAt: new Date(),
  });
  await aRefund({ paymentId: first?.id ?? '', status: 'FAILED', initiator: 'OPERATOR', reason: 'a word among operators' });
  await aLatePayment(
    { orderId: id, endToEndId: END_TO_END_ID, txid, payerName: 'Carlos Alberto Dias', payerCpf: '52998224725' },
    'SECOND_PAYMENT',
  );
  await aLatePayment({ orderId: null, endToEndId: UNKNOWN_ID, txid: 'nobodystxid' }, 'UNKNOWN_REFERENCE');
});

let refunds = 0;
async function aRefund(data: {
  paymentId: string;
  status: 'RETURNED' | 'FAILED';
  initiator: 'BUYER' | 'OPERATOR';
  reason: string;
  settledAt?: Date;
}) {
  refunds += 1;
  const createdAt = new Date(Date.now() + refunds);
  await server.app.db.prisma.refund.create({ data: { id: `refund${refunds}`, amount: 100n, createdAt, ...data } });
}

type LateData = { orderId: bigint | null; endToEndId: string; txid: string; payerName?: string; payerCpf?: string };
async function aLatePayment(data: LateData, reason: 'SECOND_PAYMENT' | 'UNKNOWN_REFERENCE') {
  await server.app.db.prisma.payment.create({
    data: {
      id: uuidv7(),
      providerName: 'static',
      amount: 300n,
      source: 'CALLBACK',
      paidAt: new Date(Date.now() + 1_000),
      ...data,
      latePayment: { create: { id: uuidv7(), amount: 300n, reason } },
    },
  });
}

const MONEY = `
  payments(first: 10) { totalCount nodes {
    amount source providerName endToEndId txid payerName payerCpf paidAt latePayment { reason status nextSteps } refunds { id }
  } }
  refunds(first: 10) { totalCount nodes { id amount status initiator reason nextSteps } }`;

const ORDER = `query ($id: ID!) { order(id: $id) { ${MONEY} } }`;

describe('an order tells where its money is', () => {
  it('to an operator: each payment, whether it is late, who paid it, and what is to do', async () => {
    const { data, errors } = await server.graphql(ORDER, { id: order.id }, { token: operator.token });
    expect(errors).toBeUndefined();
    expect(data.order.payments).toMatchObject({
      totalCount: 2,
      nodes: [
        {
          amount: '3.00',
          source: 'ADMIN',
          endToEndId: null,
          txid: order.txid,
          payerName: null,
          latePayment: null,
          refunds: [{}, {}],
        },
        {
          endToEndId: END_TO_END_ID,
          payerName: 'Carlos Alberto Dias',
          payerCpf: '52998224725',
          latePayment: {
            reason: 'SECOND_PAYMENT',
            status: 'PENDING',
            nextSteps: ['REFUND_LATE_PAYMENT', 'RESOLVE_LATE_PAYMENT'],
          },
          refunds: [],
        },
      ],
    });
    expect(data.order.refunds).toEqual({
      totalCount: 2,
      nodes: [
        { id: 'refund1', amount: '1.00', status: 'RETURNED', initiator: 'BUYER', reason: 'Mudei de ideia', nextSteps: [] },
        {
          id: 'refund2',
          amount: '1.00',
          status: 'FAILED',
          initiator: 'OPERATOR',
          reason: 'a word among operators',
          nextSteps: ['RETRY_REFUND', 'CONFIRM_REFUND'],
        },
      ],
    });
  });

  it('without a step for what is late while its payment is disputed', async () => {
    const { prisma } = server.app.db;
    const { id: paymentId } = await prisma.payment.findUniqueOrThrow({ where: { endToEndId: END_TO_END_ID } });
    await prisma.dispute.create({ data: { id: uuidv7(), paymentId, amount: 300n, openedBy: 'OPERATOR' } });
    const { data } = await server.graphql(ORDER, { id: order.id }, { token: operator.token });
    expect(data.order.payments.nodes[1].latePayment).toMatchObject({ status: 'PENDING', nextSteps: [] });
    await prisma.dispute.deleteMany({ where: { paymentId } });
  });

  it('to its buyer: the same money, without what is for operators, and another payer masked', async () => {
    const { data, errors } = await server.graphql(ORDER, { id: order.id }, { token: buyer.token });
    expect(errors).toBeUndefined();
    expect(data.order.payments.nodes[1]).toMatchObject({
      amount: '3.00',
      payerName: 'Carlos D.',
      payerCpf: '***.982.247-**',
      latePayment: { status: 'PENDING', nextSteps: [] },
    });
    expect(data.order.refunds.nodes).toMatchObject([
      { reason: 'Mudei de ideia', nextSteps: [] },
      { reason: null, nextSteps: [] },
    ]);
    const mine = await server.graphql(`{ myOrders { nodes { ${MONEY} } } }`, {}, { token: buyer.token });
    expect(mine.data.myOrders.nodes).toEqual([data.order]);
  });

  it('to nobody else', async () => {
    const other = await aCustomer(server);
    for (const token of [other.token, undefined]) {
      const { data } = await server.graphql(ORDER, { id: order.id }, { token });
      expect(data?.order ?? null).toBeNull();
    }
  });

  it('page by page, in lists too', async () => {
    const query = `query ($after: String) { orders { nodes {
      payments(first: 1, after: $after) { nodes { endToEndId } pageInfo { hasNextPage endCursor } }
      refunds(first: 1) { nodes { id } pageInfo { hasNextPage endCursor } }
    } } }`;
    const first = await server.graphql(query, {}, { token: operator.token });
    const [{ payments, refunds: back }] = first.data.orders.nodes;
    expect(payments).toMatchObject({ nodes: [{ endToEndId: null }], pageInfo: { hasNextPage: true } });
    expect(back).toMatchObject({ nodes: [{ id: 'refund1' }], pageInfo: { hasNextPage: true } });
    const second = await server.graphql(query, { after: payments.pageInfo.endCursor }, { token: operator.token });
    expect(second.data.orders.nodes[0].payments).toMatchObject({
      nodes: [{ endToEndId: END_TO_END_ID }],
      pageInfo: { hasNextPage: false },
    });
    const more = await server.graphql(
      'query ($id: ID!, $after: String) { order(id: $id) { refunds(after: $after) { nodes { id } } } }',
      { id: order.id, after: back.pageInfo.endCursor },
      { token: operator.token },
    );
    expect(more.data.order.refunds.nodes).toEqual([{ id: 'refund2' }]);
  });
});

describe('late payments are found', () => {
  const LATE = `query ($endToEndId: String, $txid: String, $status: LatePaymentStatus) {
    latePayments(endToEndId: $endToEndId, txid: $txid, status: $status) { totalCount nodes { reason payment { endToEndId } } }
  }`;
  const find = async (asked: Record<string, unknown>) =>
    (await server.graphql(LATE, asked, { token: operator.token })).data.latePayments as { totalCount: number; nodes: unknown[] };

  it("by the payment's end-to-end id or txid, also those that came for no order", async () => {
    const unknown = { totalCount: 1, nodes: [{ reason: 'UNKNOWN_REFERENCE', payment: { endToEndId: UNKNOWN_ID } }] };
    for (const asked of [
      { endToEndId: UNKNOWN_ID },
      { txid: ' nobodystxid ' },
      { endToEndId: UNKNOWN_ID, txid: 'nobodystxid', status: 'PENDING' },
    ])
      expect(await find(asked)).toEqual(unknown);
    expect((await find({ txid: order.txid })).nodes).toMatchObject([{ reason: 'SECOND_PAYMENT' }]);
    for (const asked of [
      { endToEndId: UNKNOWN_ID.slice(1) },
      { endToEndId: UNKNOWN_ID, txid: order.txid },
      { txid: 'nobodystxid', status: 'RESOLVED' },
    ])
      expect(await find(asked)).toEqual({ totalCount: 0, nodes: [] });
  });

  it('over REST by the same names', async () => {
    const ask = restClient(server);
    const { body } = await ask('GET /v1/payments/late', { token: operator.token, query: `endToEndId=${UNKNOWN_ID}` });
    expect(body.data).toMatchObject([{ reason: 'UNKNOWN_REFERENCE' }]);
  });
});

it('a buyer sees the dispute of an order, and nothing that a bank or an operator wrote about it', async () => {
  const { prisma } = server.app.db;
  const { id } = await aPaidOrder(server, (await anOpenRaffle(server)).id, 1);
  await prisma.order.update({ where: { id }, data: { userId: buyer.id } });
  const { id: paymentId, amount } = await prisma.payment.findFirstOrThrow({ where: { orderId: id } });
  const words = { reason: 'perhaps a fraud', note: 'the bank took it back' };
  const ended = { status: 'RELEASED', endedAt: new Date() } as const;
  await prisma.dispute.create({ data: { id: uuidv7(), paymentId, amount, openedBy: 'OPERATOR', ...words, ...ended } });
  const query = 'query ($id: ID!) { order(id: $id) { payments(first: 1) { nodes { disputes { status reason note } } } } }';
  const seenBy = async ({ token }: { token: string }) => {
    const { data } = await server.graphql(query, { id: String(id) }, { token });
    return data.order.payments.nodes[0].disputes as object[];
  };
  expect(await seenBy(operator)).toEqual([{ status: 'RELEASED', ...words }]);
  expect(await seenBy(buyer)).toEqual([{ status: 'RELEASED', reason: null, note: null }]);
});
