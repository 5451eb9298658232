import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Money } from '../graphql/money.js';
import { IdField } from '../graphql/id.js';
import { Disagreement } from './books/book-rule.type.js';

@ObjectType({ description: 'The unfinished work at one payment provider.' })
export class ProviderReconciliation {
  @Field(() => String, { description: "The provider's name." })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: "The provider's adapter, such as `bacen`. Null when the provider is not configured any more.",
  })
  adapter: string | null;

  @Field(() => Int, {
    description: 'The number of charges that may still be paid, static codes included, as far as the service knows.',
  })
  openCharges: number;

  @Field(() => Date, {
    nullable: true,
    description: 'When the oldest of the open charges was created (ISO 8601 UTC). Null when there is none.',
  })
  oldestOpenAt: Date | null;

  @Field(() => Int, {
    description: 'The number of charges about which the provider should have answered more than two minutes ago and has not.',
  })
  overdueCharges: number;

  @Field(() => [ID], { description: 'The ids of the orders of the overdue charges, at most 20.' })
  overdueOrderIds: string[];

  @Field(() => Int, {
    description:
      'The number of unpaid orders that still hold quotas although their time to pay and the two minutes after it ended '
      + 'at least five minutes ago, because the provider cannot be asked.',
  })
  ordersHeldUp: number;

  @Field(() => Date, {
    nullable: true,
    description:
      "Up to when the provider's list of received payments was read completely (ISO 8601 UTC). Null when it never was, "
      + 'or when the provider has no such list.',
  })
  scannedTo: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why the last reading of the list was not complete. Null when it was complete, or when there was none.',
  })
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

  @Field(() => String, { nullable: true, description: 'The error of the last attempt to process it. Null when there was none.' })
  lastError: string | null;
}

@ObjectType({ description: 'The callbacks with one kind of problem.' })
export class OpenCallbacks {
  @Field(() => Int, { description: 'The number of such callbacks.' })
  count: number;

  @Field(() => Date, { nullable: true, description: 'When the oldest one was received (ISO 8601 UTC). Null when there is none.' })
  oldestAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the latest one was received (ISO 8601 UTC). Null when there is none.' })
  latestAt: Date | null;

  @Field(() => [OpenCallback], { description: 'Some of the callbacks, at most 20.' })
  examples: OpenCallback[];
}

@ObjectType({
  description: "An entry of a provider's list of received payments that could not be read, or not be recorded as a payment.",
})
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

@ObjectType({ description: 'Raffles that are frozen for their draw and that nobody draws.' })
export class WaitingDraws {
  @Field(() => Int, { description: 'The number of such raffles.' })
  count: number;

  @Field(() => [ID], { description: 'The UUIDs of those that wait longest, at most 20.' })
  raffleIds: string[];
}

@ObjectType({
  description:
    'A report of unfinished work with the payment providers, of money and callbacks that match nothing, and of stored '
    + 'records that contradict each other.',
})
export class ReconciliationReport {
  @Field(() => Date, { description: 'When the report was started (ISO 8601 UTC).' })
  checkedAt: Date;

  @Field(() => Date, {
    nullable: true,
    description:
      'Every record that changed before this time was checked against the rules (ISO 8601 UTC). It lags behind while more '
      + 'changes than can be checked. What was changed in the database by hand may be found later, when all records are '
      + 'checked again. Null until all have been checked once.',
  })
  booksCheckedAt: Date | null;

  @Field(() => [ProviderReconciliation], { description: 'The unfinished work by payment provider, at most 50 providers.' })
  providers: ProviderReconciliation[];

  @Field(() => OpenCallbacks, {
    description: 'Callbacks about a charge or payment that the provider did not know when it was asked, the latest first.',
  })
  orphanedCallbacks: OpenCallbacks;

  @Field(() => OpenCallbacks, { description: 'Callbacks whose processing failed and is tried again, the oldest first.' })
  failingCallbacks: OpenCallbacks;

  @Field(() => UnsettledEntries, {
    description:
      "Entries of providers' lists that could not be read or recorded and were set aside. Each is tried again when it is "
      + 'listed again and once a day; `resolveUnsettledEntry` takes it off.',
  })
  setAsideEntries: UnsettledEntries;

  @Field(() => OpenMoney, {
    description:
      'Late payments with the status PENDING: neither resolved, nor refunded, nor being refunded. The amount is what is '
      + 'still here of them. The ids are those of late payments.',
  })
  latePayments: OpenMoney;

  @Field(() => OpenMoney, {
    description:
      'Refunds that a provider refused (status FAILED), that were not requested again and whose money is still here: the '
      + 'amount is what is here of it. The ids are those of refunds.',
  })
  failedRefunds: OpenMoney;

  @Field(() => OpenMoney, {
    description: 'Refunds that an operator has to make by hand (status BY_HAND). The ids are those of refunds.',
  })
  refundsByHand: OpenMoney;

  @Field(() => OpenMoney, {
    description:
      'Refunds that a provider has neither made nor refused for more than an hour (status PENDING or PROCESSING), such as '
      + 'when it refuses our credentials. The ids are those of refunds.',
  })
  overdueRefunds: OpenMoney;

  @Field(() => WaitingDraws, {
    description:
      'Raffles that are frozen and not drawn: those for which the results of a contest of the Loteria Federal are to be typed in, and '
      + 'those whose beacon has given no round for ten minutes. `createWinner` draws them; one that nobody drew for seven days since it was due can be '
      + 'called off.',
  })
  waitingDraws: WaitingDraws;

  @Field(() => [Disagreement], {
    description:
      'The violated rules with their records, at most 12, as of `booksCheckedAt` or later. Empty when there is no contradiction.',
  })
  disagreements: Disagreement[];
}
