import { GraphQLDate } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { IdField } from '../../graphql/id.js';
import { Money } from '../../graphql/money.js';

@ObjectType({
  description:
    'What a payment provider keeps of each paid charge, as an operator states it. Statements estimate with it: the provider’s own '
    + 'statement has what it really kept.',
})
export class ProviderFee {
  @IdField('fee')
  id: string;

  @Field(() => String, { description: 'The name of the payment provider.' })
  providerName: string;

  @Field(() => GraphQLDate, { description: 'The first day on which it holds, until the day of the next fee of the provider.' })
  validFrom: Date;

  @Field(() => Money, { description: 'Kept of every paid charge.' })
  fixed: bigint;

  @Field(() => Int, { description: 'Kept besides: a share of the amount in hundredths of a percent, so 99 is 0.99 %.' })
  basisPoints: number;
}
