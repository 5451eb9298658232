import type { App } from '../context.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { payments } from '../payments/feature.js';
import type { Transaction } from '../platform/database/database.js';
import { webhooks } from '../webhooks/feature.js';
import { disputeEvents } from './dispute-events.js';
import { checkDisputes } from './dispute-worker.js';
import { loaders } from './dispute.loader.js';
import { forgetDisputeWords } from './dispute.sql.js';
import { DisputeResolver, PixPaymentDisputesResolver } from './dispute.resolver.js';
import { disputeRoutes } from './dispute.routes.js';
import { disputesTexts } from './disputes.texts.js';
import { hearOfDisputes } from './provider-disputes.js';

declare module '../feature.js' {
  interface FeatureDeclaration {
    /** Runs in the transaction that ended disputes of these payments. They are locked. */
    disputeEndHook?(app: App, tx: Transaction, paymentIds: string[]): Promise<void>;
  }
}

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof disputeEvents, true> {}
}

export const disputes = defineFeature('disputes', {
  needs: [paymentProviders, payments, webhooks],
  texts: disputesTexts,
  events: disputeEvents,
  forgets: [forgetDisputeWords],
  loaders,
  resolvers: [DisputeResolver, PixPaymentDisputesResolver],
  rest: disputeRoutes,
  paymentReturnHook: hearOfDisputes,
  workers: [{ name: 'disputes.checks', everyMs: 60_000, run: checkDisputes }],
  logEvents: {
    'disputes.check.failed': {
      level: 'warn',
      advice: 'A provider could not be asked about a disputed payment. It is asked again within an hour.',
    },
    'disputes.checks.failed': {
      level: 'error',
      advice: 'Providers are not asked about disputed payments. Read `err` and check PostgreSQL.',
    },
  },
});
