import { defineFeature, type LoadersOf } from '../feature.js';
import { loadListsByKey } from '../graphql/load-by-key.js';
import { orders } from '../orders/feature.js';
import { raffles } from '../raffles/feature.js';
import { get, type Route } from '../rest/route.js';
import { LuckyNumberResolver, OrderLuckyNumbersResolver } from './lucky-number.resolver.js';
import { selectBlocksOfOrders } from './lucky-number.sql.js';
import { createPermutations, type Permutations } from './permutations.js';
import { luckyNumbersTexts } from './lucky-numbers.texts.js';

const luckyNumberRoutes: readonly Route[] = [
  get('/v1/lucky-numbers/raffle/:raffleId', 'luckyNumbersByRaffle'),
  get('/v1/lucky-numbers/order/:orderId', 'luckyNumbersByOrder'),
  get('/v1/lucky-numbers/raffle/:raffleId/mine/:number', 'myLuckyNumber'),
];

const loaders = {
  /** Ascending. */
  blocksOfOrder: loadListsByKey(
    ({ db }, orderIds) => db.query(selectBlocksOfOrders, [orderIds]),
    ({ orderId }) => orderId,
  ),
};

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
});
