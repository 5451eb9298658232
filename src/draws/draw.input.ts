import { ArrayMaxSize, ArrayMinSize, Matches, Max, Min } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { Field, InputType, Int } from 'type-graphql';
import { textOf } from '../platform/domain-error.js';

@InputType({ description: 'What an operator says of a freeze or a draw. Nobody says who wins.' })
export class DrawInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'At the freeze: cancels orders that are still unpaid. Without it they are waited for (CONFLICT). Default false.',
  })
  force?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'At the freeze, in mode LOTERIA_FEDERAL only: the number of a contest that is still to be held. Required unless the raffle '
      + 'announced one that is at least an hour ahead.',
  })
  @Min(1)
  @Max(2_147_483_647)
  contest?: number | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description:
      'The day of `contest` (YYYY-MM-DD), sent with it. The contest is drawn at 20:00 in Brasília, at least an hour ahead.',
  })
  contestDate?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'After the contest, in mode LOTERIA_FEDERAL only: its five prizes in order, as the lottery printed them, such as "07129". A '
      + 'second operator must send the same. Until then the first one may send others to correct them.',
  })
  @ArrayMinSize(5)
  @ArrayMaxSize(5)
  @Matches(/^\d{5}$/, { each: true, context: textOf('draws.fiveDigits') })
  results?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The number that the results give, against typing errors. Send the results without it first: the CONFLICT names the number.',
  })
  confirmStartNumber?: string | null;
}
