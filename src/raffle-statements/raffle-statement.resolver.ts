import { GraphQLDate } from 'graphql-scalars';
import { Args, ArgsType, Ctx, Field, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { IdField } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { raffleStatement } from './raffle-statement.service.js';
import { RaffleStatement } from './raffle-statement.type.js';

@ArgsType()
class RaffleStatementArgs {
  @IdField('raffle')
  raffleId: string;

  @Field(() => GraphQLDate, { nullable: true, description: 'The first day. Left out: 365 days before the last one.' })
  from?: Date | null;

  @Field(() => GraphQLDate, { nullable: true, description: 'The last day, at most 365 days after the first. Left out: today.' })
  to?: Date | null;
}

@Resolver()
export class RaffleStatementResolver {
  @Query(() => RaffleStatement, {
    description:
      'The statement of a raffle: what was received, went back, was earned by referrers and was given as prizes, by day.',
    complexity: 500,
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND')
  raffleStatement(@Ctx() ctx: Context, @Args(() => RaffleStatementArgs) args: RaffleStatementArgs) {
    return raffleStatement(ctx, args);
  }
}
