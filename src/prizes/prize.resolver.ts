import { Arg, Args, Ctx, ID, Query, Resolver, FieldResolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { listPrizeLog } from './prize-log.js';
import { PrizeLogConnection, RaffleCommitments } from './prize.type.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';

@Resolver()
export class PrizeLogResolver {
  @Query(() => PrizeLogConnection, {
    description:
      'The awarded boxes and quota prizes that were sent to the close since the raffle could be bought, in order of time.',
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

@Resolver(() => Raffle)
export class RaffleCommitmentsResolver {
  @FieldResolver(() => RaffleCommitments, {
    description: 'What the raffle published of its awarded boxes and quota prizes before its first sale.',
    complexity: 5,
  })
  async commitments(@Root() raffle: ReadRaffle, @Ctx() ctx: Context): Promise<RaffleCommitments> {
    const row = raffle.commitments ?? (await ctx.loaders.commitments.load(raffle.id));
    return {
      boxesHash: hexOf(row?.boxesHash),
      quotaPrizesHash: hexOf(row?.quotaPrizesHash),
    };
  }
}

function hexOf(hash: Uint8Array | null | undefined): string | null {
  return hash ? Buffer.from(hash).toString('hex') : null;
}
