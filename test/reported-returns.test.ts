import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmRefund, refundLatePayment } from '../src/refunds/late-and-manual-refund.service.js';
import { recordBankReturn } from '../src/refunds/recorded-return.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { v7 as uuidv7 } from 'uuid';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { moneyBalance } from './support/money-balance.js';
import { forTests } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

const stage = forTests(startTransitionStage);
beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});

const db = () => stage.app.db.prisma;

async function aPaidOrder(paid = 1_000n) {
  const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
  const order = await stage.anOrder(raffle.id);
  return { order, payment: await stage.pay(order, paid) };
}

async function aRefundByHand(amount?: bigint) {
  const paid = await aPaidOrder();
  await refundOrder(stage.admin, paid.order.id, amount === undefined ? {} : { amount });
  await stage.askForRefunds();
  const [refund] = await refundsOf(paid.order.id);
  expect(refund?.status).toBe('BY_HAND');
  return { ...paid, refundId: refund?.id ?? '' };
}

const refundsOf = async (orderId: string) =>
  (
    await db().refund.findMany({
      where: { payment: { orderId: BigInt(orderId) } },
      orderBy: [{ createdAt: 'asc' }, { amount: 'asc' }],
    })
  ).map(({ id, status, amount, initiator }) => ({ id, status, amount, initiator }));
const shortly = async (orderId: string) =>
  (await refundsOf(orderId)).map(({ status, amount, initiator }) => `${amount} ${status} ${initiator}`);
