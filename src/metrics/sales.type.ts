import { GraphQLDate } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { OrderStatus } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { BookComposition } from '../book/book.type.js';
import { Connection } from '../graphql/connection.js';
import { IdField } from '../graphql/id.js';
import { Money } from '../graphql/money.js';

@ObjectType({ description: 'The paid orders of a raffle on one day of the business’s time zone, by when they were paid.' })
export class SalesDay {
  @Field(() => GraphQLDate, { description: 'The day.' })
  day: Date;

  @Field(() => Int, { description: 'Orders that were paid on it and were not refunded since.' })
  orders: number;

  @Field(() => Int, { description: 'Their quotas, bonus quotas among them.' })
  quotas: number;

  @Field(() => Money, { description: 'What was paid for them. A refund of a part of an order is not taken off.' })
  revenue: bigint;
}

@ObjectType({ description: 'The orders of one status, as they stand now.' })
export class OrdersOfStatus {
  @Field(() => OrderStatus, { description: 'The status.' })
  status: OrderStatus;

  @Field(() => Int, { description: 'How many orders have it.' })
  orders: number;

  @Field(() => Float, { description: 'Their quotas with bonus quotas: a whole number that may be more than an Int holds.' })
  quotas: number;

  @Field(() => Money, { description: 'The sum of their `totalValue`.' })
  value: bigint;
}

@ObjectType({ description: 'All sales of all raffles, as they stand now.' })
export class GeneralMetrics {
  @Field(() => Money, { description: 'What was paid for the PAID orders. A refund of a part of an order is not subtracted.' })
  revenue: bigint;

  @Field(() => [OrdersOfStatus], { description: 'All orders by status, at most 5, those without orders too.' })
  orders: OrdersOfStatus[];

  @Field(() => Float, { description: 'The quotas of PAID orders: a whole number, which may be more than an Int holds.' })
  quotasSold: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'The percentage of all orders that were paid, refunded ones too, 0 to 100, cut off after two decimals. Null without orders.',
  })
  conversion: number | null;

  @Field(() => Money, { nullable: true, description: 'The mean value of a PAID order, in whole centavos. Null without one.' })
  averageTicket: bigint | null;

  @Field(() => Int, { description: 'The buyers of all raffles: a buyer of two raffles counts twice.' })
  buyers: number;

  @Field(() => Int, { description: 'The raffles that are OPEN.' })
  activeRaffles: number;
}

export enum TopBuyersOrder {
  QUOTAS = 'QUOTAS',
  VALUE = 'VALUE',
}
describeEnum('TopBuyersOrder', TopBuyersOrder, 'What top buyers are ranked by.', {
  QUOTAS: 'By the quotas of their paid orders.',
  VALUE: 'By what they paid for them.',
});

@ObjectType({ description: 'One of those who bought most of a raffle.' })
export class TopBuyer {
  @Field(() => Int, { description: 'The rank, from 1. Of two with as much, who paid their last order earlier comes first.' })
  rank: number;

  @Field(() => String, { description: 'In full for operators and the buyer, else the first name and an initial.' })
  name: string;

  @Field(() => ID, { nullable: true, description: "The buyer's UUID. Null unless the caller is an operator or the buyer." })
  userId: string | null;

  @Field(() => Int, { description: 'Their paid orders, refunded ones not among them.' })
  orders: number;

  @Field(() => Int, { description: 'The quotas of these, bonus quotas among them.' })
  quotas: number;

  @Field(() => Money, { nullable: true, description: 'What they paid. Null unless the caller is an operator or the buyer.' })
  value: bigint | null;
}

@ObjectType({ description: "How far a raffle's sale has come, and what it makes of all sales." })
export class RaffleShare {
  @IdField('raffle')
  raffleId: string;

  @Field(() => String, { description: "The raffle's title." })
  title: string;

  @Field(() => Float, { description: 'The percentage of its quotas that are paid: `percentage` of its sell bar.' })
  soldPercentage: number;

  @Field(() => Money, { description: 'What was paid for its orders that are PAID.' })
  revenue: bigint;

  @Field(() => Float, { description: 'Its percentage of the revenue of all raffles, 0 to 100, cut off after two decimals.' })
  revenuePercentage: number;
}

@ObjectType({ description: 'One page of the raffles’ shares.' })
export class RaffleShareConnection extends Connection(() => RaffleShare, 'RaffleShare') {}

