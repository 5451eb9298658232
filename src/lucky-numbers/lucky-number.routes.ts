import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';
import { page } from '../rest/page.js';

/** The REST routes of lucky numbers. */
export const luckyNumberRoutes: readonly Route[] = [
  route('GET /v1/lucky-numbers/raffle/:raffleId', run.LuckyNumbersByRaffleDocument, 200, (data) =>
    page(data.luckyNumbersByRaffle),
  ),
  route('GET /v1/lucky-numbers/order/:orderId', run.LuckyNumbersByOrderDocument, 200, (data) => page(data.luckyNumbersByOrder)),
];
