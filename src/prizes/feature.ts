import { defineFeature, type LoadersOf } from '../feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { createCommitmentsLoader } from './commitment.loader.js';
import { RaffleCommitmentsResolver } from './commitment.resolver.js';
import { PrizeLogResolver } from './prize-log.resolver.js';
import { prizeRoutes } from './prize.routes.js';

const loaders = { commitments: createCommitmentsLoader };

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const prizes = defineFeature('prizes', {
  needs: [raffles, quotas],
  loaders,
  resolvers: [PrizeLogResolver, RaffleCommitmentsResolver],
  rest: prizeRoutes,
  sealed: [
    { table: 'raffle_commitments', column: 'sealed_box_seed', key: 'raffle_id', keyType: 'uuid' },
    { table: 'raffle_commitments', column: 'sealed_quota_prizes_salt', key: 'raffle_id', keyType: 'uuid' },
  ],
});
