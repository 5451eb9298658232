import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';
import { Money } from '../graphql/money.js';
import { User } from '../users/user.type.js';

export enum PaymentEventKind {
  PAID = 'PAID',
  RECORDED = 'RECORDED',
  SET_ASIDE = 'SET_ASIDE',
  REFUND_REQUESTED = 'REFUND_REQUESTED',
  REFUND_RETURNED = 'REFUND_RETURNED',
  DISPUTE_OPENED = 'DISPUTE_OPENED',
  DISPUTE_ENDED = 'DISPUTE_ENDED',
  ACT = 'ACT',
}
describeEnum('PaymentEventKind', PaymentEventKind, 'What happened to a payment.', {
  PAID: 'The payer paid `amount`, by the time of the bank.',
  RECORDED: 'It was recorded here: `text` is how it was learned (`PixPayment.source`).',
  SET_ASIDE: '`amount` of it could not be used, and was set aside: `text` is why (`LatePayment.reason`).',
  REFUND_REQUESTED: '`amount` is to go back: `text` is who began it (`Refund.initiator`).',
  REFUND_RETURNED: '`amount` went back.',
  DISPUTE_OPENED: 'A claim on `amount` of it was opened.',
  DISPUTE_ENDED: 'A claim on `amount` of it ended: `text` is its state.',
  ACT: 'Somebody did `action` to it, or to its refunds, claims and what was set aside: an operator or the service.',
});

@ObjectType({ description: 'Something that happened to a payment.' })
export class PaymentEvent {
  @Field(() => Date, { description: 'When (ISO 8601 UTC).' })
  at: Date;

  @Field(() => PaymentEventKind, { description: 'What.' })
  kind: PaymentEventKind;

  @Field(() => Money, { nullable: true, description: 'Of how much, in reais. Null where it is about no sum.' })
  amount: bigint | null;

  @Field(() => String, { nullable: true, description: 'See the values of `kind`. Null where they say nothing of it.' })
  text: string | null;

  @Field(() => String, { nullable: true, description: 'Of an ACT, as `AuditLogEntry.action` has it. Null for others.' })
  action: string | null;

  @Field(() => User, {
    nullable: true,
    description: 'Who did an ACT. Null for others, and when that was no user: the service or a person at a command line.',
  })
  actor?: User | null;
}

@ObjectType({ description: 'The history of a payment.' })
export class PaymentHistory {
  @Field(() => [PaymentEvent], { description: 'What happened, the newest first; at most 200.', complexity: 400 })
  events: PaymentEvent[];
}
