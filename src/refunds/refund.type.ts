import { Field, ID, ObjectType } from 'type-graphql';
import { RefundInitiator, RefundStatus } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';

describeEnum('RefundStatus', RefundStatus, 'The state of a refund.', {
  PENDING: 'To be requested from the provider, or requested and not answered yet. After an hour `confirmRefund` can end it.',
  PROCESSING: 'The provider accepted it and has not finished. When it does not say how it stands, `confirmRefund` can end it.',
  RETURNED: 'The money was returned.',
  FAILED: 'The provider refused it. An operator decides what to do.',
  BY_HAND: 'No provider can make it. An operator returns the money and calls `confirmRefund`.',
});
describeEnum('RefundInitiator', RefundInitiator, 'Who requested a refund.', {
  BUYER: 'The buyer.',
  OPERATOR: 'An operator.',
  BANK: 'The banks took the money back (MED).',
  PROVIDER: "Somebody returned the money on the payment provider's own pages, not through this service.",
  SERVICE: 'The service itself: money came for an order that could not be paid any more; the late payment says why.',
});

@ObjectType({ description: 'A refund of a payment or of a part of it.' })
export class Refund {
  @Field(() => ID, {
    description: 'The id, 1 to 35 letters and digits. The provider knows the refund by it when the service asked for it.',
  })
  id: string;

  @Field(() => Money, { description: 'The amount of the refund, in reais.' })
  amount: bigint;

  @Field(() => RefundStatus, { description: 'The state of the refund.' })
  status: RefundStatus;

  @Field(() => RefundInitiator, { description: 'Who requested the refund.' })
  initiator: RefundInitiator;

  @Field(() => String, { nullable: true, description: 'The reason in words. A buyer sees only a reason that the buyer gave.' })
  reason: string | null;

  @Field(() => Date, { description: 'When the refund was requested (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When the money was returned (ISO 8601 UTC). Null until it is.' })
  settledAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When it was found that the provider returned the money after an operator had returned it too (ISO 8601 UTC). It counts '
      + 'once; the operator claims the other back. Null when it was returned once, and for a buyer.',
  })
  returnedTwiceAt: Date | null;
}

export const RefundConnection = Connection<Refund>(() => Refund, 'Refund');
