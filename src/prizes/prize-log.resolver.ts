import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { listPrizeLog } from './prize-log.js';
import { PrizeLogConnection } from './prize-log.type.js';

@Resolver()
export class PrizeLogResolver {
  @Query(() => PrizeLogConnection, {
    description: 'What was done to the awarded boxes and quota prizes of a raffle since its first sale, in order of time.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  prizeLog(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { description: "The raffle's UUID." }) raffleId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return listPrizeLog(ctx, raffleId, page);
  }
}
