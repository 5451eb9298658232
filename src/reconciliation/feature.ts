import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { payments } from '../payments/feature.js';
import { openWork } from './open-work.js';
import { startReconciliation } from './reconcile.js';
import { ReconciliationResolver } from './reconciliation.resolver.js';
import { reconciliationRoutes } from './reconciliation.routes.js';

export const reconciliation = defineFeature('reconciliation', {
  needs: [orders, payments, paymentProviders],
  resolvers: [ReconciliationResolver],
  rest: reconciliationRoutes,
  start: startReconciliation,
  figures: (app) => [openWork(app)],
});
