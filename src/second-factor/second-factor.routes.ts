import { del, get, post, put, type Route } from '../rest/route.js';
import { OWN_ACCOUNT } from '../users/user.routes.js';

export const secondFactorRoutes: readonly Route[] = [
  get('/v1/users/second-factor', 'mySecondFactor'),
  get('/v1/second-factors', 'secondFactors'),
  get('/v1/second-factors/roles', 'secondFactorDemand'),
  put('/v1/second-factors/roles', 'demandSecondFactor'),
  post('/v1/users/second-factor/totp', 'beginTotp'),
  post('/v1/users/second-factor/totp/confirm', 'confirmTotp', { status: 200 }),
  del('/v1/users/second-factor/totp', 'removeTotp'),
  post('/v1/users/second-factor/passkeys/options', 'beginPasskey', { status: 200 }),
  post('/v1/users/second-factor/passkeys', 'createPasskey'),
  put('/v1/users/second-factor/passkeys/:id', 'renamePasskey'),
  del('/v1/users/second-factor/passkeys/:id', 'removePasskey'),
  post('/v1/users/second-factor/proof-options', 'beginPasskeyProof', { status: 200 }),
  post('/auth/v1/admin/passkey/options', 'beginPasskeyLogin', { status: 200 }),
  post('/v1/users/second-factor/recovery-codes', 'createRecoveryCodes'),
  del('/v1/users/:id/second-factor', 'resetSecondFactor', OWN_ACCOUNT),
];