@ObjectType({ description: 'What waits for an operator, counted for a menu. A number of 1,000 stands for 1,000 or more.' })
export class Badges {
  @Field(() => Int, { description: 'Orders that wait for payment.' })
  pendingOrders: number;

  @Field(() => Int, { description: 'Late payments that are PENDING: they wait to be refunded or resolved.' })
  latePayments: number;

  @Field(() => Int, { description: 'Prizes of every kind that were won since the operator last called `markWinnersSeen`.' })
  unseenWinners: number;

  @Field(() => Int, { description: 'Awarded boxes that are not opened, without those of refunded orders.' })
  unopenedBoxes: number;

  @Field(() => Int, { description: 'Buyers who signed up today, by the business’s time zone.' })
  newCustomersToday: number;
}

@ObjectType({ description: 'The sale of a raffle as an operator watches it.' })
export class SalesMetrics {
  @IdField('raffle')
  raffleId: string;

  @Field(() => Int, { description: 'The number of quotas that the raffle sells in all.' })
  totalQuotas: number;

  @Field(() => Int, { description: 'Quotas held by orders that wait for payment.' })
  reservedQuotas: number;

  @Field(() => Int, { description: 'Quotas of PAID orders.' })
  soldQuotas: number;

  @Field(() => Int, { description: 'PAID orders.' })
  orders: number;

  @Field(() => Money, { description: 'What was paid for them. A refund of a part of an order is not taken off.' })
  revenue: bigint;

  @Field(() => Int, { description: 'Buyers with a PAID order.' })
  buyers: number;

  @Field(() => Int, { description: 'Orders that wait for payment.' })
  pendingOrders: number;

  @Field(() => Money, { description: 'What would be paid for them.' })
  pendingValue: bigint;

  @Field(() => Int, { description: 'Of the PAID orders those that were paid today, by the business’s time zone.' })
  ordersToday: number;

  @Field(() => Int, { description: 'The quotas of these.' })
  quotasToday: number;

  @Field(() => Money, { description: 'What was paid for these.' })
  revenueToday: bigint;

  @Field(() => Int, { description: 'The hours of today that are over, 0 to 23, by the business’s time zone.' })
  hour: number;

  @Field(() => Money, { description: 'What was paid today in the hours that are over.' })
  revenueTodayToHour: bigint;

  @Field(() => Money, { description: 'What was paid yesterday in as many hours.' })
  revenueYesterdayToHour: bigint;
}

@ObjectType({ description: 'The least percentage that a raffle displays as sold. No other figure is touched by it.' })
export class FakeSoldQuotasPercentage {
  @IdField('raffle')
  raffleId: string;

  @Field(() => Float, { description: 'The percentage, 0 to 100, with at most two decimals.' })
  percentage: number;
}

@ObjectType({ description: 'The sales progress of a raffle.' })
export class SellBar {
  @IdField('raffle')
  raffleId: string;

  @Field(() => Int, { description: 'The number of quotas that the raffle sells in all.' })
  total: number;

  @Field(() => Int, { description: 'Quotas that were paid and not given back.' })
  paid: number;

  @Field(() => Int, { description: 'The number of quotas kept for PENDING orders that are RESERVED.' })
  reserved: number;

  @Field(() => Int, {
    description:
      'The quotas that are neither reserved nor paid, those too that were given back (not in a raffle with awarded boxes or quota '
      + 'prizes, which does not sell them again). An order of more is AT_PAYMENT while so many are not paid: reserved ones come '
      + 'back when they are not paid.',
  })
  available: number;

  @Field(() => Int, {
    description:
      'How many of the available quotas a buyer who has never paid can reserve now (see `unprovenShare` of the raffle). Their orders '
      + 'of more are AT_PAYMENT.',
  })
  reservable: number;

  @Field(() => Float, { description: 'The percentage of quotas that are paid, 0 to 100, cut off after two decimals.' })
  percentage: number;

  @Field(() => Float, { description: '`percentage`, or the one that an operator set for display if that is more.' })
  displayedPercentage: number;

  @Field(() => Boolean, { description: 'Whether the displayed percentage is above the real one.' })
  displayedIsAdjusted: boolean;

  @Field(() => BookComposition, {
    description:
      'How the paid quotas were paid, and how many were given back, by the last head of the public book. A head comes about a second '
      + 'after a payment, so that `paid` may be ahead of it.',
  })
  composition: BookComposition;
}
