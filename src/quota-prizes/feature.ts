import { defineFeature, type LoadersOf } from '../feature.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { orders } from '../orders/feature.js';
import { prizes } from '../prizes/feature.js';
import { quotas } from '../quotas/feature.js';
import { raffles } from '../raffles/feature.js';
import { quotaPrizeWins } from './quota-prize-wins.js';
import {
  createQuotaPrizeCountOfOrderLoader,
  createQuotaPrizeCountsLoader,
  createQuotaPrizesOfOrderLoader,
  createQuotaPrizesOfRaffleLoader,
} from './quota-prize.loader.js';
import { OrderQuotaPrizesResolver, QuotaPrizeResolver, RaffleQuotaPrizesResolver } from './quota-prize.resolver.js';
import { quotaPrizeRoutes } from './quota-prize.routes.js';

const loaders = {
  quotaPrizeCountOfOrder: createQuotaPrizeCountOfOrderLoader,
  quotaPrizeCounts: createQuotaPrizeCountsLoader,
  quotaPrizesOfOrder: createQuotaPrizesOfOrderLoader,
  quotaPrizesOfRaffle: createQuotaPrizesOfRaffleLoader,
};

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const quotaPrizes = defineFeature('quota-prizes', {
  needs: [luckyNumbers, prizes, orders, raffles, quotas],
  loaders,
  resolvers: [OrderQuotaPrizesResolver, QuotaPrizeResolver, RaffleQuotaPrizesResolver],
  openapi: {
    tags: { 'quota-prizes': 'Lucky numbers that have a prize of their own.', winners: 'Who won prizes, over all raffles.' },
  },
  rest: quotaPrizeRoutes,
  quotaHook: quotaPrizeWins,
});
