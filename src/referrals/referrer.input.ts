import { Length, MaxLength } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';
import { Money } from '../graphql/money.js';

@InputType({ description: 'A payout of commissions that was made outside the service.' })
export class PayOutCommissionInput {
  @Field(() => ID, { description: "The referrer's UUID." })
  userId: string;

  @Field(() => Money, { description: 'The amount in reais, above 0 and at most what is payable.' })
  amount: bigint;

  @Field(() => String, { description: 'The reference of the payout, such as its PIX end-to-end id, 1 to 100 characters.' })
  @Length(1, 100)
  reference: string;

  @Field(() => String, { nullable: true, description: 'A note, at most 500 characters. Default: none.' })
  @MaxLength(500)
  note?: string | null;
}
