import { get, post, type Route } from '../rest/route.js';

const DRAW = { without: ['proofUrl'], with: { winners: {} } };

export const drawRoutes: readonly Route[] = [
  get('/v1/raffles/winners', 'winners'),
  get('/v1/raffles/winners/:id', 'winner'),
  get('/v1/raffles/:raffleId/winners-info', 'drawProof', DRAW),
  post('/v1/raffles/:raffleId/winners', 'createWinner', DRAW),
  get('/v1/orders/:orderId/draw-inclusion', 'drawInclusion', { with: { leaf: {} } }),
];
