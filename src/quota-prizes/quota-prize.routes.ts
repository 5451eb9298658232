import * as run from '../generated/operations.js';
import { page } from '../rest/page.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of quota prizes. */
export const quotaPrizeRoutes: readonly Route[] = [
  route('GET /v1/winners/quota-prizes', run.QuotaPrizeWinnersDocument, 200, (data) => page(data.quotaPrizeWinners)),
  route('GET /v1/raffles/:raffleId/quota-prizes', run.QuotaPrizesDocument, 200, (data) => page(data.quotaPrizes)),
  route('POST /v1/raffles/:raffleId/quota-prizes', run.CreateQuotaPrizesDocument, 201, (data) => data.createQuotaPrizes),
  route('DELETE /v1/quota-prizes/:id', run.DeleteQuotaPrizeDocument, 200, (data) => data.deleteQuotaPrize),
  route('PATCH /v1/quota-prizes/:id/lock', run.LockQuotaPrizeDocument, 200, (data) => data.lockQuotaPrize),
  route('PATCH /v1/quota-prizes/:id/unlock', run.UnlockQuotaPrizeDocument, 200, (data) => data.unlockQuotaPrize),
];
