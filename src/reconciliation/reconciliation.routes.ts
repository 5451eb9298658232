import { get, patch, type Route } from '../rest/route.js';

const EXAMPLES = { with: { examples: {} } };

export const reconciliationRoutes: readonly Route[] = [
  get('/v1/payments/reconciliation', 'reconciliation', {
    with: {
      providers: {},
      orphanedCallbacks: EXAMPLES,
      failingCallbacks: EXAMPLES,
      setAsideEntries: EXAMPLES,
      latePayments: {},
      failedRefunds: {},
      refundsByHand: {},
      openDisputes: {},
      overdueRefunds: EXAMPLES,
      returnedTwice: {},
      owedPrizes: {},
      ordersToDecide: {},
      waitingDraws: {},
      disagreements: EXAMPLES,
    },
  }),
  patch('/v1/payments/reconciliation/entries/:id/resolve', 'resolveUnsettledEntry'),
];
