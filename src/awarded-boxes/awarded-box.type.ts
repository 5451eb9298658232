import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BoxMode } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { IdField } from '../graphql/id.js';

registerEnumType(BoxMode, {
  name: 'AwardedBoxMode',
  description: 'How chance decides who wins an awarded box.',
  valuesConfig: {
    PORCENTAGEM: { description: 'Each box of a paid order has a chance of `percentage`, as long as units are left.' },
    ALEATORIO: {
      description:
        'Each unit has a hidden place among the quotas, and is in a box of the paid order that gets it, or of the next order with '
        + 'boxes. Units that are left when sales are over are drawn among all boxes that hold nothing.',
    },
  },
});

@ObjectType({
  description:
    'A prize that boxes of a raffle may hold. Which boxes do follows from a seed, whose hash the raffle publishes before its first '
    + 'sale and which is told after the draw: see `Raffle.commitments`.',
})
export class AwardedBox {
  @IdField('awarded box')
  id: string;

  @IdField('raffle')
  raffleId: string;

  @Field(() => String, { description: 'What is won.' })
  title: string;

  @Field(() => Int, { description: 'How many units of it there are.' })
  quantity: number;

  @Field(() => Money, { description: 'What a unit is worth, in reais.' })
  prize: bigint;

  @Field(() => BoxMode, { description: 'How chance decides who wins a unit.' })
  mode: BoxMode;

  @Field(() => Float, { nullable: true, description: 'The chance of each box in percent. Null for ALEATORIO.' })
  percentage: number | null;

  @Field(() => Float, { description: 'How many percent of the quotas must be paid before a unit is won.' })
  releaseAtPercentage: number;

  @Field(() => Boolean, { description: 'Whether it is locked now: nobody wins it until it is unlocked.' })
  isLocked: boolean;

  @Field(() => Boolean, { description: 'Whether it was locked when the sale began, as `commitments.boxesHash` has it.' })
  beganLocked: boolean;
}

export const AwardedBoxConnection = Connection(() => AwardedBox, 'AwardedBox');
