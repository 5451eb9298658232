import { IsUUID, Max, Min } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { ArgsType, Field, Float, InputType, Int } from 'type-graphql';
import { IsHundredths } from '../graphql/is-hundredths.js';
import { IdField } from '../graphql/id.js';
import { TopBuyersOrder } from './sales.type.js';
import { textOf } from '../platform/domain-error.js';

@ArgsType()
export class SalesByDayArgs {
  @IdField('raffle')
  raffleId: string;

  @Field(() => GraphQLDate, { nullable: true, description: 'The first day. Left out: 29 days before the last one.' })
  from?: Date | null;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: 'The last day, at most 365 days after the first one. Left out: today, by the business’s time zone.',
  })
  to?: Date | null;
}

@ArgsType()
export class TopBuyersArgs {
  @IdField('raffle')
  raffleId: string;

  @Field(() => GraphQLDate, {
    nullable: true,
    description: 'The day whose payments count, by the business’s time zone. Left out: the whole sale.',
  })
  day?: Date | null;

  @Field(() => TopBuyersOrder, { defaultValue: TopBuyersOrder.QUOTAS, description: 'What they are ranked by.' })
  by: TopBuyersOrder;

  @Field(() => Int, { defaultValue: 20, description: 'How many, 1 to 100.' })
  @Min(1)
  @Max(100)
  first: number;
}

@ArgsType()
export class LastOrdersArgs {
  @Field(() => Int, { defaultValue: 20, description: 'How many, 1 to 100.' })
  @Min(1)
  @Max(100)
  first: number;
}

@InputType({ description: 'What a raffle displays as sold at the least.' })
export class FakeSoldQuotasPercentageInput {
  @IdField('raffle')
  @IsUUID('all', { context: textOf('raffles.uuid') })
  raffleId: string;

  @Field(() => Float, { description: 'The percentage, 0 to 100, with at most two decimals.' })
  @IsHundredths()
  @Min(0)
  @Max(100)
  percentage: number;
}
