import { ArrayMaxSize, ArrayUnique, Length, Matches, MaxLength, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { RaffleStatus } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';
import { InputRule } from '../graphql/input-rules.js';
import { IsAddress } from '../graphql/is-address.js';
import { Money } from '../graphql/money.js';
import { textOf } from '../platform/domain-error.js';
import { RaffleInputFields } from './raffle-field-decorators.input.js';
import { SLUG } from './raffle-fields.input.js';
import { newRaffleProblems } from './raffle-rules.js';

@InputType({ description: 'A main prize of a raffle.' })
class RafflePrizeInput {
  @Field(() => String, { description: 'What is won, 1 to 120 characters.' })
  @Length(1, 120)
  title: string;

  @Field(() => String, { nullable: true, description: 'More about the prize, 1 to 2,000 characters.' })
  @Length(1, 2_000)
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'The URL of its picture, http or https, at most 500 characters.' })
  @MaxLength(500)
  @IsAddress({ mayBePlain: true })
  photoUrl?: string | null;
}

@InputType()
abstract class RafflePartsInput {
  @Field(() => ID, { nullable: true, description: "The UUID of the raffle's category. Default: none." })
  categoryId?: string | null;

  @Field(() => [RafflePrizeInput], {
    nullable: true,
    description:
      'The main prizes in the sequence they are drawn, at most 20. Once an order was placed, only their pictures can change (else CONFLICT).',
  })
  @ArrayMaxSize(20)
  @ValidateNested()
  prizes?: RafflePrizeInput[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Opens a raffle though no payment provider is active, so that nobody can pay. Without it that answers CONFLICT.',
  })
  confirmNobodyCanPay: boolean;
}

@InputRule(newRaffleProblems)
@RaffleInputFields({ isNew: true })
@InputType({ description: 'A new raffle. A field that is left out or null takes its default.' })
export class CreateRaffleInput extends RafflePartsInput {
  title: string;
  quotaPrice: bigint;
  quotaQuantity: number;
}

@RaffleInputFields({ isNew: false })
@InputType({
  description: 'The changes of a raffle. A field that is left out stays as it is. Null restores the default, where there is one.',
})
export class UpdateRaffleInput extends RafflePartsInput {
  @Field(() => Money, {
    nullable: true,
    description:
      'Required to cancel a raffle with paid orders: the sum in reais that goes back. With another sum CONFLICT says the '
      + 'right one. Close the raffle before, so that no new payment changes the sum.',
  })
  confirmRefundTotal?: bigint | null;
}

@InputType({ description: 'What a copy of a raffle has of its own.' })
export class DuplicateRaffleInput {
  @Field(() => String, {
    nullable: true,
    description: 'The title of the new raffle, 1 to 120 characters. Default: the same title.',
  })
  @Length(1, 120)
  title?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Its slug: lower-case letters and digits, joined by single hyphens, at most 80 characters. Default: made from the title.',
  })
  @MaxLength(80)
  @Matches(SLUG, { context: textOf('raffles.slug') })
  slug?: string | null;
}

@ArgsType()
export class RafflesArgs extends PageArgs {
  @Field(() => RaffleStatus, { nullable: true, description: 'Returns only raffles with this status. Left out: all.' })
  status?: RaffleStatus | null;

  @Field(() => [RaffleStatus], {
    nullable: true,
    description: 'Returns only raffles with one of these statuses, each named once. Left out: all.',
  })
  @ArrayUnique()
  statuses?: RaffleStatus[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Returns only raffles with all of these words in the title or the subtitle: 1 to 80 characters. Case and accents do not matter. The newest 1,000 are found. Left out: all.',
  })
  @Length(1, 80)
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Returns only raffles of this category, given by its UUID. Left out: all.' })
  categoryId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Returns only raffles that are highlighted (true) or not highlighted (false). Left out: all.',
  })
  highlighted?: boolean | null;
}

@InputType({ description: 'A new category.' })
export class CreateRaffleCategoryInput {
  @Field(() => String, { description: "The category's name, 1 to 80 characters and unique." })
  @Length(1, 80)
  name: string;
}

@InputType({ description: 'The new name of a category.' })
export class UpdateRaffleCategoryInput extends CreateRaffleCategoryInput {}
