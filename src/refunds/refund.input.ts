import { IsOptional, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { Money } from '../graphql/money.js';

@InputType({ description: "The amount and the reason of an order's refund." })
export class RefundOrderInput {
  @Field(() => Money, {
    nullable: true,
    description:
      'The amount to refund, in reais, above 0 and at most what is left of the payment. Only operators may send it. The order '
      + 'becomes REFUNDED with the last part. Left out: all that is left.',
  })
  amount?: bigint | null;

  @Field(() => String, { nullable: true, description: 'The reason, at most 200 characters. Left out: none.' })
  @IsOptional()
  @MaxLength(200)
  reason?: string | null;
}
