import { del, get, patch, post, type Route } from '../rest/route.js';

export const quotaPrizeRoutes: readonly Route[] = [
  get('/v1/winners/quota-prizes', 'quotaPrizeWinners'),
  get('/v1/raffles/:raffleId/quota-prizes', 'quotaPrizes'),
  post('/v1/raffles/:raffleId/quota-prizes', 'createQuotaPrizes'),
  del('/v1/quota-prizes/:id', 'deleteQuotaPrize'),
  patch('/v1/quota-prizes/:id/lock', 'lockQuotaPrize'),
  patch('/v1/quota-prizes/:id/unlock', 'unlockQuotaPrize'),
];
