import * as run from '../generated/operations.js';
import { page } from '../rest/page.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of what all kinds of prizes have. */
export const prizeRoutes: readonly Route[] = [
  route('GET /v1/raffles/:raffleId/prize-log', run.PrizeLogDocument, 200, (data) => page(data.prizeLog)),
];
