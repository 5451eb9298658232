import { del, get, patch, post, type Route } from '../rest/route.js';
import { OWN_ACCOUNT } from '../users/user.routes.js';

const SESSION = { with: { user: OWN_ACCOUNT } };

export const authRoutes: readonly Route[] = [
  post('/auth/v1/admin/login', 'adminLogin', { status: 200, ...SESSION }),
  post('/auth/v1/admin/passkey', 'passkeyLogin', { status: 200, ...SESSION }),
  post('/auth/v1/user/login', 'userLogin', { status: 200, ...SESSION }),
  post('/auth/v1/user/code', 'requestLoginCode', { status: 200 }),
  post('/auth/v1/user/password', 'resetPassword', { status: 200, ...SESSION }),
  post('/auth/v1/refresh', 'refreshSession', { status: 200, ...SESSION }),
  // The refresh token alone counts: this path ignores an access token.
  post('/auth/v1/logout', 'logOut', { status: 200, takes: ['refreshToken!'] }),
  post('/v1/users/contact-code', 'requestContactCode', { status: 200 }),
  patch('/v1/users/customers/:id', 'updateCustomer', OWN_ACCOUNT),
  patch('/v1/users/password', 'changePassword', SESSION),
  post('/v1/users/identity', 'confirmIdentity', { status: 200 }),
  get('/v1/users/sessions', 'mySessions'),
  del('/v1/users/sessions', 'endAllSessions'),
  del('/v1/users/sessions/:id', 'endSession'),
  get('/v1/users/:userId/sessions', 'sessionsOfUser'),
  del('/v1/users/:userId/sessions', 'endUserSessions'),
];
