import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBillingOrder } from '../src/legacy/billing-orders/billing-order.service.js';
import type { OrderRow } from '../src/orders/order.sql.js';
import type { ReceivedPayment } from '../src/payment-providers/adapters/adapter.js';
import { settlePayment } from '../src/payments/settle.js';
import type { QuotaHook } from '../src/quotas/locked-quotas.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import {
  confirmRefund,
  refundLatePayment,
  refundPixPayment,
  retryRefund,
} from '../src/refunds/late-and-manual-refund.service.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { processRefunds } from '../src/refunds/refund-worker.js';
import { startBankFront } from './support/bank-front.js';
import { deferred } from './support/deferred.js';
import { startOtherProcess, waitingForLocks } from './support/other-process.js';
import { changeProvider } from './support/sales.js';
import type { TestServer } from './support/start.js';
import { forTests } from './support/start.js';
import { aPayment, startTransitionStage } from './support/transition-stage.js';

const stage = forTests(startTransitionStage);
const front = forTests(() => startBankFront(stage.bankUrl));
beforeAll(() => changeProvider({ app: stage.app } as TestServer, 'sandbox', { baseUrl: front.url }));
beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});

const db = () => stage.app.db.prisma;
const CONFLICT = { code: 'CONFLICT' };

async function aPaidOrder(provider: 'static' | 'sandbox' = 'static', paid = 1_000n) {
  const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
  const order = await stage.anOrder(raffle.id, provider);
  const payment = provider === 'static' ? await stage.pay(order, paid) : await stage.payAtBank(order);
  return { order, payment };
}

const ofOrder = ({ id }: OrderRow) => ({ payment: { orderId: BigInt(id) } });
const shortly = async (order: OrderRow) =>
  (await db().refund.findMany({ where: ofOrder(order), orderBy: [{ createdAt: 'asc' }, { amount: 'asc' }] })).map(
    ({ amount, status, initiator }) => `${amount} ${status} ${initiator}`,
  );
const statusOf = async ({ id }: OrderRow) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(id) } })).status;

async function aRefusedRefund() {
  const paid = await aPaidOrder('sandbox');
  await stage.behaveAtBank({ refuseRefunds: true });
  await refundOrder(stage.admin, paid.order.id, {});
  await stage.askForRefunds();
  await stage.behaveAtBank({});
  const { id, status } = await db().refund.findFirstOrThrow({ where: ofOrder(paid.order) });
  expect(status).toBe('FAILED');
  return { ...paid, refundId: id };
}

/** Does `act` while another process writes that the banks took `amount` centavos of a payment, and has not committed it yet. */
async function whileTheBanksTake<Result>({ endToEndId }: ReceivedPayment, amount: bigint, act: () => Promise<Result>) {
  const other = await startOtherProcess(stage.app.config.databaseUrl ?? '');
  try {
    await other.query('SELECT FROM payments WHERE end_to_end_id = $1 FOR UPDATE', [endToEndId]);
    await other.query(
      `INSERT INTO refunds (id, payment_id, amount, status, initiator, settled_at, reported_at)
       SELECT $2, id, $3, 'RETURNED', 'BANK', now(), now() FROM payments WHERE end_to_end_id = $1`,
      [endToEndId, randomBytes(16).toString('hex'), amount],
    );
    return await other.commitBehind(act);
  } finally {
    await other.end();
  }
}

