import { defineFeature } from '../feature.js';
import { quotas } from '../quotas/feature.js';
import { users } from '../users/feature.js';
import { selectPersonalCommissions } from './commission.sql.js';
import { commissions } from './commissions.js';
import { ReferrerResolver } from './referrer.resolver.js';
import { referrerRoutes } from './referrer.routes.js';

export const referrals = defineFeature('referrals', {
  needs: [quotas, users],
  resolvers: [ReferrerResolver],
  openapi: { tags: { referrals: 'Commissions for referring buyers, and their payouts.' } },
  rest: referrerRoutes,
  quotaHook: () => commissions,
  personalData: { commissions: selectPersonalCommissions },
});
