import { deleteUser, personalDataOf } from '../../src/personal-data/personal-data.service.js';
import { actorOf } from '../../src/platform/principal.js';
import type { FeatureTests } from '../features.js';
import { aCustomer } from '../support/actors.js';
import { unlessRefused } from '../support/million-stage.js';

const LATE_MONEY = ['test/late-money.test.ts'];
const DELETIONS = ['test/personal-data.test.ts', 'test/own-data.test.ts'];

/** Some orders, and none that is paid or may be. */
const OVER = `users u WHERE role = 'USER' AND deleted_at IS NULL AND EXISTS (SELECT FROM orders o WHERE o.user_id = u.id)
  AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = u.id AND o.status IN ('PAID', 'PENDING'))`;

export const personalData: FeatureTests = {
  operations: `
    deleteMyAccount  U     POST /v1/users/profile/delete
    exportMyData     U     GET /v1/users/profile/data
    deleteUser       A(O)  DELETE /v1/users/{id}
    exportUserData   A(O)  GET /v1/users/{id}/data`,
  acts: { deleteUser: async ({ server }) => ({ id: (await aCustomer(server)).id }) },
  matrix: async ({ loggingIn: { password } }) => ({ calls: { deleteMyAccount: () => ({ currentPassword: password }) } }),
  people: ({ admin, idOf, of: { heavyBuyer } }) => ({
    'dismiss an operator': async () =>
      deleteUser(admin, await idOf(`users WHERE role = 'ADMIN' AND id <> '${actorOf(admin)?.id}'`)),
    async 'export personal data'() {
      for await (const _text of await personalDataOf(admin, heavyBuyer.id)) continue;
    },
    'delete a buyer': () => unlessRefused(deleteUser(admin, heavyBuyer.id)),
    'delete a buyer whose orders are over': async () => deleteUser(admin, await idOf(OVER)),
  }),
  faults: {
    'src/personal-data/personal-data.service.ts': [
      {
        name: 'what a deleted buyer typed in an account that was merged stays',
        find: '[id, ...merged.map((account) => account.id)]',
        replace: '[id, ...merged.slice(9).map((account) => account.id)]',
        tests: ['test/merged-accounts.test.ts'],
      },
      {
        name: 'a buyer who leaves learns what is in a closed box',
        find: "[id, action === 'deleteUser']",
        replace: '[id, true]',
        tests: ['test/won-prizes.test.ts'],
      },
      {
        name: 'a deleted buyer’s birth date stays',
        find: ' birthDate: null,',
        replace: ' ',
        tests: ['test/personal-data.test.ts'],
      },
      {
        name: 'why a deleted buyer was blocked stays',
        find: ', blockedReason: null })',
        replace: ' })',
        tests: ['test/personal-data.test.ts'],
      },
      {
        name: 'a deleted account keeps its e-mail address',
        find: '        email: null,\n',
        replace: '',
        tests: ['test/personal-data.test.ts'],
      },
      {
        name: 'an account is deleted while it holds quotas of a raffle that is not drawn',
        find: 'if (underWay.some(({ isGivenBack }) => !isGivenBack)) throw',
        replace: 'if (underWay.some(({ isGivenBack }) => isGivenBack)) throw',
        tests: DELETIONS,
      },
      {
        name: 'a deletion gives back the limit that returned quotas used up',
        find: "OR (o.status = 'REFUNDED' AND r.max_buyer_quantity IS NOT NULL)",
        replace: '',
        tests: ['test/personal-data.test.ts'],
      },
      {
        name: 'a deleted account can be logged in to',
        find: '        passwordHash: null,\n        deletedAt: new Date(),\n',
        replace: '',
        tests: DELETIONS,
      },
      {
        name: 'an unpaid order of a deleted account can still be paid',
        find: "    unpaid.map((order) => order.id),\n    'CANCELLED',",
        replace: "    unpaid.slice(1).map((order) => order.id),\n    'CANCELLED',",
        tests: LATE_MONEY,
      },
      {
        name: 'the code of an unpaid order of a deleted account stays open at its provider',
        find: "    'STILL_PAYABLE',\n",
        replace: "    'CANCELLED',\n",
        tests: LATE_MONEY,
      },
      {
        name: 'no entry says that an unpaid order was cancelled with its account',
        find: '...cancelled.map((orderId)',
        replace: '...cancelled.slice(1).map((orderId)',
        tests: LATE_MONEY,
      },
      {
        name: 'an account is deleted by whoever has its token for a moment',
        find: '  await provePassword(ctx, principal.id, currentPassword);\n',
        replace: '',
        tests: DELETIONS,
      },
      {
        name: 'an operator takes somebody’s data away and no entry says so',
        find: "if (ctx.principal.role === 'ADMIN')",
        replace: "if (ctx.principal.role === 'CLIENT')",
        tests: DELETIONS,
      },
      {
        name: 'the keys of the requests of a deleted buyer stay',
        find: "    await tx.query(forgetIdempotencyKeys, [principalKey({ role: 'USER', id: one })]);\n",
        replace: '',
        tests: DELETIONS,
      },
      {
        name: 'what was written about a deleted buyer stays in the audit log',
        find: '    await tx.query(forgetWords, [one]);\n',
        replace: '',
        tests: DELETIONS,
      },
      {
        name: 'what was written about the orders of a deleted buyer stays in the audit log',
        find: `    UNION ALL SELECT 'order', o.id::text FROM ordered o\n`,
        replace: '',
        tests: DELETIONS,
      },
      {
        name: 'a buyer reads who paid the orders in the file of their data',
        find: 'shown ? JSON.stringify(shown(JSON.parse(json))) : json',
        replace: 'shown ? json : json',
        tests: DELETIONS,
      },
    ],
    'src/quotas/feature.ts': [
      {
        name: 'a deleted account leaves its name and CPF on its orders',
        find: '  forgets: [forgetBuyer],\n',
        replace: '',
        tests: DELETIONS,
      },
    ],
    'src/webhooks/outbox.ts': [
      {
        name: 'stored events keep what the browser of a deleted buyer said',
        find: `'{data,tracking}', 'null', false)`,
        replace: `'{data,nothing}', 'null', false)`,
        tests: DELETIONS,
      },
      {
        name: 'stored events keep why a deleted buyer wanted the money back',
        find: `r.refund || '{"reason": null}'`,
        replace: 'r.refund',
        tests: DELETIONS,
      },
    ],
    'prisma/functions/forget_words.sql': [
      {
        name: 'what operators noted about the money of a deleted buyer stays in the audit log',
        find: "IN ('reason', 'note', 'evidence')",
        replace: "IN ('reason')",
        tests: DELETIONS,
      },
    ],
    'src/refunds/feature.ts': [
      {
        name: 'why a deleted buyer wanted the money back stays',
        find: 'forgets: [forgetRefundReasons, forgetLatePaymentNotes]',
        replace: 'forgets: [forgetLatePaymentNotes]',
        tests: DELETIONS,
      },
      {
        name: 'what operators wrote about late money of a deleted buyer stays',
        find: 'forgets: [forgetRefundReasons, forgetLatePaymentNotes]',
        replace: 'forgets: [forgetRefundReasons]',
        tests: DELETIONS,
      },
    ],
    'src/refunds/forget-reasons.sql.ts': [
      {
        name: 'a hash from which the words of an evidence may be guessed stays',
        find: 'evidence_hash = CASE WHEN return_end_to_end_id IS NOT NULL THEN evidence_hash END',
        replace: 'evidence_hash = evidence_hash',
        tests: ['test/unanswered-refunds.test.ts'],
      },
      {
        name: 'the PIX that returned money to a deleted buyer proves another refund',
        find: 'evidence_hash = CASE WHEN return_end_to_end_id IS NOT NULL THEN evidence_hash END',
        replace: 'evidence_hash = NULL',
        tests: ['test/unanswered-refunds.test.ts'],
      },
    ],
    'src/disputes/feature.ts': [
      {
        name: 'why the money of a deleted buyer was disputed stays',
        find: '  forgets: [forgetDisputeWords],\n',
        replace: '',
        tests: DELETIONS,
      },
    ],
    'src/won-prizes/feature.ts': [
      {
        name: 'how a prize was delivered to a deleted buyer stays',
        find: '  forgets: [forgetReceiptNotes],\n',
        replace: '',
        tests: DELETIONS,
      },
    ],
    'src/referrals/feature.ts': [
      {
        name: 'what operators wrote about payouts to a deleted buyer stays',
        find: '  forgets: [forgetPayoutNotes],\n',
        replace: '',
        tests: DELETIONS,
      },
    ],
    'src/orders/personal-orders.ts': [
      {
        name: 'the CPF of who paid an order is in the data of its buyer',
        find: 'payerCpf && maskCpf(payerCpf)',
        replace: 'payerCpf',
        tests: DELETIONS,
      },
    ],
    'src/quotas/counter.sql.ts': [
      {
        name: 'the referral text of a deleted buyer stays',
        find: 'tracking = NULL, referral = NULL',
        replace: 'tracking = NULL',
        tests: DELETIONS,
      },
    ],
    'src/users/person.ts': [
      {
        name: 'the audit log keeps the phone of a buyer',
        find: "value == null ? null : '***'",
        replace: 'value == null ? null : String(value)',
        tests: DELETIONS,
      },
    ],
  },
};
