import * as run from '../generated/operations.js';
import { page } from '../rest/page.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of draws and winners. */
export const drawRoutes: readonly Route[] = [
  route('GET /v1/raffles/winners', run.WinnersDocument, 200, (data) => page(data.winners)),
  route('GET /v1/raffles/winners/:id', run.WinnerDocument, 200, (data) => data.winner),
  route('GET /v1/raffles/:raffleId/winners-info', run.DrawProofDocument, 200, (data) => data.drawProof),
  route('POST /v1/raffles/:raffleId/winners', run.CreateWinnerDocument, 201, (data) => data.createWinner),
  route('GET /v1/orders/:orderId/draw-inclusion', run.DrawInclusionDocument, 200, (data) => data.drawInclusion),
];
