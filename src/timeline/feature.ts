import { defineFeature } from '../feature.js';
import { raffles } from '../raffles/feature.js';
import { get } from '../rest/route.js';
import { TimelineResolver } from './timeline.resolver.js';

export const timeline = defineFeature('timeline', {
  needs: [raffles],
  resolvers: [TimelineResolver],
  rest: [get('/v1/raffles/:raffleId/timeline', 'raffleTimeline')],
});
