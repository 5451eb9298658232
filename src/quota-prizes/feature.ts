import { del, get, patch, post } from '../rest/route.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { orders } from '../orders/feature.js';
import { prizes } from '../prizes/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { loaders } from './quota-prize.loader.js';
import { OrderQuotaPrizesResolver, QuotaPrizeResolver, RaffleQuotaPrizesResolver } from './quota-prize.resolver.js';
import { copyQuotaPrizes } from './quota-prize.service.js';
import { voidQuotaPrizes } from './quota-prize.sql.js';
import { quotaPrizesTexts } from './quota-prizes.texts.js';

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const quotaPrizes = defineFeature('quota-prizes', {
  needs: [luckyNumbers, prizes, orders, raffles, quotas],
  loaders,
  texts: quotaPrizesTexts,
  resolvers: [OrderQuotaPrizesResolver, QuotaPrizeResolver, RaffleQuotaPrizesResolver],
  openapi: {
    tags: { 'quota-prizes': 'Lucky numbers that have a prize of their own.', winners: 'Who won prizes, over all raffles.' },
  },
  rest: [
    get('/v1/winners/quota-prizes', 'quotaPrizeWinners'),
    get('/v1/raffles/:raffleId/quota-prizes', 'quotaPrizes'),
    post('/v1/raffles/:raffleId/quota-prizes', 'createQuotaPrizes'),
    del('/v1/quota-prizes/:id', 'deleteQuotaPrize'),
    patch('/v1/quota-prizes/:id/lock', 'lockQuotaPrize'),
    patch('/v1/quota-prizes/:id/unlock', 'unlockQuotaPrize'),
  ],
  raffleHook: (app) => ({ copied: (tx, copy) => copyQuotaPrizes(app, tx, copy) }),
  quotaHook: () => ({
    async voided(tx, orders, counterOf) {
      const won = orders.filter(({ raffleId }) => counterOf(raffleId).quotaPrizes > 0);
      if (won.length > 0) await tx.query(voidQuotaPrizes, [won.map(({ id }) => id)]);
    },
  }),
});
