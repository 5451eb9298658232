import { get, type Route } from '../rest/route.js';

export const luckyNumberRoutes: readonly Route[] = [
  get('/v1/lucky-numbers/raffle/:raffleId', 'luckyNumbersByRaffle'),
  get('/v1/lucky-numbers/order/:orderId', 'luckyNumbersByOrder'),
];
