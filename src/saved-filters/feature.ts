import { defineFeature } from '../feature.js';
import { personalData } from '../personal-data/feature.js';
import { del, get, post } from '../rest/route.js';
import { users } from '../users/feature.js';
import { SavedFilterResolver } from './saved-filter.resolver.js';
import { selectPersonalFilters } from './saved-filter.sql.js';
import { savedFiltersTexts } from './saved-filters.texts.js';

export const savedFilters = defineFeature('saved-filters', {
  needs: [users, personalData],
  texts: savedFiltersTexts,
  resolvers: [SavedFilterResolver],
  openapi: { tags: { 'saved-filters': 'What an operator often filters a list by.' } },
  rest: [
    get('/v1/saved-filters', 'savedFilters'),
    post('/v1/saved-filters', 'saveFilter'),
    del('/v1/saved-filters/:id', 'deleteSavedFilter'),
  ],
  personalData: { savedFilters: { rows: selectPersonalFilters } },
});
