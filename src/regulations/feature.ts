import { defineFeature } from '../feature.js';
import { raffles } from '../raffles/feature.js';
import { site } from '../site/feature.js';
import { RafflePromoterResolver } from './promoter.resolver.js';

export const regulations = defineFeature('regulations', {
  needs: [raffles, site],
  resolvers: [RafflePromoterResolver],
});
