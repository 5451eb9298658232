import { ArrayMaxSize, ArrayUnique, Length, Max, Min, ValidateNested } from 'class-validator';
import { Field, ID, InputType, Int, ArgsType } from 'type-graphql';
import { DrawMode, RafflePrivacy, RaffleStatus, ReservationField } from '../generated/prisma/enums.js';
import { InputRule } from '../graphql/input-rules.js';
import { Money } from '../graphql/money.js';
import { ReservationType } from './raffle-enums.type.js';
import { RafflePrizesInput } from './raffle-presentation.input.js';
import { newRaffleProblems } from './raffle-rules.js';
import { textOf } from '../platform/domain-error.js';
import { PageArgs } from '../graphql/connection.js';

const TITLE = 'The title: what is raffled, in one line of 1 to 120 characters.';
const QUOTA_PRICE =
  'The price of one quota in reais, at most 1000000.00. 0 makes it a free campaign. It cannot change (CONFLICT) '
  + 'while an order is unpaid or once one was paid.';
const QUOTA_QUANTITY =
  'The number of quotas, and so of lucky numbers, 1 to 10,000,000. It cannot change (CONFLICT) while an order is '
  + 'unpaid or once one was paid, nor while the raffle has quota prizes.';

@InputType({ description: 'A main prize of a raffle.' })
class RafflePrizeInput {
  @Field(() => String, { description: 'What is won, 1 to 120 characters.' })
  @Length(1, 120)
  title: string;

  @Field(() => String, { nullable: true, description: 'More about the prize, 1 to 2,000 characters.' })
  @Length(1, 2_000)
  description?: string | null;
}

@InputType()
abstract class RaffleSettingsInput extends RafflePrizesInput {
  @Field(() => ID, { nullable: true, description: "The UUID of the raffle's category. Default: none." })
  categoryId?: string | null;

  @Field(() => RaffleStatus, {
    nullable: true,
    description:
      'The stage to move the raffle to; see the values of RaffleStatus. A new raffle can be DRAFT (the default), SOON or OPEN.',
  })
  status?: RaffleStatus | null;

  @Field(() => RafflePrivacy, { nullable: true, description: 'Who can find the raffle. Default PUBLIC.' })
  privacy?: RafflePrivacy | null;

  @Field(() => [RafflePrizeInput], {
    nullable: true,
    description:
      'The main prizes in the sequence they are drawn, at most 20. Default: none. They cannot change (CONFLICT) while '
      + 'an order is unpaid or once one was paid.',
  })
  @ArrayMaxSize(20)
  @ValidateNested()
  prizes?: RafflePrizeInput[] | null;

