import { Field, ID, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../graphql/describe-enum.js';

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

describeEnum(
  'BookRule',
  BookRule,
  'A consistency rule for the stored records. Every rule holds at any moment, also during sales; a violation is a '
    + 'fault of the service.',
  {
    RAFFLE_RESERVED: "The raffle's count of reserved quotas equals the quotas of its unpaid orders.",
    RAFFLE_ALLOCATED:
      "The raffle's count of assigned quotas equals the places that orders took in the sequence of paid quotas, which has no gap.",
    BUYER_HOLDINGS:
      "A buyer's counts in a raffle equal the quotas of their unpaid and paid orders. The id is the raffle's and the "
      + "user's UUID.",
    ORDER_BLOCK:
      'A paid order has as many lucky numbers as quotas, assigned at once; a refunded order has them void, any other order has none.',
    ORDER_PAYMENT: 'A paid or refunded order that costs something has a payment.',
    ORDER_AMOUNT: 'The payments for an order, less late parts, equal its total once it was paid, and are zero before.',
    ORDER_CHARGE: 'An order and its charge have matching states and the same amount.',
    ORDER_REFUND:
      'Refunds of at least the whole total were requested for a refunded order, and some of its money is still here for a paid '
      + 'one, unless the raffle is drawn.',
    PAYMENT_USE:
      'A payment with an unknown reference is late as a whole. No payment is late beyond its amount, nor do we return more of it.',
    LATE_PAYMENT_STATE: 'A REFUNDED late payment was returned, and a REFUNDING one has an unfinished refund.',
    BILLING_ORDER_AMOUNT: "The payments, credits and debits of a legacy client's charge match its status.",
    CLIENT_BALANCE:
      "A legacy client's balance equals the sum of its credits less its debits, and the balance of the last of them.",
  },
);

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
