import { defineFeature } from '../feature.js';
import { users } from '../users/feature.js';
import { secrets } from '../secrets/feature.js';
import { purgeChallenges, selectPersonalPasskeys } from './passkey.sql.js';
import { PasskeyResolver } from './passkey.resolver.js';
import { SecondFactorResolver } from './second-factor.resolver.js';
import { secondFactorRoutes } from './second-factor.routes.js';
import { secondFactorTexts } from './second-factor.texts.js';

export const secondFactor = defineFeature('second-factor', {
  needs: [secrets, users],
  texts: secondFactorTexts,
  resolvers: [PasskeyResolver, SecondFactorResolver],
  openapi: { tags: { 'second-factors': 'Which operators have a second factor, and which roles demand one.' } },
  rest: secondFactorRoutes,
  // Random bytes, which say nothing of a person.
  retention: [{ statement: purgeChallenges, days: 1, ofPerson: null }],
  personalData: { passkeys: { rows: selectPersonalPasskeys } },
  logEvents: {
    'second_factor.passkey.copied': {
      level: 'warn',
      advice:
        'A passkey was refused because its count of signatures has not grown since its last use: somebody may have copied the security key. Ask the operator, who removes it under "Minha conta" and registers another one. A security key that was restored from a backup of its maker does the same.',
    },
  },
  sealed: [
    { table: 'totp_secrets', column: 'sealed_secret', key: 'user_id', keyType: 'uuid' },
    { table: 'totp_secrets', column: 'sealed_new_secret', key: 'user_id', keyType: 'uuid' },
  ],
});
