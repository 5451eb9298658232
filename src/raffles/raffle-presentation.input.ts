import { ArrayMaxSize, ArrayUnique, IsEmail, Length, Matches, MaxLength, Min } from 'class-validator';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { IsAddress } from '../graphql/is-address.js';
import { textOf } from '../platform/domain-error.js';
import { PromotionType } from './raffle-enums.type.js';

/** What a raffle's page shows, as it is read and (below) written. */
@ObjectType()
export abstract class RafflePresentation {
  @Field(() => String, { description: 'The unique name of the raffle for page addresses, as in `/r/{slug}`.' })
  slug: string;

  @Field(() => String, { description: 'The title: what is raffled, in one line.' })
  title: string;

  @Field(() => String, { nullable: true, description: 'A second line under the title. Null when none is set.' })
  subtitle: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The full description with rules, prizes and delivery. Null when none is set.',
    complexity: 20,
  })
  description: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A short notice shown beside the status, such as "last quotas". Null when none is set.',
  })
  statusText: string | null;

  @Field(() => String, { nullable: true, description: 'The URL of the main picture. Null when none is set.' })
  photoUrl: string | null;

  @Field(() => Boolean, { description: "Whether the raffle's page should show `endsAt`." })
  showEndsAt: boolean;

  @Field(() => [Int], { description: 'Quantities to offer as buttons, in this sequence, at most 12.' })
  fastSelectionCards: number[];

  @Field(() => Int, {
    nullable: true,
    description: 'The quantity of `fastSelectionCards` to highlight as the most popular one. Null when none is set.',
  })
  popularSelectionCard: number | null;

  @Field(() => Boolean, { description: "Whether the raffle's page should show how much is sold." })
  showProgressBar: boolean;

  @Field(() => Boolean, { description: "Whether the raffle's page should show who bought the most, with masked names." })
  showRank: boolean;

  @Field(() => Boolean, { description: "Whether the raffle's page should show the price of a quota." })
  showPrices: boolean;

  @Field(() => Boolean, { description: 'Whether the raffle should be on the front page.' })
  isHighlighted: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the public is shown the awarded boxes of the raffle: otherwise `awardedBoxesByRaffle` is empty for all but operators.',
  })
  showAwardedBoxes: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the public is shown who won awarded boxes, with masked names: otherwise `awardedBoxWinners` is empty for all but operators.',
  })
  showAwardedBoxesWinners: boolean;

  @Field(() => String, { nullable: true, description: 'The code of the legal authorisation. Null when none is set.' })
  certificateCode: string | null;

  @Field(() => String, { nullable: true, description: 'The WhatsApp number for questions, in E.164. Null when none is set.' })
  whatsapp: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The invitation link of the WhatsApp group, an https URL. Null when none is set.',
  })
  whatsappGroup: string | null;

  @Field(() => String, { nullable: true, description: 'The link to the Telegram channel, an https URL. Null when none is set.' })
  telegram: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address for questions. Null when none is set.' })
  email: string | null;
}

/** A field left out keeps its value, or takes its default in a new raffle. Null takes the default. */
@InputType()
abstract class RafflePresentationInput {
  @Field(() => String, {
    nullable: true,
    description:
      'The unique name for page addresses: lower-case letters and digits, joined by single hyphens, at most 80 '
      + 'characters. BAD_USER_INPUT when another raffle has it. Default: made from the title.',
  })
  @MaxLength(80)
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, { context: textOf('raffles.slug') })
  slug?: string | null;

  @Field(() => String, { nullable: true, description: 'A second line under the title, 1 to 160 characters. Default: none.' })
  @Length(1, 160)
  subtitle?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The full description with rules, prizes and delivery, 1 to 10,000 characters. Default: none.',
  })
  @Length(1, 10_000)
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A short notice shown beside the status, 1 to 80 characters. Default: none.',
  })
  @Length(1, 80)
  statusText?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The URL of the main picture, http or https, at most 500 characters. Default: none.',
  })
  @MaxLength(500)
  @IsAddress({ mayBePlain: true })
  photoUrl?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the raffle's page should show `endsAt`. Default true." })
  showEndsAt?: boolean | null;

  @Field(() => [Int], {
    nullable: true,
    description:
      'Quantities to offer as buttons: at most 12, all different, each from minReservationQuantity to '
      + 'maxReservationQuantity. Default: none.',
  })
  @ArrayMaxSize(12)
  @ArrayUnique({ context: textOf('graphql.unique') })
  @Min(1, { each: true, context: textOf('raffles.allAtLeast', { min: 1 }) })
  fastSelectionCards?: number[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The quantity to highlight as the most popular one. It must be one of `fastSelectionCards`. Default: none.',
  })
  popularSelectionCard?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the raffle's page should show how much is sold. Default true." })
  showProgressBar?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the raffle's page should show who bought the most, with masked names. Default false.",
  })
  showRank?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the raffle's page should show the price of a quota. Default true.",
  })
  showPrices?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the raffle should be on the front page. Lists can be filtered by it. Default false.',
  })
  isHighlighted?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the public is shown the awarded boxes of the raffle. Default false.',
  })
  showAwardedBoxes?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the public is shown who won awarded boxes, with masked names. Default false.',
  })
  showAwardedBoxesWinners?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The code of the legal authorisation, 1 to 80 characters. In production a paid PUBLIC raffle cannot leave DRAFT '
      + 'without it, except to CANCELLED: BAD_USER_INPUT. Default: none.',
  })
  @Length(1, 80)
  certificateCode?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The WhatsApp number for questions, in E.164: + and 8 to 15 digits, such as "+5511987654321". Default: none.',
  })
  @Matches(/^\+[1-9]\d{7,14}$/, { context: textOf('raffles.phone', { example: '+5511987654321' }) })
  whatsapp?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The invitation link of the WhatsApp group, an https URL of at most 500 characters. Default: none.',
  })
  @MaxLength(500)
  @IsAddress({ mayPointInside: true })
  whatsappGroup?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The link to the Telegram channel, an https URL of at most 500 characters. Default: none.',
  })
  @MaxLength(500)
  @IsAddress({ mayPointInside: true })
  telegram?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The e-mail address for questions, at most 254 characters. Default: none.',
  })
  @MaxLength(254)
  @IsEmail()
  email?: string | null;
}

@InputType()
export abstract class RafflePrizesInput extends RafflePresentationInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the promotions of the raffle apply to its orders. Default false.',
  })
  enablePromotions?: boolean | null;

  @Field(() => PromotionType, {
    nullable: true,
    description: 'What promotions depend on. BY_QUOTA_QUANTITY is the only value.',
  })
  promotionType?: PromotionType | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a promotion can apply several times within one order. Default false.',
  })
  cumulative?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether single lucky numbers may have prizes of their own. It cannot change (CONFLICT) while the raffle has quota prizes, nor '
      + 'while an order is unpaid or once one was paid. Default false.',
  })
  enableQuotaPrizes?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the service draws the lucky numbers of quota prizes; nobody is told such a number before it is won or the raffle is '
      + 'drawn. It cannot change (CONFLICT) while the raffle has quota prizes, nor while an order is unpaid or once one was paid. '
      + 'Default false.',
  })
  automaticQuotaPrizeDistribution?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether everybody is told the lucky numbers of quota prizes that an operator chose, before they are won. Default false.',
  })
  showQuotaPrizeNumbers?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether an order receives the boxes of every combo it reaches instead of only the highest one. It stands from the first sale '
      + 'on: CONFLICT. BAD_USER_INPUT where an order could receive more than 10,000 boxes. Default false.',
  })
  acumulativeCombo?: boolean | null;
}
