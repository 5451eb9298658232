import { del, get, post, type Route } from '../rest/route.js';
import { OWN_ACCOUNT } from '../users/user.routes.js';

export const secondFactorRoutes: readonly Route[] = [
  get('/v1/users/second-factor', 'mySecondFactor'),
  post('/v1/users/second-factor/totp', 'beginTotp'),
  post('/v1/users/second-factor/totp/confirm', 'confirmTotp', { status: 200 }),
  del('/v1/users/second-factor/totp', 'removeTotp'),
  post('/v1/users/second-factor/recovery-codes', 'createRecoveryCodes'),
  del('/v1/users/:id/second-factor', 'resetSecondFactor', OWN_ACCOUNT),
];
