import { del, get, post, put, type Route } from '../rest/route.js';

export const promotionRoutes: readonly Route[] = [
  get('/v1/raffles/:raffleId/promotions', 'raffle', { name: 'Promotions', takes: [], part: 'promotions' }),
  post('/v1/raffles/:raffleId/promotions', 'createPromotion'),
  put('/v1/promotions/:id', 'updatePromotion'),
  del('/v1/promotions/:id', 'deletePromotion'),
];
