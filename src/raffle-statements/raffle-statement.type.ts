import { GraphQLDate } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Money, SignedMoney } from '../graphql/money.js';

@ObjectType()
abstract class StatementSums {
  @Field(() => Money, {
    description: 'What payers sent by PIX for orders of the raffle, late payments too. By the time that the bank told.',
  })
  received: bigint;

  @Field(() => Money, { description: 'What operators marked as paid. It did not come through a payment provider.' })
  receivedByHand: bigint;

  @Field(() => Money, {
    description: 'What went back because a buyer, an operator or the service asked for it. By the time that it went.',
  })
  refunded: bigint;

  @Field(() => Money, {
    description:
      "What banks took back (MED), and what was returned on the payment provider's own pages. By the time that it went.",
  })
  takenBack: bigint;

  @Field(() => Money, {
    description:
      'An estimate of what payment providers kept: for each payment by PIX the fee that `setProviderFee` states for its provider and day, '
      + 'the fixed part and the share of the amount, of which half a centavo and more counts as one. A refund gives no fee back. By the day '
      + 'of the payment. "0.00" where no fee is stated.',
  })
  providerFees: bigint;

  @Field(() => Money, { description: 'Commissions that referrers earned, those that were given back to them too.' })
  commissions: bigint;

  @Field(() => Money, { description: 'Commissions that were taken back because money was refunded.' })
  commissionsReversed: bigint;

  @Field(() => Money, { description: 'The published value of money prizes that were delivered. It is not part of `net`.' })
  prizes: bigint;

  @Field(() => SignedMoney, {
    description:
      'What is left: `received` and `receivedByHand`, less `refunded`, `takenBack`, `providerFees`, and `commissions` but for those reversed.',
  })
  net: bigint;
}

@ObjectType({ description: 'What moved on one day of a raffle.' })
export class StatementDay extends StatementSums {
  @Field(() => GraphQLDate, { description: 'The day in the time zone of the business.' })
  day: Date;
}

@ObjectType({ description: 'What moved in some days of a raffle, summed.' })
export class StatementTotal extends StatementSums {}

@ObjectType({
  description:
    'The money of a raffle by day, from the books: each payment, refund, commission and delivered prize counts once. What '
    + 'payment providers keep is an estimate, from the fees that operators state.',
})
export class RaffleStatement {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => GraphQLDate, { description: 'The first day.' })
  from: Date;

  @Field(() => GraphQLDate, { description: 'The last day.' })
  to: Date;

  @Field(() => Date, { description: 'When it was read (ISO 8601 UTC): all figures are of this moment.' })
  at: Date;

  @Field(() => [StatementDay], { description: 'The days on which something moved, at most 366, earliest first.' })
  days: StatementDay[];

  @Field(() => StatementTotal, { description: 'All days of the statement.' })
  total: StatementTotal;

  @Field(() => Money, { description: 'Refunds that were asked for and did not end yet, of any day. They are in no other sum.' })
  refundsUnderWay: bigint;

  @Field(() => Money, {
    description: 'Late payments for orders of the raffle that wait for an operator, of any day. They are in `received`.',
  })
  lateToResolve: bigint;
}
