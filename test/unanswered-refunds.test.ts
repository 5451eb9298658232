import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RefundStatus } from '../src/generated/prisma/client.js';
import { sha256 } from '../src/platform/crypto.js';
import { scanReceived } from '../src/reconciliation/received-scan.js';
import { reportReconciliation } from '../src/reconciliation/reconciliation.service.js';
import { forgetRefundReasons } from '../src/refunds/forget-reasons.sql.js';
import {
  confirmRefund,
  refundLatePayment,
  resolveReturnedTwice,
  retryRefund,
} from '../src/refunds/late-and-manual-refund.service.js';
import { processRefunds } from '../src/refunds/refund-worker.js';
import { lockEvidence } from '../src/refunds/refund.sql.js';
import { refundOrder, stepsOf } from '../src/refunds/refund.service.js';
import { startOtherProcess } from './support/other-process.js';
import { startBankFront } from './support/bank-front.js';
import { changeProvider } from './support/sales.js';
import { forTests, type TestServer } from './support/start.js';
import { startTransitionStage } from './support/transition-stage.js';

const stage = forTests(startTransitionStage);
const front = forTests(() => startBankFront(stage.bankUrl));
const db = () => stage.app.db.prisma;
const change = (settings: Parameters<typeof changeProvider>[2]) =>
  changeProvider({ app: stage.app } as TestServer, 'sandbox', settings);

beforeEach(async () => {
  await stage.behaveAtBank({});
  await change({ adapter: 'sandbox', baseUrl: front.url });
  await stage.forgetOpenRefunds();
});

const bankIsAway = () => change({ baseUrl: 'http://127.0.0.1:9' });
const bankIsBack = () => change({ baseUrl: front.url });
/** The end-to-end id of a PIX of the operator's. */
const aPix = () => `E12345678202611241200${randomBytes(6).toString('hex').slice(0, 11)}`;

async function aRefund() {
  const order = await stage.anOrder((await stage.aRaffle({ quotaPrice: 1_000n })).id, 'sandbox');
  const payment = await stage.payAtBank(order);
  await refundOrder(stage.admin, order.id, {});
  return { order, payment, id: (await refundOf(order.id)).id };
}
const refundOf = (orderId: string) => db().refund.findFirstOrThrow({ where: { payment: { orderId: BigInt(orderId) } } });
const refund = (id: string) => db().refund.findUniqueOrThrow({ where: { id } });
/** As if it had been requested so long ago. */
const letWait = (id: string, hours: number) =>
  db().refund.update({ where: { id }, data: { createdAt: new Date(Date.now() - hours * 3_600_000), leasedUntil: null } });
const confirm = (id: string, evidence: string | null = aPix(), paidAt?: Date) =>
  confirmRefund(stage.admin, id, 'by a PIX of our own', { evidence, paidAt });
const auditOf = async (action: string, id: string) =>
  (await db().auditEntry.findMany({ where: { action, subjectId: id } })).map(({ details }) => details);
const requestsFor = (id: string) => front.asked.filter((path) => path.endsWith(`/devolucao/${id}`)).length;
const twice = async () => (await reportReconciliation(stage.app)).returnedTwice.ids;
const CONFLICT = { code: 'CONFLICT' };

