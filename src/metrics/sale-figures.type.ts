import { GraphQLDate } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';
import { Money } from '../graphql/money.js';
import { MOST_SOURCES } from './sale-figures-limits.js';
import { OrdersOfStatus, TopBuyer } from './sales.type.js';

export enum SalesPeriod {
  TODAY = 'TODAY',
  YESTERDAY = 'YESTERDAY',
  LAST_7_DAYS = 'LAST_7_DAYS',
  LAST_30_DAYS = 'LAST_30_DAYS',
  THIS_MONTH = 'THIS_MONTH',
  LAST_MONTH = 'LAST_MONTH',
}
describeEnum('SalesPeriod', SalesPeriod, 'Days of the business, by its time zone.', {
  TODAY: 'This day.',
  YESTERDAY: 'The day before.',
  LAST_7_DAYS: 'Today and the six days before.',
  LAST_30_DAYS: 'Today and the 29 days before.',
  THIS_MONTH: 'From the first of this month until today.',
  LAST_MONTH: 'The whole month before this one.',
});

@ArgsType()
export class SaleFiguresArgs {
  @Field(() => ID, { nullable: true, description: "The raffle's UUID. Left out: all raffles." })
  raffleId?: string | null;

  @Field(() => SalesPeriod, {
    defaultValue: SalesPeriod.TODAY,
    description: 'The days. It does not matter where `from` or `to` is given.',
  })
  period: SalesPeriod;

  @Field(() => GraphQLDate, { nullable: true, description: 'The first day. Left out with `to`: 29 days before the last one.' })
  from?: Date | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: 'The last day, at most 365 days after the first. Left out with `from`: today.',
  })
  to?: Date | null;
}

@ObjectType({
  description: 'Orders that were paid in some time and were not refunded since. A refund of a part of an order is not taken off.',
})
export class SaleSums {
  @Field(() => Int, { description: 'How many.' })
  orders: number;

  @Field(() => Float, {
    description: 'Their quotas, bonus quotas among them: a whole number that may be more than an Int holds.',
  })
  quotas: number;

  @Field(() => Money, { description: 'What was paid for them.' })
  revenue: bigint;
}

@ObjectType({ description: 'An hour of a period of one day, or a day of a longer one, with what was paid in it.' })
export class SaleStep extends SaleSums {
  @Field(() => String, { description: 'When it begins by the clock of the business, such as "2030-01-31 09:00".' })
  begins: string;

  @Field(() => SaleSums, { description: 'The same of the step as far into the period before.' })
  before: SaleSums;
}

@ObjectType({
  description:
    'A period beside the one before, which has as many days and ends where it begins. Only hours that are over are compared, with as many '
    + 'of the period before.',
})
export class SalesComparison {
  @Field(() => GraphQLDate, { description: 'The first day of the period before.' })
  from: Date;

  @Field(() => GraphQLDate, { description: 'Its last day.' })
  to: Date;

  @Field(() => String, {
    description:
      'Until when the period is compared, by the clock of the business, such as "2030-01-31 09:00": where the last hour that is over ends.',
  })
  until: string;

  @Field(() => SaleSums, { description: 'The period until then.' })
  sold: SaleSums;

  @Field(() => SaleSums, { description: 'The period before, until as far into it.' })
  before: SaleSums;

  @Field(() => SaleSums, { description: 'The rest of the period: with `sold` it makes all that was sold in it.' })
  since: SaleSums;
}

@ObjectType({
  description:
    'Orders that were placed in the period by the link by which their buyers came: its `utm_source`, or else its `src`, and its '
    + '`utm_campaign`, in small letters, the first 60 characters of each.',
})
export class SaleSource {
  @Field(() => String, { nullable: true, description: 'The source. Null: the link named none.' })
  source: string | null;

  @Field(() => String, { nullable: true, description: 'The campaign. Null: the link named none.' })
  campaign: string | null;

  @Field(() => Boolean, {
    description: 'Whether this is the sum of all that are not listed, for which less was paid. Its source and campaign are null.',
  })
  isRest: boolean;

  @Field(() => Int, { description: 'How many orders were placed.' })
  placed: number;

  @Field(() => Int, { description: 'How many of them are PENDING.' })
  pending: number;

