import { Field, Int, ObjectType } from 'type-graphql';
import { IdField } from '../graphql/id.js';

@ObjectType({
  description:
    'A combo of a raffle: an order of `quantityTitles` quotas or more receives `quantityBoxes` boxes when it is paid. One that reaches '
    + 'several receives those of all of them where the raffle has `acumulativeCombo`, else those of the highest.',
})
export class AwardedBoxCombo {
  @IdField('combo')
  id: string;

  @IdField('raffle')
  raffleId: string;

  @Field(() => Int, { description: 'The quotas that an order must have or exceed, those of a bonus included.' })
  quantityTitles: number;

  @Field(() => Int, { description: 'The boxes that such an order receives.' })
  quantityBoxes: number;

  @Field(() => Boolean, { description: 'Whether buyers are shown it. It counts for their orders either way.' })
  visible: boolean;

  @Field(() => Boolean, { description: "Whether the raffle's page should point it out." })
  highlighted: boolean;
}
