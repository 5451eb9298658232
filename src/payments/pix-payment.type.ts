import { Field, ID, ObjectType } from 'type-graphql';
import { LatePaymentReason, LatePaymentStatus, PaymentSource } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { Connection } from '../graphql/connection.js';
import { Money } from '../graphql/money.js';
import { IdField } from '../graphql/id.js';

describeEnum('PaymentSource', PaymentSource, 'How the service learned of a payment.', {
  CALLBACK: 'The provider sent a callback and confirmed the payment when asked.',
  RECONCILIATION: 'Found when the service asked the provider, without a callback.',
  ADMIN: 'An operator marked the order as paid.',
  FREE: 'The order cost nothing.',
});
describeEnum(
  'LatePaymentReason',
  LatePaymentReason,
  "Why money could not be applied to an order or to a legacy client's charge.",
  {
    ORDER_ENDED: 'The order or charge had ended: refunded, or its quotas were gone, or sales were closed.',
    AMOUNT_DIFFERS: 'Less than the total of the order or charge arrived.',
    OVERPAID: 'The part above the total of the order or charge, which itself is PAID.',
    SECOND_PAYMENT: 'The order or charge was already paid.',
    SOLD_OUT:
      'The order was AT_PAYMENT, and others had paid for its quotas, or it had ended and could not be paid any more. The service sends '
      + 'the money back at once.',
    BUYER_DELETED:
      'The order had ended, and money revives it only when its buyer could place it now: the account is deleted. The service sends the '
      + 'money back at once, as for the following reasons.',
    BUYER_BLOCKED: 'The order had ended, and its buyer is blocked.',
    BUYER_DATA: 'The order had ended, and the raffle asks for data that its buyer has not given, or for adults.',
    BUYER_LIMIT: 'The order had ended, and with it its buyer would have more quotas than the raffle allows.',
    ANTI_SPAM: 'The order had ended, and its buyer has too many unpaid quotas.',
    TERMS_CHANGED:
      'The order was paid more than two minutes after `expiresAt`, and the raffle no longer sells so many quotas for that total.',
    UNKNOWN_REFERENCE: 'The provider confirms the payment, but its reference belongs to no order or charge.',
  },
);
describeEnum('LatePaymentStatus', LatePaymentStatus, 'The state of a late payment.', {
  PENDING: 'Waits for an operator: `refundLatePayment` or `resolveLatePayment`.',
  REFUNDING:
    'A refund was requested, by an operator or by the service, and is not finished. `confirmRefund` ends one that no provider answers.',
  REFUNDED: 'The money was returned.',
  RESOLVED: 'Closed by an operator without a refund; `note` says why.',
});
export enum MoneyStep {
  REFUND_LATE_PAYMENT = 'REFUND_LATE_PAYMENT',
  RESOLVE_LATE_PAYMENT = 'RESOLVE_LATE_PAYMENT',
  CONFIRM_REFUND = 'CONFIRM_REFUND',
  RETRY_REFUND = 'RETRY_REFUND',
  RESOLVE_RETURNED_TWICE = 'RESOLVE_RETURNED_TWICE',
}
describeEnum(
  'MoneyStep',
  MoneyStep,
  'What an operator of finance or an owner may do next with money that waits for a decision.',
  {
    REFUND_LATE_PAYMENT: 'Send the late payment back: `refundLatePayment`.',
    RESOLVE_LATE_PAYMENT: 'Close the late payment without a refund: `resolveLatePayment`.',
    CONFIRM_REFUND: 'Record that the money was returned by hand: `confirmRefund`.',
    RETRY_REFUND: 'Request the refund from the provider again: `retryRefund`.',
    RESOLVE_RETURNED_TWICE: 'Say what became of the money that went out a second time: `resolveReturnedTwice`.',
  },
);
@ObjectType({
  description:
    'A payment. Most are PIX payments that a provider received; free orders and orders that an operator marks as paid '
    + 'have one too.',
})
export class PixPayment {
  @IdField('payment')
  id: string;

  @Field(() => ID, {
    nullable: true,
    description: "The id of its order. Null for a legacy client's charge and when the reference is unknown.",
  })
  orderId: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The end-to-end id; for Paggue and Pay2m the adapter's name, a colon and the provider's reference. Null without a bank "
      + 'transfer: a free order, or one marked paid by an operator.',
  })
  endToEndId: string | null;

  @Field(() => String, { nullable: true, description: 'The txid that the payment carried. Null when it carried none.' })
  txid: string | null;

  @Field(() => Money, { description: 'The amount that was paid, in reais.' })
  amount: bigint;

  @Field(() => PaymentSource, { description: 'How the service learned of the payment.' })
  source: PaymentSource;

  @Field(() => String, { description: 'The name of the payment provider that received the payment.' })
  providerName: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the account that paid; a buyer sees it as "Maria S.". Null when the provider does not tell it.',
  })
  payerName: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The CPF of the account that paid, eleven digits; a buyer sees it as `***.456.789-**`. Null when the provider does not '
      + 'tell it, and for a company.',
  })
  payerCpf: string | null;

  @Field(() => Date, { description: 'When it was paid (ISO 8601 UTC).' })
  paidAt: Date;
}

@ObjectType({
  description:
    "A payment, or a part of one, that fits no order or legacy client's charge. An operator refunds or resolves it; the service "
    + 'itself refunds one that is SOLD_OUT.',
})
export class LatePayment {
  @IdField('late payment')
  id: string;

  @Field(() => Money, { description: 'The amount that could not be applied, in reais.' })
  amount: bigint;

  @Field(() => LatePaymentReason, { description: 'Why the money could not be applied.' })
  reason: LatePaymentReason;

  @Field(() => LatePaymentStatus, { description: 'The state of the late payment.' })
  status: LatePaymentStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was resolved, how it was refunded by hand, or that the bank took it back. Only operators see it.',
  })
  note: string | null;

  @Field(() => Date, { description: 'When it was recorded (ISO 8601 UTC).' })
  createdAt: Date;
}

export const PixPaymentConnection = Connection<PixPayment>(() => PixPayment, 'PixPayment');
export const LatePaymentConnection = Connection<LatePayment>(() => LatePayment, 'LatePayment');
