import { IsOptional, Matches, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { Money } from '../graphql/money.js';
import { textOf } from '../platform/domain-error.js';

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

@InputType({ description: 'A return by a bank that no provider reports.' })
export class RecordBankReturnInput {
  @Field(() => Money, { description: 'What the bank took, in reais.' })
  amount: bigint;

  @Field(() => String, { description: "The bank's id of the return, which starts with D: 2 to 64 letters, digits and hyphens." })
  @Matches(/^D[A-Za-z0-9-]{1,63}$/i, { context: textOf('refunds.returnId') })
  returnId: string;

  @Field(() => String, { description: 'How the bank told it, 1 to 500 characters. Only operators see it.' })
  note: string;
}
