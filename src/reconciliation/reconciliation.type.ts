import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Money } from '../graphql/money.js';
import { IdField } from '../graphql/id.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { RefundStatus } from '../generated/prisma/enums.js';
import { MoneyStep } from '../payments/pix-payment.type.js';
import { BOOK_RULES, type BookRule } from './books/book-rule.type.js';

const BookRuleEnum = Object.fromEntries(Object.keys(BOOK_RULES).map((rule) => [rule, rule])) as Record<BookRule, string>;
describeEnum('BookRule', BookRuleEnum, 'A rule for the stored records. A violation is a fault of the service.', BOOK_RULES);

@ObjectType({ description: 'The unfinished work at one payment provider.' })
export class ProviderReconciliation {
  @Field(() => String, { description: "The provider's name." })
  name: string;

  @Field(() => String, { nullable: true, description: 'The adapter, such as `bacen`. Null when it is not configured any more.' })
  adapter: string | null;

  @Field(() => Int, {
    description:
      'The number of charges of orders that may still be paid, static codes included. Charges of legacy clients are not counted.',
  })
  openCharges: number;

  @Field(() => Date, { nullable: true, description: 'When the oldest open charge was created (ISO 8601 UTC).' })
  oldestOpenAt: Date | null;

  @Field(() => Int, { description: 'The number of charges about which an answer is overdue for more than two minutes.' })
  overdueCharges: number;

  @Field(() => [ID], { description: 'The ids of the orders of the overdue charges, at most 20.' })
  overdueOrderIds: string[];

  @Field(() => Int, {
    description:
      'The number of unpaid orders that still hold quotas seven minutes after their time to pay, because the provider cannot '
      + 'be asked.',
  })
  ordersHeldUp: number;

  @Field(() => Date, {
    nullable: true,
    description:
      'Up to when the list of received payments was read completely (ISO 8601 UTC). Null when it never was, or when the '
      + 'provider has no such list.',
  })
  scannedTo: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the last reading of the list was not complete.' })
  lastError: string | null;
}

@ObjectType({ description: "A provider's callback that could not be matched or processed." })
export class OpenCallback {
  @IdField('callback')
  id: string;

  @Field(() => String, { description: 'The name of the payment provider that sent it.' })
  providerName: string;

  @Field(() => Date, { description: 'When the callback was received (ISO 8601 UTC).' })
  receivedAt: Date;

  @Field(() => Int, { description: 'How many times the service has tried to process it.' })
  attempts: number;

  @Field(() => String, { nullable: true, description: 'The error of the last attempt to process it.' })
  lastError: string | null;
}

@ObjectType({ description: 'The callbacks with one kind of problem.' })
export class OpenCallbacks {
  @Field(() => Int, { description: 'The number of such callbacks.' })
  count: number;

  @Field(() => Date, { nullable: true, description: 'When the oldest one was received (ISO 8601 UTC).' })
  oldestAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the latest one was received (ISO 8601 UTC).' })
  latestAt: Date | null;

  @Field(() => [OpenCallback], { description: 'Some of the callbacks, at most 20.' })
  examples: OpenCallback[];
}

@ObjectType({ description: "An entry of a provider's list of received payments that could not be read or recorded." })
export class UnsettledEntry {
  @IdField('entry')
  id: string;

  @Field(() => String, { description: 'The name of the payment provider whose list it is in.' })
  providerName: string;

  @Field(() => String, { description: "The payment's end-to-end id, or a hash of an entry that has none." })
  reference: string;

  @Field(() => String, { description: 'Why it could not be read or recorded, in words.' })
  problem: string;

  @Field(() => Date, { description: 'When it was seen first (ISO 8601 UTC).' })
  firstSeenAt: Date;

  @Field(() => Date, { description: 'When it was seen last (ISO 8601 UTC).' })
  lastSeenAt: Date;
}

@ObjectType({ description: "The entries of providers' lists that wait for an operator." })
export class UnsettledEntries {
  @Field(() => Int, { description: 'The number of such entries.' })
  count: number;

  @Field(() => [UnsettledEntry], { description: 'The oldest of them, at most 20.' })
  examples: UnsettledEntry[];
}

@ObjectType({ description: 'Money that waits for an operator.' })
export class OpenMoney {
  @Field(() => Int, { description: 'The number of records.' })
  count: number;

  @Field(() => Money, { description: 'The sum of their amounts, in reais.' })
  amount: bigint;

  @Field(() => [ID], { description: 'The ids of the oldest records, at most 20.' })
  ids: string[];
}

@ObjectType({ description: 'A refund that a provider has neither made nor refused for more than an hour.' })
export class OverdueRefund {
  @Field(() => ID, { description: "The refund's id." })
  id: string;

  @Field(() => Money, { description: 'The amount of the refund, in reais.' })
  amount: bigint;

  @Field(() => RefundStatus, { description: 'PENDING or PROCESSING.' })
  status: RefundStatus;

  @Field(() => String, { description: 'The name of the payment provider that has the money.' })
  providerName: string;

