import type { Mutant } from '../mutant.js';

const COMMISSION = 'src/referrals/commission.sql.ts';
const REFERRER = 'src/referrals/referrer.service.ts';
const REFERRALS = ['test/referrals.test.ts'];

/** Who refers a buyer earns too much, too little or twice. */
export const commissionMutants: Mutant[] = [
  {
    name: 'an order earns its referrer twice',
    file: COMMISSION,
    find: `SELECT referrer_id, 'ACCRUED', amount, id FROM due WHERE amount > 0 ORDER BY id
    ON CONFLICT (order_id, type) DO NOTHING RETURNING referrer_id, amount`,
    replace: `SELECT referrer_id, 'ACCRUED', amount, id FROM due WHERE amount > 0 ORDER BY id
    ON CONFLICT (order_id, type) DO UPDATE SET amount = excluded.amount RETURNING referrer_id, amount`,
    tests: REFERRALS,
    survives: 'an order is given its block once, and whoever does that asks for its commission once',
  },
  {
    name: 'an order that is refunded still earns its referrer',
    file: 'src/referrals/commissions.ts',
    find: 'await tx.query(reverseCommissions, [orders.map(({ id }) => id)]);',
    replace: 'void orders;',
    tests: REFERRALS,
  },
  {
    name: 'a commission is rounded down',
    file: COMMISSION,
    find: '* r.commission_basis_points + 5000) / 10000',
    replace: '* r.commission_basis_points) / 10000',
    tests: REFERRALS,
  },
  {
    name: 'a raffle that pays no commissions pays them',
    file: COMMISSION,
    find: 'AND r.affiliate AND r.commission_basis_points IS NOT NULL',
    replace: 'AND r.commission_basis_points IS NOT NULL',
    tests: REFERRALS,
  },
  {
    name: 'a payout that is asked for again is paid out again',
    file: REFERRER,
    find: 'if (before?.amount === amount) return',
    replace: 'if (before?.amount === -amount) return',
    tests: REFERRALS,
  },
  {
    name: 'more commission is paid out than was earned',
    file: REFERRER,
    find: 'if (!referrer || amount > payable) {',
    replace: 'if (!referrer) {',
    tests: REFERRALS,
  },
  {
    name: 'two payouts at once take the same balance',
    file: COMMISSION,
    find: 'FROM referrers WHERE user_id = $1 FOR UPDATE`',
    replace: 'FROM referrers WHERE user_id = $1`',
    tests: REFERRALS,
  },
];
