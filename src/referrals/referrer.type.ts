import { Field, ID, Int, ObjectType } from 'type-graphql';
import { CommissionEntryType } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';

describeEnum('CommissionEntryType', CommissionEntryType, 'What a line of a commission statement is.', {
  ACCRUED: 'Earned: a referred order was paid.',
  REVERSED: 'Taken back: that order was refunded in full.',
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
    'What a user earned by referring buyers: `commissionBasisPoints` of each paid order, rounded half up to a centavo, '
    + 'until it is refunded in full.',
})
export class Referrer {
  @Field(() => ID, { description: "The user's UUID." })
  userId: string;

  @Field(() => Int, { description: 'Referred orders that earned something and were not refunded in full.' })
  orders: number;

  @Field(() => Money, { description: 'All that was ever earned, in reais.' })
  accrued: bigint;

  @Field(() => Money, { description: 'What of it was taken back with refunded orders, in reais.' })
  reversed: bigint;

  @Field(() => Money, { description: 'What was paid out, in reais.' })
  paidOut: bigint;

  @Field(() => Money, {
    description: 'What is still to be paid out, in reais: accrued less reversed and paidOut. Refunds of a part change nothing.',
  })
  payable: bigint;

  @Field(() => Money, { description: 'What was paid out too much, in reais, because orders were refunded later.' })
  overpaid: bigint;
}

export const ReferrerConnection = Connection(() => Referrer, 'Referrer');
