import { disputes } from '../disputes/feature.js';
import { defineFeature } from '../feature.js';
import { orders } from '../orders/feature.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { payments } from '../payments/feature.js';
import { referrals } from '../referrals/feature.js';
import { refunds } from '../refunds/feature.js';
import { GIVEN_UP_AFTER_DAYS, giveUpCharges } from './charge-check.sql.js';
import { openWork } from './open-work.js';
import { startReconciliation } from './reconcile.js';
import { ReconciliationResolver } from './reconciliation.resolver.js';
import { reconciliationRoutes } from './reconciliation.routes.js';
import { reconciliationTexts } from './reconciliation.texts.js';

export const reconciliation = defineFeature('reconciliation', {
  needs: [disputes, orders, payments, paymentProviders, referrals, refunds],
  resolvers: [ReconciliationResolver],
  rest: reconciliationRoutes,
  start: startReconciliation,
  retention: [{ statement: giveUpCharges, days: GIVEN_UP_AFTER_DAYS, ofPerson: null }],
  figures: (app) => [openWork(app)],
  texts: reconciliationTexts,
  logEvents: {
    'reconciliation.books.failed': {
      level: 'error',
      advice:
        'The books are not checked, and the report of `GET /v1/payments/reconciliation` becomes stale: see its `booksCheckedAt`. Read `err` and check PostgreSQL.',
    },
    'reconciliation.charge.unanswered': {
      level: 'warn',
      advice: 'A provider did not report the state of a charge. It is asked again.',
    },
    'reconciliation.checks.failed': {
      level: 'error',
      advice: 'Providers are not asked about their charges. Read `err` and check PostgreSQL.',
    },
    'reconciliation.checks.provider_failed': { level: 'error', advice: 'The same for one provider. The others continue.' },
    'reconciliation.entry.set_aside': {
      level: 'error',
      advice:
        'A received payment could not be read or settled. The report of `GET /v1/payments/reconciliation` lists it until it is settled, or an operator resolves it.',
    },
    'reconciliation.entry.unsettled': {
      level: 'warn',
      advice: 'A payment that was set aside still cannot be settled.',
    },
    'reconciliation.scan.incomplete': {
      level: 'warn',
      advice:
        "A provider's list of received payments was not read completely. It is retried in a minute. If it continues, read `GET /v1/payments/reconciliation`.",
    },
    'reconciliation.scans.failed': {
      level: 'error',
      advice: 'No lists of received payments are read. Read `err` and check PostgreSQL.',
    },
    'reconciliation.scans.provider_failed': { level: 'error', advice: 'The same for one provider. The others continue.' },
  },
});
