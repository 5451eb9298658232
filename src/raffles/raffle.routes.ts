import { del, get, patch, post, type Route } from '../rest/route.js';

const RAFFLE = { without: ['version', 'quotaPrizesLeft'], with: { category: { only: ['id', 'name'] }, prizes: {} } };
const WHOLE_RAFFLE = { ...RAFFLE, with: { ...RAFFLE.with, commitments: {} } };

export const raffleRoutes: readonly Route[] = [
  get('/v1/raffles', 'raffles', RAFFLE),
  post('/v1/raffles', 'createRaffle', RAFFLE),
  get('/v1/raffles/:raffleId', 'raffle', { ...WHOLE_RAFFLE, takes: [] }),
  get('/v1/raffles/slug/:slug', 'raffle', { ...WHOLE_RAFFLE, name: 'RaffleBySlug', takes: [] }),
  patch('/v1/raffles/:raffleId', 'updateRaffle', { status: 204, only: ['id'] }),
  del('/v1/raffles/:raffleId', 'deleteRaffle', RAFFLE),
];

export const raffleCategoryRoutes: readonly Route[] = [
  get('/v1/raffle-categories', 'raffleCategories'),
  post('/v1/raffle-categories', 'createRaffleCategory'),
  patch('/v1/raffle-categories/:id', 'updateRaffleCategory'),
  del('/v1/raffle-categories/:id', 'deleteRaffleCategory'),
];
