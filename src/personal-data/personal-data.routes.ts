import { del, post, type Route } from '../rest/route.js';
import { OWN_ACCOUNT } from '../users/user.routes.js';

export const personalDataRoutes: readonly Route[] = [
  del('/v1/users/:id', 'deleteUser'),
  post('/v1/users/profile/delete', 'deleteMyAccount', { status: 200, ...OWN_ACCOUNT }),
];
