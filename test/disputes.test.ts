import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { checkDisputes } from '../src/disputes/dispute-worker.js';
import { openDispute, releaseDispute } from '../src/disputes/dispute.service.js';
import { forgetDisputeWords } from '../src/disputes/dispute.sql.js';
import { createBillingOrder } from '../src/legacy/billing-orders/billing-order.service.js';
import { settlePayment } from '../src/payments/settle.js';
import type { ReceivedPayment } from '../src/payment-providers/adapters/adapter.js';
import { updateRaffle } from '../src/raffles/raffle-change.service.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { refundCancelledRaffles } from '../src/refunds/cancelled-raffles.js';
import {
  confirmRefund,
  refundLatePayment,
  refundPixPayment,
  resolveLatePayment,
  retryRefund,
} from '../src/refunds/late-and-manual-refund.service.js';
import { refundOrder } from '../src/refunds/refund.service.js';
import { claimWonPrize, deliverPrize, denyPrize, reopenWonPrize, withheldBecause } from '../src/won-prizes/won-prize.service.js';
import { expectEventsAsDescribed } from './support/event-contract.js';
import { moneyBalance } from './support/money-balance.js';
import { waitingForLocks } from './support/other-process.js';
import { askSandbox } from './support/sandbox.js';
import { forTests, type TestServer } from './support/start.js';
import { aPayment, startTransitionStage } from './support/transition-stage.js';
import { aWonPrize } from './support/won-prizes.js';

const stage = forTests(startTransitionStage);
beforeEach(async () => {
  await stage.behaveAtBank({});
  await stage.forgetOpenRefunds();
});
afterAll(async () => {
  expect((await reportReconciliation(stage.app)).disagreements).toEqual([]);
  // It knows no billing orders.
  const { problems } = await moneyBalance(stage.app.db);
  expect(problems.filter((problem) => !legacyPayments.some((id) => problem.endsWith(id)))).toEqual([]);
});

const legacyPayments: string[] = [];
const db = () => stage.app.db.prisma;
const CONFLICT = { code: 'CONFLICT' };

/** At the bank, or at a provider of whom no refund can be asked. */
async function aPaidOrder(provider: 'static' | 'sandbox' = 'sandbox', paid?: bigint) {
  const raffle = await stage.aRaffle({ quotaPrice: 1_000n });
  const order = await stage.anOrder(raffle.id, provider);
  const payment = provider === 'sandbox' ? await stage.payAtBank(order) : await stage.pay(order, paid);
  const { id: paymentId } = await db().payment.findUniqueOrThrow({ where: { endToEndId: payment.endToEndId } });
  return { raffle, order, payment, paymentId };
}

const statusOf = async (orderId: string) => (await db().order.findUniqueOrThrow({ where: { id: BigInt(orderId) } })).status;
const disputesOf = async (paymentId: string) =>
  (await db().dispute.findMany({ where: { paymentId }, orderBy: { id: 'asc' } })).map(
    ({ openedBy, status }) => `${openedBy} ${status}`,
  );
const refundsOf = async (paymentId: string) =>
  (await db().refund.findMany({ where: { paymentId } }))
    .map(({ amount, status, initiator }) => `${amount} ${status} ${initiator}`)
    .toSorted();
const atBank = (path: string, body: object) => askSandbox(stage.bankUrl, 'POST', `/sandbox/${path}`, body);
const returnsAtBank = async ({ endToEndId }: ReceivedPayment) => {
  const provider = await stage.app.providers.find('sandbox');
  const payment = await provider?.adapter.consultPayment(endToEndId);
  return (payment?.refunds ?? []).map(({ initiatedBy, status }) => `${initiatedBy} ${status}`);
};
const hear = async ({ endToEndId }: ReceivedPayment) => {
  const provider = await stage.app.providers.find('sandbox');
  const payment = await provider?.adapter.consultPayment(endToEndId);
  if (payment) await settlePayment(stage.app, 'sandbox', payment, 'CALLBACK');
};
const askNow = async () => {
  await stage.app.db.pool.query('UPDATE disputes SET next_check_at = now() WHERE next_check_at IS NOT NULL');
  await checkDisputes(stage.app);
};

