import type { FeatureTests } from '../features.js';

const LEASES = ['test/leases.test.ts'];
const REPORTED_RETURNS = ['test/reported-returns.test.ts'];

export const payments: FeatureTests = {
  operations: `
    pixPayments    A    GET /v1/payments/pix
    myPixPayments  U    GET /v1/payments/pix/my
    pixPayment     U A  GET /v1/payments/pix/{id}
    latePayments   A    GET /v1/payments/late`,
  events: { transitions: ['payment.received', 'payment.late'] },
  matrix: async ({ paymentId }) => ({ ids: { PixPayment: paymentId } }),
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
        name: 'an order is paid with a centavo too little',
        find: 'else if (excess < 0n)',
        replace: 'else if (excess < -1n)',
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
        find: 'hasEnded && isSelling && order.quotaQuantity',
        replace: 'hasEnded && order.quotaQuantity',
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'an ended order is revived with quotas that others hold',
        find: 'isSelling && order.quotaQuantity <= free',
        replace: 'isSelling && order.quotaQuantity <= sellable',
        tests: ['test/settle.test.ts'],
      },
      {
        name: 'ended orders that are paid in one batch are revived with the same last quotas',
        find: '      if (!reserved) free -= order.quotaQuantity;\n',
        replace: '',
        tests: ['test/payment-races.test.ts'],
        survives: "the counter's constraint refuses such a batch, and then each payment is decided alone",
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
        find: "l.status = 'PENDING' AND s.late_owed",
        replace: 's.late_owed',
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
    'src/payments/returnable.sql.ts': [
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
    'src/payments/reported-return.ts': [
      {
        name: 'an order stays in the draw when the part that the bank had refused goes back at last',
        find: "s.returnable <= 0 AND o.status = 'PAID'",
        replace: "s.returnable < 0 AND o.status = 'PAID'",
        tests: ['test/refunds-once.test.ts'],
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
        name: 'a return that is reported again is kept again',
        find: 'createMany({ data, skipDuplicates: true })',
        replace: 'createMany({ data: data.map((row) => ({ ...row, id: row.id + Math.random() })) })',
        tests: REPORTED_RETURNS,
      },
      {
        name: 'a return that was counted before is counted again',
        find: '    if (count === 0) return;\n',
        replace: '',
        tests: REPORTED_RETURNS,
      },
      {
        name: 'a refund that the provider made for us counts as somebody else’s too',
        find: 'if (!ownIds.has(refund.refundId)) await',
        replace: 'await',
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
        find: '  await spareOperators(app, tx, paymentId, -after.returnable);\n',
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
  },
};
