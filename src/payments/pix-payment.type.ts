import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { LatePaymentReason, LatePaymentStatus, PaymentSource } from '../generated/prisma/enums.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';

registerEnumType(PaymentSource, {
  name: 'PaymentSource',
  description: 'How the service learned of a payment.',
  valuesConfig: {
    CALLBACK: { description: 'The provider called, and confirmed it when asked.' },
    RECONCILIATION: { description: 'Found by asking the provider.' },
    ADMIN: { description: 'Entered by an operator.' },
    FREE: { description: 'Nothing was to be paid.' },
  },
});
registerEnumType(LatePaymentReason, {
  name: 'LatePaymentReason',
  description: 'Why money fits no live order.',
  valuesConfig: {
    ORDER_ENDED: { description: 'The order had ended and its quotas were gone, or sales had closed.' },
    AMOUNT_DIFFERS: { description: "Less than the order's total arrived." },
    OVERPAID: { description: "What arrived beyond the order's total; the order itself is PAID." },
    SECOND_PAYMENT: { description: 'The order was paid before.' },
    UNKNOWN_REFERENCE: { description: "The provider confirms it, but its reference is nobody's." },
  },
});
registerEnumType(LatePaymentStatus, {
  name: 'LatePaymentStatus',
  description: 'What becomes of late money.',
  valuesConfig: {
    PENDING: { description: 'An operator is to refund or resolve it.' },
    REFUNDING: { description: 'On its way back.' },
    REFUNDED: { description: 'Returned.' },
    RESOLVED: { description: 'Closed by an operator without a refund; the note says why.' },
  },
});
@ObjectType({ description: 'Money that arrived, recorded once.' })
export class PixPayment {
  @Field(() => ID, { description: 'UUID.' })
  id: string;

  @Field(() => ID, {
    nullable: true,
    description: "The order it names; null for a legacy client's charge and for money that names nobody.",
  })
  orderId: string | null;

  @Field(() => String, { nullable: true, description: "The instant-payment system's identifier. Null for what no bank moved." })
  endToEndId: string | null;

  @Field(() => String, { nullable: true, description: 'The reference it came with.' })
  txid: string | null;

  @Field(() => Money, { description: 'How much arrived.' })
  amount: bigint;

  @Field(() => PaymentSource, { description: 'How the service learned of it.' })
  source: PaymentSource;

  @Field(() => String, { description: 'The provider it came through.' })
  providerName: string;

  @Field(() => Date, { description: 'When it was paid.' })
  paidAt: Date;
}

@ObjectType({ description: 'Money, or a part of it, that fits no live order.' })
export class LatePayment {
  @Field(() => ID, { description: 'UUID.' })
  id: string;

  @Field(() => Money, { description: 'How much of the payment is late.' })
  amount: bigint;

  @Field(() => LatePaymentReason, { description: 'Why.' })
  reason: LatePaymentReason;

  @Field(() => LatePaymentStatus, { description: 'What becomes of it.' })
  status: LatePaymentStatus;

  @Field(() => String, { nullable: true, description: 'Why it was resolved without a refund.' })
  note: string | null;

  @Field(() => Date, { description: 'When it was recorded.' })
  createdAt: Date;
}

export const PixPaymentConnection = Connection<PixPayment>(() => PixPayment, 'PixPayment');
export const LatePaymentConnection = Connection<LatePayment>(() => LatePayment, 'LatePayment');
