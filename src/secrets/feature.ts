import { defineFeature } from '../feature.js';
import { checkKeys, type SealedColumn } from './sealed-columns.js';

declare module '../feature.js' {
  interface FeatureDeclaration {
    sealed?: readonly SealedColumn[];
  }
}

export const secrets = defineFeature('secrets', {
  check: (app) => checkKeys(app, app.config),
  logEvents: {
    'service.keys.incomplete': {
      level: 'error',
      advice:
        'Some stored secrets, in `columns`, were encrypted with a key that `ENCRYPTION_KEY` does not list: what needs them fails. Put that key behind the first.',
    },
  },
});
