import { cancelOrder } from '../../src/orders/order.service.js';
import { processCallbacks } from '../../src/payments/callback-inbox.js';
import { callbacksOfPayment } from '../../src/payments/payment-callback.service.js';
import { settlePayment } from '../../src/payments/settle.js';
import type { FeatureTests } from '../features.js';
import { aPayment } from '../support/transition-stage.js';

const LEASES = ['test/leases.test.ts'];
const LATE_MONEY = ['test/late-money.test.ts'];

export const payments: FeatureTests = {
  operations: `
    pixPayments       A       GET /v1/payments/pix
    myPixPayments     U       GET /v1/payments/pix/my
    pixPayment        U A     GET /v1/payments/pix/{id}
    paymentCallbacks  A(OFS)  GET /v1/payments/pix/{paymentId}/callbacks
    latePayments      A       GET /v1/payments/late`,
  events: { transitions: ['payment.received', 'payment.late'] },
  matrix: async ({ paymentId }) => ({ ids: { PixPayment: paymentId, paymentId } }),
  people: ({ admin, app, heavyBuyer, of, pay, payAtBank, place }) => ({
    pay: async () => pay(await place('static')),
    async 'pay an order that has ended'() {
      const order = await place('static');
      await cancelOrder(heavyBuyer, order.id);
      await pay(order);
    },
    'pay too much': async () => pay(await place('static'), 1_000n),
    'pay at the bank': async () => payAtBank(await place('sandbox')),
    'read the callbacks of a payment': async () => {
      const { id } = await admin.db.prisma.payment.findFirstOrThrow({ where: { orderId: BigInt(of.paidOrderId) } });
      return callbacksOfPayment(admin, id);
    },
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
        name: 'a callback of a provider that answers no more is tried for ever',
        find: "processed_at = CASE WHEN received_at < now() - interval '30 days'",
        replace: "processed_at = CASE WHEN received_at < now() - interval '300 years'",
        tests: ['test/ways-out.test.ts'],
      },
      {
        name: 'a callback that failed once waits for an hour',
        find: 'Math.min(MAX_BACKOFF_SECONDS, 2 ** attempts)',
        replace: 'Math.max(MAX_BACKOFF_SECONDS, 2 ** attempts)',
        tests: ['test/payment-callbacks.test.ts'],
      },
      {
        name: 'a callback that failed often waits for days',
        find: 'const MAX_BACKOFF_SECONDS = 3_600;',
        replace: 'const MAX_BACKOFF_SECONDS = 360_000;',
        tests: ['test/payment-callbacks.test.ts'],
      },
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
        name: 'a callback that fails does not say of which payment it is',
        find: 'make_interval(secs => $3), about = $4,',
        replace: 'make_interval(secs => $3), about = CASE WHEN $4::text[] IS NULL THEN about END,',
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
        find: 'const isEnough = amount >= order.totalValue;',
        replace: 'const isEnough = amount >= order.totalValue - 1n;',
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
        find: 'const isOnSale = isUnpaid || sales.get(order.raffleId)?.isSelling === true;',
        replace: 'const isOnSale = true;',
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
        find: "new Set(['SOLD_OUT', ...BUYER_REASONS])",
        replace: 'new Set(BUYER_REASONS)',
        tests: ['test/unpaid-orders.test.ts'],
      },
      {
        name: 'money of a buyer who could not buy now waits for an operator',
        find: "new Set(['SOLD_OUT', ...BUYER_REASONS])",
        replace: "new Set(['SOLD_OUT'])",
        tests: LATE_MONEY,
      },
      {
        name: 'an order that has ended is revived for a buyer who could not place it now',
        find: '      if (refusal) return refusal;\n',
        replace: '',
        tests: LATE_MONEY,
      },
      {
        name: 'quotas that money revived do not count against the limit of their buyer',
        find: 'if (hasEnded(order)) revivals.count(order);',
        replace: 'if (!hasEnded(order)) revivals.count(order);',
        tests: LATE_MONEY,
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
        name: 'a raffle that another transaction holds holds up the payments of all raffles',
        find: 'if (!skipsHeld || !isLockTimeout(error)) throw error;',
        replace: 'throw error;',
        tests: ['test/payment-batches.test.ts'],
      },
      {
        name: 'an order that another transaction holds holds up the payments of all raffles',
        find: 'if (isLockTimeout(error)) return batch.map(() => HELD_UP);',
        replace: '',
        tests: ['test/payment-batches.test.ts'],
      },
      {
        name: 'a batch in which one payment cannot be stored fails for all',
        find: 'blames: isDataOrIntegrityError',
        replace: 'blames: () => false',
        tests: ['test/settle.test.ts', 'test/order-faults.test.ts', 'test/payment-races.test.ts'],
      },
    ],
    'src/payments/revivals.ts': [
      {
        name: 'quotas that money revives in one raffle count against the limit of another',
        find: 'other.order.raffleId === raffleId && ',
        replace: '',
        tests: ['test/payment-batches.test.ts'],
      },
      {
        name: 'codes of several accounts of a person that are paid at once go beyond the limit',
        find: ' || (!row.isProved && isSamePerson(row, other.row))',
        replace: '',
        tests: LATE_MONEY,
      },
      {
        name: 'a buyer takes more than the raffle allows by paying codes of cancelled orders',
        find: 'if (row.buyerLeft !== null && taken > row.buyerLeft)',
        replace: 'if (row.buyerLeft !== null && taken > row.buyerLeft + quotaQuantity)',
        tests: [...LATE_MONEY, 'test/order-sale-state.test.ts'],
      },
      {
        name: 'a buyer with too many unpaid quotas pays the code of an order that has ended',
        find: "if (row.unpaidLeft !== null && quotaQuantity > row.unpaidLeft) return 'ANTI_SPAM';",
        replace: '',
        tests: LATE_MONEY,
      },
      {
        name: 'an unpaid order that is being paid still counts as unpaid',
        find: 'amount >= order.totalValue ? order.id : []',
        replace: 'amount >= order.totalValue * 2n ? order.id : []',
        tests: ['test/payment-batches.test.ts'],
      },
      {
        name: 'a deleted account wins with the code of an order that has ended',
        find: "      if (row.isDeleted) return 'BUYER_DELETED';\n",
        replace: '',
        tests: LATE_MONEY,
      },
      {
        name: 'a blocked account buys with the code of an order that has ended',
        find: "      if (row.isBlocked) return 'BUYER_BLOCKED';\n",
        replace: '',
        tests: LATE_MONEY,
      },
      {
        name: 'a minor buys with the code of an order that has ended',
        find: 'data.BIRTH_DATE > adult;',
        replace: 'data.BIRTH_DATE < adult;',
        tests: LATE_MONEY,
      },
      {
        name: 'the price of an order that has ended stands for ever',
        find: '> row.expiresAt.getTime() + EXPIRY_GRACE_SECONDS * 1_000;',
        replace: '> row.expiresAt.getTime() + EXPIRY_GRACE_SECONDS * 1_000_000;',
        tests: LATE_MONEY,
      },
      {
        name: 'who paid in time loses the order when its promotion has ended',
        find: '> row.expiresAt.getTime() + EXPIRY_GRACE_SECONDS * 1_000;',
        replace: '> row.expiresAt.getTime();',
        tests: LATE_MONEY,
      },
      {
        name: 'bonus quotas of a promotion that is over are given all the same',
        find: ' && now.bonusQuotas >= bonusQuotas',
        replace: '',
        tests: LATE_MONEY,
      },
      {
        name: 'an order that has ended is revived though it is smaller or larger than orders may be now',
        find: '  if (ordered < raffle.minReservationQuantity || ordered > raffle.maxReservationQuantity) return false;\n',
        replace: '',
        tests: LATE_MONEY,
      },
    ],
    'src/payments/ended-orders.sql.ts': [
      {
        name: 'money revives an order of an account whose person is blocked',
        find: 'u.is_blocked OR is_blocked_person(u.phone, u.cpf, u.is_proved) AS',
        replace: 'u.is_blocked AS',
        tests: LATE_MONEY,
      },
      {
        name: 'a person takes more than the raffle allows by codes of several accounts',
        find: 'quotas_of_person(r.id, o.user_id, u.phone, u.cpf, u.is_proved)',
        replace: 'quotas_of_person(r.id, o.user_id, NULL, NULL, true)',
        tests: LATE_MONEY,
      },
      {
        name: 'an account is deleted while money revives an order of it',
        find: '    FOR KEY SHARE\n',
        replace: '',
        tests: LATE_MONEY,
      },
    ],
    'src/payments/payment-rows.ts': [
      {
        name: 'a payment that another raffle recorded meanwhile is not decided again',
        find: 'isUniqueViolation(error) ? serializationFailure',
        replace: 'isUniqueViolation(null) ? serializationFailure',
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
