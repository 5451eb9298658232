import { get, post, type Route } from '../rest/route.js';

export const referrerRoutes: readonly Route[] = [
  get('/v1/referrals', 'referrers'),
  get('/v1/referrals/mine', 'myReferrals'),
  get('/v1/referrals/mine/entries', 'myCommissionEntries'),
  get('/v1/referrals/:userId', 'referrer'),
  get('/v1/referrals/:userId/entries', 'commissionEntries'),
  post('/v1/referrals/payouts', 'payOutCommission'),
];
