import type { App } from './context.js';
import { createBoxesOfOrderLoader } from './awarded-boxes/order-boxes.loader.js';
import { createBlockOfOrderLoader } from './lucky-numbers/block.loader.js';
import {
  createLatePaymentOfPaymentLoader,
  createPaymentCountOfOrderLoader,
  createPaymentLoader,
  createPaymentsOfOrderLoader,
} from './payments/payment.loader.js';
import { createCommitmentsLoader } from './prizes/commitment.loader.js';
import {
  createQuotaPrizeCountOfOrderLoader,
  createQuotaPrizeCountsLoader,
  createQuotaPrizesOfOrderLoader,
  createQuotaPrizesOfRaffleLoader,
} from './quota-prizes/quota-prize.loader.js';
import {
  createRaffleCategoryLoader,
  createRaffleLoader,
  createRafflePrizesLoader,
  createRafflePromotionsLoader,
} from './raffles/raffle.loader.js';
import {
  createRefundCountOfOrderLoader,
  createRefundsOfOrderLoader,
  createRefundsOfPaymentLoader,
} from './refunds/refund.loader.js';
import { createUserLoader } from './users/user.loader.js';
import { createWebhookEventBodyLoader } from './webhooks/api/webhook-event.loader.js';

/** Everything a request loads by key, batched and kept for that request only. A new feature adds its loaders here. */
const LOADERS = {
  blockOfOrder: createBlockOfOrderLoader,
  boxesOfOrder: createBoxesOfOrderLoader,
  commitments: createCommitmentsLoader,
  latePaymentOfPayment: createLatePaymentOfPaymentLoader,
  payment: createPaymentLoader,
  paymentCountOfOrder: createPaymentCountOfOrderLoader,
  paymentsOfOrder: createPaymentsOfOrderLoader,
  quotaPrizeCountOfOrder: createQuotaPrizeCountOfOrderLoader,
  quotaPrizeCounts: createQuotaPrizeCountsLoader,
  quotaPrizesOfOrder: createQuotaPrizesOfOrderLoader,
  quotaPrizesOfRaffle: createQuotaPrizesOfRaffleLoader,
  raffle: createRaffleLoader,
  raffleCategory: createRaffleCategoryLoader,
  rafflePrizes: createRafflePrizesLoader,
  rafflePromotions: createRafflePromotionsLoader,
  refundCountOfOrder: createRefundCountOfOrderLoader,
  refundsOfOrder: createRefundsOfOrderLoader,
  refundsOfPayment: createRefundsOfPaymentLoader,
  user: createUserLoader,
  webhookEventBody: createWebhookEventBodyLoader,
};

export type Loaders = { readonly [Name in keyof typeof LOADERS]: ReturnType<(typeof LOADERS)[Name]> };

interface LoaderSource {
  app: App;
  options: { cache: boolean };
}

/** A request's loaders. Each is made when it is first asked for: most requests need one or none. */
export function createLoaders(app: App, options: LoaderSource['options']): Loaders {
  return Object.assign(Object.create(lazyLoaders) as Loaders, { app, options });
}

const lazyLoaders = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.entries(LOADERS).map(([name, create]) => [
      name,
      {
        get(this: LoaderSource) {
          const value = create(this.app, this.options);
          Object.defineProperty(this, name, { value });
          return value;
        },
      },
    ]),
  ),
);