describe('a refund whose provider does not answer', () => {
  it('is confirmed with evidence once it is an hour old, and says from when', async () => {
    const { id } = await aRefund();
    await bankIsAway();
    await stage.askForRefunds();
    const { createdAt } = await letWait(id, 0.9);
    const from = new Date(createdAt.getTime() + 3_600_000).toISOString();
    await expect(confirm(id)).rejects.toMatchObject({ ...CONFLICT, message: expect.stringContaining(from) });
    expect(await refund(id)).toMatchObject({ status: 'PENDING', confirmedAt: null });

    await letWait(id, 1.1);
    for (const nothing of [null, '  ']) {
      await expect(confirm(id, nothing)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { evidence: [{}] } });
    }
    const paidAt = new Date(Date.now() - 60_000);
    const evidence = aPix();
    await expect(confirm(id, evidence, new Date(Date.now() + 60_000))).rejects.toMatchObject({ fields: { paidAt: [{}] } });
    expect(await confirm(id, evidence, paidAt)).toMatchObject({ status: 'RETURNED', settledAt: paidAt });
    expect(await auditOf('confirmRefund', id)).toMatchObject([
      { evidence, paidAt: paidAt.toISOString(), atProvider: 'NO_ANSWER' },
    ]);
    // Again: nothing changes.
    await confirm(id);
    expect(await auditOf('confirmRefund', id)).toHaveLength(1);
  });

  it('is never requested after that, though the provider is back', async () => {
    const { id, payment } = await aRefund();
    await bankIsAway();
    await letWait(id, 2);
    await confirm(id);
    await bankIsBack();
    await stage.askForRefunds();
    await stage.askForRefunds();
    const provider = await stage.app.providers.find('sandbox');
    expect((await provider?.adapter.consultPayment(payment.endToEndId))?.refunds).toEqual([]);
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', returnedTwiceAt: null, nextAttemptAt: expect.any(Date) });
  });

  it('is on the report with its step, its attempts and the error', async () => {
    const { id } = await aRefund();
    await bankIsAway();
    await stage.askForRefunds();
    await letWait(id, 2);
    const { overdueRefunds } = await reportReconciliation(stage.app);
    expect(overdueRefunds.examples.filter((example) => example.id === id)).toMatchObject([
      { amount: 1_000n, status: 'PENDING', attempts: 1, providerName: 'sandbox', nextSteps: ['CONFIRM_REFUND'] },
    ]);
    expect(overdueRefunds.examples.find((example) => example.id === id)?.lastError).toContain('sandbox');
    await letWait(id, 0.5);
    expect(stepsOf(await refund(id))).toEqual([]);
  });

  it('ends its late payment', async () => {
    const order = await stage.anOrder((await stage.aRaffle()).id, 'sandbox');
    await stage.payAtBank(order);
    await stage.pay(order);
    const { id: lateId } = await db().latePayment.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
    await refundLatePayment(stage.admin, lateId);
    const { id } = await db().refund.findFirstOrThrow({ where: { latePaymentId: lateId } });
    await bankIsAway();
    await letWait(id, 2);
    await confirm(id);
    expect(await db().latePayment.findUnique({ where: { id: lateId } })).toMatchObject({ status: 'REFUNDED' });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'that is not configured any more',
      () => db().paymentProvider.update({ where: { name: 'sandbox' }, data: { name: 'gone' } }),
    ],
    ['that has another adapter', () => change({ adapter: 'static' })],
  ])('is confirmed like that for a provider %s', async (_, lose) => {
    const { id } = await aRefund();
    await bankIsAway();
    await stage.askForRefunds();
    try {
      await lose();
      stage.app.providers.drop();
      // It may have been made through the one before: no operator is told to make it by hand without a look.
      await stage.askForRefunds();
      expect(await refund(id)).toMatchObject({ status: 'PENDING' });
      await letWait(id, 0.5);
      await expect(confirm(id)).rejects.toMatchObject(CONFLICT);
      await letWait(id, 2);
      expect(await confirm(id)).toMatchObject({ status: 'RETURNED' });
    } finally {
      await db().paymentProvider.updateMany({ where: { name: 'gone' }, data: { name: 'sandbox' } });
      stage.app.providers.drop();
    }
  });

  it.each<[string, (document: any) => void]>([
    ['about another refund', (document) => (document.id = 'another')],
    ['about another amount', (document) => (document.valor = '0.01')],
    ['without a status', (document) => delete document.status],
  ])('but with rubbish %s stays as it is, and ends like that', async (_, spoil) => {
    const { id } = await aRefund();
    const spoiled = async (method: string, work: () => Promise<unknown>) => {
      const held = front.hold(method, /\/devolucao\//);
      const done = work();
      (await held).pass(spoil);
      await done;
    };
    await spoiled('PUT', () => stage.askForRefunds());
    expect(await refund(id)).toMatchObject({ status: 'PENDING', leasedUntil: null });
    await letWait(id, 0.5);
    await spoiled('GET', () => expect(confirm(id)).rejects.toMatchObject(CONFLICT));
    await letWait(id, 2);
    await spoiled('GET', () => confirm(id));
    expect(await auditOf('confirmRefund', id)).toMatchObject([{ atProvider: 'NO_ANSWER' }]);
  });
});

