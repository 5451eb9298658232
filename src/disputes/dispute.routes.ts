import { get, patch, post, type Route } from '../rest/route.js';

export const disputeRoutes: readonly Route[] = [
  get('/v1/payments/disputes', 'disputes'),
  post('/v1/payments/pix/:paymentId/dispute', 'openDispute'),
  patch('/v1/payments/disputes/:id/release', 'releaseDispute'),
];
