import { ArrayMaxSize, ArrayUnique, Length, Matches, Max, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { RafflePrivacy, RaffleStatus, ReservationField } from '../generated/prisma/enums.js';
import { PageArgs } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { PromotionType, ReservationType } from './raffle-enums.type.js';
import { RafflePresentationInput } from './raffle-presentation.input.js';

const TITLE = 'What is raffled, in one line of 1 to 120 characters.';
const QUOTA_PRICE = 'Price of one quota, at most 1000000.00; 0 makes it a free campaign. Frozen after the first sale.';
const QUOTA_QUANTITY = 'How many quotas, and so numbers, 1 to 10,000,000. Frozen after the first sale.';

@InputType({ description: 'A main prize.' })
export class RafflePrizeInput {
  @Field(() => String, { description: 'What is won, 1 to 120 characters.' })
  @Length(1, 120)
  @Matches(/\S/, { message: 'must not be blank' })
  title: string;

  @Field(() => String, { nullable: true, description: 'More about it, 1 to 2,000 characters.' })
  @Length(1, 2_000)
  description?: string | null;
}

/** What decides a sale. */
@InputType()
export abstract class RaffleSettingsInput extends RafflePresentationInput {
  @Field(() => ID, { nullable: true, description: 'The category it stands in, by id.' })
  categoryId?: string | null;

  @Field(() => RaffleStatus, {
    nullable: true,
    description: 'Where to move it: see the values. A new raffle is DRAFT (the default), SOON or OPEN.',
  })
  status?: RaffleStatus | null;

  @Field(() => RafflePrivacy, { nullable: true, description: 'Who finds it. Default PUBLIC.' })
  privacy?: RafflePrivacy | null;

  @Field(() => [RafflePrizeInput], {
    nullable: true,
    description: 'The main prizes in drawing order, at most 20. Default none. Frozen after the first sale.',
  })
  @ArrayMaxSize(20)
  @ValidateNested()
  prizes?: RafflePrizeInput[] | null;

  @Field(() => Date, { nullable: true, description: 'No order is taken before. Earlier than endsAt.' })
  startsAt?: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'No order is taken from here on. Later than startsAt, not later than drawAt.',
  })
  endsAt?: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the draw is announced for. Not before endsAt.' })
  drawAt?: Date | null;

  @Field(() => Int, { nullable: true, description: 'Fewest quotas in one order. Default 1.' })
  @Min(1)
  minReservationQuantity?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Most quotas in one order. At most quotaQuantity and 20,000, its default: left there, it follows quotaQuantity.',
  })
  maxReservationQuantity?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Most quotas one buyer may hold, at least minReservationQuantity. Default: no limit.',
  })
  maxBuyerQuantity?: number | null;

  @Field(() => Int, { nullable: true, description: 'Minutes an order waits for its payment, 1 to 60. Default 15.' })
  @Min(1)
  @Max(60)
  reservationTimeLimit?: number | null;

  @Field(() => ReservationType, { nullable: true, description: 'How numbers are chosen: AUTO is the only way offered.' })
  reservationType?: ReservationType | null;

  @Field(() => [ReservationField], {
    nullable: true,
    description: 'What a buyer must have told to order, each once. Default none: a customer has name, phone and CPF anyway.',
  })
  @ArrayUnique()
  reservationFields?: ReservationField[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'It costs nothing. Follows from quotaPrice; sent, it must agree with it.',
  })
  freeCampaign?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether who refers a buyer earns a commission. Default false.' })
  affiliate?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether its promotions are applied. Default false.' })
  enablePromotions?: boolean | null;

  @Field(() => PromotionType, {
    nullable: true,
    description: 'What its promotions go by: BY_QUOTA_QUANTITY is the only way there is.',
  })
  promotionType?: PromotionType | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether a promotion repeats within one order. Default false.' })
  cumulative?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether single numbers have prizes of their own. Default false.' })
  enableQuotaPrizes?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the service draws the numbers of the quota prizes. Default false.',
  })
  automaticQuotaPrizeDistribution?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether an order receives the boxes of every combo it reaches, not only of the highest. Default false.',
  })
  acumulativeCombo?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether unpaid orders of a buyer are limited; needs antiSpamMaxQuota and antiSpamTimeout. Default false.',
  })
  enableAntiSpam?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Quotas a buyer may hold unpaid within the window, 1 to 10,000,000.' })
  @Min(1)
  @Max(10_000_000)
  antiSpamMaxQuota?: number | null;

  @Field(() => Int, { nullable: true, description: 'The window in minutes, 1 to 1440.' })
  @Min(1)
  @Max(1_440)
  antiSpamTimeout?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether buyers are notified of their orders. Default false.' })
  enableNotification?: boolean | null;
}

@InputType({ description: 'A new raffle. What is left out or null takes its default.' })
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
    'What is left out stays. Null puts the default back, and is refused for title, slug, status, quotaPrice and quotaQuantity.',
})
export class UpdateRaffleInput extends RaffleSettingsInput {
  @Field(() => String, { nullable: true, description: TITLE })
  title?: string | null;

  @Field(() => Money, { nullable: true, description: QUOTA_PRICE })
  quotaPrice?: bigint | null;

  @Field(() => Int, { nullable: true, description: QUOTA_QUANTITY })
  quotaQuantity?: number | null;
}

/** Which raffles a list has. */
@ArgsType()
export class RafflesArgs extends PageArgs {
  @Field(() => RaffleStatus, { nullable: true, description: 'Only those.' })
  status?: RaffleStatus | null;

  @Field(() => ID, { nullable: true, description: 'Only those of the category.' })
  categoryId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Only those that are highlighted, or that are not.' })
  highlighted?: boolean | null;
}