const orderStatus = async (orderId: string) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(orderId) } })).status;
const audited = async (orderId: string) =>
  (await db().auditEntry.findMany({ where: { subjectType: 'order', subjectId: orderId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );
afterAll(async () => expect((await reportReconciliation(stage.app)).disagreements).toEqual([]));

describe('a refund made by hand that the provider reports', () => {
  it.each(['before', 'after'])('%s the operator confirms it is one, and asks for no decision', async (when) => {
    const { order, payment, refundId } = await aRefundByHand();
    if (when === 'after') await confirmRefund(stage.admin, refundId, 'on the page of the provider');
    const reported = await stage.giveBack(payment);
    if (when === 'before') await confirmRefund(stage.admin, refundId, 'on the page of the provider');
    await stage.giveBack(payment, undefined, reported);
    expect(await refundsOf(order.id)).toEqual([{ id: refundId, status: 'RETURNED', amount: 1_000n, initiator: 'OPERATOR' }]);
    expect(await audited(order.id)).toEqual(['refundOrder']);
  });

  it('is known by its amount among several', async () => {
    const { order, payment } = await aRefundByHand(300n);
    await refundOrder(stage.admin, order.id, { amount: 200n });
    await stage.askForRefunds();
    await stage.giveBack(payment, 200n);
    expect(await shortly(order.id)).toEqual(['300 BY_HAND OPERATOR', '200 RETURNED OPERATOR']);
  });

  it('in one sum for several finishes all of them', async () => {
    const { order, payment } = await aRefundByHand(300n);
    await refundOrder(stage.admin, order.id, { amount: 200n });
    await stage.askForRefunds();
    await stage.giveBack(payment, 500n);
    expect(await shortly(order.id)).toEqual(['300 RETURNED OPERATOR', '200 RETURNED OPERATOR']);
  });

  it('in part is parted, and the rest waits for the operator', async () => {
    const { order, payment } = await aRefundByHand();
    await stage.giveBack(payment, 400n);
    expect((await shortly(order.id)).toSorted()).toEqual(['400 RETURNED OPERATOR', '600 BY_HAND OPERATOR']);
    await stage.giveBack(payment, 600n);
    expect((await shortly(order.id)).toSorted()).toEqual(['400 RETURNED OPERATOR', '600 RETURNED OPERATOR']);
  });

  it('closes the late payment that it was for', async () => {
    const { order, payment } = await aPaidOrder(1_300n);
    const { id } = await db().latePayment.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
    await refundLatePayment(stage.admin, id);
    await stage.askForRefunds();
    expect(await db().latePayment.findUnique({ where: { id } })).toMatchObject({ status: 'REFUNDING' });
    expect((await reportReconciliation(stage.app)).disagreements).toEqual([]);
    await stage.giveBack(payment, 300n);
    expect(await db().latePayment.findUnique({ where: { id } })).toMatchObject({ status: 'REFUNDED' });
    expect(await orderStatus(order.id)).toBe('PAID');
  });
});

it.each(['to be made', 'confirmed'])(
  'a return of the same amount as a refund by hand, %s, that was recognised is another one',
  async (how) => {
    const { order, payment, refundId } = await aRefundByHand(300n);
    if (how === 'confirmed') await confirmRefund(stage.admin, refundId, 'on the page of the provider');
    await stage.giveBack(payment, 300n);
    await stage.giveBack(payment, 300n);
    expect((await shortly(order.id)).toSorted()).toEqual(['300 RETURNED OPERATOR', '300 RETURNED PROVIDER']);
  },
);

it('what was overpaid and is taken by the banks leaves nothing to be decided', async () => {
  const { order, payment } = await aPaidOrder(1_300n);
  await stage.takeBack(payment, 300n);
  expect(await orderStatus(order.id)).toBe('PAID');
  expect(await audited(order.id)).toEqual([]);
});

describe('a second payment of an order that the banks take', () => {
  it('was never the order’s: it stays PAID, and nothing is to be decided', async () => {
    const { order } = await aPaidOrder();
    await stage.takeBack(await stage.pay(order));
    expect(await orderStatus(order.id)).toBe('PAID');
    expect(await audited(order.id)).toEqual([]);
  });

  it('though it had been sent back already, leaves the order PAID all the same', async () => {
    const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
    const order = await stage.anOrder(raffle.id, 'sandbox');
    await stage.payAtBank(order);
    const second = await stage.pay(order);
    const { id } = await db().latePayment.findFirstOrThrow({ where: { payment: { endToEndId: second.endToEndId } } });
    await refundLatePayment(stage.admin, id);
    await stage.takeBack(second);
    expect(await orderStatus(order.id)).toBe('PAID');
    expect(await audited(order.id)).toEqual([]);
  });

  it('after a refund has left twice: the report shows it to operators, who can record no more', async () => {
    const { order } = await aPaidOrder();
    const second = await stage.pay(order);
    const late = await db().latePayment.findFirstOrThrow({ where: { payment: { endToEndId: second.endToEndId } } });
    await refundLatePayment(stage.admin, late.id);
    await stage.askForRefunds();
    await stage.giveBack(second);
    const lateNow = () => db().latePayment.findUniqueOrThrow({ where: { id: late.id }, select: { status: true } });
    expect(await lateNow()).toEqual({ status: 'REFUNDED' });
    const more = { amount: 1n, returnId: 'D1234567820261124120000000000001', note: 'a letter of the bank' };
    await expect(recordBankReturn(stage.admin, late.paymentId, more)).rejects.toMatchObject({ fields: { amount: [{}] } });
    await stage.takeBack(second);
    expect([await lateNow(), await orderStatus(order.id)]).toEqual([{ status: 'REFUNDED' }, 'PAID']);
    const told = await db().auditEntry.findMany({ where: { action: 'returnedBeyondPayment', subjectId: late.paymentId } });
    expect(told).toMatchObject([{ details: { excess: '10.00' } }]);
  });
});

describe('a refund that is to be made by hand when the banks take the money', () => {
  it('is not made too', async () => {
    const { order, payment, refundId } = await aRefundByHand();
    await stage.takeBack(payment);
    expect((await shortly(order.id)).toSorted()).toEqual(['1000 FAILED OPERATOR', '1000 RETURNED BANK']);
    await expect(confirmRefund(stage.admin, refundId, 'by a transfer')).rejects.toMatchObject({ code: 'CONFLICT' });
    const { refundsByHand, failedRefunds } = await reportReconciliation(stage.app);
    expect([...refundsByHand.ids, ...failedRefunds.ids]).not.toContain(refundId);
  });

  it('is made for what they left', async () => {
    const { order, payment } = await aRefundByHand();
    await stage.takeBack(payment, 400n);
    expect((await shortly(order.id)).toSorted()).toEqual(['400 RETURNED BANK', '600 BY_HAND OPERATOR']);
  });

  it('is made as it is when enough is left', async () => {
    const { order, payment } = await aRefundByHand(300n);
    await stage.takeBack(payment, 700n);
    expect((await shortly(order.id)).toSorted()).toEqual(['300 BY_HAND OPERATOR', '700 RETURNED BANK']);
    expect(await orderStatus(order.id)).toBe('REFUNDED');
  });
});

describe('a refund that is under way when the banks take the money', () => {
  it.each([
    ['is written as what became of it, though more is gone than came', false, ['500 RETURNED OPERATOR', '700 RETURNED BANK']],
    ['is written as failed where the bank refuses it', true, ['500 FAILED OPERATOR', '700 RETURNED BANK']],
  ])('%s', async (_, refuseRefunds, expected) => {
    const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
    const order = await stage.anOrder(raffle.id, 'sandbox');
    const payment = await stage.payAtBank(order);
    await stage.behaveAtBank({ refuseRefunds, refundDelayMs: 200 });
    await refundOrder(stage.admin, order.id, { amount: 500n });
    await stage.askForRefunds();
    await stage.takeBack(payment, 700n);
    expect((await shortly(order.id)).toSorted()).toEqual(['500 PROCESSING OPERATOR', '700 RETURNED BANK']);
    const later = async () => {
      await stage.askForRefunds();
      return (await shortly(order.id)).toSorted();
    };
    await expect.poll(later, { interval: 100 }).toEqual(expected);
    expect((await moneyBalance(stage.app.db)).problems).toEqual([]);
  });
});

describe('a paid order of a frozen raffle whose money the banks take', () => {
  const report = () => reportReconciliation(stage.app);
  const rowOf = (orderId: string) => db().order.findUniqueOrThrow({ where: { id: BigInt(orderId) } });

  it('is no disagreement: it stays in the draw, to be decided about until it has won nothing that is owed', async () => {
    const [{ order, payment }, { order: whole }] = [await aPaidOrder(), await aPaidOrder()];
    const { raffleId, userId } = await rowOf(order.id);
    for (const id of [raffleId, (await rowOf(whole.id)).raffleId])
      await db().raffle.update({ where: { id }, data: { status: 'CLOSED', frozenAt: new Date() } });
    // Money of nobody's order beside it does not hide that its own is gone.
    await stage.pay(order);
    await stage.takeBack(payment);
    expect([await orderStatus(order.id), await audited(order.id)]).toEqual(['PAID', ['bankReturnNeedsDecision']]);
    expect(await report()).toMatchObject({ disagreements: [], ordersToDecide: { count: 1, amount: 1_000n, ids: [order.id] } });

    const now = new Date();
    const { id: wonId } = await db().wonPrize.create({
      data: {
        id: uuidv7(),
        raffleId,
        kind: 'DRAW',
        unit: 1,
        title: 'Um carro',
        number: 0,
        orderId: BigInt(order.id),
        userId,
        wonAt: now,
        shownAt: now,
        lapsesAt: new Date(Date.now() + 86_400_000),
      },
    });
    await db().raffle.update({ where: { id: raffleId }, data: { status: 'DRAWN' } });
    expect((await report()).ordersToDecide.ids).toEqual([order.id]);
    await db().wonPrize.update({
      where: { id: wonId },
      data: { state: 'DELIVERED', claimedAt: now, deliveredAt: now, receiptNote: 'left' },
    });
    expect(await report()).toMatchObject({ disagreements: [], ordersToDecide: { count: 0, amount: 0n, ids: [] } });
  });

  it('is a disagreement while the raffle is not frozen: the service voids such an order', async () => {
    const { order, payment } = await aPaidOrder();
    await stage.takeBack(payment);
    await db().$executeRawUnsafe('ALTER TABLE orders DISABLE TRIGGER USER');
    await db().$executeRawUnsafe(`UPDATE orders SET status = 'PAID' WHERE id = ${order.id}`);
    const { disagreements, ordersToDecide } = await report();
    expect(disagreements.find(({ rule }) => rule === 'ORDER_REFUND')?.examples.map(({ id }) => id)).toEqual([order.id]);
    expect(ordersToDecide.count).toBe(0);
    await db().$executeRawUnsafe(`UPDATE orders SET status = 'REFUNDED' WHERE id = ${order.id}`);
    await db().$executeRawUnsafe('ALTER TABLE orders ENABLE TRIGGER USER');
  });
});

describe('money that somebody returned at the provider unasked', () => {
  it('voids its order when nothing is left, once however often it is reported', async () => {
    const { order, payment } = await aPaidOrder();
    const reported = await stage.giveBack(payment);
    await stage.giveBack(payment, undefined, reported);
    expect(await shortly(order.id)).toEqual(['1000 RETURNED PROVIDER']);
    expect(await orderStatus(order.id)).toBe('REFUNDED');
    expect(await audited(order.id)).toEqual(['orderVoidedByBankReturn']);
  });

  it('asks for a decision when some is left', async () => {
    const { order, payment } = await aPaidOrder();
    await stage.giveBack(payment, 400n);
    expect(await shortly(order.id)).toEqual(['400 RETURNED PROVIDER']);
    expect(await orderStatus(order.id)).toBe('PAID');
    expect(await audited(order.id)).toEqual(['bankReturnNeedsDecision']);
  });

  it('beyond a refund made by hand counts as far as it exceeds it', async () => {
    const { order, payment } = await aRefundByHand(300n);
    await stage.giveBack(payment, 1_000n);
    expect((await shortly(order.id)).toSorted()).toEqual(['300 RETURNED OPERATOR', '700 RETURNED PROVIDER']);
    expect(await orderStatus(order.id)).toBe('REFUNDED');
  });

  it('that the provider made after it had refused it is that refund', async () => {
    const order = await stage.anOrder((await stage.aRaffle({ quotaPrice: 1_000n })).id, 'sandbox');
    const payment = await stage.payAtBank(order);
    await stage.behaveAtBank({ refuseRefunds: true });
    await refundOrder(stage.admin, order.id, {});
    await stage.askForRefunds();
    const [failed] = await refundsOf(order.id);
    expect(failed?.status).toBe('FAILED');
    const refundId = failed?.id ?? '';
    await stage.giveBack(payment, 1_000n, { refundId, amountCentavos: 1_000n, status: 'RETURNED', initiatedBy: 'RECEIVER' });
    expect(await refundsOf(order.id)).toEqual([{ id: refundId, status: 'RETURNED', amount: 1_000n, initiator: 'OPERATOR' }]);
  });

  it('that the provider made because we asked it to is only that refund', async () => {
    const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
    const order = await stage.anOrder(raffle.id, 'sandbox');
    const payment = await stage.payAtBank(order);
    await refundOrder(stage.admin, order.id, { amount: 400n });
    await stage.askForRefunds();
    const [own] = await refundsOf(order.id);
    await stage.giveBack(payment, 400n, {
      refundId: own?.id ?? '',
      amountCentavos: 400n,
      status: 'RETURNED',
      initiatedBy: 'RECEIVER',
    });
    expect(await shortly(order.id)).toEqual(['400 RETURNED OPERATOR']);
  });
});
