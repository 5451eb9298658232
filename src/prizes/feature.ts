import { get } from '../rest/route.js';
import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { RaffleCommitment } from '../generated/prisma/client.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { RaffleCommitmentsResolver, PrizeLogResolver } from './prize.resolver.js';

/** By raffle id; null without boxes and quota prizes. */
function createCommitmentsLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, RaffleCommitment | null> {
  return new DataLoader(
    async (raffleIds) => {
      const found = new Map(
        (await db.prisma.raffleCommitment.findMany({ where: { raffleId: { in: [...raffleIds] } } })).map((row) => [
          row.raffleId,
          row,
        ]),
      );
      return raffleIds.map((id) => found.get(id) ?? null);
    },
    { cache },
  );
}

const loaders = { commitments: createCommitmentsLoader };

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
