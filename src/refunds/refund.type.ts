import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { RefundInitiator, RefundStatus } from '../generated/prisma/enums.js';
import { Money } from '../graphql/money.js';

registerEnumType(RefundStatus, {
  name: 'RefundStatus',
  description: 'Where a refund stands.',
  valuesConfig: {
    PENDING: { description: 'To be asked of the provider, or asked and not answered yet.' },
    PROCESSING: { description: 'The provider took it and has not finished.' },
    RETURNED: { description: 'The money went back.' },
    FAILED: { description: 'The provider refused it: an operator decides.' },
    BY_HAND: { description: 'No provider can do it: an operator returns the money and confirms it.' },
  },
});
registerEnumType(RefundInitiator, {
  name: 'RefundInitiator',
  description: 'Who wanted the money to go back.',
  valuesConfig: {
    BUYER: { description: 'The buyer.' },
    OPERATOR: { description: 'An operator.' },
    BANK: { description: 'The banks took it back (MED).' },
  },
});

@ObjectType({ description: 'Money on its way back.' })
export class Refund {
  @Field(() => ID, { description: 'Also what the provider knows it by.' })
  id: string;

  @Field(() => Money, { description: 'How much.' })
  amount: bigint;

  @Field(() => RefundStatus, { description: 'Where it stands.' })
  status: RefundStatus;

  @Field(() => RefundInitiator, { description: 'Who wanted it.' })
  initiator: RefundInitiator;

  @Field(() => String, { nullable: true, description: 'Why, in words.' })
  reason: string | null;

  @Field(() => Date, { description: 'When it was asked for.' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When the money went back.' })
  settledAt: Date | null;
}