describe("a dispute by the provider's word", () => {
  it('is opened by a return of the banks that is under way, and ended by their answer', async () => {
    const { order, payment, paymentId } = await aPaidOrder();
    await atBank('dispute', { endToEndId: payment.endToEndId });
    await hear(payment);
    await hear(payment);
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER OPEN']);
    expect(await refundsOf(paymentId)).toEqual([]);
    await atBank('end-dispute', { endToEndId: payment.endToEndId, returned: false });
    await hear(payment);
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER RELEASED']);
    expect(await statusOf(order.id)).toBe('PAID');
    await refundOrder(stage.admin, order.id, {});
  });

  it('does not get its reason back that was forgotten with the buyer', async () => {
    const { order, payment, paymentId } = await aPaidOrder();
    const claimed = await stage.dispute(payment);
    const reasonOf = async () => (await db().dispute.findFirstOrThrow({ where: { paymentId } })).reason;
    await stage.report(payment, { ...claimed, reason: 'a word of the payer' });
    await db().dispute.updateMany({ where: { paymentId }, data: { reason: 'a word of the payer' } });
    const { userId } = await db().order.findUniqueOrThrow({ where: { id: BigInt(order.id) } });
    await stage.app.db.query(forgetDisputeWords, [userId]);
    await stage.report(payment, { ...claimed, reason: 'a word of the payer' });
    expect([await reasonOf(), await disputesOf(paymentId)]).toEqual([null, ['PROVIDER OPEN']]);
    await stage.report(payment, { ...claimed, status: 'NOT_DONE' });
    await stage.report(payment, { ...claimed, reason: 'a word of the payer' });
    expect([await reasonOf(), await disputesOf(paymentId)]).toEqual([null, ['PROVIDER OPEN']]);
  });

  it('is found to be over by asking, without a callback', async () => {
    const { order, payment, paymentId } = await aPaidOrder();
    await atBank('dispute', { endToEndId: payment.endToEndId });
    await hear(payment);
    await askNow();
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER OPEN']);
    await atBank('end-dispute', { endToEndId: payment.endToEndId, returned: true });
    await askNow();
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER RETURNED']);
    expect(await refundsOf(paymentId)).toEqual(['1000 RETURNED BANK']);
    expect(await statusOf(order.id)).toBe('REFUNDED');
  });

  it('that is over is not opened by an answer that was overtaken', async () => {
    const { payment, paymentId } = await aPaidOrder('static');
    const claimed = await stage.dispute(payment);
    await stage.report(payment, { ...claimed, status: 'RETURNED' });
    await stage.report(payment, claimed);
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER RETURNED']);
  });

  it('that an answer which was overtaken opened before it was known is ended by the next one', async () => {
    const { payment, paymentId } = await aPaidOrder('static');
    const claimed = { refundId: 'D1', amountCentavos: 1_000n, initiatedBy: 'BANK' } as const;
    await stage.report(payment, { ...claimed, status: 'RETURNED' });
    await stage.report(payment, { ...claimed, status: 'PROCESSING' });
    await stage.report(payment, { ...claimed, status: 'RETURNED' });
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER RETURNED']);
    expect(await refundsOf(paymentId)).toEqual(['1000 RETURNED BANK']);
  });

  it('is opened again when the provider says so after all, and not by a refund of our own', async () => {
    const { payment, paymentId } = await aPaidOrder('static');
    const claimed = await stage.dispute(payment);
    await stage.report(payment, { ...claimed, status: 'NOT_DONE' });
    await stage.report(payment, claimed);
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER OPEN']);
    await stage.report(payment, { ...claimed, status: 'NOT_DONE' });
    await stage.report(payment, { ...claimed, refundId: 'D2', initiatedBy: 'RECEIVER' });
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER RELEASED']);
  });

  it('is released by nobody while the provider says that it is under way', async () => {
    const { payment, paymentId } = await aPaidOrder();
    await atBank('dispute', { endToEndId: payment.endToEndId });
    await hear(payment);
    const { id } = await db().dispute.findFirstOrThrow({ where: { paymentId } });
    await expect(releaseDispute(stage.admin, id, 'I know better')).rejects.toMatchObject(CONFLICT);
    await atBank('end-dispute', { endToEndId: payment.endToEndId, returned: true });
    await expect(releaseDispute(stage.admin, id, 'I know better')).rejects.toMatchObject(CONFLICT);
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER RETURNED']);
  });

  it('of a provider that answers nothing is released once it has been silent for a day', async () => {
    const { payment, paymentId } = await aPaidOrder('static');
    await stage.dispute(payment);
    const { id } = await db().dispute.findFirstOrThrow({ where: { paymentId } });
    await expect(releaseDispute(stage.admin, id, 'the bank wrote')).rejects.toMatchObject(CONFLICT);
    await db().dispute.update({ where: { id }, data: { heardAt: new Date(Date.now() - 24 * 3_600_000) } });
    await releaseDispute(stage.admin, id, 'the bank wrote');
    expect(await releaseDispute(stage.admin, id, 'again')).toMatchObject({ status: 'RELEASED', note: 'the bank wrote' });
  });
});

