import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of the sell bar. */
export const sellBarRoutes: readonly Route[] = [
  route('GET /v1/metrics/raffles/:raffleId/sell-bar', run.SellBarDocument, 200, (data) => data.sellBar),
];
