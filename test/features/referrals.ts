import { countChanges } from '../../src/referrals/count-changes.js';
import { findReferrer, payOutCommission } from '../../src/referrals/referrer.service.js';
import type { FeatureTests } from '../features.js';
import { aCustomer } from '../support/actors.js';

const REFERRALS = ['test/referrals.test.ts'];
const REFUNDS = ['test/commission-refunds.test.ts'];

const MERGED = ['test/merged-accounts.test.ts'];

export const referrals: FeatureTests = {
  operations: `
    myReferrals          U       GET /v1/referrals/mine
    myCommissionEntries  U       GET /v1/referrals/mine/entries
    referrers            A(OFS)  GET /v1/referrals
    referrer             A(OFS)  GET /v1/referrals/{userId}
    commissionEntries    A(OFS)  GET /v1/referrals/{userId}/entries
    payOutCommission     A(OF)   POST /v1/referrals/payouts`,
  acts: {
    payOutCommission: async ({ server }) => {
      const { id: userId } = await aCustomer(server);
      await server.app.db.prisma.referrer.create({ data: { userId, accrued: 100n, balance: 100n } });
      return { input: { userId, amount: '0.50', reference: 'E2E' } };
    },
  },
  people: ({ admin, of: { heavyBuyer } }) => ({
    'pay commissions out': () => payOutCommission(admin, { userId: heavyBuyer.id, amount: 1n, reference: 'E2E' }),
    'read a referrer': () => findReferrer(admin, heavyBuyer.id),
  }),
  rounds: ({ app }) => ({ 'referrals.counting': () => countChanges(app) }),
  lists: ({ middle, uuid }) => ({
    commissionEntries: { after: [middle] },
    myCommissionEntries: { after: [middle] },
    referrers: { after: [1, uuid] },
  }),
  faults: {
    'src/referrals/move-referrers.sql.ts': [
      {
        name: 'two payouts of one name keep an account from being proved',
        find: "THEN e.reference || ' ' || e.id ELSE",
        replace: 'THEN e.reference ELSE',
        tests: MERGED,
      },
    ],
    'src/referrals/commission.sql.ts': [
      {
        name: 'who referred with another account of the phone earns nothing from then on',
        find: 'ON u.id = coalesce(f.merged_into, f.id)',
        replace: 'ON u.id = f.id',
        tests: MERGED,
      },
      {
        name: 'who bought with another account of the phone refers themselves',
        find: '      AND u.id <> o.user_id\n',
        replace: '',
        tests: MERGED,
      },
      {
        name: 'a commission is rounded down',
        find: '* o.commission_basis_points + 5000) / 10000',
        replace: '* o.commission_basis_points) / 10000',
        tests: REFERRALS,
      },
      {
        name: 'two payouts at once take the same balance',
        find: 'ORDER BY user_id FOR NO KEY UPDATE',
        replace: 'ORDER BY user_id',
        tests: REFERRALS,
      },
      {
        name: 'a payment waits for a payout',
        find: `ON CONFLICT (user_id) DO NOTHING`,
        replace: `ON CONFLICT (user_id) DO UPDATE SET orders = referrers.orders`,
        tests: REFERRALS,
      },
      {
        name: 'what is refunded is not taken off the referrer',
        find: 'balance = r.balance + t.accrued - t.reversed',
        replace: 'balance = r.balance + t.accrued',
        tests: REFERRALS,
      },
      {
        name: 'what is not counted yet is not told',
        find: '(r.accrued + c.accrued)::bigint AS accrued',
        replace: 'r.accrued',
        tests: REFERRALS,
      },
      {
        name: 'a commission is of the full price',
        find: "${partOf('o.total_value')}",
        replace: "${partOf('(o.total_value + o.discount)')}",
        tests: REFERRALS,
      },
      {
        name: 'a referrer who is blocked earns',
        find: ' AND u.blocked_at IS NULL AND u.deleted_at IS NULL',
        replace: '',
        tests: REFERRALS,
      },
      {
        name: 'an order that is out of the draw earns again when its refund fails',
        find: "CASE WHEN o.status = 'PAID' THEN",
        replace: "CASE WHEN o.status <> 'PENDING' THEN",
        tests: REFUNDS,
      },
      {
        name: 'a commission is payable while its buyer can take the money back',
        find: "interval '${BUYER_DAYS} days 1 hour'",
        replace: "interval '${BUYER_DAYS - 1} days 1 hour'",
        tests: REFERRALS,
      },
      {
        name: 'what is taken back while it is pending is taken off what is payable',
        find: 'UPDATE pending_commissions p SET amount = p.amount + h.amount',
        replace: 'UPDATE pending_commissions p SET amount = p.amount',
        tests: REFERRALS,
      },
    ],
    'src/referrals/feature.ts': [
      {
        name: 'money that is refunded still earns its referrer',
        find: 'await tx.query(adjustCommissions, [paymentIds]);',
        replace: 'await Promise.resolve([tx, paymentIds]);',
        tests: REFERRALS,
      },
    ],
    'src/referrals/referrer.service.ts': [
      {
        name: 'a payout that is asked for again is paid out again',
        find: 'if (before?.amount === amount) return',
        replace: 'if (before?.amount === -amount) return',
        tests: REFERRALS,
      },
      {
        name: 'more commission is paid out than was earned',
        find: 'if (!referrer || amount > payable) {',
        replace: 'if (!referrer) {',
        tests: REFERRALS,
      },
      {
        name: 'more commission is paid out than is payable',
        find: '!referrer || amount > payable',
        replace: '!referrer || amount > referrer.accrued',
        tests: REFERRALS,
      },
      {
        name: 'a referrer who is blocked is paid out',
        find: "    if (referrer?.isBarred) throw refuse('referrals.barred');\n",
        replace: '',
        tests: REFERRALS,
      },
    ],
    'src/refunds/write-refunds.ts': [
      {
        name: 'the commission of a refund that failed stays taken back',
        find: "  if (status === 'FAILED' || status === 'RETURNED') await callRefundHooks(app, tx, [refund.paymentId]);\n",
        replace: '',
        tests: REFUNDS,
      },
    ],
    'src/refunds/reported-return.ts': [
      {
        name: 'what a bank takes back still earns its referrer',
        find: '    await callRefundHooks(app, tx, [paymentId]);\n',
        replace: '',
        tests: REFUNDS,
      },
    ],
    'src/refunds/late-and-manual-refund.service.ts': [
      {
        name: 'what is returned by hand after it failed still earns its referrer',
        find: '    await callRefundHooks(ctx, tx, [paymentId]);\n',
        replace: '',
        tests: REFUNDS,
      },
    ],
    'prisma/functions/reserve_orders.sql': [
      {
        name: 'a raffle that pays no commissions pays them',
        find: 'CASE WHEN x.affiliate THEN x.commission_basis_points END',
        replace: 'x.commission_basis_points',
        tests: REFERRALS,
      },
    ],
  },
};
