import { randomBytes, randomUUID } from 'node:crypto';
import { validateSync } from 'class-validator';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openDispute, releaseDispute } from '../src/disputes/dispute.service.js';
import { payOrder } from '../src/orders/order.service.js';
import type { ProviderRefund } from '../src/payment-providers/adapters/adapter.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { confirmRefund } from '../src/refunds/late-and-manual-refund.service.js';
import { recordBankReturn } from '../src/refunds/recorded-return.js';
import { RecordBankReturnInput } from '../src/refunds/refund.input.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { moneyBalance } from './support/money-balance.js';
import { askSandbox } from './support/sandbox.js';
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
  const { id, endToEndId, amount, paidAt } = await db().payment.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });
  const payment = { endToEndId: endToEndId ?? '', amountCentavos: amount, paidAt, refunds: [] };
  return { raffle, order, payment, paymentId: id };
}
const statusOf = async (orderId: string) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(orderId) } })).status;
const auditOf = async (action: string, subjectId: string) =>
  (await db().auditEntry.findMany({ where: { action, subjectId }, orderBy: { id: 'asc' } })).map(({ details }) => details);
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

  it.each([
    ['no', ''],
    ['blank', ' \n\t'],
    ['501', 'x'.repeat(501)],
  ])('is refused with %s characters of a note, and taken with 500', async (_, note) => {
    const { paymentId } = await aPaidOrder();
    const returned = { amount: 400n, returnId: aReturnId() };
    await expect(recordBankReturn(stage.admin, paymentId, { ...returned, note })).rejects.toMatchObject({
      fields: { note: [{}] },
    });
    expect(await refundsOf(paymentId)).toEqual([]);
    await recordBankReturn(stage.admin, paymentId, { ...returned, note: ` ${'x'.repeat(500)} ` });
    expect(await auditOf('recordBankReturn', paymentId)).toMatchObject([{ note: 'x'.repeat(500) }]);
  });

  it.each([
    ['', false],
    ['D', false],
    ['E1', false],
    ['D1 2', false],
    [`D${'1'.repeat(64)}`, false],
    ['d1', true],
    [`D${'1'.repeat(63)}`, true],
  ])('has an id of the banks: "%s" is one: %s', (returnId, isOne) => {
    const problems = validateSync(Object.assign(new RecordBankReturnInput(), { amount: 1n, returnId, note: 'a letter' }));
    expect(problems.map(({ property }) => property)).toEqual(isOne ? [] : ['returnId']);
  });

  it('is of one payment: the same id for another one names the first', async () => {
    const [one, other] = [await aPaidOrder(), await aPaidOrder('by hand')];
    const returnId = aReturnId();
    await record(one.paymentId, 400n, returnId);
    for (const spelled of [returnId, returnId.toLowerCase()]) {
      await expect(record(other.paymentId, 400n, spelled)).rejects.toMatchObject({
        ...CONFLICT,
        message: `This return is recorded already, for payment ${one.paymentId}. A return is of one payment.`,
      });
    }
    expect([await refundsOf(other.paymentId), await statusOf(other.order.id)]).toEqual([[], 'PAID']);
  });

  it('of two payments at once is of one of them', async () => {
    const [one, other] = [await aPaidOrder(), await aPaidOrder()];
    const returnId = aReturnId();
    const said = await Promise.allSettled([one, other].map(({ paymentId }) => record(paymentId, 1_000n, returnId)));
    expect(said.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(said.find(({ status }) => status === 'rejected')).toMatchObject({ reason: CONFLICT });
    expect(await db().reportedReturn.count({ where: { returnId: returnId.toUpperCase() } })).toBe(1);
  });

  it('is refused with another amount, without an amount, and for no payment', async () => {
    const { paymentId } = await aPaidOrder();
    const returnId = aReturnId();
    await record(paymentId, 400n, returnId);
    await expect(record(paymentId, 300n, returnId)).rejects.toMatchObject(CONFLICT);
    await expect(record(paymentId, 0n)).rejects.toMatchObject({ fields: { amount: [{}] } });
    for (const nobody of ['x', randomUUID()]) await expect(record(nobody, 1n)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await refundsOf(paymentId)).toEqual(['400 RETURNED BANK']);
  });
});

