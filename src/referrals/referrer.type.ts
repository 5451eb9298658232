import { Field, ID, Int, ObjectType } from 'type-graphql';
import { CommissionEntryType } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';

describeEnum('CommissionEntryType', CommissionEntryType, 'What a line of a commission statement is.', {
  ACCRUED: 'Earned: a referred order was paid.',
  REVERSED: 'Taken back: that order was refunded, in full or in part.',
  RESTORED: 'Given back: a refund of that order failed, and the money stayed.',
  PAID_OUT: 'Paid to the referrer, as an operator wrote down.',
});

@ObjectType({ description: "One line of a referrer's commission statement." })
class CommissionEntry {
  @Field(() => ID, { description: "The line's id, a whole number that grows with time." })
  id: string;

  @Field(() => CommissionEntryType, { description: 'What it is.' })
  type: CommissionEntryType;

  @Field(() => Money, { description: 'The amount in reais, never negative: `type` says which way it counts.' })
  amount: bigint;

  @Field(() => ID, { nullable: true, description: 'The referred order. Null for a payout.' })
  orderId: string | null;

  @Field(() => String, { nullable: true, description: "The operator's reference of a payout. Null for any other line." })
  reference: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The operator's note on a payout. Null when there is none.",
    complexity: 5,
  })
  note: string | null;

  @Field(() => Date, { description: 'When it was written (ISO 8601 UTC).' })
  createdAt: Date;
}

export const CommissionEntryConnection = Connection(() => CommissionEntry, 'CommissionEntry');

@ObjectType({
  description:
    'What a user earned by referring buyers: of each paid order the `commissionBasisPoints` that its raffle had when the '
    + 'order was placed, of the money that was not refunded, rounded half up to a centavo. A user earns nothing from orders '
    + 'that are paid while the user is blocked. accrued - reversed - paidOut = pending + payable + withheld - overpaid.',
})
export class Referrer {
  @Field(() => ID, { description: "The user's UUID." })
  userId: string;

  @Field(() => Int, { description: 'Referred orders whose commission is above zero.' })
  orders: number;

  @Field(() => Money, { description: 'All that was ever earned, in reais.' })
  accrued: bigint;

  @Field(() => Money, { description: 'What of it was taken back because money was refunded, in reais.' })
  reversed: bigint;

  @Field(() => Money, { description: 'What was paid out, in reais.' })
  paidOut: bigint;

  @Field(() => Money, {
    description:
      'Of orders whose buyers may take their money back, in reais. It becomes payable 7 days after the payment, at most an '
      + 'hour later.',
  })
  pending: bigint;

  @Field(() => Money, { description: 'What can be paid out now, in reais.' })
  payable: bigint;

  @Field(() => Money, {
    description:
      'What is not payable while the payments of its orders are disputed, or because the user is blocked or deleted, in reais.',
  })
  withheld: bigint;

  @Field(() => Money, {
    description:
      'What was paid out too much, in reais, because money was refunded later. The next commissions make up for it first.',
  })
  overpaid: bigint;
}

export const ReferrerConnection = Connection(() => Referrer, 'Referrer');
