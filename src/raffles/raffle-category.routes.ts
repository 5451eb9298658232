import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of categories. */
export const raffleCategoryRoutes: readonly Route[] = [
  route('GET /v1/raffle-categories', run.RaffleCategoriesDocument, 200, (data) => data.raffleCategories),
  route('POST /v1/raffle-categories', run.CreateRaffleCategoryDocument, 201, (data) => data.createRaffleCategory),
  route('PATCH /v1/raffle-categories/:id', run.UpdateRaffleCategoryDocument, 200, (data) => data.updateRaffleCategory),
  route('DELETE /v1/raffle-categories/:id', run.DeleteRaffleCategoryDocument, 200, (data) => data.deleteRaffleCategory),
];
