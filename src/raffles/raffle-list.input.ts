import { ArgsType, Field, ID } from 'type-graphql';
import { RaffleStatus } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';

/** Which raffles a list has. */
@ArgsType()
export class RafflesArgs extends PageArgs {
  @Field(() => RaffleStatus, { nullable: true, description: 'Returns only raffles with this status. Left out: all.' })
  status?: RaffleStatus | null;

  @Field(() => ID, { nullable: true, description: 'Returns only raffles of this category, given by its UUID. Left out: all.' })
  categoryId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Returns only raffles that are highlighted (true) or not highlighted (false). Left out: all.',
  })
  highlighted?: boolean | null;
}
