import { defineFeature } from '../feature.js';
import { quotas } from '../quotas/feature.js';
import type { Statement } from '../platform/database/statement.js';
import { del, post, type Route } from '../rest/route.js';
import { secondFactor } from '../second-factor/feature.js';
import { users } from '../users/feature.js';
import { wonPrizes } from '../won-prizes/feature.js';
import { OWN_ACCOUNT } from '../users/user.routes.js';
import { PersonalDataResolver } from './personal-data.resolver.js';
import { mountPersonalData, personalDataPaths } from './personal-data.route.js';
import type { PersonalList } from './personal-data.service.js';
import { personalDataTexts } from './personal-data.texts.js';

const personalDataRoutes: readonly Route[] = [
  del('/v1/users/:id', 'deleteUser'),
  post('/v1/users/profile/delete', 'deleteMyAccount', { status: 200, ...OWN_ACCOUNT }),
];

declare module '../feature.js' {
  interface FeatureDeclaration {
    /** By list of the export, ordered by status and id. $1 user, $2 and $3 status and id of the last row read, $4 limit. */
    personalData?: Record<string, PersonalList>;
    /** Take away what may say who a deleted buyer was. $1 user. */
    forgets?: readonly Statement<object>[];
  }
}

export const personalData = defineFeature('personal-data', {
  needs: [quotas, secondFactor, users, wonPrizes],
  texts: personalDataTexts,
  resolvers: [PersonalDataResolver],
  rest: personalDataRoutes,
  http: { forBrowsers: mountPersonalData },
  openapi: { paths: personalDataPaths },
  logEvents: {
    'personal_data.export.failed': {
      level: 'warn',
      advice:
        "An export of a person's data failed, see `err`. The file is incomplete, and the connection ended early. Export it again.",
    },
  },
});
