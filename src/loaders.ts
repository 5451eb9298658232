import type { App } from './context.js';
import { createLatePaymentOfPaymentLoader, createPaymentLoader, createRefundsOfPaymentLoader } from './payments/payment.loader.js';
import { createRaffleCategoryLoader, createRaffleLoader, createRafflePrizesLoader } from './raffles/raffle.loader.js';
import { createUserLoader } from './users/user.loader.js';
import { createWebhookEventBodyLoader } from './webhooks/webhook-event.loader.js';

/** Everything a request loads by key, batched and kept for that request only. A new feature adds its loaders here. */
export type Loaders = ReturnType<typeof createLoaders>;

export function createLoaders(app: App, options: { cache: boolean }) {
  return {
    latePaymentOfPayment: createLatePaymentOfPaymentLoader(app, options),
    payment: createPaymentLoader(app, options),
    raffle: createRaffleLoader(app, options),
    raffleCategory: createRaffleCategoryLoader(app, options),
    rafflePrizes: createRafflePrizesLoader(app, options),
    refundsOfPayment: createRefundsOfPaymentLoader(app, options),
    user: createUserLoader(app, options),
    webhookEventBody: createWebhookEventBodyLoader(app, options),
  };
}
