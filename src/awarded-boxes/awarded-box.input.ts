import { IsInt, IsUUID, Length, Max, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, InputType, Int } from 'type-graphql';
import { BoxMode } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { IsHundredths } from '../graphql/is-hundredths.js';
import { textOf } from '../platform/domain-error.js';
import { MAX_ORDER_QUOTAS } from '../pricing/price.js';

const MAX_UNITS = 1_000_000;

@InputType({ description: 'A prize for the boxes of a raffle.' })
export class CreateAwardedBoxInput {
  @Field(() => ID, { description: "The raffle's UUID. None of its quotas may be sold." })
  @IsUUID('all', { context: textOf('raffles.uuid') })
  raffleId: string;

  @Field(() => String, { description: 'What is won, 1 to 120 characters.' })
  @Length(1, 120)
  title: string;

  @Field(() => Int, {
    description: 'How many units there are, 1 to 1,000,000. All units of a raffle are at most its `quotaQuantity`.',
  })
  @IsInt()
  @Min(1)
  @Max(MAX_UNITS)
  quantity: number;

  @Field(() => Money, { description: 'What a unit is worth, in reais, more than 0.' })
  prize: bigint;

  @Field(() => BoxMode, { description: 'How chance decides who wins a unit.' })
  mode: BoxMode;

  @Field(() => Float, {
    nullable: true,
    description:
      'The chance of each box in percent, above 0, at most two decimals. Required for PORCENTAGEM; all of a raffle are at '
      + 'most 100.',
  })
  @IsHundredths()
  @Min(0.01)
  @Max(100)
  percentage?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it begins at the close: it is drawn then among all who paid. Default false.',
  })
  isLocked?: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description: 'How many percent of the quotas must be paid before a unit is won, with at most two decimals. Default 0.',
  })
  @IsHundredths()
  @Min(0)
  @Max(100)
  releaseAtPercentage?: number | null;
}

@ArgsType()
export class AwardedBoxesArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'The UUID of a raffle, whose boxes are listed in order of creation. Left out: all.',
  })
  raffleId?: string | null;
}

const MAX_COMBO_BOXES = 1_000;

@InputType()
abstract class ComboDisplayInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether buyers are shown it. Default of a new combo: true.' })
  visible?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the raffle's page should point it out. Default of a new combo: false.",
  })
  highlighted?: boolean | null;
}

@InputType({ description: 'A combo: how many boxes an order of so many quotas receives.' })
export class CreateAwardedBoxComboInput extends ComboDisplayInput {
  @Field(() => ID, { description: "The raffle's UUID. None of its quotas may be sold." })
  @IsUUID('all', { context: textOf('raffles.uuid') })
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
}

@InputType({ description: 'A change of a combo. Null leaves a field as it is. Quantities cannot change after the first order.' })
export class UpdateAwardedBoxComboInput extends ComboDisplayInput {
  @Field(() => Int, { nullable: true, description: 'The quotas that an order must have or exceed, 1 to 20,000.' })
  @Min(1)
  @Max(MAX_ORDER_QUOTAS)
  quantityTitles?: number | null;

  @Field(() => Int, { nullable: true, description: 'The boxes that such an order receives, 1 to 1,000.' })
  @Min(1)
  @Max(MAX_COMBO_BOXES)
  quantityBoxes?: number | null;
}

@ArgsType()
export class MyAwardedBoxesArgs extends PageArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'The UUID of a raffle, whose boxes alone are listed. Left out: those of all raffles.',
  })
  raffleId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The id of an order, whose boxes alone are listed. Left out: those of all orders.',
  })
  orderId?: string | null;
}
