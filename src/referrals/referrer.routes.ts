import * as run from '../generated/operations.js';
import { page } from '../rest/page.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of referrers and their commissions. */
export const referrerRoutes: readonly Route[] = [
  route('GET /v1/referrals', run.ReferrersDocument, 200, (data) => page(data.referrers)),
  route('GET /v1/referrals/mine', run.MyReferralsDocument, 200, (data) => data.myReferrals),
  route('GET /v1/referrals/mine/entries', run.MyCommissionEntriesDocument, 200, (data) => page(data.myCommissionEntries)),
  route('GET /v1/referrals/:userId', run.ReferrerDocument, 200, (data) => data.referrer),
  route('GET /v1/referrals/:userId/entries', run.CommissionEntriesDocument, 200, (data) => page(data.commissionEntries)),
  route('POST /v1/referrals/payouts', run.PayOutCommissionDocument, 201, (data) => data.payOutCommission),
];
