import { findReferrer, payOutCommission } from '../../src/referrals/referrer.service.js';
import type { FeatureTests } from '../features.js';
import { aCustomer } from '../support/actors.js';

const REFERRALS = ['test/referrals.test.ts'];

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
  lists: ({ middle, uuid }) => ({
    commissionEntries: { after: [middle] },
    myCommissionEntries: { after: [middle] },
    referrers: { after: [1, uuid] },
  }),
  faults: {
    'src/referrals/commission.sql.ts': [
      {
        name: 'an order earns its referrer twice',
        find: `SELECT referrer_id, 'ACCRUED', amount, id FROM due WHERE amount > 0 ORDER BY id
    ON CONFLICT (order_id, type) DO NOTHING RETURNING referrer_id, amount`,
        replace: `SELECT referrer_id, 'ACCRUED', amount, id FROM due WHERE amount > 0 ORDER BY id
    ON CONFLICT (order_id, type) DO UPDATE SET amount = excluded.amount RETURNING referrer_id, amount`,
        tests: REFERRALS,
        survives: 'an order is given its block once, and whoever does that asks for its commission once',
      },
      {
        name: 'a commission is rounded down',
        find: '* r.commission_basis_points + 5000) / 10000',
        replace: '* r.commission_basis_points) / 10000',
        tests: REFERRALS,
      },
      {
        name: 'a raffle that pays no commissions pays them',
        find: 'AND r.affiliate AND r.commission_basis_points IS NOT NULL',
        replace: 'AND r.commission_basis_points IS NOT NULL',
        tests: REFERRALS,
      },
      {
        name: 'two payouts at once take the same balance',
        find: 'FROM referrers WHERE user_id = $1 FOR UPDATE`',
        replace: 'FROM referrers WHERE user_id = $1`',
        tests: REFERRALS,
      },
      {
        name: 'a commission is of the full price',
        find: '(o.total_value * r.commission_basis_points',
        replace: '((o.total_value + o.discount) * r.commission_basis_points',
        tests: ['test/referrals.test.ts'],
      },
    ],
    'src/referrals/feature.ts': [
      {
        name: 'an order that is refunded still earns its referrer',
        find: 'await tx.query(reverseCommissions, [orders.map(({ id }) => id)]);',
        replace: 'void orders;',
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
        tests: ['test/referrals.test.ts'],
      },
      {
        name: 'two payouts at once share what is payable',
        find: 'tx.query(lockReferrer, [id])',
        replace: 'tx.query(selectReferrer, [id])',
        tests: ['test/referrals.test.ts'],
      },
    ],
  },
};
