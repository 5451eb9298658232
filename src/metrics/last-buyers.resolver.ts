import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { IdArg } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { findLastBuyers, MOST_LAST_BUYERS } from './last-buyers.service.js';
import { LastBuyer } from './last-buyers.type.js';

@Resolver()
export class LastBuyersResolver {
  @Query(() => [LastBuyer], {
    description:
      `The last orders of a raffle that are PAID, the newest first, at most ${MOST_LAST_BUYERS}. Empty unless \`showLastBuyers\` is true `
      + 'and `privacy` PUBLIC.',
    complexity: 20,
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  lastBuyers(@Ctx() ctx: Context, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return findLastBuyers(ctx, raffleId);
  }
}
