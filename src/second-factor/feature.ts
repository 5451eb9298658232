import { defineFeature } from '../feature.js';
import { users } from '../users/feature.js';
import { secrets } from '../secrets/feature.js';
import { SecondFactorResolver } from './second-factor.resolver.js';
import { secondFactorRoutes } from './second-factor.routes.js';
import { secondFactorTexts } from './second-factor.texts.js';

export const secondFactor = defineFeature('second-factor', {
  needs: [secrets, users],
  texts: secondFactorTexts,
  resolvers: [SecondFactorResolver],
  openapi: { tags: { 'second-factors': 'Which operators have a second factor, and which roles demand one.' } },
  rest: secondFactorRoutes,
  sealed: [
    { table: 'totp_secrets', column: 'sealed_secret', key: 'user_id', keyType: 'uuid' },
    { table: 'totp_secrets', column: 'sealed_new_secret', key: 'user_id', keyType: 'uuid' },
  ],
});
