import { get, post } from '../rest/route.js';
import type { QuotaHook } from '../quotas/locked-quotas.js';
import {
  accrueCommissions,
  adjustCommissions,
  forgetPayoutNotes,
  purgePendingCommissions,
  selectPersonalCommissions,
} from './commission.sql.js';
import { disputes } from '../disputes/feature.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { quotas } from '../quotas/feature.js';
import { refunds } from '../refunds/feature.js';
import { BUYER_DAYS } from '../refunds/refund.service.js';
import { users } from '../users/feature.js';
import { loaders } from './commission.loader.js';
import { countChanges } from './count-changes.js';
import { moveReferrers } from './move-referrers.js';
import { ReferrerResolver } from './referrer.resolver.js';
import { referralsTexts } from './referrals.texts.js';

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

const commissions: QuotaHook = {
  async allocated(tx, paid) {
    const referred = paid.filter(({ order }) => order.referrerId !== null && order.totalValue > 0n);
    if (referred.length > 0) await tx.query(accrueCommissions, [referred.map(({ order }) => order.id)]);
  },
};

export const referrals = defineFeature('referrals', {
  needs: [disputes, quotas, refunds, users],
  texts: referralsTexts,
  resolvers: [ReferrerResolver],
  loaders,
  openapi: { tags: { referrals: 'Commissions for referring buyers, and their payouts.' } },
  rest: [
    get('/v1/referrals', 'referrers'),
    get('/v1/referrals/mine', 'myReferrals'),
    get('/v1/referrals/mine/entries', 'myCommissionEntries'),
    get('/v1/referrals/:userId', 'referrer'),
    get('/v1/referrals/:userId/entries', 'commissionEntries'),
    post('/v1/referrals/payouts', 'payOutCommission'),
  ],
  accountMoves: moveReferrers,
  forgets: [forgetPayoutNotes],
  quotaHook: () => commissions,
  refundHook: async (_app, tx, paymentIds) => {
    await tx.query(adjustCommissions, [paymentIds]);
  },
  workers: [{ name: 'referrals.counting', everyMs: 1_000, run: (app) => countChanges(app).then(() => false) }],
  retention: [{ statement: purgePendingCommissions, days: BUYER_DAYS + 1, ofPerson: null }],
  personalData: { commissions: { rows: selectPersonalCommissions } },
  logEvents: {
    'referrals.counting.failed': {
      level: 'error',
      advice:
        'Commissions are paid out and told rightly, but the list of referrers is in an old order. Read `err` and check PostgreSQL.',
    },
  },
});
