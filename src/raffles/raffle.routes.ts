import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';
import { page } from '../rest/page.js';

/** The REST routes of raffles. */
export const raffleRoutes: readonly Route[] = [
  route('GET /v1/raffles', run.RafflesDocument, 200, (data) => page(data.raffles)),
  route('POST /v1/raffles', run.CreateRaffleDocument, 201, (data) => data.createRaffle),
  route('GET /v1/raffles/:raffleId', run.RaffleDocument, 200, (data) => data.raffle),
  route('GET /v1/raffles/slug/:slug', run.RaffleBySlugDocument, 200, (data) => data.raffle),
  route('PATCH /v1/raffles/:raffleId', run.UpdateRaffleDocument, 204, () => undefined),
  route('DELETE /v1/raffles/:raffleId', run.DeleteRaffleDocument, 200, (data) => data.deleteRaffle),
];
