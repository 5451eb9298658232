import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { RefundInitiator, RefundStatus } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';

registerEnumType(RefundStatus, {
  name: 'RefundStatus',
  description: 'The state of a refund.',
  valuesConfig: {
    PENDING: { description: 'To be requested from the provider, or requested and not answered yet.' },
    PROCESSING: { description: 'The provider accepted it and has not finished.' },
    RETURNED: { description: 'The money was returned.' },
    FAILED: { description: 'The provider refused it. An operator decides what to do.' },
    BY_HAND: { description: 'No provider can make it. An operator returns the money and calls `confirmRefund`.' },
  },
});
registerEnumType(RefundInitiator, {
  name: 'RefundInitiator',
  description: 'Who requested a refund.',
  valuesConfig: {
    BUYER: { description: 'The buyer.' },
    OPERATOR: { description: 'An operator.' },
    BANK: { description: 'The banks took the money back (MED).' },
    PROVIDER: { description: "Somebody returned the money on the payment provider's own pages, not through this service." },
  },
});

@ObjectType({ description: 'A refund of a payment or of a part of it.' })
export class Refund {
  @Field(() => ID, {
    description:
      "The refund's id, 1 to 35 letters and digits. The provider knows the refund by it, unless the service did not ask "
      + 'for it (initiator BANK or PROVIDER) or it was made by hand.',
  })
  id: string;

  @Field(() => Money, { description: 'The amount of the refund, in reais.' })
  amount: bigint;

  @Field(() => RefundStatus, { description: 'The state of the refund.' })
  status: RefundStatus;

  @Field(() => RefundInitiator, { description: 'Who requested the refund.' })
  initiator: RefundInitiator;

  @Field(() => String, {
    nullable: true,
    description: 'The reason in words. Null when none was given. A buyer sees only a reason that the buyer gave.',
  })
  reason: string | null;

  @Field(() => Date, { description: 'When the refund was requested (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When the money was returned (ISO 8601 UTC). Null until it is.' })
  settledAt: Date | null;
}

export const RefundConnection = Connection<Refund>(() => Refund, 'Refund');
