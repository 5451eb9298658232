import { defineFeature } from '../feature.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { raffles } from '../raffles/feature.js';
import { get } from '../rest/route.js';
import { users } from '../users/feature.js';
import { SearchResolver } from './search.resolver.js';

export const search = defineFeature('search', {
  needs: [users, raffles, luckyNumbers],
  resolvers: [SearchResolver],
  openapi: { tags: { search: 'One search over buyers, operators, orders, lucky numbers, payments and raffles.' } },
  rest: [get('/v1/search', 'search')],
});
