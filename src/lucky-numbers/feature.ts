import { defineFeature, type LoadersOf } from '../feature.js';
import { orders } from '../orders/feature.js';
import { raffles } from '../raffles/feature.js';
import { createBlockOfOrderLoader } from './block.loader.js';
import { LuckyNumberResolver, OrderLuckyNumbersResolver } from './lucky-number.resolver.js';
import { luckyNumberRoutes } from './lucky-number.routes.js';
import { createPermutations, type Permutations } from './permutations.js';

const loaders = { blockOfOrder: createBlockOfOrderLoader };

declare module '../context.js' {
  interface App {
    permutations: Permutations;
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const luckyNumbers = defineFeature('lucky-numbers', {
  needs: [orders, raffles],
  parts: (app) => ({ permutations: createPermutations(app) }),
  loaders,
  resolvers: [LuckyNumberResolver, OrderLuckyNumbersResolver],
  rest: luckyNumberRoutes,
  raffleHook: (app) => ({ wasRead: (raffle) => app.permutations.warm(raffle.id, raffle) }),
});
