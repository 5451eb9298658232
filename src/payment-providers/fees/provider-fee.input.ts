import { Max, Min } from 'class-validator';
import { GraphQLDate } from 'graphql-scalars';
import { Field, InputType, Int } from 'type-graphql';
import { Money } from '../../graphql/money.js';

@InputType({ description: 'What a payment provider keeps of each paid charge from a day on.' })
export class SetProviderFeeInput {
  @Field(() => String, { description: 'The name of the payment provider.' })
  providerName: string;

  @Field(() => GraphQLDate, { description: 'The first day. A fee of the same provider and day is replaced.' })
  validFrom: Date;

  @Field(() => Money, { description: 'Kept of every paid charge, at most "100.00".' })
  fixed: bigint;

  @Field(() => Int, { description: 'Kept besides: a share of the amount in hundredths of a percent, 0 to 10000. 99 is 0.99 %.' })
  @Min(0)
  @Max(10_000)
  basisPoints: number;
}
