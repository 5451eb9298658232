import type { WebhookEventType } from '../src/webhooks/webhook-event.type.js';
import { audit } from './features/audit.js';
import { auth } from './features/auth.js';
import { awardedBoxes } from './features/awarded-boxes.js';
import { backgroundWork } from './features/background-work.js';
import { beacon } from './features/beacon.js';
import { book } from './features/book.js';
import { bulkActs } from './features/bulk-acts.js';
import { disputes } from './features/disputes.js';
import { draws } from './features/draws.js';
import { exports } from './features/exports.js';
import { files } from './features/files.js';
import { instantPrizes } from './features/instant-prizes.js';
import { legacy } from './features/legacy.js';
import { luckyNumbers } from './features/lucky-numbers.js';
import { messages } from './features/messages.js';
import { metrics } from './features/metrics.js';
import { orderHistory } from './features/order-history.js';
import { orders } from './features/orders.js';
import { paymentProviders } from './features/payment-providers.js';
import { payments } from './features/payments.js';
import { personNotes } from './features/person-notes.js';
import { personalData } from './features/personal-data.js';
import { pricing } from './features/pricing.js';
import { prizes } from './features/prizes.js';
import { promotions } from './features/promotions.js';
import { quotaPrizes } from './features/quota-prizes.js';
import { quotas } from './features/quotas.js';
import { raffleStatements } from './features/raffle-statements.js';
import { raffles } from './features/raffles.js';
import { reconciliation } from './features/reconciliation.js';
import { referrals } from './features/referrals.js';
import { refunds } from './features/refunds.js';
import { regulations } from './features/regulations.js';
import { savedFilters } from './features/saved-filters.js';
import { search } from './features/search.js';
import { secondFactor } from './features/second-factor.js';
import { sharedOrders } from './features/shared-orders.js';
import { site } from './features/site.js';
import { timeline } from './features/timeline.js';
import { users } from './features/users.js';
import { webhooks } from './features/webhooks.js';
import { wonPrizes } from './features/won-prizes.js';
import type { Faults } from './mutants/mutant.js';
import type { ListAsked, ListExamples } from './support/every-list.js';
import type { Acts, MillionStage } from './support/million-stage.js';
import type { MatrixSubjects, MatrixValues } from './support/matrix-stage.js';
import type { OperatorAct } from './support/operator-acts.js';

/** What the table tests know of a feature, in one file of `test/features/`. */
export interface FeatureTests {
  /** Who may call what, a line an operation, as support/operations.ts reads it: from what was decided and not from the code. */
  operations?: string;
  /** The kinds of its events, by the test that causes them; `own`: a test of the feature, which calls `expectEventsAsDescribed`. */
  events?: Partial<Record<'transitions' | 'draws' | 'loginCodes' | 'own', readonly WebhookEventType[]>>;
  /** The mutations that operators call and that are audited. */
  acts?: Record<string, OperatorAct>;
  /** What its operations are called with in the matrix of roles, unless `acts` says it. */
  matrix?(subjects: MatrixSubjects): Promise<MatrixValues>;
  /** By name what its lists are asked with in a database of a million orders, where that is not what every list is asked with. */
  lists?(examples: ListExamples): Record<string, ListAsked>;
  /** To see the plans of its statements with a million orders: what people do, a round of its workers, what no sale goes on after. */
  people?(stage: MillionStage): Acts;
  rounds?(stage: MillionStage): Acts;
  afterAll?(stage: MillionStage): Acts;
  /** A fault that tests have missed once, or that would cost quotas, money or a right. */
  faults?: Faults;
}

/** In the order of src/features.ts. A file that is new is one line here. */
export const features: readonly FeatureTests[] = [
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
  referrals,
  paymentProviders,
  legacy,
  payments,
  disputes,
  orders,
  regulations,
  refunds,
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
  metrics,
  raffleStatements,
  reconciliation,
  draws,
  timeline,
  orderHistory,
  search,
  backgroundWork,
];
