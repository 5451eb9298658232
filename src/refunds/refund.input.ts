import { IsOptional, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { Money } from '../graphql/money.js';

@InputType({ description: 'What of an order is sent back.' })
export class RefundOrderInput {
  @Field(() => Money, {
    nullable: true,
    description: 'A part, which only an operator may refund; the order stays PAID. Left out: all of it.',
  })
  amount?: bigint | null;

  @Field(() => String, { nullable: true, description: 'Why, at most 200 characters.' })
  @IsOptional()
  @MaxLength(200)
  reason?: string | null;
}
