import { get, type Route } from '../rest/route.js';

export const prizeRoutes: readonly Route[] = [get('/v1/raffles/:raffleId/prize-log', 'prizeLog')];
