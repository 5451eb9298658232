import { get } from '../rest/route.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { loadByKey } from '../graphql/load-by-key.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { RaffleCommitmentsResolver, PrizeLogResolver } from './prize.resolver.js';

const loaders = {
  commitments: loadByKey(
    ({ db }, raffleIds) => db.prisma.raffleCommitment.findMany({ where: { raffleId: { in: raffleIds } } }),
    (row) => [row.raffleId, row],
    null,
  ),
};

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const prizes = defineFeature('prizes', {
  needs: [raffles, quotas],
  loaders,
  resolvers: [PrizeLogResolver, RaffleCommitmentsResolver],
  rest: [get('/v1/raffles/:raffleId/prize-log', 'prizeLog')],
  sealed: [
    { table: 'raffle_commitments', column: 'sealed_box_seed', key: 'raffle_id', keyType: 'uuid' },
    { table: 'raffle_commitments', column: 'sealed_quota_prizes_salt', key: 'raffle_id', keyType: 'uuid' },
  ],
});
