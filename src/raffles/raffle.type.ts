import { Field, ID, Int, ObjectType, UseMiddleware } from 'type-graphql';
import type { Raffle as RaffleRow } from '../generated/prisma/client.js';
import { RafflePrivacy, RaffleStatus, ReservationField } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { RaffleCategory } from './raffle-category.type.js';
import { adminOnly } from './admin-only.js';
import { PromotionType, ReservationType } from './raffle-enums.type.js';
import { RafflePresentation } from './raffle-presentation.type.js';

@ObjectType({ description: 'A main prize of a raffle.' })
export class RafflePrize {
  @Field(() => Int, { description: 'Its turn in the draw, from 1.' })
  position: number;

  @Field(() => String, { description: 'What is won.' })
  title: string;

  @Field(() => String, { nullable: true, description: 'More about it.' })
  description: string | null;
}

@ObjectType({ description: 'A raffle: so many quotas at a price, drawn for its prizes.' })
export class Raffle extends RafflePresentation {
  @Field(() => ID, { description: 'UUID.' })
  id: string;

  @Field(() => Int, { nullable: true, description: 'Grows by one with every change. Null for anyone but an ADMIN.' })
  @UseMiddleware(adminOnly)
  version: number | null;

  @Field(() => RaffleCategory, { nullable: true, description: 'The shelf it stands on.' })
  category: RaffleCategory | null;

  @Field(() => RaffleStatus, { description: 'How far it has come.' })
  status: RaffleStatus;

  @Field(() => RafflePrivacy, { description: 'Who finds it.' })
  privacy: RafflePrivacy;

  @Field(() => [RafflePrize], { description: 'The main prizes in drawing order, at most 20.' })
  prizes: RafflePrize[];

  @Field(() => Date, { nullable: true, description: 'No order is taken before; null: from OPEN on.' })
  startsAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'No order is taken from here on; null: until it is closed or sold out.' })
  endsAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the draw is announced for.' })
  drawAt: Date | null;

  @Field(() => Money, { description: 'Price of one quota.' })
  quotaPrice: bigint;

  @Field(() => Int, { description: 'How many quotas, and so numbers, it has.' })
  quotaQuantity: number;

  @Field(() => Int, { description: 'Fewest quotas in one order.' })
  minReservationQuantity: number;

  @Field(() => Int, { description: 'Most quotas in one order.' })
  maxReservationQuantity: number;

  @Field(() => Int, { nullable: true, description: 'Most quotas one buyer may hold; null: no limit.' })
  maxBuyerQuantity: number | null;

  @Field(() => Int, { description: 'Minutes an order waits for its payment.' })
  reservationTimeLimit: number;

  @Field(() => ReservationType, { description: 'How numbers are chosen: always AUTO.' })
  reservationType: ReservationType;

  @Field(() => [ReservationField], { description: 'What a buyer must have told to order, at most 5.' })
  reservationFields: ReservationField[];

  @Field(() => Boolean, { description: 'It costs nothing: true exactly when quotaPrice is 0.' })
  freeCampaign: boolean;

  @Field(() => Boolean, { description: 'Whether who refers a buyer earns a commission.' })
  affiliate: boolean;

  @Field(() => Boolean, { description: 'Whether its promotions are applied.' })
  enablePromotions: boolean;

  @Field(() => PromotionType, { description: 'What its promotions go by: always BY_QUOTA_QUANTITY.' })
  promotionType: PromotionType;

  @Field(() => Boolean, { description: 'Whether a promotion repeats within one order.' })
  cumulative: boolean;

  @Field(() => Boolean, { description: 'Whether single numbers have prizes of their own.' })
  enableQuotaPrizes: boolean;

  @Field(() => Boolean, { description: 'Whether the service draws the numbers of the quota prizes.' })
  automaticQuotaPrizeDistribution: boolean;

  @Field(() => Boolean, {
    description: 'Whether an order receives the boxes of every combo it reaches, not only of the highest.',
  })
  acumulativeCombo: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether unpaid orders of a buyer are limited. Null for anyone but an ADMIN.',
  })
  @UseMiddleware(adminOnly)
  enableAntiSpam: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Quotas a buyer may hold unpaid within the window. Null for anyone but an ADMIN.',
  })
  @UseMiddleware(adminOnly)
  antiSpamMaxQuota: number | null;

  @Field(() => Int, { nullable: true, description: 'The window in minutes. Null for anyone but an ADMIN.' })
  @UseMiddleware(adminOnly)
  antiSpamTimeout: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether buyers are notified of their orders. Null for anyone but an ADMIN.',
  })
  @UseMiddleware(adminOnly)
  enableNotification: boolean | null;

  @Field(() => String, {
    description:
      'SHA-256 in hex of the secret its numbers come from, published so that the numbers can be checked after the draw.',
  })
  secretHash: string;

  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;

  @Field(() => Date, { description: 'When it was last changed.' })
  updatedAt: Date;
}

export const RaffleConnection = Connection<RaffleRow>(() => Raffle, 'Raffle');
