import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of promotions. */
export const promotionRoutes: readonly Route[] = [
  route('GET /v1/raffles/:raffleId/promotions', run.PromotionsDocument, 200, (data) => data.raffle?.promotions, {
    part: 'promotions',
  }),
  route('POST /v1/raffles/:raffleId/promotions', run.CreatePromotionDocument, 201, (data) => data.createPromotion),
  route('PUT /v1/promotions/:id', run.UpdatePromotionDocument, 200, (data) => data.updatePromotion),
  route('DELETE /v1/promotions/:id', run.DeletePromotionDocument, 200, (data) => data.deletePromotion),
];
