import { IsUUID, Max, Min } from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { MAX_ORDER_QUOTAS } from '../pricing/price.js';

const MAX_COMBO_BOXES = 1_000;

@InputType({ description: 'A combo: how many boxes an order of so many quotas receives.' })
export class CreateAwardedBoxComboInput {
  @Field(() => ID, { description: "The raffle's UUID. None of its quotas may be sold." })
  @IsUUID('all', { message: 'must be the UUID of a raffle' })
  raffleId: string;

  @Field(() => Int, {
    description: 'The quotas that an order must have or exceed, those of a bonus included: 1 to 20,000. Once in a raffle.',
  })
  @Min(1)
  @Max(MAX_ORDER_QUOTAS)
  quantityTitles: number;

  @Field(() => Int, { description: 'The boxes that such an order receives, 1 to 1,000.' })
  @Min(1)
  @Max(MAX_COMBO_BOXES)
  quantityBoxes: number;

  @Field(() => Boolean, { nullable: true, description: 'Whether buyers are shown it. Default true.' })
  visible?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the raffle's page should point it out. Default false." })
  highlighted?: boolean | null;
}

@InputType({ description: 'A change of a combo. What is left out or null stays as it is.' })
export class UpdateAwardedBoxComboInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The quotas that an order must have or exceed, 1 to 20,000. It stands from the first sale on.',
  })
  @Min(1)
  @Max(MAX_ORDER_QUOTAS)
  quantityTitles?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The boxes that such an order receives, 1 to 1,000. It stands from the first sale on.',
  })
  @Min(1)
  @Max(MAX_COMBO_BOXES)
  quantityBoxes?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether buyers are shown it. It can always be changed.' })
  visible?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the raffle's page should point it out. It can always be changed.",
  })
  highlighted?: boolean | null;
}