  @Field(() => Date, {
    nullable: true,
    description: 'No order is accepted before this instant (ISO 8601). It must be earlier than `endsAt`. Default: none.',
  })
  startsAt?: Date | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'No order is accepted from this instant on (ISO 8601). It must be later than `startsAt` and not later than '
      + '`drawAt`. Default: none.',
  })
  endsAt?: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'The announced time of the draw (ISO 8601). It must not be before `endsAt`. Default: none.',
  })
  drawAt?: Date | null;

  @Field(() => DrawMode, {
    nullable: true,
    description:
      'Where the randomness of the draw comes from. LOTERIA_FEDERAL needs a quotaQuantity of 10, 100, 1000, ... It cannot change once an '
      + 'order is unpaid or was paid (CONFLICT). Default BEACON.',
  })
  drawMode?: DrawMode | null;

  @Field(() => Int, { nullable: true, description: 'The fewest quotas in one order, at least 1. Default 1.' })
  @Min(1)
  minReservationQuantity?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The most quotas in one order, at most 20,000 and at most quotaQuantity. Default: the lower of the two. A value '
      + 'equal to the default changes with quotaQuantity.',
  })
  maxReservationQuantity?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The most quotas that one buyer may hold in unpaid and paid orders together, at least minReservationQuantity. '
      + 'Default: no limit.',
  })
  maxBuyerQuantity?: number | null;

  @Field(() => Int, { nullable: true, description: 'How many minutes an order waits for its payment, 1 to 60. Default 15.' })
  @Min(1)
  @Max(60)
  reservationTimeLimit?: number | null;

  @Field(() => ReservationType, { nullable: true, description: 'How lucky numbers are chosen. Only AUTO is supported.' })
  reservationType?: ReservationType | null;

  @Field(() => [ReservationField], {
    nullable: true,
    description:
      'The personal data that a buyer must have given to place an order, each at most once. Default: none. Every '
      + 'customer has name, phone and CPF anyway.',
  })
  @ArrayUnique({ context: textOf('graphql.unique') })
  reservationFields?: ReservationField[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the raffle costs nothing. It follows from quotaPrice; if it is sent, it must agree with it (BAD_USER_INPUT).',
  })
  freeCampaign?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a user who refers a buyer earns a commission, `commissionBasisPoints`. Default false.',
  })
  affiliate?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The commission in hundredths of a percent of what a referred order costs, 1 to 10,000: 250 is 2.5 %. Required where affiliate '
      + 'is true. An order earns by what stands here when it is paid.',
  })
  @Min(1)
  @Max(10_000)
  commissionBasisPoints?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the unpaid quotas of a buyer are limited. If true, antiSpamMaxQuota and antiSpamTimeout are required. '
      + 'Default false.',
  })
  enableAntiSpam?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The most quotas a buyer may hold in unpaid orders of the last antiSpamTimeout minutes, 1 to 10,000,000. An order '
      + 'above it answers RATE_LIMITED. Used only with enableAntiSpam. Default: none.',
  })
  @Min(1)
  @Max(10_000_000)
  antiSpamMaxQuota?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The period for antiSpamMaxQuota in minutes, 1 to 1,440. Used only with enableAntiSpam. Default: none.',
  })
  @Min(1)
  @Max(1_440)
  antiSpamTimeout?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the service notifies buyers of their orders, which it does not: true is refused (BAD_USER_INPUT). Webhooks tell receivers of '
      + 'yours what becomes of each order. Default false.',
  })
  enableNotification?: boolean | null;
}

@InputRule(newRaffleProblems)
@InputType({ description: 'A new raffle. A field that is left out or null takes its default.' })
export class CreateRaffleInput extends RaffleSettingsInput {
  @Field(() => String, { description: TITLE })
  title: string;

  @Field(() => Money, { description: QUOTA_PRICE })
  quotaPrice: bigint;

  @Field(() => Int, { description: QUOTA_QUANTITY })
  quotaQuantity: number;
}

@InputType({
  description:
    'The changes of a raffle. A field that is left out stays as it is. Null restores the default; for title, slug, '
    + 'status, quotaPrice and quotaQuantity it answers BAD_USER_INPUT.',
})
export class UpdateRaffleInput extends RaffleSettingsInput {
  @Field(() => String, { nullable: true, description: TITLE })
  title?: string | null;

  @Field(() => Money, { nullable: true, description: QUOTA_PRICE })
  quotaPrice?: bigint | null;

  @Field(() => Int, { nullable: true, description: QUOTA_QUANTITY })
  quotaQuantity?: number | null;

  @Field(() => Money, {
    nullable: true,
    description:
      'Only with `status` CANCELLED: the sum in reais that goes back to the buyers of all paid orders. Without it, or with '
      + 'another sum, the raffle stays as it is and CONFLICT tells the number of orders and the sum. Not needed while no '
      + 'order is paid. Close a raffle first that still sells, so that the sum stands still.',
  })
  confirmRefundTotal?: bigint | null;
}

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

@InputType({ description: 'A new category.' })
export class CreateRaffleCategoryInput {
  @Field(() => String, { description: "The category's name, 1 to 80 characters and unique." })
  @Length(1, 80)
  name: string;
}

@InputType({ description: 'The new name of a category.' })
export class UpdateRaffleCategoryInput {
  @Field(() => String, { description: "The category's new name, 1 to 80 characters and unique." })
  @Length(1, 80)
  name: string;
}
