import { checkDisputes } from '../../src/disputes/dispute-worker.js';
import { openDispute, releaseDispute } from '../../src/disputes/dispute.service.js';
import { settlePayment } from '../../src/payments/settle.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';
import { aPayment } from '../support/transition-stage.js';

const RECORDED = ['test/recorded-returns.test.ts'];
const DISPUTES = ['test/disputes.test.ts'];
const REFERRALS = ['test/referrals.test.ts'];
const TRANSITIONS = ['test/transitions.test.ts'];

const aReceivedPayment = async ({ server }: ActStage) => {
  const { endToEndId } = aPayment();
  await settlePayment(server.app, 'static', aPayment({ endToEndId }), 'CALLBACK');
  const { id } = await server.app.db.prisma.payment.findUniqueOrThrow({ where: { endToEndId } });
  return { paymentId: id, reason: 'a letter of the bank' };
};

export const disputes: FeatureTests = {
  operations: `
    disputes        A      GET /v1/payments/disputes
    openDispute     A(OF)  POST /v1/payments/pix/{paymentId}/dispute
    releaseDispute  A(OF)  PATCH /v1/payments/disputes/{id}/release`,
  events: { transitions: ['payment.disputed', 'payment.dispute_ended'] },
  acts: {
    openDispute: aReceivedPayment,
    releaseDispute: async (stage) => {
      const { id } = await stage.done('openDispute', await aReceivedPayment(stage));
      return { id, note: 'the claim was withdrawn' };
    },
  },
  people: ({ admin, idOf, placedAndPaid, report }) => {
    let id = '';
    return {
      'dispute by the bank': async () => {
        const { payment } = await placedAndPaid();
        const claimed = { refundId: `D${payment.endToEndId}`.slice(0, 35), amountCentavos: 100n, initiatedBy: 'BANK' } as const;
        await report(payment, { ...claimed, status: 'PROCESSING' });
        await report(payment, { ...claimed, status: 'NOT_DONE' });
      },
      'dispute a payment': async () => {
        const { payment } = await placedAndPaid();
        ({ id } = await openDispute(admin, await idOf(`payments WHERE end_to_end_id = '${payment.endToEndId}'`), 'a letter'));
      },
      'release a dispute': () => releaseDispute(admin, id, 'withdrawn'),
    };
  },
  rounds: ({ app }) => ({ 'disputes.checks': () => checkDisputes(app) }),
  lists: ({ time, uuid }) => ({ disputes: { after: [time, uuid] } }),
  faults: {
    'src/disputes/provider-disputes.ts': [
      {
        name: 'a dispute that was released is ended again by the return of the money',
        find: "where: { status: { not: 'RETURNED' }, ...which }",
        replace: "where: { ...which, status: { not: 'RETURNED' } }",
        tests: RECORDED,
      },
      {
        name: 'a reason that was forgotten with a buyer comes back',
        find: 'const heard = { amount, heardAt: now };',
        replace: 'const heard = { amount, heardAt: now, reason };',
        tests: DISPUTES,
      },
      {
        name: 'a return of our own that is under way disputes the payment',
        find: "initiatedBy === 'BANK' && status !== 'RETURNED'",
        replace: "status !== 'RETURNED'",
        tests: DISPUTES,
      },
      {
        name: 'a dispute is opened by an answer that was overtaken',
        find: "  if (known?.status === 'RETURNED') return;\n",
        replace: '',
        tests: DISPUTES,
      },
      {
        name: 'a provider that says again that a return is under way is told of each time',
        find: "  if (known?.status === 'OPEN') {\n    await",
        replace: "  if (known?.status === 'RETURNED') {\n    await",
        tests: TRANSITIONS,
      },
      {
        name: 'a return that the banks do not make leaves the payment disputed for ever',
        find: "if (known?.status === 'OPEN') await endDisputes(app, tx, [known], { status: 'RELEASED' });",
        replace: '',
        tests: [...DISPUTES, ...TRANSITIONS],
      },
      {
        name: 'refunds that waited for the end of a dispute wait on',
        find: 'await disputeEndHook?.(app, tx, paymentIds);',
        replace: 'await disputeEndHook?.(app, tx, []);',
        tests: DISPUTES,
      },
    ],
    'src/disputes/dispute.resolver.ts': [
      {
        name: 'a buyer reads why their money is disputed',
        find: 'return adminOnly(ctx, reason);',
        replace: 'return reason;',
        tests: ['test/order-money.test.ts'],
      },
      {
        name: 'a buyer reads why a dispute was released',
        find: 'return adminOnly(ctx, note);',
        replace: 'return note;',
        tests: ['test/order-money.test.ts'],
      },
    ],
    'src/disputes/dispute.service.ts': [
      {
        name: 'an operator releases a dispute while its money goes back',
        find: '    await tx.query(lockPayment, [paymentId]);\n    const dispute',
        replace: '    const dispute',
        tests: DISPUTES,
      },
      {
        name: 'an operator releases what the provider says is under way',
        find: "  if (heardAt >= askedAt) throw refuse('disputes.underWay');\n",
        replace: '',
        tests: DISPUTES,
      },
      {
        name: 'an operator releases what a provider said minutes ago, while it does not answer',
        find: '  if (!isAnswered && askedAt < from) {',
        replace: '  if (!isAnswered && askedAt < heardAt) {',
        tests: DISPUTES,
      },
      {
        name: 'what an operator says of a return counts without a dispute',
        find: "  if (!byOperator) throw refuse('disputes.openFirst');\n",
        replace: '  if (!byOperator) return;\n',
        tests: RECORDED,
      },
      {
        name: 'what an operator says of a return counts minutes after the dispute',
        find: "  if (askedAt < from) throw refuse('disputes.perhapsReported', { from: from.toISOString() });\n",
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'an old dispute of an operator hides what the provider said an hour ago',
        find: '  if (byProvider) return refuseWhileUnderWay(byProvider, false, askedAt);\n',
        replace: '',
        tests: RECORDED,
      },
      {
        name: 'a dispute of which the money went back is released',
        find: "    if (dispute.status === 'RETURNED') throw refuse('disputes.returned');\n",
        replace: '',
        tests: DISPUTES,
      },
      {
        name: 'a dispute is released without a second look at the provider',
        find: "status !== 'OPEN' || endToEndId === null ?",
        replace: "status !== 'RELEASED' || endToEndId === null ?",
        tests: DISPUTES,
      },
      {
        name: 'a payment is disputed of which nothing is left',
        find: "    if (payment.left <= 0n) throw refuse('disputes.nothingLeft');\n",
        replace: '',
        tests: DISPUTES,
      },
      {
        name: 'each call of an operator opens another dispute',
        find: '    if (open) return open;\n',
        replace: '',
        tests: DISPUTES,
      },
    ],
    'src/disputes/dispute-worker.ts': [
      {
        name: 'an account that does not have the payment says that the banks have nothing under way',
        find: "    if (!payment) return 'UNANSWERED';\n    await",
        replace: '    if (payment) await',
        tests: DISPUTES,
      },
    ],
    'src/disputes/dispute.sql.ts': [
      {
        name: 'a dispute of a second payment holds the order',
        find: "WHERE (l.id IS NULL OR l.reason = 'OVERPAID') AND ${IS_DISPUTED}",
        replace: 'WHERE ${IS_DISPUTED}',
        tests: DISPUTES,
      },
      {
        name: 'a dispute that ended holds the money still',
        find: "d.payment_id = p.id AND d.status = 'OPEN' OFFSET 0)",
        replace: 'd.payment_id = p.id OFFSET 0)',
        tests: DISPUTES,
      },
    ],
    'src/payments/settle-orders.ts': [
      {
        name: 'money that the banks are taking back is sent back at once',
        find: 'GOES_BACK.has(reason) && !incoming.isClaimed',
        replace: 'GOES_BACK.has(reason)',
        tests: DISPUTES,
      },
    ],
    'src/won-prizes/won-prize.service.ts': [
      {
        name: 'the prize of a disputed order is delivered',
        find: "    if (isDisputed) throw refuse('disputes.prizeWithheld');\n",
        replace: '',
        tests: DISPUTES,
      },
      {
        name: 'a prize whose money went back is delivered unasked',
        find: 'if (isReturned && !despiteReturn)',
        replace: 'if (isReturned && despiteReturn)',
        tests: DISPUTES,
      },
      {
        name: 'a prize is denied whose order is paid',
        find: 'if (isDisputed || !isReturned) throw',
        replace: 'if (isDisputed) throw',
        tests: DISPUTES,
      },
      {
        name: 'a prize is denied before its dispute ends',
        find: 'if (isDisputed || !isReturned) throw',
        replace: 'if (!isReturned && !isDisputed) throw',
        tests: DISPUTES,
      },
      {
        name: 'a prize is delivered while the word of the bank is being written',
        find: 'if (dependsOnMoney && isUuid(id))',
        replace: 'if (dependsOnMoney && !isUuid(id))',
        tests: DISPUTES,
      },
    ],
    'src/won-prizes/register.sql.ts': [
      {
        name: 'a refund that an operator made holds the prize',
        find: 'SELECT bool_or(t.taken > b.taken_of_late)',
        replace: 'SELECT bool_or(t.taken + t.sent > b.taken_of_late)',
        tests: DISPUTES,
      },
    ],
    'src/referrals/referrer.service.ts': [
      {
        name: 'the commission of disputed money is payable',
        find: 'const withheld = isBarred || disputed > due ? due : disputed;',
        replace: 'const withheld = isBarred ? due : 0n * disputed;',
        tests: REFERRALS,
      },
      {
        name: 'a payout does not look at disputes',
        find: 'disputed: disputed?.amount ?? 0n };',
        replace: 'disputed: 0n * (disputed?.amount ?? 0n) };',
        tests: REFERRALS,
      },
    ],
    'src/referrals/commission.sql.ts': [
      {
        name: 'a commission that is pending and disputed is held twice',
        find: " AND NOT ${isPending(hourOf('o.paid_at'))}",
        replace: '',
        tests: REFERRALS,
      },
    ],
    'src/reconciliation/open-work.sql.ts': [
      {
        name: 'the report lists disputes that are over',
        find: "FROM disputes d WHERE d.status = 'OPEN' ORDER BY",
        replace: 'FROM disputes d ORDER BY',
        tests: DISPUTES,
      },
    ],
    'src/refunds/refund-worker.ts': [
      {
        name: 'a refund of disputed money is sent',
        find: 'const isHeld = ({ isDisputed, isOverdrawn }: DueRefund): boolean => isDisputed || isOverdrawn;',
        replace: 'const isHeld = ({ isOverdrawn }: DueRefund): boolean => isOverdrawn;',
        tests: DISPUTES,
      },
      {
        name: 'a refund whose answer was lost is sent again though the banks have the money',
        find: 'const isHeld = ({ isDisputed, isOverdrawn }: DueRefund): boolean => isDisputed || isOverdrawn;',
        replace: 'const isHeld = ({ isDisputed }: DueRefund): boolean => isDisputed;',
        tests: DISPUTES,
      },
      {
        name: 'a refund of disputed money is given up',
        find: "return isDisputed ? { status: 'PENDING',",
        replace: "return isDisputed ? { status: 'FAILED',",
        tests: DISPUTES,
      },
    ],
    'src/refunds/reported-return.ts': [
      {
        name: 'a dispute stays open after the banks took the money',
        find: '    await endReturned(app, tx, { paymentId, returnId: reported.refundId });\n',
        replace: '',
        tests: [...DISPUTES, ...TRANSITIONS],
      },
      {
        name: 'a part that the banks took ends the dispute of an operator',
        find: 'kept.left <= 0n',
        replace: 'kept.left <= 600n',
        tests: DISPUTES,
      },
      {
        name: 'a refund that waited for a dispute stays open though the banks have the money',
        find: "{ OR: [{ status: 'BY_HAND' }, { status: 'PENDING', attempts: 0 }] }",
        replace: "{ status: 'BY_HAND' }",
        tests: DISPUTES,
      },
    ],
    'src/refunds/refund.service.ts': [
      {
        name: 'a step is offered that is refused while the payment is disputed',
        find: "return disputes.every(({ status }) => status !== 'OPEN');",
        replace: 'return disputes.length >= 0;',
        tests: ['test/order-money.test.ts'],
      },
      {
        name: 'a disputed order is refunded',
        find: "    if (now.isDisputed) throw refuse('disputes.open');\n",
        replace: '',
        tests: DISPUTES,
      },
    ],
    'src/refunds/late-and-manual-refund.service.ts': [
      {
        name: 'a late payment that is disputed is resolved',
        find: "    await refuseDisputed(tx, [late.paymentId]);\n    await moveLatePayment(tx, late.id, 'RESOLVED'",
        replace: "    await moveLatePayment(tx, late.id, 'RESOLVED'",
        tests: DISPUTES,
      },
      {
        name: 'a late payment that is disputed is sent back',
        find: '    await refuseDisputed(tx, [late.paymentId]);\n    if (!late.endToEndId)',
        replace: '    if (!late.endToEndId)',
        tests: DISPUTES,
      },
      {
        name: "a legacy client's payment that is disputed is sent back",
        find: '    await refuseDisputed(tx, [id]);\n',
        replace: '',
        tests: DISPUTES,
      },
      {
        name: 'a refund of disputed money is asked for again',
        find: '    await refuseDisputed(tx, [refund.paymentId]);\n    const amount = stillOwed(refund);',
        replace: '    const amount = stillOwed(refund);',
        tests: DISPUTES,
      },
    ],
  },
};