describe('a dispute whose provider now is another account, which does not know the payment', () => {
  it('is released once the provider has been silent for a day', async () => {
    const { payment, paymentId } = await aPaidOrder();
    await atBank('dispute', { endToEndId: payment.endToEndId });
    await hear(payment);
    const { id } = await db().dispute.findFirstOrThrow({ where: { paymentId } });
    await db().payment.update({ where: { id: paymentId }, data: { endToEndId: `${payment.endToEndId.slice(0, -3)}XYZ` } });
    await expect(releaseDispute(stage.admin, id, 'the bank wrote')).rejects.toMatchObject(CONFLICT);
    expect(await disputesOf(paymentId)).toEqual(['PROVIDER OPEN']);
    await db().dispute.update({ where: { id }, data: { heardAt: new Date(Date.now() - 24 * 3_600_000) } });
    expect(await releaseDispute(stage.admin, id, 'the bank wrote')).toMatchObject({ status: 'RELEASED' });
  });
});

describe('a dispute of an operator', () => {
  it('is opened once, and released with a note', async () => {
    const { order, paymentId } = await aPaidOrder();
    const first = await openDispute(stage.admin, paymentId, ' a letter ');
    expect(first).toMatchObject({ status: 'OPEN', amount: 1_000n, reason: 'a letter' });
    expect((await openDispute(stage.admin, paymentId, 'another')).id).toBe(first.id);
    await expect(refundOrder(stage.buyer, order.id, {})).rejects.toMatchObject(CONFLICT);
    await expect(refundOrder(stage.admin, order.id, { amount: 1n })).rejects.toMatchObject(CONFLICT);
    await releaseDispute(stage.admin, first.id, 'withdrawn');
    await refundOrder(stage.buyer, order.id, {});
    expect(await disputesOf(paymentId)).toEqual(['OPERATOR RELEASED']);
  });

  it('ends when the banks take all of the money, not by a part', async () => {
    const { payment, paymentId } = await aPaidOrder('static');
    const { id } = await openDispute(stage.admin, paymentId, 'a letter');
    await stage.takeBack(payment, 400n);
    expect(await disputesOf(paymentId)).toEqual(['OPERATOR OPEN']);
    await stage.takeBack(payment, 600n);
    expect(await disputesOf(paymentId)).toEqual(['OPERATOR RETURNED']);
    await expect(releaseDispute(stage.admin, id, 'no')).rejects.toMatchObject(CONFLICT);
    await expect(openDispute(stage.admin, paymentId, 'again')).rejects.toMatchObject(CONFLICT);
  });

  it('is looked at at the provider before it is released: what the banks hold stays held', async () => {
    const { order, payment, paymentId } = await aPaidOrder();
    const { id } = await openDispute(stage.admin, paymentId, 'a letter');
    await atBank('dispute', { endToEndId: payment.endToEndId });
    await releaseDispute(stage.admin, id, 'withdrawn');
    expect((await disputesOf(paymentId)).toSorted()).toEqual(['OPERATOR RELEASED', 'PROVIDER OPEN']);
    await expect(refundOrder(stage.admin, order.id, {})).rejects.toMatchObject(CONFLICT);
  });

  it('is not released by an operator who is slower than the word that the money went back', async () => {
    const { paymentId } = await aPaidOrder('static');
    const { id } = await openDispute(stage.admin, paymentId, 'a letter');
    const held = await stage.app.db.pool.connect();
    try {
      await held.query('BEGIN');
      await held.query('SELECT FROM payments WHERE id = $1 FOR NO KEY UPDATE', [paymentId]);
      await held.query("UPDATE disputes SET status = 'RETURNED', ended_at = now(), next_check_at = NULL WHERE id = $1", [id]);
      const releasing = releaseDispute(stage.admin, id, 'withdrawn').then(() => undefined, String);
      await waitingForLocks(stage.app.db.pool);
      await held.query('COMMIT');
      expect(await releasing).toMatch(/went back/);
    } finally {
      held.release();
    }
    expect(await disputesOf(paymentId)).toEqual(['OPERATOR RETURNED']);
  });

  it.each([
    ['no', ''],
    ['blank', ' \n\t'],
    ['501', 'x'.repeat(501)],
  ])('is neither opened nor released with %s characters of words, and is with 500', async (_, words) => {
    const { paymentId } = await aPaidOrder('static');
    const [long, full] = [` ${'x'.repeat(500)} `, 'x'.repeat(500)];
    await expect(openDispute(stage.admin, paymentId, words)).rejects.toMatchObject({ fields: { reason: [{}] } });
    expect(await disputesOf(paymentId)).toEqual([]);
    const { id, reason } = await openDispute(stage.admin, paymentId, long);
    await expect(releaseDispute(stage.admin, id, words)).rejects.toMatchObject({ fields: { note: [{}] } });
    expect(await disputesOf(paymentId)).toEqual(['OPERATOR OPEN']);
    const { note } = await releaseDispute(stage.admin, id, long);
    expect([reason, note]).toEqual([full, full]);
    const entries = await db().auditEntry.findMany({ where: { subjectId: paymentId }, orderBy: { id: 'asc' } });
    expect(entries.map(({ details }) => details)).toMatchObject([{ reason: full }, { note: full }]);
  });

  it('needs money and words', async () => {
    const { paymentId } = await aPaidOrder();
    await expect(openDispute(stage.admin, paymentId, ' ')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(openDispute(stage.admin, 'nobody', 'a letter')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(releaseDispute(stage.admin, 'nobody', 'a letter')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const free = await stage.anOrder((await stage.aRaffle({ quotaPrice: 0n, freeCampaign: true })).id);
    const { id } = await db().payment.findFirstOrThrow({ where: { orderId: BigInt(free.id) } });
    await expect(openDispute(stage.admin, id, 'a letter')).rejects.toMatchObject(CONFLICT);
  });
});

describe('while a payment is disputed', () => {
  it('a refund that waits is not sent, and goes when the dispute is released', async () => {
    const { order, payment, paymentId } = await aPaidOrder();
    await refundOrder(stage.admin, order.id, {});
    const { id } = await openDispute(stage.admin, paymentId, 'a letter');
    await stage.askForRefunds();
    expect(await refundsOf(paymentId)).toEqual(['1000 PENDING OPERATOR']);
    expect(await returnsAtBank(payment)).toEqual([]);
    await releaseDispute(stage.admin, id, 'withdrawn');
    const [due] = await db().refund.findMany({ where: { paymentId } });
    expect(due?.nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now());
    await stage.askForRefunds();
    expect(await refundsOf(paymentId)).toEqual(['1000 RETURNED OPERATOR']);
    expect(await returnsAtBank(payment)).toEqual(['RECEIVER RETURNED']);
  });

  it('a refund that waits is over when the banks take the money, and lowered when they take a part', async () => {
    for (const [taken, left] of [
      [1_000n, ['1000 FAILED OPERATOR', '1000 RETURNED BANK']],
      [400n, ['400 RETURNED BANK', '600 PENDING OPERATOR']],
    ] as const) {
      const { order, payment, paymentId } = await aPaidOrder();
      await refundOrder(stage.admin, order.id, {});
      const claimed = await stage.dispute(payment, taken);
      await stage.askForRefunds();
      await stage.report(payment, { ...claimed, status: 'RETURNED' });
      expect(await refundsOf(paymentId)).toEqual(left);
    }
  });

  it('a refund that waits is not sent after the banks took a part: the dispute goes on', async () => {
    const { order, payment, paymentId } = await aPaidOrder();
    await refundOrder(stage.admin, order.id, {});
    await openDispute(stage.admin, paymentId, 'a letter');
    await stage.takeBack(payment, 400n);
    await stage.askForRefunds();
    expect(await refundsOf(paymentId)).toEqual(['400 RETURNED BANK', '600 PENDING OPERATOR']);
    expect(await disputesOf(paymentId)).toEqual(['OPERATOR OPEN']);
    await stage.takeBack(payment, 600n);
    expect(await disputesOf(paymentId)).toEqual(['OPERATOR RETURNED']);
  });

  it('what became of a refund that was sent before is still learned', async () => {
    const { order, payment, paymentId } = await aPaidOrder();
    await stage.behaveAtBank({ refundDelayMs: 100 });
    await refundOrder(stage.admin, order.id, {});
    await stage.askForRefunds();
    expect(await refundsOf(paymentId)).toEqual(['1000 PROCESSING OPERATOR']);
    await openDispute(stage.admin, paymentId, 'a letter');
    const later = async () => {
      await stage.askForRefunds();
      return refundsOf(paymentId);
    };
    await expect.poll(later, { interval: 100 }).toEqual(['1000 RETURNED OPERATOR']);
    expect(await returnsAtBank(payment)).toEqual(['RECEIVER RETURNED']);
  });

  it('a refund whose answer was lost is not sent again once the banks have the money', async () => {
    const { order, payment, paymentId } = await aPaidOrder();
    await stage.behaveAtBank({ failRequests: 8 });
    await refundOrder(stage.admin, order.id, {});
    await stage.askForRefunds();
    await stage.behaveAtBank({});
    await stage.takeBack(payment);
    expect(await refundsOf(paymentId)).toEqual(['1000 PENDING OPERATOR', '1000 RETURNED BANK']);
    await stage.askForRefunds();
    expect(await refundsOf(paymentId)).toEqual(['1000 FAILED OPERATOR', '1000 RETURNED BANK']);
    expect(await returnsAtBank(payment)).toEqual([]);
  });

  it('nobody sends a late payment back, resolves it, confirms or repeats a refund', async () => {
    const { payment, paymentId } = await aPaidOrder('static', 1_300n);
    const { id: lateId } = await db().latePayment.findUniqueOrThrow({ where: { paymentId } });
    const refund = { paymentId, amount: 300n, initiator: 'OPERATOR' } as const;
    await db().refund.create({ data: { ...refund, id: `b${lateId.replaceAll('-', '')}`, status: 'BY_HAND' } });
    await db().refund.create({ data: { ...refund, id: `f${lateId.replaceAll('-', '')}`, status: 'FAILED' } });
    const [byHand, failed] = await db().refund.findMany({ where: { paymentId }, orderBy: { id: 'asc' } });
    const acts = [
      () => refundLatePayment(stage.admin, lateId),
      () => resolveLatePayment(stage.admin, lateId, 'returned by hand'),
      () => confirmRefund(stage.admin, byHand?.id ?? '', 'by a transfer'),
      () => retryRefund(stage.admin, failed?.id ?? ''),
    ];
    const claimed = await stage.dispute(payment, 1n);
    const before = await refundsOf(paymentId);
    for (const act of acts) await expect(act()).rejects.toMatchObject(CONFLICT);
    expect(await refundsOf(paymentId)).toEqual(before);
    await stage.report(payment, { ...claimed, status: 'NOT_DONE' });
    await confirmRefund(stage.admin, byHand?.id ?? '', 'by a transfer');
    await retryRefund(stage.admin, failed?.id ?? '');
    await refundLatePayment(stage.admin, lateId);
  });

  it.each([
    ['before its refund is asked for', false],
    ['after its refund was asked for', true],
  ])("a legacy client's payment, disputed %s, is debited once when the banks take it", async (_, isAskedFor) => {
    const asked = { payerName: 'Maria', amount: 1_000n, description: 'Pedido', extraData: null, webhookUrl: null };
    const { txid } = await createBillingOrder(stage.client, { ...asked, externalId: String(isAskedFor) });
    const { providerName, billingOrderId } = await db().charge.findUniqueOrThrow({ where: { txid } });
    const payment = aPayment({ txid, amountCentavos: 1_000n });
    await settlePayment(stage.app, providerName, payment, 'CALLBACK');
    const { id } = await db().payment.findUniqueOrThrow({ where: { endToEndId: payment.endToEndId } });
    legacyPayments.push(id);
    const { balance: paid } = await db().apiClient.findUniqueOrThrow({ where: { id: stage.clientId } });
    if (isAskedFor) await refundPixPayment(stage.admin, id, null);
    const claimed = await stage.dispute(payment);
    if (!isAskedFor) await expect(refundPixPayment(stage.admin, id, null)).rejects.toMatchObject(CONFLICT);
    await stage.askForRefunds();
    await stage.report(payment, { ...claimed, status: 'RETURNED' });
    await stage.askForRefunds();
    expect(await refundsOf(id)).toEqual([...(isAskedFor ? ['1000 FAILED OPERATOR'] : []), '1000 RETURNED BANK']);
    const { balance } = await db().apiClient.findUniqueOrThrow({ where: { id: stage.clientId } });
    expect(balance).toBe(paid - 1_000n);
    expect(await db().billingOrder.findUnique({ where: { id: billingOrderId ?? '' } })).toMatchObject({ status: 'REFUNDED' });
  });

  it('a second payment that is disputed does not hold the order', async () => {
    const { order } = await aPaidOrder('static');
    await stage.dispute(await stage.pay(order));
    await refundOrder(stage.buyer, order.id, {});
    expect(await statusOf(order.id)).toBe('REFUNDED');
  });

  it('a raffle that is called off ends its order, and refunds it when the dispute is released', async () => {
    const { raffle, order, payment, paymentId } = await aPaidOrder();
    const { id } = await openDispute(stage.admin, paymentId, 'a letter');
    await updateRaffle(stage.admin, raffle.id, { status: 'CANCELLED', confirmRefundTotal: 1_000n });
    await refundCancelledRaffles(stage.app);
    await stage.askForRefunds();
    expect(await statusOf(order.id)).toBe('REFUNDED');
    expect(await returnsAtBank(payment)).toEqual([]);
    await releaseDispute(stage.admin, id, 'withdrawn');
    await stage.askForRefunds();
    expect(await returnsAtBank(payment)).toEqual(['RECEIVER RETURNED']);
  });

  it('money that came too late is not sent back at once', async () => {
    const raffle = await stage.aRaffle({ quotaQuantity: 1 });
    const [first, second] = [await stage.anOrder(raffle.id), await stage.anOrder(raffle.id)];
    await stage.pay(first);
    const claimed = { refundId: 'D1', amountCentavos: 100n, initiatedBy: 'BANK', status: 'PROCESSING' } as const;
    const endToEndId = `E${second.id}0000`;
    const payment = {
      endToEndId,
      txid: second.qrCodeId ?? '',
      amountCentavos: second.totalValue,
      paidAt: new Date(),
      refunds: [claimed],
    };
    await settlePayment(stage.app, 'static', payment, 'CALLBACK');
    const { id, latePayment } = await db().payment.findUniqueOrThrow({ where: { endToEndId }, include: { latePayment: true } });
    expect(latePayment).toMatchObject({ reason: 'SOLD_OUT', status: 'PENDING' });
    expect(await refundsOf(id)).toEqual([]);
    expect(await disputesOf(id)).toEqual(['PROVIDER OPEN']);
  });
});

describe('the prize of an order', () => {
  const NOTE = { note: 'handed over' };

  /** Won by the buyer, in a raffle that is frozen. */
  async function aWinner() {
    const paid = await aPaidOrder('static');
    const { id: raffleId } = paid.raffle;
    await db().raffle.update({ where: { id: raffleId }, data: { status: 'CLOSED', frozenAt: new Date() } });
    const won = { kind: 'DRAW', prizeId: null, unit: 1, value: null, number: 0, boxIndex: null } as const;
    const { id } = await aWonPrize({ app: stage.app } as TestServer, raffleId, {
      ...won,
      orderId: BigInt(paid.order.id),
      userId: paid.order.userId,
    });
    return { ...paid, id };
  }
  const stateOf = async (id: string) => (await db().wonPrize.findUniqueOrThrow({ where: { id } })).state;
  const withheld = async (id: string) => {
    stage.admin.loaders.moneyOfOrder.clearAll();
    return withheldBecause(stage.admin, (await deliverable(id)) as Parameters<typeof withheldBecause>[1]);
  };
  const deliverable = async (id: string) => {
    const { orderId, ...prize } = await db().wonPrize.findUniqueOrThrow({ where: { id } });
    return { ...prize, orderId: String(orderId) };
  };

  it('is withheld while its payment is disputed, may be claimed, and is delivered after the release', async () => {
    const { id, payment, order } = await aWinner();
    // Money for it that came twice is another matter.
    await stage.dispute(await stage.pay(order));
    expect(await withheld(id)).toBeNull();
    const claimed = await stage.dispute(payment);
    expect(await withheld(id)).toBe('DISPUTED');
    await expect(deliverPrize(stage.admin, id, { ...NOTE, despiteReturn: true })).rejects.toMatchObject(CONFLICT);
    await expect(denyPrize(stage.admin, id, 'fraud')).rejects.toMatchObject(CONFLICT);
    await claimWonPrize(stage.buyer, id);
    expect(await stateOf(id)).toBe('WON');
    expect(await statusOf(order.id)).toBe('PAID');
    await stage.report(payment, { ...claimed, status: 'NOT_DONE' });
    expect(await withheld(id)).toBeNull();
    await expect(denyPrize(stage.admin, id, 'fraud')).rejects.toMatchObject(CONFLICT);
    await deliverPrize(stage.admin, id, NOTE);
    expect(await stateOf(id)).toBe('DELIVERED');
    await expect(denyPrize(stage.admin, id, 'fraud')).rejects.toMatchObject(CONFLICT);
  });

  it('whose money went back after the freeze is denied, or delivered by a decision that is written down', async () => {
    const { id, payment, order } = await aWinner();
    const claimed = await stage.dispute(payment, 1n);
    await stage.report(payment, { ...claimed, status: 'RETURNED' });
    expect(await statusOf(order.id)).toBe('PAID');
    expect(await withheld(id)).toBe('MONEY_RETURNED');
    await expect(deliverPrize(stage.admin, id, NOTE)).rejects.toMatchObject(CONFLICT);
    await claimWonPrize(stage.buyer, id);
    const deny = async (reason = 'fraud') => denyPrize(stage.admin, id, reason);
    await expect(deny(' ')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await stage.tracesOf(() => deny().then(() => deny()))).toEqual({ events: ['prize.denied'], audit: ['denyPrize'] });
    expect(await stateOf(id)).toBe('DENIED');
    await expect(deliverPrize(stage.admin, id, { ...NOTE, despiteReturn: true })).rejects.toMatchObject(CONFLICT);
    await reopenWonPrize(stage.admin, id, 'the winner paid again');
    await deliverPrize(stage.admin, id, { ...NOTE, despiteReturn: true });
    const [entry] = await db().auditEntry.findMany({ where: { subjectId: id, action: 'deliverPrize' } });
    expect(entry?.details).toMatchObject({ despiteReturn: true });
  });

  it('is delivered though an operator refunded a part before the freeze', async () => {
    const paid = await aPaidOrder('static');
    await refundOrder(stage.admin, paid.order.id, { amount: 1n });
    const { id } = await aWonPrize({ app: stage.app } as TestServer, paid.raffle.id, {
      orderId: BigInt(paid.order.id),
      userId: paid.order.userId,
    });
    await deliverPrize(stage.admin, id, NOTE);
    expect(await stateOf(id)).toBe('DELIVERED');
  });

  it('is not delivered by an operator who is faster than the word of the bank', async () => {
    const { id, payment, paymentId } = await aWinner();
    const held = await stage.app.db.pool.connect();
    try {
      await held.query('BEGIN');
      await held.query('SELECT FROM payments WHERE id = $1 FOR NO KEY UPDATE', [paymentId]);
      await held.query(
        `INSERT INTO disputes (id, payment_id, opened_by, return_id, amount) VALUES (gen_random_uuid(), $1, 'PROVIDER', 'D9', 1)`,
        [paymentId],
      );
      const delivering = deliverPrize(stage.admin, id, NOTE).then(() => undefined, String);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await held.query('COMMIT');
      expect(await delivering).toMatch(/disputed/);
    } finally {
      held.release();
    }
    await stage.report(payment, { refundId: 'D9', amountCentavos: 1n, initiatedBy: 'BANK', status: 'NOT_DONE' });
  });
});

it('receivers are told of denied prizes as described', () => expectEventsAsDescribed(stage, ['prize.denied']));

it('the report lists open disputes with the money that they hold', async () => {
  const before = (await reportReconciliation(stage.app)).openDisputes;
  const { paymentId } = await aPaidOrder('static');
  const { id } = await openDispute(stage.admin, paymentId, 'a letter');
  const { openDisputes } = await reportReconciliation(stage.app);
  expect(openDisputes).toMatchObject({ count: before.count + 1, amount: before.amount + 1_000n });
  expect(openDisputes.ids).toContain(id);
  await releaseDispute(stage.admin, id, 'withdrawn');
  expect((await reportReconciliation(stage.app)).openDisputes.count).toBe(before.count);
});
