import { get, post } from '../rest/route.js';
import type { QuotaHook } from '../quotas/locked-quotas.js';
import { accrueCommissions, reverseCommissions, selectPersonalCommissions } from './commission.sql.js';
import { defineFeature } from '../feature.js';
import { quotas } from '../quotas/feature.js';
import { users } from '../users/feature.js';
import { ReferrerResolver } from './referrer.resolver.js';
import { referralsTexts } from './referrals.texts.js';

const commissions: QuotaHook = {
  async allocated(tx, _raffleId, blocks) {
    const referred = blocks.filter(({ order }) => order.referrerId !== null && order.totalValue > 0n);
    if (referred.length > 0) await tx.query(accrueCommissions, [referred.map(({ order }) => order.id)]);
  },
  async voided(tx, orders) {
    await tx.query(reverseCommissions, [orders.map(({ id }) => id)]);
  },
};

export const referrals = defineFeature('referrals', {
  needs: [quotas, users],
  texts: referralsTexts,
  resolvers: [ReferrerResolver],
  openapi: { tags: { referrals: 'Commissions for referring buyers, and their payouts.' } },
  rest: [
    get('/v1/referrals', 'referrers'),
    get('/v1/referrals/mine', 'myReferrals'),
    get('/v1/referrals/mine/entries', 'myCommissionEntries'),
    get('/v1/referrals/:userId', 'referrer'),
    get('/v1/referrals/:userId/entries', 'commissionEntries'),
    post('/v1/referrals/payouts', 'payOutCommission'),
  ],
  quotaHook: () => commissions,
  personalData: { commissions: selectPersonalCommissions },
});
