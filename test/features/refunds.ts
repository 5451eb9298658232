import { randomUUID } from 'node:crypto';
import { settlePayment } from '../../src/payments/settle.js';
import { refundCancelledRaffles } from '../../src/refunds/cancelled-raffles.js';
import {
  confirmRefund,
  refundLatePayment,
  refundPixPayment,
  resolveLatePayment,
  retryRefund,
} from '../../src/refunds/late-and-manual-refund.service.js';
import { refundOrder } from '../../src/refunds/refund.service.js';
import type { FeatureTests } from '../features.js';
import { aLegacyClient, chargeBody } from '../support/legacy-client.js';
import type { ActStage } from '../support/operator-acts.js';
import { anUnpaidOrder } from '../support/order-rows.js';
import { unlessConflict } from '../support/million-stage.js';
import { aPayment } from '../support/transition-stage.js';

const NOTE = { note: 'as agreed by phone' };
const LEASES = ['test/leases.test.ts'];
const UNANSWERED = ['test/unanswered-refunds.test.ts'];
const RECORDED = ['test/recorded-returns.test.ts'];
const POISONED = ['test/poisoned-rows.test.ts'];
const REPORTED_RETURNS = ['test/reported-returns.test.ts'];

const aPaidOrder = async ({ server, aRaffle }: ActStage) => {
  const { id, txid } = await anUnpaidOrder(server, await aRaffle(), 1);
  await settlePayment(server.app, 'static', aPayment({ txid }), 'CALLBACK');
  return { id: String(id) };
};

const aRefund = async (stage: ActStage, status: 'BY_HAND' | 'FAILED' | 'RETURNED') => {
  const order = await aPaidOrder(stage);
  const { prisma } = stage.server.app.db;
  const payment = await prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });
  const asked = { initiator: 'OPERATOR', amount: payment.amount, status } as const;
  const { id } = await prisma.refund.create({
    data: { id: randomUUID().replaceAll('-', ''), paymentId: payment.id, ...asked },
  });
  return { id };
};

const aLatePayment = async ({ server }: ActStage) => {
  const { endToEndId } = aPayment();
  await settlePayment(server.app, 'static', aPayment({ endToEndId }), 'CALLBACK');
  const { id } = await server.app.db.prisma.latePayment.findFirstOrThrow({ where: { payment: { endToEndId } } });
  return { id };
};

const aLegacyPayment = async ({ server }: ActStage) => {
  const client = await aLegacyClient(server);
  const { reference: txid, amount } = (await client.charge(chargeBody())).body;
  const { endToEndId } = aPayment();
  await settlePayment(server.app, 'sandbox', aPayment({ txid, endToEndId, amountCentavos: BigInt(amount) }), 'CALLBACK');
  const { id } = await server.app.db.prisma.payment.findFirstOrThrow({ where: { endToEndId } });
  return { id };
};

