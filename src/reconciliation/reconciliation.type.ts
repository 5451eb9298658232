import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Money } from '../graphql/money.js';

/** What the books are held to: each is true of every row at any moment, however many sales are under way. */
export const BookRule = {
  RAFFLE_RESERVED: 'RAFFLE_RESERVED',
  RAFFLE_ALLOCATED: 'RAFFLE_ALLOCATED',
  BUYER_HOLDINGS: 'BUYER_HOLDINGS',
  ORDER_BLOCK: 'ORDER_BLOCK',
  ORDER_PAYMENT: 'ORDER_PAYMENT',
  ORDER_AMOUNT: 'ORDER_AMOUNT',
  ORDER_CHARGE: 'ORDER_CHARGE',
  ORDER_REFUND: 'ORDER_REFUND',
  PAYMENT_USE: 'PAYMENT_USE',
  LATE_PAYMENT_STATE: 'LATE_PAYMENT_STATE',
  BILLING_ORDER_AMOUNT: 'BILLING_ORDER_AMOUNT',
  CLIENT_BALANCE: 'CLIENT_BALANCE',
} as const;
export type BookRule = keyof typeof BookRule;

registerEnumType(BookRule, {
  name: 'BookRule',
  description:
    'A consistency rule for the stored records. Every rule holds at any moment, also during sales; a violation is a '
    + 'fault of the service.',
  valuesConfig: {
    RAFFLE_RESERVED: { description: "The raffle's count of reserved quotas equals the quotas of its unpaid orders." },
    RAFFLE_ALLOCATED: {
      description:
        "The raffle's count of assigned quotas equals the blocks of lucky numbers that orders own, and the blocks leave no gap.",
    },
    BUYER_HOLDINGS: {
      description:
        "A buyer's counts in a raffle equal the quotas of their unpaid and paid orders. The id is the raffle's and the "
        + "user's UUID.",
    },
    ORDER_BLOCK: {
      description:
        'A paid order has one block of lucky numbers of its size, a refunded order a voided one, any other order none.',
    },
    ORDER_PAYMENT: { description: 'A paid or refunded order that costs something has a payment.' },
    ORDER_AMOUNT: {
      description: 'The payments for an order, less late parts, equal its total once it was paid, and are zero before.',
    },
    ORDER_CHARGE: { description: 'An order and its charge have matching states and the same amount.' },
    ORDER_REFUND: { description: 'Refunds of at least the whole total were requested for a refunded order.' },
    PAYMENT_USE: {
      description: 'A payment with an unknown reference is late as a whole. No payment is late or returned beyond its amount.',
    },
    LATE_PAYMENT_STATE: { description: 'A REFUNDED late payment was returned, and a REFUNDING one has an unfinished refund.' },
    BILLING_ORDER_AMOUNT: { description: "The payments, credits and debits of a legacy client's charge match its status." },
    CLIENT_BALANCE: { description: "A legacy client's balance equals the sum of its extract and the balance of its last entry." },
  },
});

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
  @Field(() => ID, { description: "The callback's UUID." })
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

@ObjectType({ description: 'Money that waits for an operator.' })
export class OpenMoney {
  @Field(() => Int, { description: 'The number of records.' })
  count: number;

  @Field(() => Money, { description: 'The sum of their amounts, in reais.' })
  amount: bigint;

  @Field(() => [ID], { description: 'The ids of the oldest records, at most 20.' })
  ids: string[];
}

@ObjectType({ description: 'A record that violates a rule.' })
export class DisagreementExample {
  @Field(() => ID, {
    description:
      "The id of the raffle, order, payment, billing order (a legacy client's charge) or client that the rule is about.",
  })
  id: string;

  @Field(() => String, { description: 'What the contradicting records say, in words.' })
  detail: string;
}

@ObjectType({ description: 'The records that violate one rule. Sales never cause this: it is always a fault of the service.' })
export class Disagreement {
  @Field(() => BookRule, { description: 'The rule that is violated.' })
  rule: BookRule;

  @Field(() => Int, { description: 'The number of records that violate it.' })
  count: number;

  @Field(() => [DisagreementExample], { description: 'The first of these records, at most 20.' })
  examples: DisagreementExample[];
}

@ObjectType({
  description:
    'A report of unfinished work with the payment providers, of money and callbacks that match nothing, and of stored '
    + 'records that contradict each other.',
})
export class ReconciliationReport {
  @Field(() => Date, { description: 'When the report was started (ISO 8601 UTC).' })
  checkedAt: Date;

  @Field(() => [ProviderReconciliation], { description: 'The unfinished work by payment provider, at most 50 providers.' })
  providers: ProviderReconciliation[];

  @Field(() => OpenCallbacks, {
    description: 'Callbacks about a charge or payment that the provider did not know when it was asked, the latest first.',
  })
  orphanedCallbacks: OpenCallbacks;

  @Field(() => OpenCallbacks, { description: 'Callbacks whose processing failed and is tried again, the oldest first.' })
  failingCallbacks: OpenCallbacks;

  @Field(() => OpenMoney, {
    description:
      'Late payments with the status PENDING: neither resolved, nor refunded, nor being refunded. The ids are those of '
      + 'late payments.',
  })
  latePayments: OpenMoney;

  @Field(() => OpenMoney, {
    description:
      'Refunds that a provider refused (status FAILED) and that were not requested again. The ids are those of refunds.',
  })
  failedRefunds: OpenMoney;

  @Field(() => OpenMoney, {
    description: 'Refunds that an operator has to make by hand (status BY_HAND). The ids are those of refunds.',
  })
  refundsByHand: OpenMoney;

  @Field(() => [Disagreement], {
    description: 'The violated rules with their records, at most 12. Empty when there is no contradiction.',
  })
  disagreements: Disagreement[];
}