describe('the provider is looked at first', () => {
  it('one that knows the payment and no such refund lets it be confirmed at once', async () => {
    const { id } = await aRefund();
    expect(await confirm(id)).toMatchObject({ status: 'RETURNED' });
    expect(await auditOf('confirmRefund', id)).toMatchObject([{ atProvider: 'UNKNOWN' }]);
    const requests = requestsFor(id);
    await stage.askForRefunds();
    expect(await twice()).not.toContain(id);
    // It is asked about, and not requested.
    expect(requestsFor(id)).toBe(requests + 1);
  });

  it('another account, which knows not even the payment, is no answer', async () => {
    const { id, payment } = await aRefund();
    await db().payment.update({ where: { endToEndId: payment.endToEndId }, data: { endToEndId: aPix() } });
    await expect(confirm(id)).rejects.toMatchObject(CONFLICT);
    await letWait(id, 2);
    expect(await confirm(id)).toMatchObject({ status: 'RETURNED' });
  });

  it('one that is still making it ends the attempt, for seven days', async () => {
    const { id } = await aRefund();
    await stage.behaveAtBank({ refundDelayMs: 600_000 });
    await stage.askForRefunds();
    const { createdAt } = await letWait(id, 7 * 24 - 1);
    const from = new Date(createdAt.getTime() + 7 * 24 * 3_600_000).toISOString();
    await expect(confirm(id)).rejects.toMatchObject({ ...CONFLICT, message: expect.stringContaining(from) });
    expect(await refund(id)).toMatchObject({ status: 'PROCESSING', confirmedAt: null });
    await letWait(id, 7 * 24 + 1);
    expect(await confirm(id)).toMatchObject({ status: 'RETURNED' });
  });

  it('one that did not do it lets it be confirmed', async () => {
    const { id } = await aRefund();
    await stage.behaveAtBank({ refuseRefunds: true });
    const held = front.hold('PUT', /\/devolucao\//);
    const asking = stage.askForRefunds();
    (await held).pass((document) => delete document.status);
    await asking;
    expect(await confirm(id)).toMatchObject({ status: 'RETURNED' });
    expect(await auditOf('confirmRefund', id)).toMatchObject([{ atProvider: 'NOT_DONE' }]);
  });
});

describe('a refund that the provider made, though its answer was lost, and whose provider now is another account', () => {
  const atAnotherAccount = async (endToEndId: string, work: () => Promise<unknown>) => {
    const other = aPix();
    await db().payment.update({ where: { endToEndId }, data: { endToEndId: other } });
    await work();
    await db().payment.update({ where: { endToEndId: other }, data: { endToEndId } });
  };
  const made = async () => {
    const its = await aRefund();
    const held = front.hold('PUT', /\/devolucao\//);
    const asking = stage.askForRefunds();
    (await held).pass((document) => delete document.status);
    await asking;
    expect(await refund(its.id)).toMatchObject({ status: 'PENDING', attempts: 1 });
    return its;
  };
  const returnsOf = async ({ endToEndId }: { endToEndId: string }) => {
    const provider = await stage.app.providers.find('sandbox');
    return (await provider?.adapter.consultPayment(endToEndId))?.refunds.length;
  };
  /** As an account that does not know the payment had left it, before it was looked at. */
  const fail = (id: string) => db().refund.update({ where: { id }, data: { status: 'FAILED', nextAttemptAt: null } });

  it('stays open, and is RETURNED once the account that made it answers', async () => {
    const { id, payment } = await made();
    await atAnotherAccount(payment.endToEndId, async () => {
      await stage.askForRefunds();
      expect(await refund(id)).toMatchObject({ status: 'PENDING', attempts: 2, nextAttemptAt: expect.any(Date) });
      await expect(retryRefund(stage.admin, id)).rejects.toMatchObject(CONFLICT);
      await expect(confirm(id, null)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    });
    await stage.askForRefunds();
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', returnedTwiceAt: null });
    expect(await returnsOf(payment)).toBe(1);
  });

  it('does not fail either when the banks take the money meanwhile', async () => {
    const { id, payment } = await made();
    await stage.takeBack(payment);
    await atAnotherAccount(payment.endToEndId, async () => {
      await stage.askForRefunds();
      expect(await refund(id)).toMatchObject({ status: 'PENDING', attempts: 1 });
    });
  });

  it('that FAILED all the same is not requested again under another id', async () => {
    const { id, payment } = await made();
    await fail(id);
    const isRefused = async () => {
      await expect(retryRefund(stage.admin, id)).rejects.toMatchObject(CONFLICT);
      expect(await db().refund.count({ where: { retryOf: id } })).toBe(0);
    };
    await isRefused();
    await atAnotherAccount(payment.endToEndId, isRefused);
    await stage.askForRefunds();
    expect(await returnsOf(payment)).toBe(1);
  });

  it('that FAILED all the same is confirmed with evidence only, and is watched', async () => {
    const { id, payment } = await made();
    await fail(id);
    await letWait(id, 2);
    await atAnotherAccount(payment.endToEndId, async () => {
      await expect(confirm(id, null)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { evidence: [{}] } });
      await letWait(id, 0.5);
      await expect(confirm(id)).rejects.toMatchObject(CONFLICT);
      await letWait(id, 2);
      expect(await confirm(id)).toMatchObject({ status: 'RETURNED', returnedTwiceAt: null, nextAttemptAt: expect.any(Date) });
    });
    await stage.askForRefunds();
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', returnedTwiceAt: expect.any(Date) });
  });

  it('of a late payment that FAILED all the same is not sent by refunding that again', async () => {
    const order = await stage.anOrder((await stage.aRaffle()).id, 'sandbox');
    await stage.payAtBank(order);
    // Not at this bank, as far as it knows.
    await stage.pay(order);
    const { id: lateId } = await db().latePayment.findFirstOrThrow({ where: { payment: { orderId: BigInt(order.id) } } });
    await refundLatePayment(stage.admin, lateId);
    await stage.askForRefunds();
    const { id } = await db().refund.findFirstOrThrow({ where: { latePaymentId: lateId } });
    expect(await refund(id)).toMatchObject({ status: 'PENDING', attempts: 1 });
    await fail(id);
    await db().latePayment.update({ where: { id: lateId }, data: { status: 'PENDING' } });
    await expect(refundLatePayment(stage.admin, lateId)).rejects.toMatchObject(CONFLICT);
    expect(await db().refund.count({ where: { latePaymentId: lateId } })).toBe(1);
  });
});

/** `zero` is the code of the script's zero. */
const inDigitsFrom = (zero: number, pix: string) => pix.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

describe('the evidence', () => {
  const spellings: [string, (pix: string) => string][] = [
    ['in a sentence', (pix) => `PIX ${pix} to Maria`],
    ['in small letters', (pix) => pix.toLowerCase()],
    ['in capitals', (pix) => pix.toUpperCase()],
    ['with spaces and hyphens', (pix) => pix.match(/.{4}/g)?.join(' - ') ?? ''],
    ['without its E', (pix) => pix.slice(1)],
    ['as fullwidth letters', (pix) => pix.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))],
    ['in Arabic digits', (pix) => inDigitsFrom(0x660, pix)],
    ['in the digits of a script beyond 16 bits', (pix) => inDigitsFrom(0x11066, pix)],
    ['with %20 in it', (pix) => `PIX%20${pix.replace(/^.{9}/, '$&%20')}%20paid`],
    [
      'percent-encoded twice',
      (pix) => encodeURIComponent(encodeURIComponent(pix.replace(/^.{9}/, '$&-ã ')).replace('%C3%A3', '')),
    ],
    ['beside a percent sign', (pix) => `100% %FF ${pix}`],
    ['with letters that nobody sees', (pix) => [...pix].join('\u200b')],
    ['twice', (pix) => `${pix} = ${pix.toLowerCase()}`],
  ];
  it('proves one refund only, in any spelling', async () => {
    const [one, other] = [await aRefund(), await aRefund()];
    const evidence = aPix();
    await confirm(one.id, evidence);
    for (const [, spelled] of spellings) {
      await expect(confirm(other.id, spelled(evidence))).rejects.toMatchObject({
        ...CONFLICT,
        message: `This PIX is the evidence of refund ${one.id} already.`,
      });
    }
    expect(await refund(one.id)).toMatchObject({ returnEndToEndId: evidence });
    expect(await refund(other.id)).toMatchObject({ status: 'PENDING', evidenceHash: null });
  });

  it.each(spellings)('that was spelled %s is known again', async (_, spelled) => {
    const [one, other] = [await aRefund(), await aRefund()];
    const evidence = aPix();
    await confirm(one.id, spelled(evidence));
    await expect(confirm(other.id, evidence)).rejects.toMatchObject(CONFLICT);
    expect(await auditOf('confirmRefund', one.id)).toMatchObject([{ evidence: spelled(evidence) }]);
  });

  it('in other words proves one refund only too', async () => {
    const [one, other] = [await aRefund(), await aRefund()];
    const words = `cash, with receipt nº ${randomBytes(4).toString('hex')} that the mãe of Maria signed`;
    await confirm(one.id, words);
    for (const spelled of [words, `«${words.toUpperCase().replace('Ã', 'A')}»`, words.normalize('NFD').replaceAll(' ', '')]) {
      await expect(confirm(other.id, spelled)).rejects.toMatchObject({
        ...CONFLICT,
        message: expect.stringContaining(`The same words are the evidence of refund ${one.id} already`),
      });
    }
    await confirm(other.id, `${words}, the second one`);
  });

  it('in words goes with a deleted buyer, a PIX does not', async () => {
    const [words, pix] = [await aRefund(), await aRefund()];
    await confirm(words.id, 'cash, signed by Maria');
    await confirm(pix.id);
    const { userId } = await db().order.findUniqueOrThrow({ where: { id: BigInt(words.order.id) } });
    await stage.app.db.query(forgetRefundReasons, [userId]);
    expect(await refund(words.id)).toMatchObject({ evidenceHash: null });
    expect(await refund(pix.id)).toMatchObject({ evidenceHash: expect.any(Uint8Array) });
  });

  it('of two refunds at once proves one of them', async () => {
    const [one, other] = [await aRefund(), await aRefund()];
    const evidence = aPix();
    const hash = sha256(evidence.slice(1).toUpperCase());
    const first = await startOtherProcess(stage.app.config.databaseUrl ?? '');
    try {
      await first.query(lockEvidence.text, [hash.toString('hex')]);
      await first.query('UPDATE refunds SET evidence_hash = $1 WHERE id = $2', [hash, one.id]);
      await expect(first.commitBehind(() => confirm(other.id, evidence))).rejects.toMatchObject({
        ...CONFLICT,
        message: expect.stringContaining(one.id),
      });
    } finally {
      await first.end();
    }
    expect(await refund(other.id)).toMatchObject({ status: 'PENDING' });
  });

  it.each([
    ['names two PIX', () => `${aPix()} and ${aPix()}`],
    ['names a PIX and a return', () => `${aPix()}, D${aPix().slice(1)}`],
    ['says nothing', () => '--- !!!'],
  ])('that %s is none', async (_, evidence) => {
    const { id } = await aRefund();
    await expect(confirm(id, evidence())).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields: { evidence: [{}] } });
  });

  it('is no PIX that we received', async () => {
    const { id, payment } = await aRefund();
    const received = aPix();
    await db().payment.create({
      data: {
        ...(await db().payment.findUniqueOrThrow({ where: { endToEndId: payment.endToEndId } })),
        id: crypto.randomUUID(),
        orderId: null,
        endToEndId: received,
      },
    });
    for (const spelled of [received, received.toUpperCase(), `e ${received.slice(1).toUpperCase()}`]) {
      await expect(confirm(id, spelled)).rejects.toMatchObject({ ...CONFLICT, message: expect.stringContaining('received') });
    }
  });

  it('may come with a refund that no provider can make', async () => {
    const order = await stage.anOrder((await stage.aRaffle()).id);
    await stage.pay(order);
    await refundOrder(stage.admin, order.id, {});
    await stage.askForRefunds();
    const { id } = await refundOf(order.id);
    const evidence = aPix();
    await confirm(id, evidence);
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', returnEndToEndId: evidence, nextAttemptAt: null });
  });
});

