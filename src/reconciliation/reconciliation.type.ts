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
  description: 'What the books are held to. Each is true at any moment, however many sales are under way.',
  valuesConfig: {
    RAFFLE_RESERVED: { description: 'A raffle has as many quotas reserved as its unpaid orders hold.' },
    RAFFLE_ALLOCATED: {
      description: 'A raffle has as many quotas allocated as its blocks of numbers hold, and the blocks leave no gap.',
    },
    BUYER_HOLDINGS: {
      description: "A buyer holds of a raffle what their unpaid and paid orders hold. Ids are a raffle's and a user's.",
    },
    ORDER_BLOCK: { description: 'A paid order has a block of its size, a refunded one a voided block, any other none.' },
    ORDER_PAYMENT: { description: 'For a paid order that is not free there is a payment.' },
    ORDER_AMOUNT: {
      description: 'What was paid for an order, but for what is late, is its total once it is paid, and nothing before.',
    },
    ORDER_CHARGE: { description: 'An order and its charge stand alike, over the same amount.' },
    ORDER_REFUND: { description: 'For a refunded order its whole total was asked back.' },
    PAYMENT_USE: { description: "Money that is nobody's is late as a whole, and no more is late or returned than arrived." },
    LATE_PAYMENT_STATE: { description: 'A late payment that is REFUNDED was returned, and one that is REFUNDING is on its way.' },
    BILLING_ORDER_AMOUNT: { description: "A legacy client's charge was paid, credited and debited as its status says." },
    CLIENT_BALANCE: { description: "A legacy client's balance is the sum of its extract, and what its last entry says." },
  },
});

@ObjectType({ description: 'What is open at one payment provider.' })
export class ProviderReconciliation {
  @Field(() => String, { description: "The provider's name." })
  name: string;

  @Field(() => String, { nullable: true, description: 'What it speaks. Null when it is not configured any more.' })
  adapter: string | null;

  @Field(() => Int, { description: 'Codes that may still be paid, static ones too, as far as is known here.' })
  openCharges: number;

  @Field(() => Date, { nullable: true, description: 'Since when the oldest of them is there.' })
  oldestOpenAt: Date | null;

  @Field(() => Int, {
    description: 'Charges that the provider should have been asked about more than two minutes ago, and no answer came.',
  })
  overdueCharges: number;

  @Field(() => [ID], { description: 'Their orders, at most 20.' })
  overdueOrderIds: string[];

  @Field(() => Int, {
    description: 'Unpaid orders that hold quotas five minutes after their time and grace, since the provider cannot be asked.',
  })
  ordersHeldUp: number;

  @Field(() => Date, {
    nullable: true,
    description: 'Until when its list of received payments was read whole. Null when it never was, or the provider has none.',
  })
  scannedTo: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the list could not be read whole the last time; null when it was.' })
  lastError: string | null;
}

@ObjectType({ description: "A provider's callback that led to nothing." })
export class OpenCallback {
  @Field(() => ID, { description: 'UUID.' })
  id: string;

  @Field(() => String, { description: 'The provider it came from.' })
  providerName: string;

  @Field(() => Date, { description: 'When it came.' })
  receivedAt: Date;

  @Field(() => Int, { description: 'How often it was looked at.' })
  attempts: number;

  @Field(() => String, { nullable: true, description: 'Why it could not be processed.' })
  lastError: string | null;
}

@ObjectType({ description: 'Callbacks of a kind.' })
export class OpenCallbacks {
  @Field(() => Int, { description: 'How many there are.' })
  count: number;

  @Field(() => Date, { nullable: true, description: 'When the oldest came.' })
  oldestAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When the latest came.' })
  latestAt: Date | null;

  @Field(() => [OpenCallback], { description: 'Some of them, at most 20.' })
  examples: OpenCallback[];
}

@ObjectType({ description: 'Money that waits for an operator.' })
export class OpenMoney {
  @Field(() => Int, { description: 'How many there are.' })
  count: number;

  @Field(() => Money, { description: 'What they sum up to.' })
  amount: bigint;

  @Field(() => [ID], { description: 'The oldest of them, at most 20.' })
  ids: string[];
}

@ObjectType({ description: 'A row that breaks a rule.' })
export class DisagreementExample {
  @Field(() => ID, { description: 'Of the raffle, order, payment, billing order or client that the rule is about.' })
  id: string;

  @Field(() => String, { description: 'What the two sides say.' })
  detail: string;
}

@ObjectType({ description: 'Rows of the books that contradict each other: never the work of a sale, always a fault.' })
export class Disagreement {
  @Field(() => BookRule, { description: 'The rule they break.' })
  rule: BookRule;

  @Field(() => Int, { description: 'How many there are.' })
  count: number;

  @Field(() => [DisagreementExample], { description: 'The first of them, at most 20.' })
  examples: DisagreementExample[];
}

@ObjectType({
  description: "What is open between the service and its payment providers, what is nobody's, and what of the books disagrees.",
})
export class ReconciliationReport {
  @Field(() => Date, { description: 'When it was made.' })
  checkedAt: Date;

  @Field(() => [ProviderReconciliation], { description: 'By provider, at most 50.' })
  providers: ProviderReconciliation[];

  @Field(() => OpenCallbacks, {
    description: 'Callbacks of whose charge or payment the provider knew nothing when it was asked, the latest first.',
  })
  orphanedCallbacks: OpenCallbacks;

  @Field(() => OpenCallbacks, { description: 'Callbacks that failed and are tried again, the oldest first.' })
  failingCallbacks: OpenCallbacks;

  @Field(() => OpenMoney, { description: 'Money that fits no live order and is neither refunded nor resolved.' })
  latePayments: OpenMoney;

  @Field(() => OpenMoney, { description: 'Refunds that a provider refused and that were not asked for again.' })
  failedRefunds: OpenMoney;

  @Field(() => OpenMoney, { description: 'Refunds that an operator has to make by hand.' })
  refundsByHand: OpenMoney;

  @Field(() => [Disagreement], { description: 'What contradicts itself, by rule, at most 12. Empty when the books agree.' })
  disagreements: Disagreement[];
}
