import { get, patch, post, type Route } from '../rest/route.js';

export const OWN_ACCOUNT = { without: ['operatorRole', 'blockedAt', 'blockedReason', 'deletedAt', 'mergedInto'] };

export const userRoutes: readonly Route[] = [
  get('/v1/users/profile', 'me', { ...OWN_ACCOUNT, name: 'Profile' }),
  post('/v1/users/customers', 'createCustomer', { with: { user: OWN_ACCOUNT } }),
  get('/v1/users', 'users'),
  post('/v1/users', 'createUser'),
  get('/v1/users/phone/:phone', 'userByPhone'),
  get('/v1/users/:id', 'user'),
  patch('/v1/users/:id', 'updateUser'),
  patch('/v1/users/:id/block', 'blockUser'),
  patch('/v1/users/:id/unblock', 'unblockUser'),
];