  @Field(() => Date, { description: 'When the refund was requested (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Int, { description: 'How many times the provider was asked.' })
  attempts: number;

  @Field(() => String, { nullable: true, description: 'The error of the last request, in words.' })
  lastError: string | null;

  @Field(() => [MoneyStep], { description: 'What an operator may do with it, at most 2.' })
  nextSteps: `${MoneyStep}`[];
}

@ObjectType({ description: 'Refunds that a provider has neither made nor refused for more than an hour.' })
export class OverdueRefunds extends OpenMoney {
  @Field(() => [OverdueRefund], { description: 'The oldest of them, at most 20.' })
  examples: OverdueRefund[];
}

@ObjectType({ description: 'Raffles that are frozen for their draw and that nobody draws.' })
export class WaitingDraws {
  @Field(() => Int, { description: 'The number of such raffles.' })
  count: number;

  @Field(() => [ID], { description: 'The UUIDs of those that wait longest, at most 20.' })
  raffleIds: string[];
}

@ObjectType({ description: 'A record that violates a rule.' })
export class DisagreementExample {
  @Field(() => ID, { description: 'The id of the raffle, order, payment, billing order or client that the rule is about.' })
  id: string;

  @Field(() => String, { description: 'What the contradicting records say, in words.' })
  detail: string;
}

@ObjectType({ description: 'The records that violate one rule.' })
export class Disagreement {
  @Field(() => BookRuleEnum, { description: 'The rule that is violated.' })
  rule: BookRule;

  @Field(() => Int, { description: 'The number of records that violate it.' })
  count: number;

  @Field(() => [DisagreementExample], { description: 'The first of these records, at most 20.' })
  examples: DisagreementExample[];
}

@ObjectType({
  description: 'Unfinished work with the payment providers, money and callbacks that match nothing, and contradicting records.',
})
export class ReconciliationReport {
  @Field(() => Date, { description: 'When the report was started (ISO 8601 UTC).' })
  checkedAt: Date;

  @Field(() => Date, {
    nullable: true,
    description:
      'Every record that changed before this time was checked against the rules (ISO 8601 UTC). Null until all have been '
      + 'checked once.',
  })
  booksCheckedAt: Date | null;

  @Field(() => [ProviderReconciliation], { description: 'The unfinished work by payment provider, at most 50 providers.' })
  providers: ProviderReconciliation[];

  @Field(() => OpenCallbacks, {
    description: 'Callbacks about what the provider did not know or could not be asked for thirty days, the latest first.',
  })
  orphanedCallbacks: OpenCallbacks;

  @Field(() => OpenCallbacks, { description: 'Callbacks whose processing failed and is tried again, the oldest first.' })
  failingCallbacks: OpenCallbacks;

  @Field(() => UnsettledEntries, {
    description:
      "Entries of providers' lists that could not be read or recorded. Each is tried again when it is listed again and once "
      + 'a day; `resolveUnsettledEntry` takes it off.',
  })
  setAsideEntries: UnsettledEntries;

  @Field(() => OpenMoney, {
    description: 'Late payments with the status PENDING, and what is still here of them. The ids are those of late payments.',
  })
  latePayments: OpenMoney;

  @Field(() => OpenMoney, {
    description:
      'Refunds that a provider refused (status FAILED), that were not requested again and whose money is still here, with '
      + 'what is here of it.',
  })
  failedRefunds: OpenMoney;

  @Field(() => OpenMoney, { description: 'Refunds that an operator has to make by hand (status BY_HAND).' })
  refundsByHand: OpenMoney;

  @Field(() => OverdueRefunds, {
    description:
      'Refunds that a provider has neither made nor refused for more than an hour (status PENDING or PROCESSING). They are '
      + 'requested again; an operator who returned the money by hand ends one with `confirmRefund`.',
  })
  overdueRefunds: OverdueRefunds;

  @Field(() => OpenMoney, {
    description:
      'Refunds whose money went out twice, by the provider and by an operator, so that one of the two is to be claimed back. '
      + '`resolveReturnedTwice` takes one off.',
  })
  returnedTwice: OpenMoney;

  @Field(() => OpenMoney, {
    description: 'Payments that are disputed (status OPEN), for which nothing goes out. The ids are those of disputes.',
  })
  openDisputes: OpenMoney;

  @Field(() => OpenMoney, {
    description:
      'Prizes that were won and are neither delivered nor lapsed, with the value of those that have one. The ids are those of '
      + '`wonPrize`.',
  })
  owedPrizes: OpenMoney;

  @Field(() => OpenMoney, {
    description:
      'Paid orders whose money all went back without our request, while the service must not void them: their raffle is frozen for '
      + 'its draw, or has instant prizes. They stay in the draw; decide about a prize that they win. An order leaves this list when '
      + 'its raffle is drawn and none of its prizes is owed. The ids are those of orders.',
  })
  ordersToDecide: OpenMoney;

  @Field(() => WaitingDraws, {
    description:
      'Raffles that are frozen and wait for the results of a contest of the Loteria Federal that was held, or whose beacon has '
      + 'given no round for ten minutes. `createWinner` draws them; one that is seven days overdue can be called off.',
  })
  waitingDraws: WaitingDraws;

  @Field(() => [Disagreement], { description: 'The violated rules with their records, at most 12.' })
  disagreements: Disagreement[];
}
