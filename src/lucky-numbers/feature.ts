import DataLoader from 'dataloader';
import type { App } from '../context.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { orders } from '../orders/feature.js';
import { raffles } from '../raffles/feature.js';
import { get, type Route } from '../rest/route.js';
import { LuckyNumberResolver, OrderLuckyNumbersResolver } from './lucky-number.resolver.js';
import { type BlockRow, selectBlocksOfOrders } from './lucky-number.sql.js';
import { createPermutations, type Permutations } from './permutations.js';
import { luckyNumbersTexts } from './lucky-numbers.texts.js';

const luckyNumberRoutes: readonly Route[] = [
  get('/v1/lucky-numbers/raffle/:raffleId', 'luckyNumbersByRaffle'),
  get('/v1/lucky-numbers/order/:orderId', 'luckyNumbersByOrder'),
];

/** Blocks by order id. */
function createBlockOfOrderLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, BlockRow | null> {
  return new DataLoader(
    async (orderIds) => {
      const blocks = new Map((await db.query(selectBlocksOfOrders, [orderIds])).map((block) => [block.orderId, block]));
      return orderIds.map((id) => blocks.get(id) ?? null);
    },
    { cache },
  );
}

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
  texts: luckyNumbersTexts,
  resolvers: [LuckyNumberResolver, OrderLuckyNumbersResolver],
  openapi: { tags: { 'lucky-numbers': 'The lucky numbers of orders and buyers.' } },
  rest: luckyNumberRoutes,
  raffleHook: (app) => ({ wasRead: (raffle) => app.permutations.warm(raffle.id, raffle) }),
});
