import { bulkActs } from '../bulk-acts/feature.js';
import { draws } from '../draws/feature.js';
import { exports } from '../exports/feature.js';
import { defineFeature } from '../feature.js';
import { metrics } from '../metrics/feature.js';
import { refunds } from '../refunds/feature.js';
import { get } from '../rest/route.js';
import { timeline } from '../timeline/feature.js';
import { BackgroundWorkResolver } from './background-work.resolver.js';

/** The rows of those features say what is under way. */
export const backgroundWork = defineFeature('background-work', {
  needs: [exports, bulkActs, refunds, metrics, draws, timeline],
  resolvers: [BackgroundWorkResolver],
  rest: [get('/v1/background-work', 'backgroundWork')],
  openapi: { tags: { 'background-work': 'Long work that waits or runs.' } },
});