export const refunds: FeatureTests = {
  operations: `
    refundOrder         U A(OF)  PATCH /v1/orders/{orderId}/refund
    refundPixPayment    A(OF)    -
    refundLatePayment   A(OF)    PATCH /v1/payments/late/{id}/refund
    resolveLatePayment  A(OF)    PATCH /v1/payments/late/{id}/resolve
    confirmRefund       A(OF)    -
    retryRefund         A(OF)    -
    resolveReturnedTwice A(OF)   -
    recordBankReturn    A(OF)    POST /v1/payments/pix/{paymentId}/bank-return`,
  events: { transitions: ['order.refunded', 'refund.updated'] },
  acts: {
    refundOrder: aPaidOrder,
    refundLatePayment: aLatePayment,
    resolveLatePayment: async (stage) => ({ ...(await aLatePayment(stage)), ...NOTE }),
    refundPixPayment: aLegacyPayment,
    confirmRefund: async (stage) => ({ ...(await aRefund(stage, 'BY_HAND')), ...NOTE }),
    retryRefund: (stage) => aRefund(stage, 'FAILED'),
    recordBankReturn: async (stage) => {
      const { id } = await aPaidOrder(stage);
      const { prisma } = stage.server.app.db;
      const payment = await prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(id) } });
      return { paymentId: payment.id, input: { amount: '0.01', returnId: `D${randomUUID()}`, ...NOTE } };
    },
    resolveReturnedTwice: async (stage) => {
      const { id } = await aRefund(stage, 'RETURNED');
      await stage.server.app.db.prisma.refund.update({ where: { id }, data: { returnedTwiceAt: new Date() } });
      return { id, ...NOTE };
    },
  },
  people({ admin, buyer, anOrder, idOf, of, pay, placedAndPaid, takeBack }) {
    // Where nothing is won at once.
    const aPaidOrderOfSmall = async () => {
      const order = await anOrder(of.raffles.small);
      await pay(order);
      return order.id;
    };
    const aPending = () => idOf(`late_payments WHERE status = 'PENDING'`);
    const aRefundThatIs = (status: string) => idOf(`refunds WHERE status = '${status}'`);
    return {
      // It may have won a prize, and then it is refused.
      'refund whole': async () => unlessConflict(refundOrder(admin, (await placedAndPaid()).order.id, {})),
      'refund by its buyer': async () => refundOrder(buyer, await aPaidOrderOfSmall(), {}),
      'refund a part': async () => refundOrder(admin, await aPaidOrderOfSmall(), { amount: 30n }),
      'take back by the bank': async () => takeBack((await placedAndPaid()).payment),
      'refund a late payment': async () => refundLatePayment(admin, await aPending()),
      'resolve a late payment': async () => resolveLatePayment(admin, await aPending(), 'a gift'),
      'confirm a refund': async () => confirmRefund(admin, await aRefundThatIs('BY_HAND'), 'by a transfer'),
      'ask for a refund again': async () => retryRefund(admin, await aRefundThatIs('FAILED')),
      'refund a legacy charge': async () =>
        refundPixPayment(admin, await idOf('payments WHERE billing_order_id IS NOT NULL'), null),
    };
  },
  rounds: ({ app, askForRefunds, of }) => ({
    async 'refunds.raffles'() {
      await app.db.pool.query(
        `-- as if nothing of it were done\n UPDATE raffles SET refunded_up_to = 0 WHERE id = '${of.raffles.calledOff}'`,
      );
      await refundCancelledRaffles(app);
    },
    'refunds.processing': askForRefunds,
  }),
  faults: {
    'src/refunds/refund.service.ts': [
      {
        name: 'an order whose boxes won is refunded',
        find: "      if (refusal !== undefined) throw new DomainError('CONFLICT', refusal);\n",
        replace: '',
        tests: ['test/held-boxes.test.ts'],
      },
      {
        name: 'an order is refunded without the lock on its payments',
        find: '    await tx.query(lockPayments, [null, null, null, order.id]);\n',
        replace: '',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'a refund of all that is left in parts leaves the numbers in the draw',
        find: 'asked.amount == null || asked.amount === now.returnable',
        replace: 'asked.amount == null',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'a buyer keeps the orders that won and takes the money of the others back',
        find: "if (principal.role !== 'ADMIN' && order.isInstant)",
        replace: "if (principal.role !== 'ADMIN' && order.isInstant && order.isFrozen)",
        tests: ['test/refund-rules.test.ts', 'test/held-boxes.test.ts'],
      },
      {
        name: 'an operator gives a discount on an order whose prizes are known',
        find: 'if (asked.amount != null && now.isInstant)',
        replace: 'if (asked.amount == null && now.isInstant)',
        tests: ['test/held-boxes.test.ts'],
      },
      {
        name: 'a buyer refunds a part',
        find: 'if (asked.amount != null && !byOperator)',
        replace: 'if (asked.amount === 0n && !byOperator)',
        tests: ['test/refunds.test.ts'],
      },
      {
        name: 'a part is returned again for every repetition of its key',
        find: 'return idempotency !== null && !(await claimIdempotencyKey(',
        replace: 'return idempotency === null && !(await claimIdempotencyKey(',
        tests: ['test/refunds.test.ts'],
      },
      {
        name: 'orders are refunded after the freeze',
        find: 'if (order.isFrozen)',
        replace: 'if (order.isFrozen && order.paidAt === null)',
        tests: ['test/refunds.test.ts'],
      },
      {
        name: 'a buyer refunds once sales are closed for the draw',
        find: 'SELLING.includes(order.raffleStatus) && !order.isPastItsDates',
        replace: 'order.paidAt !== null',
        tests: ['test/refunds.test.ts'],
      },
      {
        name: 'a buyer refunds after the end of the sale that nobody has closed yet',
        find: ' && !order.isPastItsDates',
        replace: '',
        tests: ['test/refunds.test.ts', 'test/raffle-dates.test.ts', 'test/refund-rules.test.ts'],
      },
      {
        name: 'a buyer refunds for a day longer than the law says',
        find: 'paidAt > BUYER_DAYS * DAY_MS',
        replace: 'paidAt > (BUYER_DAYS + 1) * DAY_MS',
        tests: ['test/refund-rules.test.ts'],
      },
    ],
    'src/refunds/recorded-return.ts': [
      {
        name: 'a return that a provider may still report is recorded at once',
        find: '      await refuseUntilSilent(tx, paymentId, askedAt);\n',
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'an operator records that a bank took more than came in',
        find: "    if (amount > left) throw refuseField('amount', 'refunds.amountTooMuch');\n",
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'a provider that is away is taken for one that reports nothing',
        find: "!== 'UNSUPPORTED'",
        replace: "=== 'ANSWERED'",
        tests: RECORDED,
      },
      {
        name: 'a return that a provider reported without its id is recorded too, and taken off twice',
        find: '      await refuseReported(tx, paymentId, amount);\n',
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'one return of the banks is taken off two payments',
        find: "    if (known && known.paymentId !== paymentId) throw refuse('refunds.returnOfOther', { paymentId: known.paymentId });\n",
        replace: '',
        tests: RECORDED,
      },
      {
        name: "a provider's dispute stays open after an operator recorded how it ended",
        find: '    await endOfProvider(ctx, tx, { paymentId, amount, isRest: amount === left });\n',
        replace: '',
        tests: RECORDED,
      },
      {
        name: "a part that an operator recorded ends all of a provider's disputes",
        find: 'if (isRest) return',
        replace: 'if (isRest || amount > 0n) return',
        tests: RECORDED,
      },
      {
        name: 'another amount under the same id is taken for the same return',
        find: "  if (recorded.amount !== amount) throw refuse('refunds.returnRecorded', { amount: formatMoney(recorded.amount) });\n",
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'the same return in small letters is another one',
        find: 'const returnId = typed.toUpperCase();',
        replace: 'const returnId = typed;',
        tests: RECORDED,
      },
    ],
    'src/refunds/keep-return.ts': [
      {
        name: 'two payments of which one return is recorded at once do not wait for each other',
        find: '  await tx.query(lockReturn, [returnId]);\n',
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'another return of the same amount is taken for the one that the provider names',
        find: 'known?.paymentId === paymentId ||',
        replace: 'known?.id === id ||',
        tests: RECORDED,
      },
      {
        name: 'what an operator recorded is taken off again where the provider says no id of the banks',
        find: '((await findUnnamed(tx, { paymentId, amount, named })) ?? known)',
        replace: 'known',
        tests: RECORDED,
      },
      {
        name: 'one that an operator recorded stands for every return of its amount',
        find: 'paymentId, amount, reportedAt: null, returnId',
        replace: 'paymentId, amount, returnId',
        tests: RECORDED,
      },
      {
        name: 'one that the provider names is taken for another of its amount',
        find: '{ not: null, notIn: [...named] }',
        replace: '{ not: null }',
        tests: RECORDED,
      },
      {
        name: 'a return that an operator recorded for the wrong payment is not taken off the right one',
        find: '  if (isOfOther) return amount;\n',
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'what a provider reports beyond what was recorded stays in the books',
        find: 'return amount > recorded.amount ? amount - recorded.amount : 0n;',
        replace: 'return 0n;',
        tests: RECORDED,
      },
      {
        name: 'nobody is told that a provider reports what an operator recorded',
        find: 'if (!isOfOther || recorded.reportedAt === null) {',
        replace: 'if (isOfOther && recorded.reportedAt !== null) {',
        tests: RECORDED,
      },
    ],
    'src/refunds/second-look.ts': [
      {
        name: 'an account that does not have the payment says that no refund was made',
        find: "(await adapter?.consultPayment(endToEndId)) ? 'UNKNOWN' : 'NO_ANSWER'",
        replace: "(await adapter?.consultPayment(endToEndId)) ? 'UNKNOWN' : 'UNKNOWN'",
        tests: UNANSWERED,
      },
      {
        name: 'what a provider says about another amount is believed',
        find: 'amount === undefined || found.amountCentavos === amount',
        replace: 'amount === undefined || found.amountCentavos > 0n',
        tests: UNANSWERED,
      },
    ],
    'src/payment-providers/adapters/bacen-adapter.ts': [
      {
        name: 'an answer about another refund ends this one',
        find: "      mustBeAsked('id', refund.refundId, refundId);\n",
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'a refund of another amount than was requested counts as done',
        find: "      mustBeAsked('valor', refund.amountCentavos, amountCentavos);\n      return refund;",
        replace: '      return refund;',
        tests: UNANSWERED,
      },
    ],
    'src/refunds/refund-worker.ts': [
      {
        name: 'a refund that an operator confirmed is requested from the provider',
        find: "  if (refund.status === 'RETURNED') return watchConfirmed(app, refund);\n",
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'a refund that was asked for before is to be made by hand without a look at the provider',
        find: "status: attempts > 1 ? 'PENDING' : 'BY_HAND'",
        replace: "status: 'BY_HAND'",
        tests: UNANSWERED,
      },
      {
        name: 'a request that overtakes a confirmation is told to nobody',
        find: "      if (status === 'RETURNED') await recordReturnedTwice(tx, refund.id);\n      return;",
        replace: '      return;',
        tests: UNANSWERED,
      },
      {
        name: 'a refund whose answer was lost is FAILED because another account refuses it',
        find: "return standing === 'NO_ANSWER' ? { ...notMade, status: 'PENDING' }",
        replace: "return standing === 'NO_ANSWER' ? notMade",
        tests: UNANSWERED,
      },
      {
        name: 'refunds are claimed with a lease of nothing',
        find: 'const LEASE_SECONDS = 60;',
        replace: 'const LEASE_SECONDS = 0;',
        tests: LEASES,
      },
      {
        name: 'a late payment whose refund failed stays REFUNDING for ever',
        find: "if (refund.latePaymentId && status === 'FAILED')",
        replace: "if (refund.latePaymentId && status === 'BY_HAND')",
        tests: ['test/refunds.test.ts', 'test/transitions.test.ts'],
      },
      {
        name: 'a refund whose answer did not come is FAILED, and may be asked for under another id',
        find: "return { status: 'PENDING', error: (error instanceof Error",
        replace: "return { status: 'FAILED', error: (error instanceof Error",
        tests: ['test/transitions.test.ts'],
      },
      {
        name: 'a refund that the bank did not do is taken for done',
        find: "if (status === 'NOT_DONE') return { status: 'FAILED',",
        replace: "if (status === 'NOT_DONE') return { status: 'RETURNED',",
        tests: ['test/transitions.test.ts', 'test/refunds-once.test.ts'],
      },
    ],
    'src/refunds/refund.sql.ts': [
      {
        name: 'a refund is confirmed while an earlier request for it may still arrive',
        find: 'ELSE $6::timestamptz END,',
        replace: "ELSE $6::timestamptz - interval '1 day' END,",
        tests: UNANSWERED,
      },
      {
        name: 'a refund that FAILED, and is due by mistake, is sent or stops all others',
        find: " AND status NOT IN ('FAILED', 'BY_HAND')\n",
        replace: '\n',
        tests: POISONED,
      },
      {
        name: 'a PIX that we received, in capitals, proves that we sent one',
        find: 'upper(p.end_to_end_id)',
        replace: 'p.end_to_end_id',
        tests: UNANSWERED,
      },
      {
        name: 'money that went out once is claimed back',
        find: "status = 'RETURNED' AND confirmed_at IS NOT NULL AND returned_twice_at IS NULL",
        replace: "status = 'RETURNED' AND returned_twice_at IS NULL",
        tests: UNANSWERED,
        survives: 'only refunds that an operator confirmed are looked at for it',
      },
      {
        name: 'a refund that went out twice is told each time that it is seen',
        find: 'AND confirmed_at IS NOT NULL AND returned_twice_at IS NULL',
        replace: 'AND confirmed_at IS NOT NULL',
        tests: UNANSWERED,
      },
      {
        name: 'refunds are claimed by two at once',
        find: 'LIMIT $2 FOR UPDATE SKIP LOCKED',
        replace: 'LIMIT $2',
        tests: LEASES,
      },
      {
        name: 'refunding an order looks at its SECOND_PAYMENT too',
        find: "WHERE p.order_id = ANY ($1::bigint[]) AND (l.id IS NULL OR l.reason = 'OVERPAID')",
        replace: 'WHERE p.order_id = ANY ($1::bigint[])',
        tests: ['test/refund-races.test.ts', 'test/refunds-once.test.ts'],
        survives: 'a payment that did not pay its order is late whole, so nothing of it is returnable as the order’s',
      },
      {
        name: 'refunding an order refunds its SECOND_PAYMENT too',
        find: `s.returnable AS left_over
    FROM payments p LEFT JOIN LATERAL (SELECT * FROM late_payments WHERE payment_id = p.id OFFSET 0) l ON true \${RETURNABLE}
    WHERE p.order_id = ANY ($1::bigint[]) AND (l.id IS NULL OR l.reason = 'OVERPAID')`,
        replace: `CASE WHEN l.reason = 'OVERPAID' THEN s.returnable ELSE s.returnable + s.late_owed END AS left_over
    FROM payments p LEFT JOIN LATERAL (SELECT * FROM late_payments WHERE payment_id = p.id OFFSET 0) l ON true \${RETURNABLE}
    WHERE p.order_id = ANY ($1::bigint[])`,
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'refunding an order refunds what it was overpaid too',
        find: 's.returnable AS left_over',
        replace: 's.returnable + s.late_owed AS left_over',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'what of an order can be refunded is read from a payment that did not pay it',
        find: "WHERE p.order_id = o.id AND (l.id IS NULL OR l.reason = 'OVERPAID') LIMIT 1",
        replace: 'WHERE p.order_id = o.id LIMIT 1',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'a refund that is final is moved again',
        find: "  WHERE f.id = before.id AND before.status NOT IN ('RETURNED', 'FAILED')",
        replace: '  WHERE f.id = before.id',
        tests: ['test/refund-races.test.ts'],
      },
    ],
    'src/refunds/return-evidence.ts': [
      {
        name: 'a PIX in capitals proves another refund than the same PIX in small letters',
        find: '[key.toUpperCase(), id]',
        replace: '[key, id]',
        tests: UNANSWERED,
      },
      {
        name: 'a PIX between spaces is not seen',
        find: '/[^\\p{L}\\p{N}]/gu',
        replace: '/[^\\p{L}\\p{N}\\s]/gu',
        tests: UNANSWERED,
      },
      {
        name: 'letters that only look different prove another refund',
        find: "withoutPercents(words).normalize('NFKD')",
        replace: 'withoutPercents(words)',
        tests: UNANSWERED,
      },
      {
        name: 'a PIX that was copied from an address proves another refund',
        find: "withoutPercents(words).normalize('NFKD')",
        replace: "words.normalize('NFKD')",
        tests: UNANSWERED,
      },
      {
        name: 'a PIX in Arabic digits proves another refund',
        find: '.replaceAll(/\\p{Nd}/gu, asciiDigit)',
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'words in capitals prove another refund',
        find: 'letters.toLowerCase()',
        replace: 'letters',
        tests: UNANSWERED,
      },
      {
        name: 'one evidence may name a PIX that proved another refund after a new one',
        find: "  if (pixes.size > 1) throw refuseField('evidence', 'refunds.evidenceOfMany');\n",
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'dashes prove a refund',
        find: "  if (letters === '') throw refuseField('evidence', 'refunds.evidenceNeeded');\n",
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'a PIX proves one refund, other words as many as an operator likes',
        find: '  if (hash === null) return;',
        replace: '  if (hash === null || endToEndId === null) return;',
        tests: UNANSWERED,
      },
      {
        name: 'two refunds that are confirmed at once by one PIX do not wait for each other',
        find: "  await tx.query(lockEvidence, [hash.toString('hex')]);\n",
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'a PIX that we received proves that we sent one',
        find: "  if (received) throw refuse('refunds.evidenceReceived');\n",
        replace: '',
        tests: UNANSWERED,
      },
    ],
    'src/refunds/late-and-manual-refund.service.ts': [
      {
        name: 'a refund is asked for again though nothing of its money is left',
        find: "  if (owed <= 0n) throw refuse('refunds.returnedSince');\n",
        replace: '',
        tests: ['test/refunds-once.test.ts', 'test/refunds.test.ts'],
      },
      {
        name: "a legacy client's payment is refunded without its lock",
        find: '    await tx.query(lockPayments, [id, null, null, null]);\n',
        replace: '',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'a late payment is refunded without its lock',
        find: '  await tx.query(lockPayments, [null, null, id, null]);\n',
        replace: '',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'a refund is confirmed or asked for again without the lock on its payment',
        find: '    await tx.query(lockPayments, [null, id, null, null]);\n    const [refund]',
        replace: '    const [refund]',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'a refund that was asked for again is confirmed too',
        find: 'if (refund.retryId) throw',
        replace: 'if (refund.retryId === id) throw',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'a refund that failed is asked for again for more than is left',
        find: 'return amount < owed ? amount : owed;',
        replace: 'return amount;',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'a refund that failed is asked for again each time',
        find: '    if (refund.retryId) return refund.retryId;\n',
        replace: '',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'nobody hears that an operator returned what the provider had made',
        find: '  if (!isMadeByProvider || evidence.words === null) return;',
        replace: '  if (isMadeByProvider || !isMadeByProvider) return;',
        tests: UNANSWERED,
      },
      {
        name: 'a refund is confirmed while its provider is at it',
        find: 'PROCESSING: 7 * 24 * 3_600_000',
        replace: 'PROCESSING: 0',
        tests: [...UNANSWERED, 'test/operator-refunds.test.ts'],
      },
      {
        name: 'a refund is confirmed at once when its provider does not answer',
        find: 'NO_ANSWER: OVERDUE_MS,',
        replace: 'NO_ANSWER: 0,',
        tests: UNANSWERED,
      },
      {
        name: 'a refund that the provider may still make is confirmed without evidence',
        find: "if (words === null && !isOver) throw refuseField('evidence', 'refunds.evidenceNeeded');",
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'a refund that FAILED at another account is requested again under another id',
        find: "  if (look && !isDenied(look.standing)) throw refuse('refunds.perhapsMade');\n",
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'what became of a refund that FAILED is asked of nobody',
        find: "return isOpenAtProvider(refund) || (refund.status === 'FAILED' && refund.attempts > 0);",
        replace: 'return isOpenAtProvider(refund);',
        tests: UNANSWERED,
      },
      {
        name: 'a late payment whose refund FAILED at another account is sent back again',
        find: '    refuseUnlessDenied(look);\n    const { paymentId, owed',
        replace: '    const { paymentId, owed',
        tests: UNANSWERED,
      },
      {
        name: 'a refund is confirmed while a request for it is on its way',
        find: 'if (mayBeMade(refund) && (refund.isLeased || look',
        replace: 'if (mayBeMade(refund) && (look',
        tests: UNANSWERED,
      },
      {
        name: 'a refund is confirmed though it was requested after the look at the provider',
        find: 'look?.attempts !== refund.attempts',
        replace: 'look === undefined',
        tests: UNANSWERED,
      },
      {
        name: 'one PIX proves as many refunds as an operator likes',
        find: '    await checkUnused(tx, id, evidence);\n',
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'nobody asks whether the provider made a refund that was confirmed',
        find: 'nextAttemptAt: look ? new Date(now.getTime() + ASKED_AFTER_MS) : null',
        replace: 'nextAttemptAt: null',
        tests: UNANSWERED,
      },
      {
        name: 'what the look at the provider found to have gone out twice is told to nobody',
        find: "if (look?.standing === 'RETURNED') await recordReturnedTwice(tx, id);",
        replace: '',
        tests: UNANSWERED,
      },
      {
        name: 'a late payment that was resolved is sent back too',
        find: "if (late.status === 'RESOLVED') throw",
        replace: "if (late.status === 'PENDING' && !late.id) throw",
        tests: ['test/refunds.test.ts'],
      },
      {
        name: 'a late payment is resolved while it is sent back',
        find: "if (late.status !== 'PENDING')",
        replace: "if (late.status === 'RESOLVED')",
        tests: ['test/transitions.test.ts', 'test/operator-refunds.test.ts'],
      },
    ],
    'prisma/functions/guard_refunds.sql': [
      {
        name: 'the database lets more go back than was paid',
        find: '  IF gone + NEW.amount > received THEN',
        replace: '  IF gone > received THEN',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'what became of a refund is refused because the banks took money meanwhile',
        find: "IF OLD.status <> 'FAILED' AND NEW.payment_id",
        replace: "IF OLD.status = 'BY_HAND' AND NEW.payment_id",
        tests: REPORTED_RETURNS,
      },
      {
        name: 'a refund that failed is opened again beyond what was paid',
        find: "IF OLD.status <> 'FAILED' AND NEW.payment_id",
        replace: 'IF NEW.payment_id',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'the database sums what goes back of a payment without locking it',
        find: 'WHERE p.id = NEW.payment_id FOR NO KEY UPDATE;',
        replace: 'WHERE p.id = NEW.payment_id;',
        tests: ['test/refunds-once.test.ts', 'test/database-guards.test.ts'],
      },
      {
        name: 'the database does not let the banks take more than is left',
        find: "IF NEW.status = 'FAILED' OR NEW.initiator IN ('BANK', 'PROVIDER') THEN",
        replace: "IF NEW.status = 'FAILED' THEN",
        tests: REPORTED_RETURNS,
      },
    ],
    'prisma/migrations': [
      {
        name: 'the database lets a refund be raised above what was paid',
        find: 'BEFORE INSERT OR UPDATE OF "amount", "status" ON "refunds"',
        replace: 'BEFORE INSERT ON "refunds"',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: "a legacy client's extract can be rewritten",
        find: 'CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE',
        replace: 'CREATE TRIGGER "ledger_entries_append_only" BEFORE DELETE',
        tests: ['test/billing-ledger.test.ts'],
      },
    ],
    'src/refunds/returnable.sql.ts': [
      {
        name: 'what is left of a payment is read without its lock',
        find: '  ORDER BY id FOR UPDATE`',
        replace: '  ORDER BY id`',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: "what is left of a called-off raffle's payments is read without their locks",
        find: ' ORDER BY payments.id FOR UPDATE`',
        replace: ' ORDER BY payments.id`',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'refunds that are on their way count as still here',
        find: "FROM refunds f WHERE f.payment_id = p.id AND f.status <> 'FAILED'",
        replace: "FROM refunds f WHERE f.payment_id = p.id AND f.status = 'RETURNED'",
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'refunds that failed count as gone',
        find: "FROM refunds f WHERE f.payment_id = p.id AND f.status <> 'FAILED'",
        replace: 'FROM refunds f WHERE f.payment_id = p.id',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'what the banks take comes off the order before it comes off what is late',
        find: 'SELECT least(t.taken, greatest(0, t.late - t.late_sent)) AS taken_of_late',
        replace: 'SELECT 0::numeric AS taken_of_late',
        tests: [...REPORTED_RETURNS, 'test/refunds.test.ts'],
      },
      {
        name: 'a refund by hand that was recognised hides the next return of its amount',
        find: ' AND f.reported_at IS NULL AND (',
        replace: ' AND (',
        tests: REPORTED_RETURNS,
      },
    ],
    'src/refunds/reported-return.ts': [
      {
        name: 'an order stays in the draw when the part that the bank had refused goes back at last',
        find: "s.returnable <= 0 AND o.status = 'PAID'",
        replace: "s.returnable < 0 AND o.status = 'PAID'",
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'who returns the money at the provider takes a prize from its winner',
        find: "if (by !== 'BANK' && (await",
        replace: "if (by === 'BANK' && (await",
        tests: ['test/won-prizes.test.ts'],
      },
      {
        name: 'an order leaves a draw that was held',
        find: 'if (!order || order.isFrozen) return undefined;',
        replace: 'if (!order) return undefined;',
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'an order is voided though some of its money is left',
        find: 's.returnable <= 0 AND',
        replace: 's.returnable <= 1000000 AND',
        tests: REPORTED_RETURNS,
      },
      {
        name: 'a return that was counted before is counted again',
        find: '    if (await tx.prisma.reportedReturn.findUnique({ where: { id } })) return;\n    const amountCentavos = await keep(tx, id);',
        replace: '    const amountCentavos = await keep(tx, id + Math.random());',
        tests: REPORTED_RETURNS,
      },
      {
        name: 'what an operator recorded is taken off again',
        find: '    if (amountCentavos === 0n) return;\n',
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'a refund that the provider made for us counts as somebody else’s too',
        find: '    if (ownIds.has(refund.refundId)) continue;\n',
        replace: '',
        tests: REPORTED_RETURNS,
      },
      {
        name: "what went out twice is not seen in the provider's list",
        find: 'const confirmed = own.filter(({ confirmedAt }) => confirmedAt !== null);',
        replace: 'const confirmed = own.filter(({ confirmedAt }) => confirmedAt === undefined);',
        tests: UNANSWERED,
      },
      {
        name: 'a refund that failed and was made after all is not counted',
        find: "      status: { not: 'FAILED' },\n",
        replace: '',
        tests: REPORTED_RETURNS,
      },
      {
        name: 'an order is voided because its second payment went back twice',
        find: 'if (!isApplied || taken <= 0n) return;',
        replace: 'if (taken <= 0n) return;',
        tests: REPORTED_RETURNS,
      },
      {
        name: 'an operator is asked to decide on an order that lost nothing',
        find: 'if (!isApplied || taken <= 0n) return;',
        replace: 'if (!isApplied) return;',
        tests: [...REPORTED_RETURNS, 'test/refunds.test.ts'],
      },
      {
        name: 'a refund is still to be made by hand after the banks took the money',
        find: '  await reduceUnsentRefunds(app, tx, paymentId, -after.returnable);\n',
        replace: '',
        tests: REPORTED_RETURNS,
      },
      {
        name: 'what the banks take counts as the refund that an operator is to make',
        find: "refund.initiatedBy === 'BANK' ? refund.amountCentavos : await",
        replace: "refund.initiatedBy === 'BANK' && id === paymentId ? refund.amountCentavos : await",
        tests: REPORTED_RETURNS,
      },
      {
        name: 'a late payment of which nothing is left stays open',
        find: 'standing.lateOwed <= 0n',
        replace: 'standing.lateOwed < 0n',
        tests: [...REPORTED_RETURNS, 'test/refunds.test.ts'],
      },
    ],
    'src/platform/each.ts': [
      {
        name: 'what cannot be done of one raffle, or of one kind of old rows, stops that of all others',
        find: 'failures.push(error);',
        replace: 'throw error;',
        tests: POISONED,
      },
    ],
    'src/platform/storable-json.ts': [
      {
        name: 'a NUL in what a bank wrote stops what is written with it',
        find: ".replaceAll('\\\\u0000', '\\\\ufffd')",
        replace: '',
        tests: POISONED,
      },
    ],
    'src/refunds/cancelled-raffles.ts': [
      {
        name: 'no entry says what a raffle that was called off gave back',
        find: 'await writeAudit(tx, ...orderIds.map(',
        replace: 'await Promise.all(orderIds.map(',
        tests: ['test/raffle-endings.test.ts'],
      },
      {
        name: 'codes of a raffle that was called off stay open at their providers',
        find: "'CANCELLED', 'STILL_PAYABLE')",
        replace: "'CANCELLED', 'CANCELLED')",
        tests: ['test/refunds-once.test.ts'],
      },
      {
        name: 'raffles that were called off are refunded without the lock on their counters',
        find: 'lockQuotas(app, tx, [raffleId])',
        replace: 'lockQuotas(app, tx, [])',
        tests: ['test/refund-races.test.ts'],
      },
      {
        name: 'a called-off raffle is done after its first batch of orders',
        find: 'const isMore = orders.length === BATCH;',
        replace: 'const isMore = orders.length > BATCH;',
        tests: ['test/refunds-once.test.ts', 'test/raffle-endings.test.ts'],
      },
    ],
    'src/refunds/write-refunds.ts': [
      {
        name: "a legacy client's charge never learns that its money is back",
        find: "if (status === 'FAILED' || status === 'RETURNED')",
        replace: "if (status === 'FAILED')",
        tests: ['test/billing-order-endings.test.ts'],
      },
    ],
  },
};