describe('what a bank took back and the provider may still report', () => {
  const change = (settings: Parameters<typeof changeProvider>[2]) =>
    changeProvider({ app: stage.app } as TestServer, 'sandbox', settings);
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const letWait = (paymentId: string, hours: number) =>
    db().dispute.updateMany({ where: { paymentId }, data: { openedAt: ago(hours), heardAt: ago(hours) } });
  const disputesOf = async (paymentId: string) =>
    (await db().dispute.findMany({ where: { paymentId }, orderBy: { id: 'asc' } })).map(
      ({ openedBy, status }) => `${openedBy} ${status}`,
    );
  const refusal = (message: string) => ({ ...CONFLICT, message: expect.stringContaining(message) });

  /** Ways in which a provider says nothing of a payment. */
  const SILENT: Record<string, (paymentId: string) => Promise<unknown>> = {
    'does not answer': () => change({ baseUrl: 'http://127.0.0.1:9' }),
    'answers with errors': () => stage.behaveAtBank({ failRequests: 1_000 }),
    'does not know the payment': async (id) => {
      const { endToEndId } = await db().payment.findUniqueOrThrow({ where: { id } });
      await db().payment.update({ where: { id }, data: { endToEndId: `${endToEndId?.slice(0, -3)}XYZ` } });
    },
    'was removed': async () => {
      await db().paymentProvider.update({ where: { name: 'sandbox' }, data: { name: 'renamed' } });
      stage.app.providers.drop();
    },
    'answers, and has no such return': async () => undefined,
  };
  afterEach(async () => {
    await db().paymentProvider.updateMany({ where: { name: 'renamed' }, data: { name: 'sandbox' } });
    await stage.behaveAtBank({});
    await change({ baseUrl: stage.bankUrl });
  });

  it.each(Object.entries(SILENT))('is recorded at a provider that %s once it has been disputed for a day', async (_, silence) => {
    const { order, paymentId } = await aPaidOrder('sandbox');
    await silence(paymentId);
    await expect(record(paymentId, 1_000n)).rejects.toMatchObject(refusal('Mark the payment as disputed (openDispute)'));
    const { openedAt } = await openDispute(stage.admin, paymentId, 'a letter');
    const from = new Date(openedAt.getTime() + 24 * 3_600_000).toISOString();
    await expect(record(paymentId, 1_000n)).rejects.toMatchObject(refusal(`record it from ${from} on`));
    expect([await refundsOf(paymentId), await db().reportedReturn.count({ where: { paymentId } })]).toEqual([[], 0]);
    await letWait(paymentId, 24);
    const returnId = aReturnId();
    await record(paymentId, 1_000n, returnId);
    await record(paymentId, 1_000n, returnId);
    expect([await statusOf(order.id), await refundsOf(paymentId), await disputesOf(paymentId)]).toEqual([
      'REFUNDED',
      ['1000 RETURNED BANK'],
      ['OPERATOR RETURNED'],
    ]);
  });

  it('is not recorded after a dispute that was released, nor while the provider says that it is under way', async () => {
    const { paymentId, payment } = await aPaidOrder('sandbox');
    await releaseDispute(stage.admin, (await openDispute(stage.admin, paymentId, 'a letter')).id, 'withdrawn');
    await letWait(paymentId, 48);
    await expect(record(paymentId, 100n)).rejects.toMatchObject(refusal('openDispute'));
    await openDispute(stage.admin, paymentId, 'another letter');
    await letWait(paymentId, 48);
    await askSandbox(stage.bankUrl, 'POST', '/sandbox/dispute', { endToEndId: payment.endToEndId });
    await expect(record(paymentId, 1_000n)).rejects.toMatchObject(refusal('still taking this money back'));
    // The provider said so a moment ago: the operator's dispute does not count, however old.
    await change({ baseUrl: 'http://127.0.0.1:9' });
    await expect(record(paymentId, 1_000n)).rejects.toMatchObject(refusal('try again from'));
    expect(await refundsOf(paymentId)).toEqual([]);
    await letWait(paymentId, 23);
    await expect(record(paymentId, 1_000n)).rejects.toMatchObject(refusal('try again from'));
    await letWait(paymentId, 24);
    await record(paymentId, 1_000n);
    expect(await disputesOf(paymentId)).toEqual(['OPERATOR RELEASED', 'OPERATOR RETURNED', 'PROVIDER RETURNED']);
  });

  it("ends the provider's dispute of that amount, and no other", async () => {
    const { paymentId, payment } = await aPaidOrder('sandbox');
    await stage.dispute(payment, 400n);
    await stage.dispute(payment, 500n);
    await change({ baseUrl: 'http://127.0.0.1:9' });
    await letWait(paymentId, 24);
    await record(paymentId, 400n);
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER RETURNED', 'PROVIDER OPEN']);
  });

  it('is not recorded when the provider says by then that it was made', async () => {
    const { order, paymentId, payment } = await aPaidOrder('sandbox');
    await openDispute(stage.admin, paymentId, 'a letter');
    await letWait(paymentId, 48);
    await askSandbox(stage.bankUrl, 'POST', '/sandbox/take-back', { endToEndId: payment.endToEndId });
    await expect(record(paymentId, 1_000n)).rejects.toMatchObject(CONFLICT);
    expect([await statusOf(order.id), await refundsOf(paymentId)]).toEqual(['REFUNDED', ['1000 RETURNED BANK']]);
    const { returnId } = await db().reportedReturn.findFirstOrThrow({ where: { paymentId } });
    await record(paymentId, 1_000n, returnId ?? '');
    expect(await refundsOf(paymentId)).toEqual(['1000 RETURNED BANK']);
    const other = await aPaidOrder();
    await expect(record(other.paymentId, 1n, returnId ?? '')).rejects.toMatchObject(refusal(paymentId));
  });

  describe('and does report later under an id of its own', () => {
    /** One that an operator recorded, of 400 centavos. */
    async function aRecorded() {
      const paid = await aPaidOrder('sandbox');
      const returnId = aReturnId();
      await openDispute(stage.admin, paid.paymentId, 'a letter');
      await letWait(paid.paymentId, 24);
      await record(paid.paymentId, 400n, returnId);
      return { ...paid, returnId: returnId.toUpperCase() };
    }
    const theirs = (returnId: string | undefined, amountCentavos = 400n): ProviderRefund => ({
      refundId: randomBytes(16).toString('hex'),
      amountCentavos,
      status: 'RETURNED',
      initiatedBy: 'BANK',
      ...(returnId && { returnId }),
    });
    const differs = (paymentId: string) => auditOf('recordedReturnReported', paymentId);

    it.each<[string, (returnId: string) => string | undefined]>([
      ["with the banks' id", (returnId) => returnId],
      ["with the banks' id in small letters", (returnId) => returnId.toLowerCase()],
      ["without the banks' id", () => undefined],
      ["with another of the banks' ids, which the operator mistyped", () => aReturnId()],
    ])('%s: it is taken off once, and the audit log says so', async (_, spelled) => {
      const { order, paymentId, payment, returnId } = await aRecorded();
      const reported = theirs(spelled(returnId));
      await stage.report(payment, reported);
      await stage.report(payment, reported);
      expect([await statusOf(order.id), await refundsOf(paymentId)]).toEqual(['PAID', ['400 RETURNED BANK']]);
      expect(await differs(paymentId)).toMatchObject([{ returnId, recorded: '4.00', reported: '4.00' }]);
    });

    it('of a payment that an operator recorded for another: both are told, in the audit log', async () => {
      const { paymentId, returnId } = await aRecorded();
      const other = await aPaidOrder('sandbox');
      await stage.report(other.payment, theirs(returnId));
      expect(await refundsOf(other.paymentId)).toEqual(['400 RETURNED BANK']);
      expect(await differs(other.paymentId)).toMatchObject([{ returnId, recordedFor: paymentId }]);
    });

    it('with more than was recorded: the rest is taken off too', async () => {
      const { order, paymentId, payment, returnId } = await aRecorded();
      await stage.report(payment, theirs(returnId, 1_000n));
      expect(await refundsOf(paymentId)).toEqual(['400 RETURNED BANK', '600 RETURNED BANK']);
      expect(await statusOf(order.id)).toBe('REFUNDED');
      expect(await differs(paymentId)).toMatchObject([{ recorded: '4.00', reported: '10.00' }]);
    });

    it('two of one amount: the one that was recorded and another', async () => {
      const { paymentId, payment, returnId } = await aRecorded();
      await stage.report(payment, theirs(aReturnId()), theirs(returnId));
      expect(await refundsOf(paymentId)).toEqual(['400 RETURNED BANK', '400 RETURNED BANK']);
      expect(await differs(paymentId)).toHaveLength(1);
    });

    it("two of one amount were recorded: the one with the banks' id is meant", async () => {
      const { paymentId, payment, returnId } = await aRecorded();
      const other = aReturnId();
      await record(paymentId, 400n, other);
      await stage.report(payment, theirs(other));
      await stage.report(payment, theirs(returnId));
      expect(await refundsOf(paymentId)).toEqual(['400 RETURNED BANK', '400 RETURNED BANK']);
      expect(await differs(paymentId)).toMatchObject([{ returnId: other.toUpperCase() }, { returnId }]);
    });

    it('two of one amount without ids: one of them is what was recorded', async () => {
      const { paymentId, payment } = await aRecorded();
      await stage.report(payment, theirs(undefined), theirs(undefined));
      expect(await refundsOf(paymentId)).toEqual(['400 RETURNED BANK', '400 RETURNED BANK']);
    });

    it('what is beyond the payment is told in the audit log', async () => {
      const { paymentId, payment } = await aRecorded();
      await stage.report(payment, theirs(aReturnId(), 1_000n));
      expect(await auditOf('returnedBeyondPayment', paymentId)).toMatchObject([{ excess: '4.00' }]);
    });

    it('what a provider reported without an id is not recorded again', async () => {
      const { paymentId, payment } = await aPaidOrder('sandbox');
      await stage.report(payment, theirs(undefined));
      await openDispute(stage.admin, paymentId, 'a letter');
      await letWait(paymentId, 24);
      await expect(record(paymentId, 400n)).rejects.toMatchObject(refusal('without its id'));
      await record(paymentId, 300n);
      expect(await refundsOf(paymentId)).toEqual(['300 RETURNED BANK', '400 RETURNED BANK']);
    });
  });
});
