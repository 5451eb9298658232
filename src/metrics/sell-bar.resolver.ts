import { Arg, Ctx, ID, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { findSellBar, watchSellBar } from './sell-bar.service.js';
import { SellBar } from './sell-bar.type.js';

@Resolver(() => SellBar)
export class SellBarResolver {
  @Query(() => SellBar, { description: "How far a raffle's sale has come, at most 100 ms old. NOT_FOUND for no raffle." })
  @Roles('PUBLIC')
  sellBar(@Ctx() ctx: Context, @Arg('raffleId', () => ID, { description: 'Which raffle.' }) raffleId: string) {
    return findSellBar(ctx, raffleId);
  }

  @Subscription(() => SellBar, {
    name: 'sellBar',
    description: 'The bar at once, then on change, at most twice a second; a slow reader gets the latest.',
    subscribe: ({ args, context }) => watchSellBar(context as Context, (args as { raffleId: string }).raffleId),
  })
  @Roles('PUBLIC')
  sellBarChanges(@Root() bar: SellBar, @Arg('raffleId', () => ID, { description: 'Which raffle.' }) _raffleId: string) {
    return bar;
  }
}
