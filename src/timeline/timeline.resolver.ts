import { Args, ArgsType, Ctx, Field, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { ListOrder, TwoWayPageArgs } from '../graphql/connection.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { listTimeline } from './timeline.service.js';
import { RaffleTimelineConnection } from './timeline.type.js';

@ArgsType()
class RaffleTimelineArgs extends TwoWayPageArgs {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => ListOrder, { defaultValue: ListOrder.OLDEST_FIRST, description: 'The order of the list.' })
  declare orderBy: ListOrder;
}

@Resolver()
export class TimelineResolver {
  @Query(() => RaffleTimelineConnection, {
    description:
      'Everything that mattered in a raffle, with its time: what was published, prizes that came into play or were sent to the close, '
      + 'quotas paid by hand, free and given back by day, freeze, results, draw. Only operators see that of a DRAFT.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  raffleTimeline(@Ctx() ctx: Context, @Args(() => RaffleTimelineArgs) { raffleId, ...page }: RaffleTimelineArgs) {
    return listTimeline(ctx, raffleId, page);
  }
}