describe('money that went out twice', () => {
  const isTwice = async (id: string) => {
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', amount: 1_000n, returnedTwiceAt: expect.any(Date) });
    expect(await auditOf('refundReturnedTwice', id)).toMatchObject([{ toClaimBack: '10.00' }]);
    const gone = await db().refund.aggregate({
      where: { paymentId: (await refund(id)).paymentId, status: { not: 'FAILED' } },
      _sum: { amount: true },
    });
    expect(gone._sum.amount).toBe(1_000n);
    expect(await twice()).toContain(id);
  };
  const lateAnswer = async (id: string) => {
    await stage.behaveAtBank({ refundDelayMs: 300 });
    await stage.askForRefunds();
    await bankIsAway();
    await letWait(id, 2);
    await confirm(id);
    await bankIsBack();
    await expect
      .poll(async () => {
        const provider = await stage.app.providers.find('sandbox');
        const { payment } = await db().refund.findUniqueOrThrow({ where: { id }, include: { payment: true } });
        return (await provider?.adapter.consultRefund({ refundId: id, endToEndId: payment.endToEndId ?? '' }))?.status;
      })
      .toBe('RETURNED');
  };

  it('is found when the provider is asked later, counted once, and listed until an operator resolves it', async () => {
    const { id } = await aRefund();
    await lateAnswer(id);
    await stage.askForRefunds();
    await isTwice(id);
    expect(stepsOf(await refund(id))).toEqual(['RESOLVE_RETURNED_TWICE']);
    await stage.askForRefunds();
    await isTwice(id);

    await resolveReturnedTwice(stage.admin, id, 'the bank gave it back');
    await resolveReturnedTwice(stage.admin, id, 'the bank gave it back');
    expect(await auditOf('resolveReturnedTwice', id)).toEqual([{ note: 'the bank gave it back' }]);
    expect(await twice()).not.toContain(id);
    expect(stepsOf(await refund(id))).toEqual([]);
  });

  it("is found in the provider's list of payments", async () => {
    const { id } = await aRefund();
    await lateAnswer(id);
    const provider = await stage.app.providers.find('sandbox');
    await scanReceived(stage.app, provider!, undefined, true);
    await isTwice(id);
  });

  it('is found at the look before it is confirmed: the provider had made it', async () => {
    const { id } = await aRefund();
    const held = front.hold('PUT', /\/devolucao\//);
    const asking = stage.askForRefunds();
    (await held).pass((document) => delete document.status);
    await asking;
    expect(await confirm(id)).toMatchObject({ status: 'RETURNED' });
    await isTwice(id);
  });

  it('is not said of a refund that went out once', async () => {
    const { id } = await aRefund();
    await stage.askForRefunds();
    await expect(resolveReturnedTwice(stage.admin, id, 'no')).rejects.toMatchObject(CONFLICT);
    const provider = await stage.app.providers.find('sandbox');
    await scanReceived(stage.app, provider!, undefined, true);
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', returnedTwiceAt: null });
    expect(await twice()).not.toContain(id);
  });
});

describe('a refund that the provider made before an operator confirms it', () => {
  it('went out twice with evidence, which is on the report, and counts once', async () => {
    const { id, payment } = await aRefund();
    await stage.askForRefunds();
    await expect(confirm(id, payment.endToEndId)).rejects.toMatchObject(CONFLICT);
    const evidence = aPix();
    const settled = (await refund(id)).settledAt;
    expect(await confirm(id, evidence)).toMatchObject({ returnedTwiceAt: expect.any(Date), returnEndToEndId: evidence });
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', amount: 1_000n, settledAt: settled, nextAttemptAt: null });
    expect(await twice()).toContain(id);
    expect(await auditOf('confirmRefund', id)).toMatchObject([{ evidence, atProvider: 'RETURNED' }]);
    expect(await auditOf('refundReturnedTwice', id)).toMatchObject([{ toClaimBack: '10.00', evidence }]);
    await confirm(id);
    expect(await auditOf('confirmRefund', id)).toHaveLength(1);
    const other = await aRefund();
    await expect(confirm(other.id, evidence)).rejects.toMatchObject(CONFLICT);
  });

  it('without evidence stays as it is', async () => {
    const { id } = await aRefund();
    await stage.askForRefunds();
    expect(await confirm(id, null)).toMatchObject({ status: 'RETURNED', confirmedAt: null, returnedTwiceAt: null });
    expect(await auditOf('confirmRefund', id)).toEqual([]);
  });
});

describe('while a provider is asked for a refund', () => {
  it('nobody confirms it while an earlier request may still arrive, though a later one failed', async () => {
    const { id } = await aRefund();
    const leasedUntil = new Date(Date.now() + 30_000);
    await db().refund.update({ where: { id }, data: { attempts: 1, leasedUntil, nextAttemptAt: new Date() } });
    await bankIsAway();
    await processRefunds(stage.app);
    expect(await refund(id)).toMatchObject({ status: 'PENDING', attempts: 2, leasedUntil });
    await bankIsBack();
    await expect(confirm(id)).rejects.toMatchObject({ ...CONFLICT, message: expect.stringContaining('in a minute') });
  });

  it('nobody confirms it, because the request may still arrive', async () => {
    const { id } = await aRefund();
    const held = front.hold('PUT', /\/devolucao\//);
    const asking = stage.askForRefunds();
    const request = await held;
    await expect(confirm(id)).rejects.toMatchObject(CONFLICT);
    request.pass();
    await asking;
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', confirmedAt: null, leasedUntil: null });
  });

  it('which was asked for between the look and the confirmation, that is refused', async () => {
    const { id } = await aRefund();
    await stage.behaveAtBank({ refundDelayMs: 600_000 });
    const held = front.hold('GET', /\/devolucao\//);
    const confirming = confirm(id).catch((error: unknown) => error);
    const look = await held;
    await stage.askForRefunds();
    // As the bank saw it before that request.
    look.refuse(404);
    expect(await confirming).toMatchObject(CONFLICT);
    expect(await refund(id)).toMatchObject({ status: 'PROCESSING', confirmedAt: null });
  });

  it.each<[RefundStatus, object]>([
    ['PENDING', {}],
    ['PROCESSING', { refundDelayMs: 600_000 }],
  ])('and others confirm a %s one at once, one of them does', async (status, behaviour) => {
    const { id } = await aRefund();
    await stage.behaveAtBank(behaviour);
    if (status === 'PROCESSING') await stage.askForRefunds();
    await letWait(id, 8 * 24);
    const all = await Promise.allSettled([confirm(id), confirm(id), confirm(id), processRefunds(stage.app)]);
    expect(all.some((one) => one.status === 'fulfilled')).toBe(true);
    const confirmed = await auditOf('confirmRefund', id);
    const row = await refund(id);
    expect(confirmed.length).toBe(row.confirmedAt === null ? 0 : 1);
    // Confirmed after the provider had made it.
    expect((await auditOf('refundReturnedTwice', id)).length).toBe(row.returnedTwiceAt === null ? 0 : 1);
  });

  it('a request that overtakes the confirmation is told as money that went out twice', async () => {
    const { id } = await aRefund();
    const held = front.hold('PUT', /\/devolucao\//);
    const asking = stage.askForRefunds();
    const request = await held;
    // As after a process that stood still for longer than its lease.
    await letWait(id, 2);
    await confirm(id);
    request.pass();
    await asking;
    expect(await refund(id)).toMatchObject({ status: 'RETURNED', returnedTwiceAt: expect.any(Date) });
    expect(await auditOf('refundReturnedTwice', id)).toHaveLength(1);
  });
});
