import { awardedBoxes } from '../awarded-boxes/feature.js';
import { book } from '../book/feature.js';
import { defineFeature } from '../feature.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { orders } from '../orders/feature.js';
import { paymentProviders } from '../payment-providers/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { regulations } from '../regulations/feature.js';
import { SharedOrderResolver } from './shared-order.resolver.js';

export const sharedOrders = defineFeature('shared-orders', {
  needs: [awardedBoxes, book, luckyNumbers, orders, paymentProviders, quotas, raffles, regulations],
  resolvers: [SharedOrderResolver],
});
