import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openDispute, releaseDispute } from '../src/disputes/dispute.service.js';
import { payOrder } from '../src/orders/order.service.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { confirmRefund } from '../src/refunds/late-and-manual-refund.service.js';
import { recordBankReturn } from '../src/refunds/recorded-return.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { moneyBalance } from './support/money-balance.js';
import { changeProvider } from './support/sales.js';
import { forTests, type TestServer } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

/*
 * A bank took money back, and no provider says so: an operator writes it down.
 */

const stage = forTests(startTransitionStage);
afterAll(async () => {
  expect((await reportReconciliation(stage.app)).disagreements).toEqual([]);
  expect((await moneyBalance(stage.app.db)).problems).toEqual([]);
});

const db = () => stage.app.db.prisma;
const CONFLICT = { code: 'CONFLICT' };
const aReturnId = () => `D12345678202611241200${randomBytes(6).toString('hex').slice(0, 11)}`;
const record = (paymentId: string, amount: bigint, returnId = aReturnId()) =>
  recordBankReturn(stage.admin, paymentId, { amount, returnId, note: 'a letter of the bank' });

/** By hand it has no end-to-end id. */
async function aPaidOrder(how: 'static' | 'by hand' | 'sandbox' = 'static') {
  const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
  const order = await stage.anOrder(raffle.id, how === 'sandbox' ? 'sandbox' : 'static');
  if (how === 'by hand') await payOrder(stage.admin, order.id, 'cash');
  else if (how === 'sandbox') await stage.payAtBank(order);
  else await stage.pay(order);
  const payment = await db().payment.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });
  return { raffle, order, paymentId: payment.id };
}
const statusOf = async (orderId: string) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(orderId) } })).status;
const refundsOf = async (paymentId: string) =>
  (await db().refund.findMany({ where: { paymentId } }))
    .map(({ amount, status, initiator }) => `${amount} ${status} ${initiator}`)
    .toSorted();

describe('what a bank took back and no provider reports', () => {
  it.each(['static', 'by hand'] as const)(
    'is taken off a payment (%s), once, and voids the order with the last of it',
    async (how) => {
      const { order, paymentId } = await aPaidOrder(how);
      const returnId = aReturnId();
      await record(paymentId, 400n, returnId);
      await record(paymentId, 400n, returnId.toLowerCase());
      expect([await statusOf(order.id), await refundsOf(paymentId)]).toEqual(['PAID', ['400 RETURNED BANK']]);
      await record(paymentId, 600n);
      expect([await statusOf(order.id), await refundsOf(paymentId)]).toEqual([
        'REFUNDED',
        ['400 RETURNED BANK', '600 RETURNED BANK'],
      ]);
      const entries = await db().auditEntry.findMany({ where: { action: 'recordBankReturn', subjectId: paymentId } });
      expect(entries.map(({ details }) => details)).toMatchObject([
        { amount: '4.00', note: 'a letter of the bank', returnId },
        { amount: '6.00' },
      ]);
    },
  );

  it('is never more than came in', async () => {
    const { order, paymentId } = await aPaidOrder();
    await expect(record(paymentId, 1_001n)).rejects.toMatchObject({ fields: { amount: [{}] } });
    await record(paymentId, 400n);
    await expect(record(paymentId, 601n)).rejects.toMatchObject({ fields: { amount: [{}] } });
    expect([await statusOf(order.id), await refundsOf(paymentId)]).toEqual(['PAID', ['400 RETURNED BANK']]);
    expect(await db().reportedReturn.count({ where: { paymentId } })).toBe(1);
  });

  it('is not returned by hand too: a refund that waits is reduced by it, one that was made bounds it', async () => {
    const waiting = await aPaidOrder();
    await refundOrder(stage.admin, waiting.order.id, {});
    await record(waiting.paymentId, 400n);
    expect(await refundsOf(waiting.paymentId)).toEqual(['400 RETURNED BANK', '600 PENDING OPERATOR']);

    const made = await aPaidOrder();
    await refundOrder(stage.admin, made.order.id, { amount: 700n });
    await stage.askForRefunds();
    const { id } = await db().refund.findFirstOrThrow({ where: { paymentId: made.paymentId } });
    await confirmRefund(stage.admin, id, 'by a transfer');
    await expect(record(made.paymentId, 301n)).rejects.toMatchObject({ fields: { amount: [{}] } });
    await record(made.paymentId, 300n);
    expect(await statusOf(made.order.id)).toBe('REFUNDED');
  });

  it('ends the dispute of an operator with the last of the money', async () => {
    const { paymentId } = await aPaidOrder();
    const { id } = await openDispute(stage.admin, paymentId, 'a letter');
    await record(paymentId, 400n);
    expect(await db().dispute.findUnique({ where: { id } })).toMatchObject({ status: 'OPEN' });
    await record(paymentId, 600n);
    expect(await db().dispute.findUnique({ where: { id } })).toMatchObject({ status: 'RETURNED' });
    await expect(releaseDispute(stage.admin, id, 'no')).rejects.toMatchObject(CONFLICT);
  });

  it('of a drawn raffle leaves the order in the draw, for a decision', async () => {
    const { raffle, order, paymentId } = await aPaidOrder();
    await db().raffle.update({ where: { id: raffle.id }, data: { status: 'DRAWN', frozenAt: new Date() } });
    await record(paymentId, 1_000n);
    expect(await statusOf(order.id)).toBe('PAID');
    const decisions = await db().auditEntry.findMany({ where: { action: 'bankReturnNeedsDecision', subjectId: order.id } });
    expect(decisions).toMatchObject([{ details: { taken: '10.00', left: '0.00' } }]);
  });

  it('is refused where the provider reports it, also while it does not answer', async () => {
    const { paymentId } = await aPaidOrder('sandbox');
    await expect(record(paymentId, 100n)).rejects.toMatchObject(CONFLICT);
    await changeProvider({ app: stage.app } as TestServer, 'sandbox', { baseUrl: 'http://127.0.0.1:9' });
    await expect(record(paymentId, 100n)).rejects.toMatchObject(CONFLICT);
    await changeProvider({ app: stage.app } as TestServer, 'sandbox', { baseUrl: stage.bankUrl });
    expect(await refundsOf(paymentId)).toEqual([]);
  });

  it('is refused with another amount, without a note or an amount, and for no payment', async () => {
    const { paymentId } = await aPaidOrder();
    const returnId = aReturnId();
    await record(paymentId, 400n, returnId);
    await expect(record(paymentId, 300n, returnId)).rejects.toMatchObject(CONFLICT);
    await expect(record(paymentId, 0n)).rejects.toMatchObject({ fields: { amount: [{}] } });
    const unsaid = { amount: 1n, returnId: aReturnId(), note: ' ' };
    await expect(recordBankReturn(stage.admin, paymentId, unsaid)).rejects.toMatchObject({ fields: { note: [{}] } });
    for (const nobody of ['x', randomUUID()]) await expect(record(nobody, 1n)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await refundsOf(paymentId)).toEqual(['400 RETURNED BANK']);
  });
});
