import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { maskName } from '../platform/masking.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import * as winners from './winner.service.js';
import type { WinnerRow } from './winner.sql.js';
import { Winner, WinnerConnection } from './winner.type.js';

@ArgsType()
class WinnersArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Returns only the winners of this raffle, by prize. Left out: of all raffles.',
  })
  raffleId?: string | null;
}

@Resolver(() => Winner)
export class WinnerResolver {
  @Query(() => WinnerConnection, {
    description:
      'The winners of main prizes: the newest draw first, then by prize. Those of PRIVATE raffles are listed for operators, '
      + 'and for anyone who names the raffle.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  winners(@Ctx() ctx: Context, @Args(() => WinnersArgs) args: WinnersArgs) {
    return winners.listWinners(ctx, args);
  }

  @Query(() => Winner, {
    nullable: true,
    description: 'One winner. Only operators and the winner see one of a PRIVATE raffle.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  winner(@Ctx() ctx: Context, @Arg('id', () => ID, { description: "The winner's id, a whole number." }) id: string) {
    return winners.findWinner(ctx, id);
  }

  @FieldResolver()
  luckyNumber(@Root() { number, size }: WinnerRow) {
    return formatLuckyNumber(number, size);
  }

  @FieldResolver()
  winnerName(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(winner, ctx) ? winner.userName : maskName(winner.userName);
  }

  @FieldResolver()
  orderId(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(winner, ctx) ? winner.orderId : null;
  }

  @FieldResolver()
  userId(@Root() winner: WinnerRow, @Ctx() ctx: Context) {
    return seesWhole(winner, ctx) ? winner.userId : null;
  }
}

function seesWhole({ userId }: WinnerRow, { principal }: Context): boolean {
  return principal.role === 'ADMIN' || (principal.role === 'USER' && principal.id === userId);
}
