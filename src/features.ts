import 'reflect-metadata';
import { audit } from './audit/feature.js';
import { auth } from './auth/feature.js';
import { awardedBoxes } from './awarded-boxes/feature.js';
import { backgroundWork } from './background-work/feature.js';
import { beacon } from './beacon/feature.js';
import { book } from './book/feature.js';
import { bulkActs } from './bulk-acts/feature.js';
import { disputes } from './disputes/feature.js';
import { draws } from './draws/feature.js';
import { exports } from './exports/feature.js';
import type { Feature } from './feature.js';
import { files } from './files/feature.js';
import { instantPrizes } from './instant-prizes/feature.js';
import { legacy } from './legacy/feature.js';
import { luckyNumbers } from './lucky-numbers/feature.js';
import { messages } from './messages/feature.js';
import { metrics } from './metrics/feature.js';
import { orderHistory } from './order-history/feature.js';
import { orders } from './orders/feature.js';
import { paymentProviders } from './payment-providers/feature.js';
import { payments } from './payments/feature.js';
import { personalData } from './personal-data/feature.js';
import { personNotes } from './person-notes/feature.js';
import { pricing } from './pricing/feature.js';
import { prizes } from './prizes/feature.js';
import { promotions } from './promotions/feature.js';
import { quotaPrizes } from './quota-prizes/feature.js';
import { quotas } from './quotas/feature.js';
import { raffles } from './raffles/feature.js';
import { raffleStatements } from './raffle-statements/feature.js';
import { reconciliation } from './reconciliation/feature.js';
import { referrals } from './referrals/feature.js';
import { refunds } from './refunds/feature.js';
import { regulations } from './regulations/feature.js';
import { savedFilters } from './saved-filters/feature.js';
import { search } from './search/feature.js';
import { secondFactor } from './second-factor/feature.js';
import { secrets } from './secrets/feature.js';
import { sharedOrders } from './shared-orders/feature.js';
import { site } from './site/feature.js';
import { timeline } from './timeline/feature.js';
import { users } from './users/feature.js';
import { webhooks } from './webhooks/feature.js';
import { wonPrizes } from './won-prizes/feature.js';

/** The features of the service, each after those it needs. Quota hooks and lists of personal data have this order. */
export const features: readonly Feature[] = [
  secrets,
  users,
  webhooks,
  secondFactor,
  auth,
  files,
  audit,
  site,
  pricing,
  beacon,
  quotas,
  raffles,
  prizes,
  promotions,
  paymentProviders,
  payments,
  disputes,
  orders,
  regulations,
  refunds,
  legacy,
  book,
  luckyNumbers,
  exports,
  quotaPrizes,
  awardedBoxes,
  wonPrizes,
  bulkActs,
  sharedOrders,
  instantPrizes,
  messages,
  personalData,
  personNotes,
  savedFilters,
  raffleStatements,
  referrals,
  reconciliation,
  metrics,
  draws,
  timeline,
  orderHistory,
  search,
  backgroundWork,
];