describe('whoever returns money of a payment waits for whoever is at it, and returns what is left', () => {
  it('confirming a refund by hand', async () => {
    const { payment, refundId } = await aRefusedRefund();
    const confirming = whileTheBanksTake(payment, 1_000n, () => confirmRefund(stage.admin, refundId, 'by a transfer'));
    await expect(confirming).rejects.toMatchObject(CONFLICT);
  });

  it('asking for a refund again', async () => {
    const { order, payment, refundId } = await aRefusedRefund();
    await whileTheBanksTake(payment, 400n, () => retryRefund(stage.admin, refundId));
    expect((await shortly(order)).toSorted()).toEqual(['1000 FAILED OPERATOR', '400 RETURNED BANK', '600 PENDING OPERATOR']);
  });

  it('refunding a late payment', async () => {
    const { order, payment } = await aPaidOrder('static', 1_300n);
    const { id } = await db().latePayment.findFirstOrThrow({ where: ofOrder(order) });
    await whileTheBanksTake(payment, 100n, () => refundLatePayment(stage.admin, id));
    expect((await shortly(order)).toSorted()).toEqual(['100 RETURNED BANK', '200 PENDING OPERATOR']);
  });

  it('refunding an order', async () => {
    const { order, payment } = await aPaidOrder();
    await whileTheBanksTake(payment, 400n, () => refundOrder(stage.admin, order.id, {}));
    expect((await shortly(order)).toSorted()).toEqual(['400 RETURNED BANK', '600 PENDING OPERATOR']);
  });

  it("refunding a legacy client's charge", async () => {
    const asked = { payerName: 'Maria', amount: 1_000n, externalId: randomBytes(8).toString('hex'), description: 'Pedido' };
    const { txid } = await createBillingOrder(stage.client, { ...asked, extraData: null, webhookUrl: null });
    const { providerName } = await db().charge.findUniqueOrThrow({ where: { txid } });
    const payment = aPayment({ txid, amountCentavos: 1_000n });
    await settlePayment(stage.app, providerName, payment, 'CALLBACK');
    const { id } = await db().payment.findUniqueOrThrow({ where: { endToEndId: payment.endToEndId } });
    await whileTheBanksTake(payment, 400n, () => refundPixPayment(stage.admin, id, null));
    const refunds = await db().refund.findMany({ where: { paymentId: id }, orderBy: { amount: 'asc' } });
    expect(refunds.map(({ amount, initiator }) => [amount, initiator])).toEqual([
      [400n, 'BANK'],
      [600n, 'OPERATOR'],
    ]);
  });

  it('refunding a raffle that was called off', async () => {
    const { order, payment } = await aPaidOrder();
    await callOff(order);
    await whileTheBanksTake(payment, 400n, () => refundCancelledRaffles(stage.app));
    expect((await shortly(order)).toSorted()).toEqual(['400 RETURNED BANK', '600 PENDING OPERATOR']);
  });
});

/** As if the raffle had been called off with more orders than are ended at once. */
const callOff = ({ raffleId }: OrderRow) =>
  db().raffle.update({ where: { id: raffleId }, data: { status: 'CANCELLED', refundedUpTo: 0n } });

it('an order that is being paid while its raffle is called off is refunded too', async () => {
  const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
  const order = await stage.anOrder(raffle.id);
  await callOff(order);
  const [isPaid, goOn] = [deferred(), deferred()];
  const hook: QuotaHook = {
    async allocated() {
      isPaid.resolve();
      await goOn.promise;
    },
    voided: async () => undefined,
  };
  stage.app.quotaHooks.push(hook);
  try {
    const paying = stage.pay(order);
    await isPaid.promise;
    const refunding = refundCancelledRaffles(stage.app);
    await waitingForLocks(stage.app.db.pool);
    goOn.resolve();
    await Promise.all([paying, refunding]);
  } finally {
    goOn.resolve();
    stage.app.quotaHooks.splice(stage.app.quotaHooks.indexOf(hook), 1);
  }
  expect(await statusOf(order)).toBe('REFUNDED');
  expect(await shortly(order)).toEqual(['1000 PENDING OPERATOR']);
});

describe('refunding an order that was paid more than once', () => {
  it('returns the payment that paid it; the second one is late and waits for its own decision', async () => {
    const { order } = await aPaidOrder();
    await stage.pay(order);
    await refundOrder(stage.admin, order.id, {});
    expect(await shortly(order)).toEqual(['1000 PENDING OPERATOR']);
    expect(await db().latePayment.findMany({ where: ofOrder(order) })).toMatchObject([
      { reason: 'SECOND_PAYMENT', status: 'PENDING', amount: 1_000n },
    ]);
  });

  it('leaves alone what was overpaid', async () => {
    const { order } = await aPaidOrder('static', 1_300n);
    await refundOrder(stage.admin, order.id, {});
    expect(await shortly(order)).toEqual(['1000 PENDING OPERATOR']);
  });

  it('returns a part though too little was paid first', async () => {
    const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
    const order = await stage.anOrder(raffle.id);
    await stage.pay(order, 999n);
    await stage.pay(order);
    await refundOrder(stage.admin, order.id, { amount: 400n });
    await expect(refundOrder(stage.admin, order.id, { amount: 601n })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await shortly(order)).toEqual(['400 PENDING OPERATOR']);
  });
});

it('a refund that the bank made stays made when a worker that was slower than its lease comes back with a refusal', async () => {
  const { order } = await aPaidOrder('sandbox');
  await refundOrder(stage.admin, order.id, {});
  // Refused, and the bank is asked what it knows under the id: the answer to that is long in coming.
  const [request, question] = [front.hold('PUT', /\/devolucao\//), front.hold('GET', /\/devolucao\//)];
  const slow = processRefunds(stage.app);
  (await request).refuse(422);
  const held = await question;
  await stage.askForRefunds();
  expect(await shortly(order)).toEqual(['1000 RETURNED OPERATOR']);
  held.refuse(404);
  await slow;
  expect(await shortly(order)).toEqual(['1000 RETURNED OPERATOR']);
});