  @Field(() => SaleSums, { description: 'Those of them that are PAID, whenever they were paid.' })
  paid: SaleSums;
}

@ObjectType({ description: 'A sale as it stands, from its beginning.' })
export class SaleStanding {
  @Field(() => [OrdersOfStatus], { description: 'All orders by status, at most 5, those without orders too.' })
  orders: OrdersOfStatus[];

  @Field(() => Float, {
    nullable: true,
    description:
      'The percentage of all orders that were paid, refunded ones too, 0 to 100, cut off after two decimals. Null without orders.',
  })
  conversion: number | null;

  @Field(() => Money, { nullable: true, description: 'The mean value of a PAID order, in whole centavos. Null without one.' })
  averageTicket: bigint | null;

  @Field(() => Int, { description: 'The buyers with a PAID order. Of all raffles, a buyer of two counts twice.' })
  buyers: number;

  @Field(() => Int, { description: 'The raffles that are OPEN; of one raffle 1 or 0.' })
  openRaffles: number;
}

@ObjectType({ description: 'How much of a raffle is sold.' })
export class SaleProgress {
  @Field(() => Int, { description: 'The number of quotas that the raffle sells in all.' })
  total: number;

  @Field(() => Int, { description: 'Quotas that were paid and not given back.' })
  paid: number;

  @Field(() => Int, { description: 'The number of quotas kept for PENDING orders that are RESERVED.' })
  reserved: number;

  @Field(() => Int, { description: 'The quotas that are neither reserved nor paid, and are for sale.' })
  available: number;

  @Field(() => Float, { description: 'The percentage of quotas that are paid, 0 to 100, cut off after two decimals.' })
  percentage: number;

  @Field(() => Float, { description: '`percentage`, or the one that an operator set for display if that is more.' })
  displayedPercentage: number;

  @Field(() => Boolean, { description: 'Whether the displayed percentage is above the real one.' })
  displayedIsAdjusted: boolean;
}

@ObjectType({
  description: 'The sales of all raffles or of one. All figures are of one moment, so that they agree with each other.',
})
export class SaleFigures {
  @Field(() => Date, { description: 'The moment (ISO 8601 UTC). Where a replica is read, it may be two seconds behind.' })
  at: Date;

  @Field(() => ID, { nullable: true, description: "The raffle's UUID. Null: all raffles." })
  raffleId: string | null;

  @Field(() => GraphQLDate, { description: 'The first day of the period.' })
  from: Date;

  @Field(() => GraphQLDate, { description: 'Its last day.' })
  to: Date;

  @Field(() => SaleSums, { description: 'What was paid in the period.' })
  sold: SaleSums;

  @Field(() => SalesComparison, { description: 'The period beside the one before.' })
  comparison: SalesComparison;

  @Field(() => Boolean, { description: 'Whether the steps are hours: the period has one day.' })
  isByHour: boolean;

  @Field(() => [SaleStep], {
    description:
      'The hours or days of the period that have begun, at most 366, earliest first. Those without sales are listed too.',
  })
  steps: SaleStep[];

  @Field(() => [OrdersOfStatus], {
    description:
      'The orders that were placed in the period by their status now, at most 5, those without orders too. In a rush of hundreds of orders a '
      + 'second they are some seconds older than the other figures.',
  })
  placed: OrdersOfStatus[];

  @Field(() => [SaleSource], {
    description: `The same orders by the links by which their buyers came, at most ${MOST_SOURCES + 1}, by what was paid, the rest last.`,
  })
  sources: SaleSource[];

  @Field(() => SaleStanding, { description: 'The sale as it stands, of any time.' })
  standing: SaleStanding;

  @Field(() => SaleProgress, { nullable: true, description: 'How much of the raffle is sold. Null of all raffles.' })
  progress: SaleProgress | null;

  @Field(() => [TopBuyer], { description: 'Who bought most quotas of the raffle, at most 10, by rank. Empty of all raffles.' })
  topByQuotas: TopBuyer[];

  @Field(() => [TopBuyer], { description: 'Who paid most for the raffle, at most 10, by rank. Empty of all raffles.' })
  topByValue: TopBuyer[];
}
