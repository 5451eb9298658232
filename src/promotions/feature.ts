import { defineFeature } from '../feature.js';
import { pricing } from '../pricing/feature.js';
import { raffles } from '../raffles/feature.js';
import { PromotionResolver, RafflePromotionsResolver } from './promotion.resolver.js';
import { promotionRoutes } from './promotion.routes.js';

export const promotions = defineFeature('promotions', {
  needs: [raffles, pricing],
  resolvers: [PromotionResolver, RafflePromotionsResolver],
  openapi: { tags: { promotions: 'Lower prices and bonus quotas by the quotas of an order.' } },
  rest: promotionRoutes,
});
