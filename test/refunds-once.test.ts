import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/platform/database/database.js';
import { updateRaffle } from '../src/raffles/raffle-change.service.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import { confirmRefund, retryRefund } from '../src/refunds/late-and-manual-refund.service.js';
import type { OrderRow } from '../src/orders/order.sql.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { startFlakyDatabase } from './support/flaky-database.js';
import { forTests } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

const stage = forTests(startTransitionStage);
beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});

async function aPaidOrder() {
  const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
  const order = await stage.anOrder(raffle.id, 'sandbox');
  return { order, payment: await stage.payAtBank(order) };
}

const refundsOf = async (orderId: string) =>
  (
    await stage.app.db.prisma.refund.findMany({
      where: { payment: { orderId: BigInt(orderId) } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
  ).map(({ id, status, amount, retryOf }) => ({ id, status, amount, retryOf }));

async function aRefusedRefund(amount?: bigint) {
  const paid = await aPaidOrder();
  await stage.behaveAtBank({ refuseRefunds: true });
  await refundOrder(stage.admin, paid.order.id, amount === undefined ? {} : { amount });
  await stage.askForRefunds();
  await stage.behaveAtBank({});
  const [refused] = await refundsOf(paid.order.id);
  expect(refused?.status).toBe('FAILED');
  return { ...paid, refusedId: refused?.id ?? '' };
}

describe('a refund that the bank refused', () => {
  it('is asked for again once, however often an operator says so and at once', async () => {
    const { order, refusedId } = await aRefusedRefund(300n);
    const retries = await Promise.all([1, 2, 3].map(() => retryRefund(stage.admin, refusedId)));
    await stage.askForRefunds();
    expect(new Set(retries.map(({ id }) => id)).size).toBe(1);
    expect(await refundsOf(order.id)).toEqual([
      { id: refusedId, status: 'FAILED', amount: 300n, retryOf: null },
      { id: retries[0]?.id, status: 'RETURNED', amount: 300n, retryOf: refusedId },
    ]);
  });

  it('is asked for again anew when the retry was refused too', async () => {
    const { order, refusedId } = await aRefusedRefund(300n);
    await stage.behaveAtBank({ refuseRefunds: true });
    const first = await retryRefund(stage.admin, refusedId);
    await stage.askForRefunds();
    await stage.behaveAtBank({});
    const second = await retryRefund(stage.admin, first.id);
    await stage.askForRefunds();
    expect((await refundsOf(order.id)).map(({ status, retryOf }) => [status, retryOf])).toEqual([
      ['FAILED', null],
      ['FAILED', refusedId],
      ['RETURNED', first.id],
    ]);
    expect((await retryRefund(stage.admin, refusedId)).id).toBe(first.id);
    expect(second.id).not.toBe(first.id);
  });

  it.each(['asked for again', 'returned by hand'])('is %s for what is left once the banks took a part', async (how) => {
    const { order, payment, refusedId } = await aRefusedRefund();
    await stage.takeBack(payment, 400n);
    if (how === 'asked for again') await retryRefund(stage.admin, refusedId);
    else await confirmRefund(stage.admin, refusedId, 'by a transfer');
    await stage.askForRefunds();
    const returned = (await refundsOf(order.id)).filter(({ status }) => status === 'RETURNED');
    expect(new Set(returned.map(({ amount }) => amount))).toEqual(new Set([400n, 600n]));
    expect(returned).toHaveLength(2);
  });

  it('cannot be confirmed too once it was asked for again: that would count the money twice', async () => {
    const { order, refusedId } = await aRefusedRefund(300n);
    const retry = await retryRefund(stage.admin, refusedId);
    const conflict = { code: 'CONFLICT', message: expect.stringContaining(retry.id) };
    await expect(confirmRefund(stage.admin, refusedId, 'by a transfer')).rejects.toMatchObject(conflict);
    await stage.askForRefunds();
    await expect(confirmRefund(stage.admin, refusedId, 'by a transfer')).rejects.toMatchObject(conflict);
    await refundOrder(stage.admin, order.id, {});
    await stage.askForRefunds();
    expect((await refundsOf(order.id)).map(({ status, amount }) => `${amount} ${status}`)).toEqual([
      '300 FAILED',
      '300 RETURNED',
      '700 RETURNED',
    ]);
  });

  it('is on the report with what is here of its payment, which is owed once however many were refused', async () => {
    const { order } = await aRefusedRefund(700n);
    await stage.behaveAtBank({ refuseRefunds: true });
    await refundOrder(stage.admin, order.id, {});
    await stage.askForRefunds();
    await stage.behaveAtBank({});
    expect((await refundsOf(order.id)).map(({ status, amount }) => `${amount} ${status}`)).toEqual(['700 FAILED', '1000 FAILED']);
    const { failedRefunds } = await reportReconciliation(stage.app);
    expect(failedRefunds).toMatchObject({ count: 2, amount: 1_000n });
  });

  it('is refused when nothing of its money is left', async () => {
    const { payment, refusedId } = await aRefusedRefund();
    await stage.takeBack(payment);
    await expect(retryRefund(stage.admin, refusedId)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(confirmRefund(stage.admin, refusedId, 'by a transfer')).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('an order', () => {
  it('is REFUNDED, its numbers out of the draw, once parts add up to the whole', async () => {
    const { order } = await aPaidOrder();
    await refundOrder(stage.admin, order.id, { amount: 600n });
    expect(await statusAndBlock(order.id)).toEqual({ status: 'PAID', isVoided: false });
    await refundOrder(stage.admin, order.id, { amount: 400n });
    expect(await statusAndBlock(order.id)).toEqual({ status: 'REFUNDED', isVoided: true });
  });

  it.each(['asked for again', 'confirmed by hand', 'made on the pages of the bank'])(
    'is REFUNDED when the part that the bank had refused is %s and nothing else is left',
    async (how) => {
      const { order, payment, refusedId } = await aRefusedRefund(400n);
      await refundOrder(stage.admin, order.id, { amount: 600n });
      await stage.askForRefunds();
      expect(await statusAndBlock(order.id)).toEqual({ status: 'PAID', isVoided: false });

      if (how === 'asked for again') await retryRefund(stage.admin, refusedId);
      else if (how === 'confirmed by hand') await confirmRefund(stage.admin, refusedId, 'by a transfer');
      else await stage.giveBack(payment, 400n);
      expect(await statusAndBlock(order.id)).toEqual({ status: 'REFUNDED', isVoided: true });
    },
  );

  it('stays PAID when the last of its money goes back after the draw', async () => {
    const { order, refusedId } = await aRefusedRefund(400n);
    await refundOrder(stage.admin, order.id, { amount: 600n });
    const { raffleId } = await stage.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(order.id) } });
    await stage.app.db.prisma.raffle.update({ where: { id: raffleId }, data: { status: 'DRAWN', frozenAt: new Date() } });
    await confirmRefund(stage.admin, refusedId, 'by a transfer');
    expect(await statusAndBlock(order.id)).toEqual({ status: 'PAID', isVoided: false });
  });

  it('of a raffle that is called off is refunded whatever was before it, a batch a transaction, and once', async () => {
    const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
    const orders = await Promise.all(Array.from({ length: 3 }, () => stage.anOrder(raffle.id)));
    for (const order of orders.slice(0, 2)) await stage.pay(order);
    await updateRaffle(stage.admin, raffle.id, { status: 'CANCELLED', confirmRefundTotal: 2_000n });
    expect(await refundCancelledRaffles(stage.app)).toBe(2);
    expect(await refundCancelledRaffles(stage.app)).toBe(0);
    const statuses = await Promise.all(orders.map(async ({ id }) => (await statusAndBlock(id)).status));
    expect(statuses).toEqual(['REFUNDED', 'REFUNDED', 'CANCELLED']);
    expect(await stage.app.db.prisma.raffle.findUnique({ where: { id: raffle.id } })).toMatchObject({ refundedUpTo: null });
  });

  it('of a raffle with more unpaid ones than one transaction ends is ended or refunded by the worker', async () => {
    const raffle = await stage.aRaffle();
    const orders = await Promise.all(Array.from({ length: 502 }, () => stage.anOrder(raffle.id)));
    await updateRaffle(stage.admin, raffle.id, { status: 'CANCELLED' });
    const statuses = async () => {
      const groups = await stage.app.db.prisma.order.groupBy({ by: ['status'], where: { raffleId: raffle.id }, _count: true });
      return Object.fromEntries(groups.map(({ status, _count }) => [status, _count]));
    };
    expect(await statuses()).toEqual({ CANCELLED: 500, PENDING: 2 });
    const [registered, last] = orders.toSorted((a, b) => Number(a.id) - Number(b.id)).slice(-2) as [OrderRow, OrderRow];
    const where = { orderId: BigInt(registered.id) };
    await stage.app.db.prisma.charge.update({ where, data: { dynamic: true, nextCheckAt: new Date(Date.now() + 600_000) } });
    await stage.pay(last);
    await refundCancelledRaffles(stage.app);
    // Its provider is asked to end it.
    const charge = await stage.app.db.prisma.charge.findUniqueOrThrow({ where });
    expect([charge.status, Number(charge.nextCheckAt) <= Date.now() + 1_000]).toEqual(['ACTIVE', true]);
    expect(await statuses()).toEqual({ CANCELLED: 501, REFUNDED: 1 });
    expect((await refundsOf(last.id)).map(({ status }) => status)).toEqual(['PENDING']);
    const counter = await stage.app.db.prisma.raffleCounter.findUnique({ where: { raffleId: raffle.id } });
    expect(counter).toMatchObject({ reserved: 0, allocated: 1 });
  });

  it('that ends with its raffle while its provider makes the charge is answered without the code, which is taken back', async () => {
    const raffle = await stage.aRaffle();
    await stage.behaveAtBank({ latencyMs: 300 });
    const placing = stage.anOrder(raffle.id, 'sandbox');
    await expect.poll(() => stage.app.db.prisma.order.count({ where: { raffleId: raffle.id } })).toBe(1);
    await updateRaffle(stage.admin, raffle.id, { status: 'CANCELLED' });
    expect(await placing).toMatchObject({ status: 'CANCELLED', qrCodeContent: null });
    await stage.behaveAtBank({});
    const { id, charge } = await stage.app.db.prisma.order.findFirstOrThrow({
      where: { raffleId: raffle.id },
      include: { charge: true },
    });
    expect(await statusAndBlock(String(id))).toEqual({ status: 'CANCELLED', isVoided: undefined });
    expect(charge).toMatchObject({ brCode: null });
    const provider = await stage.app.providers.find('sandbox');
    expect((await provider?.adapter.consultCharge({ txid: charge?.txid ?? '' }))?.status).toBe('CANCELLED');
  });
});

async function statusAndBlock(orderId: string) {
  const { status, allocations } = await stage.app.db.prisma.order.findUniqueOrThrow({
    where: { id: BigInt(orderId) },
    include: { allocations: true },
  });
  return { status, isVoided: allocations[0] && allocations[0].voidedAt !== null };
}

describe('no more than was paid', () => {
  it('is written back, whoever writes and by whichever statement', async () => {
    const { order } = await aPaidOrder();
    await refundOrder(stage.admin, order.id, { amount: 700n });
    const { paymentId } = await stage.app.db.prisma.refund.findFirstOrThrow({
      where: { payment: { orderId: BigInt(order.id) } },
    });
    const write = (id: string, amount: bigint) =>
      stage.app.db.prisma.refund.create({ data: { id, paymentId, amount, initiator: 'OPERATOR' } });
    await expect(write(`over${order.id}`, 301n)).rejects.toThrow('would exceed it');
    const both = await Promise.allSettled([write(`one${order.id}`, 200n), write(`two${order.id}`, 200n)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(
      stage.app.db.prisma.refund.updateMany({ where: { paymentId, amount: 700n }, data: { amount: 900n } }),
    ).rejects.toThrow('would exceed it');
    const failed = `failed${order.id}`;
    await stage.app.db.prisma.refund.create({
      data: { id: failed, paymentId, amount: 400n, initiator: 'OPERATOR', status: 'FAILED' },
    });
    const reopened = stage.app.db.prisma.refund.update({ where: { id: failed }, data: { status: 'PENDING' } });
    await expect(reopened).rejects.toThrow('would exceed it');
  });

  it('goes back while a raffle is called off beside operators who refund and ask again', async () => {
    for (let round = 0; round < 5; round++) {
      const { order, refusedId } = await aRefusedRefund(300n);
      await updateRaffle(stage.admin, order.raffleId, { status: 'CANCELLED', confirmRefundTotal: 1_000n });
      await Promise.allSettled([
        refundCancelledRaffles(stage.app),
        retryRefund(stage.admin, refusedId),
        refundOrder(stage.admin, order.id, { amount: 400n }),
        retryRefund(stage.admin, refusedId),
      ]);
      await refundCancelledRaffles(stage.app);
      const live = (await refundsOf(order.id)).filter(({ status }) => status !== 'FAILED');
      expect(live.reduce((sum, { amount }) => sum + amount, 0n)).toBe(1_000n);
    }
  });

  it('is written when the reply to COMMIT is lost, for a part without an Idempotency-Key and for a retry', async () => {
    const flaky = await startFlakyDatabase(stage.app.config.databaseUrl ?? '');
    const db = openDatabase({ url: flaky.url, poolSize: 2, preparedStatements: true, onError: () => undefined });
    const shaky = Object.assign(Object.create(stage.admin), { db });
    try {
      const { order, refusedId } = await aRefusedRefund(300n);
      let lost = flaky.loseReplyTo('COMMIT');
      await refundOrder(shaky, order.id, { amount: 200n });
      await lost;
      lost = flaky.loseReplyTo('COMMIT');
      await retryRefund(shaky, refusedId);
      await lost;
      expect((await refundsOf(order.id)).map(({ amount }) => amount)).toEqual([300n, 200n, 300n]);
    } finally {
      await db.close();
      await flaky.stop();
    }
  });
});

describe('the database itself', () => {
  it('lets an order be PAID only with its total, and a payment be late within its amount', async () => {
    const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
    const order = await stage.anOrder(raffle.id);
    const id = BigInt(order.id);
    const { prisma } = stage.app.db;
    await expect(prisma.order.update({ where: { id }, data: { status: 'PAID' } })).rejects.toThrow('is not paid by 0');
    const { endToEndId } = await stage.pay(order, 1_250n);
    const payment = await prisma.payment.findUniqueOrThrow({ where: { endToEndId }, include: { latePayment: true } });
    expect(payment.latePayment?.amount).toBe(250n);
    await prisma.latePayment.delete({ where: { paymentId: payment.id } });
    const data = { id: payment.id, paymentId: payment.id, amount: 1_251n, reason: 'OVERPAID' } as const;
    await expect(prisma.latePayment.create({ data })).rejects.toThrow('exceeds its amount');
    await prisma.latePayment.create({ data: { ...data, amount: 250n } });
    expect((await prisma.order.findUniqueOrThrow({ where: { id } })).status).toBe('PAID');
  });
});
