import { Ctx, FieldResolver, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../context.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { SameForRole } from '../graphql/shared-results.js';
import { IdArg } from '../graphql/id.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';
import { findSellBar, findSellBarOf, watchSellBar } from './sell-bar.service.js';
import { SellBar } from './sales.type.js';

@Resolver(() => SellBar)
export class SellBarResolver {
  @Query(() => SellBar, {
    description: 'The sales progress of a raffle, at most 100 milliseconds old. Only operators see that of a DRAFT.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  sellBar(@Ctx() ctx: Context, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return findSellBar(ctx, raffleId);
  }

  @Subscription(() => SellBar, {
    name: 'sellBar',
    description:
      'Sends the sales progress of a raffle at once and then after each change, at most twice a second. A slow reader gets the '
      + 'latest only. Only operators see that of a DRAFT.',
    subscribe: ({ args, context }) => watchSellBar(context as Context, (args as { raffleId: string }).raffleId),
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  @SameForRole()
  sellBarChanges(@Root() bar: SellBar, @IdArg('raffle', { name: 'raffleId' }) _raffleId: string) {
    return bar;
  }
}

@Resolver(() => Raffle)
export class RaffleSellBarResolver {
  @FieldResolver(() => SellBar, {
    description: 'The sales progress, at most 100 milliseconds old. Null once the raffle was deleted.',
    nullable: true,
    complexity: 10,
  })
  sellBar(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return findSellBarOf(ctx, raffle);
  }
}
