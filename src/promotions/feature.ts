import { del, get, post, put } from '../rest/route.js';
import { defineFeature } from '../feature.js';
import { pricing } from '../pricing/feature.js';
import { raffles } from '../raffles/feature.js';
import { copyPromotions, refuseToGiveAway } from './promotion.service.js';
import { PromotionResolver, RafflePromotionsResolver } from './promotion.resolver.js';
import { promotionsTexts } from './promotions.texts.js';

export const promotions = defineFeature('promotions', {
  needs: [raffles, pricing],
  raffleHook: () => ({ changed: refuseToGiveAway, copied: copyPromotions }),
  texts: promotionsTexts,
  resolvers: [PromotionResolver, RafflePromotionsResolver],
  openapi: { tags: { promotions: 'Lower prices and bonus quotas by the quotas of an order.' } },
  rest: [
    get('/v1/raffles/:raffleId/promotions', 'raffle', { name: 'Promotions', takes: [], part: 'promotions' }),
    post('/v1/raffles/:raffleId/promotions', 'createPromotion'),
    put('/v1/promotions/:id', 'updatePromotion'),
    del('/v1/promotions/:id', 'deletePromotion'),
  ],
});
