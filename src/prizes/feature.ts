import { get } from '../rest/route.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { loadByKey, loadListsByKey } from '../graphql/load-by-key.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import type { QuotaHook } from '../quotas/locked-quotas.js';
import { webhooks } from '../webhooks/feature.js';
import { RaffleCommitmentsResolver, PrizeLogResolver } from './prize.resolver.js';
import { MOST_OF_EACH } from './prize-history.js';
import { selectPrizeHistory } from './prize-history.sql.js';
import { prizesTexts } from './prizes.texts.js';
import { returnPrizesToClose } from './register-wins.js';
import { wonPrizeEvents } from './won-prize-events.js';

const wins: QuotaHook = {
  voided: (tx, orders) =>
    returnPrizesToClose(
      tx,
      orders.map(({ id }) => id),
    ),
};

const loaders = {
  commitments: loadByKey(
    ({ db }, raffleIds) => db.prisma.raffleCommitment.findMany({ where: { raffleId: { in: raffleIds } } }),
    (row) => [row.raffleId, row],
    null,
  ),
  /** By the id of the awarded box or quota prize. */
  prizeHistory: loadListsByKey(
    ({ db }, prizeIds) => db.query(selectPrizeHistory, [prizeIds, MOST_OF_EACH]),
    ({ prizeId }) => prizeId,
  ),
};

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof wonPrizeEvents, true> {}
}

export const prizes = defineFeature('prizes', {
  needs: [raffles, quotas, webhooks],
  loaders,
  texts: prizesTexts,
  resolvers: [PrizeLogResolver, RaffleCommitmentsResolver],
  rest: [get('/v1/raffles/:raffleId/prize-log', 'prizeLog')],
  events: wonPrizeEvents,
  quotaHook: () => wins,
  sealed: [{ table: 'raffle_commitments', column: 'sealed_quota_prizes_salt', key: 'raffle_id', keyType: 'uuid' }],
});
