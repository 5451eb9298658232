import { ArrayMaxSize, ArrayMinSize, Matches, Max, Min } from 'class-validator';
import { Field, InputType, Int } from 'type-graphql';
import { textOf } from '../platform/domain-error.js';

@InputType({ description: 'What is said when a raffle is frozen or drawn. Nobody says who wins.' })
export class DrawInput {
  @Field(() => Boolean, {
    nullable: true,
    description:
      'At the freeze: whether orders that are still unpaid are cancelled. Without it they are waited for (CONFLICT). Default false.',
  })
  force?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'At the freeze of a raffle in mode LOTERIA_FEDERAL, and required then: the number of the contest that draws it, 1 or more, still to be held. '
      + 'Not for mode BEACON (BAD_USER_INPUT).',
  })
  @Min(1)
  @Max(2_147_483_647)
  contest?: number | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'When the contest was held: its five prizes in their order, five digits each, as the lottery printed them, such as "07129". Not for '
      + 'mode BEACON (BAD_USER_INPUT).',
  })
  @ArrayMinSize(5)
  @ArrayMaxSize(5)
  @Matches(/^\d{5}$/, { each: true, context: textOf('draws.fiveDigits') })
  results?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The number that the results give. Send the results without it first: the CONFLICT that answers tells the number. Then send both. It '
      + 'keeps a slip of the finger from drawing a raffle.',
  })
  confirmStartNumber?: string | null;
}
