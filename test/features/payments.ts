import { processCallbacks } from '../../src/payments/callback-inbox.js';
import { settlePayment } from '../../src/payments/settle.js';
import type { FeatureTests } from '../features.js';
import { aPayment } from '../support/transition-stage.js';

const LEASES = ['test/leases.test.ts'];

export const payments: FeatureTests = {
  operations: `
    pixPayments    A    GET /v1/payments/pix
    myPixPayments  U    GET /v1/payments/pix/my
    pixPayment     U A  GET /v1/payments/pix/{id}
    latePayments   A    GET /v1/payments/late`,
  events: { transitions: ['payment.received', 'payment.late'] },
  matrix: async ({ paymentId }) => ({ ids: { PixPayment: paymentId } }),
  people: ({ app, pay, payAtBank, place }) => ({
    pay: async () => pay(await place('static')),
    'pay too much': async () => pay(await place('static'), 1_000n),
    'pay at the bank': async () => payAtBank(await place('sandbox')),
    'pay without a reference': () => settlePayment(app, 'static', aPayment(), 'CALLBACK'),
  }),
  rounds: ({ app }) => ({ 'payments.inbox': () => processCallbacks(app) }),
  lists: ({ time, uuid }) => ({
    pixPayments: { after: [time, uuid] },
    myPixPayments: { after: [time, uuid] },
    latePayments: { after: [time, uuid] },
  }),
  faults: {
    'src/payments/callback-inbox.ts': [
      {
        name: 'callbacks are claimed with a lease of nothing',
        find: 'const LEASE_SECONDS = 30;',
        replace: 'const LEASE_SECONDS = 0;',
        tests: LEASES,
      },
      {
        name: 'callbacks are claimed by two at once',
        find: 'ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED',
        replace: 'ORDER BY next_attempt_at LIMIT $2',
        tests: LEASES,
      },
      {
        name: 'a callback is believed without the secret',
        find: 'if (!provider.adapter.verifyCallback(request))',
        replace: "if (providerName === '')",
        tests: ['test/payment-callbacks.test.ts'],
      },
      {
        name: 'a callback that could not be worked off is forgotten',
        find: 'SET last_error = $2, next_attempt_at =',
        replace: 'SET last_error = $2, processed_at = now(), next_attempt_at =',
        tests: ['test/payment-callbacks.test.ts'],
      },
    ],
    'src/payments/settle-orders.ts': [
      {
        name: 'a buyer takes more than the raffle allows by paying codes of cancelled orders',
        find: ' && isWithinLimit(order)',
        replace: '',
        tests: ['test/order-sale-state.test.ts'],
      },
      {
        name: 'an order is paid with a centavo too little',
        find: "reason = excess < 0n ? 'AMOUNT_DIFFERS'",
        replace: "reason = excess < -1n ? 'AMOUNT_DIFFERS'",
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'what an order was overpaid is kept without a word',
        find: 'if (excess > 0n) late.push(',
        replace: 'if (excess > 1_000_000n) late.push(',
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'an ended order is revived though sales are closed',
        find: 'isUnpaid || (sale.isSelling && isWithinLimit(order))',
        replace: 'isUnpaid || isWithinLimit(order)',
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'an order AT_PAYMENT that found no quotas can still be paid',
        find: '          ended.push(orderId);\n',
        replace: '',
        tests: ['test/unpaid-orders.test.ts'],
      },
      {
        name: 'money of a sold-out order waits for an operator',
        find: '!incoming.isClaimed) sentBack.push(id);',
        replace: '!incoming.isClaimed) sentBack.push();',
        tests: ['test/unpaid-orders.test.ts'],
      },
      {
        name: 'an operator pays by hand for quotas that others have paid',
        find: "if (reason && byHand) return 'REFUSED';",
        replace: "if (reason && byHand && reason !== 'SOLD_OUT') return 'REFUSED';",
        tests: ['test/unpaid-orders.test.ts'],
      },
      {
        name: 'an order that is paid twice in one batch is paid twice',
        find: "      order.status = 'PAID';\n",
        replace: '',
        tests: ['test/payment-races.test.ts'],
        survives: "the key of the order's block refuses such a batch, and then each payment is decided alone",
      },
      {
        name: 'the audit log says nothing of an order that an operator paid by hand',
        find: 'if (incoming.audit) audit.push(incoming.audit);',
        replace: 'if (!incoming.audit) audit.length = 0;',
        tests: ['test/order-endings.test.ts'],
      },
      {
        name: 'a batch in which one payment cannot be stored fails for all',
        find: 'blames: isDataOrIntegrityError',
        replace: 'blames: () => false',
        tests: ['test/settle.test.ts', 'test/order-faults.test.ts', 'test/payment-races.test.ts'],
      },
    ],
    'src/payments/payment-rows.ts': [
      {
        name: 'a payment that another raffle recorded meanwhile pays an order all the same',
        find: 'if (inserted.length < payments.length) throw',
        replace: 'if (inserted.length > payments.length) throw',
        tests: ['test/settle.test.ts', 'test/payment-races.test.ts'],
      },
      {
        name: 'a payment that comes twice in one batch is recorded twice',
        find: '  known.add(endToEndId);\n',
        replace: '',
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'a payment that was kept as nobody’s pays a charge that received another amount',
        find: 'if (kept?.amount === incoming.amount)',
        replace: 'if (kept)',
        tests: ['test/unattached-payments.test.ts'],
      },
      {
        name: 'money for nobody is dropped when it comes a second time for somebody',
        find: 'unattached: await lockUnattached(sql, unknown)',
        replace: 'unattached: await lockUnattached(sql, unknown.slice(1))',
        tests: ['test/unattached-payments.test.ts'],
      },
      {
        name: 'a payment that an operator has decided on is attached to an order',
        find: "l.status = 'PENDING' AND l.amount",
        replace: 'l.amount',
        tests: ['test/unattached-payments.test.ts'],
      },
      {
        name: 'a payment is attached to an order while a refund of it exists',
        find: ' AND NOT EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id)',
        replace: '',
        tests: ['test/unattached-payments.test.ts'],
      },
      {
        name: 'a payment that is kept as nobody’s is attached while an operator decides on it',
        find: ' ORDER BY payments.id FOR UPDATE`',
        replace: ' ORDER BY payments.id`',
        tests: ['test/unattached-payments.test.ts', 'test/payment-races.test.ts'],
      },
    ],
    'src/payments/settle.ts': [
      {
        name: 'a provider pays the orders of another one',
        find: 'WHERE txid = $1::text AND provider_name = $3 AND',
        replace: 'WHERE txid = $1::text AND $3::text IS NOT NULL AND',
        tests: ['test/unattached-payments.test.ts'],
      },
    ],
  },
};
