import { Field, ID, ObjectType, Int } from 'type-graphql';
import { DrawMode, RafflePrivacy, RaffleStatus, ReservationField } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { PromotionType, ReservationType } from './raffle-enums.type.js';
import { RafflePresentation } from './raffle-presentation.input.js';

@ObjectType({ description: 'A category that raffles are grouped by.' })
export class RaffleCategory {
  @Field(() => ID, { description: "The category's UUID." })
  id: string;

  @Field(() => String, { description: "The category's name, unique among categories." })
  name: string;

  @Field(() => Date, { description: 'When the category was created (ISO 8601 UTC).' })
  createdAt: Date;
}

@ObjectType({ description: 'A main prize of a raffle.' })
export class RafflePrize {
  @Field(() => Int, { description: 'The position in the draw, starting at 1.' })
  position: number;

  @Field(() => String, { description: 'What is won.' })
  title: string;

  @Field(() => String, { nullable: true, description: 'More about the prize. Null when none is given.', complexity: 8 })
  description: string | null;
}

@ObjectType({
  description:
    'A raffle: a number of quotas sold at one price. Each paid quota gives its buyer one lucky number in the draw of '
    + 'the prizes. Its stages are the values of `RaffleStatus`; `DrawProof` tells how it was drawn.',
})
export class Raffle extends RafflePresentation {
  @Field(() => ID, { description: "The raffle's UUID." })
  id: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The version of the raffle. It increases by one with every change. Null unless the caller is an operator.',
  })
  version: number | null;

  @Field(() => RaffleCategory, { nullable: true, description: 'The category the raffle belongs to. Null when it has none.' })
  category: RaffleCategory | null;

  @Field(() => RaffleStatus, { description: 'The stage of the raffle.' })
  status: RaffleStatus;

  @Field(() => RafflePrivacy, { description: 'Who can find the raffle.' })
  privacy: RafflePrivacy;

  @Field(() => [RafflePrize], { description: 'The main prizes in the sequence they are drawn, at most 20.' })
  prizes: RafflePrize[];

  @Field(() => Date, {
    nullable: true,
    description: 'No order is accepted before this instant (ISO 8601 UTC). Null: sales start when the status is OPEN.',
  })
  startsAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'No order is accepted from this instant on (ISO 8601 UTC). Null: sales end when the raffle is closed or sold out.',
  })
  endsAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'The announced time of the draw (ISO 8601 UTC). Null when none is set.' })
  drawAt: Date | null;

  @Field(() => DrawMode, { description: 'Where the randomness of the draw comes from. It stands from the first sale on.' })
  drawMode: DrawMode;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the raffle was frozen for its draw (ISO 8601 UTC): from then on no order joins the draw or leaves it. Null before.',
  })
  frozenAt: Date | null;

  @Field(() => Money, { description: 'The price of one quota, in reais.' })
  quotaPrice: bigint;

  @Field(() => Int, { description: 'The number of quotas, and so of lucky numbers, in the raffle.' })
  quotaQuantity: number;

  @Field(() => Int, { description: 'The fewest quotas in one order.' })
  minReservationQuantity: number;

  @Field(() => Int, { description: 'The most quotas in one order.' })
  maxReservationQuantity: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'The most quotas that one buyer may hold in unpaid and paid orders together, bonus quotas included. Null: no limit.',
  })
  maxBuyerQuantity: number | null;

  @Field(() => Int, { description: 'How many minutes an order waits for its payment.' })
  reservationTimeLimit: number;

  @Field(() => ReservationType, { description: 'How lucky numbers are chosen: always AUTO.' })
  reservationType: ReservationType;

  @Field(() => [ReservationField], {
    description: 'The personal data that a buyer must have given to place an order, at most 5 kinds.',
  })
  reservationFields: ReservationField[];

  @Field(() => Boolean, { description: 'Whether the raffle costs nothing. It is true exactly when quotaPrice is 0.' })
  freeCampaign: boolean;

  @Field(() => Boolean, {
    description: 'Whether a user who refers a buyer earns a commission, `commissionBasisPoints`.',
  })
  affiliate: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'The commission in hundredths of a percent of what a referred order costs: 250 is 2.5 %. Null when none is set. An order earns by '
      + 'what stands here when it is paid.',
  })
  commissionBasisPoints: number | null;

  @Field(() => Boolean, {
    description: 'Whether the promotions of the raffle apply to its orders.',
  })
  enablePromotions: boolean;

  @Field(() => PromotionType, { description: 'What promotions depend on: always BY_QUOTA_QUANTITY.' })
  promotionType: PromotionType;

  @Field(() => Boolean, {
    description: 'Whether a promotion can apply several times within one order.',
  })
  cumulative: boolean;

  @Field(() => Boolean, {
    description:
      'Whether single lucky numbers may have prizes of their own. It cannot change while the raffle has such prizes, nor after its first sale.',
  })
  enableQuotaPrizes: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the service draws the lucky numbers of quota prizes. Nobody is told such a number before it is won or the raffle is drawn.',
  })
  automaticQuotaPrizeDistribution: boolean;

  @Field(() => Boolean, {
    description: 'Whether everybody is told the lucky numbers of quota prizes that an operator chose, before they are won.',
  })
  showQuotaPrizeNumbers: boolean;

  @Field(() => Boolean, {
    description:
      'Whether an order receives the boxes of every combo it reaches instead of only the highest one. It stands from the first sale on.',
  })
  acumulativeCombo: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the unpaid quotas of a buyer are limited. Null unless the caller is an operator.',
  })
  enableAntiSpam: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The most quotas a buyer may hold in unpaid orders of the last antiSpamTimeout minutes. Null when none is set and '
      + 'unless the caller is an operator.',
  })
  antiSpamMaxQuota: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The period for antiSpamMaxQuota in minutes. Null when none is set and unless the caller is an operator.',
  })
  antiSpamTimeout: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the service notifies buyers of their orders: false, for webhooks tell receivers of yours what becomes of each order. Null '
      + 'unless the caller is an operator.',
  })
  enableNotification: boolean | null;

  @Field(() => String, {
    description:
      'The SHA-256, in hexadecimal, of the secret that the lucky numbers are derived from. It is published from the '
      + 'start, so that the numbers can be checked after the draw.',
  })
  secretHash: string;

  @Field(() => Date, { description: 'When the raffle was created (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { description: 'When the raffle was last changed (ISO 8601 UTC).' })
  updatedAt: Date;
}

export const RaffleConnection = Connection(() => Raffle, 'Raffle');
