import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';
import { Money } from '../graphql/money.js';
import { User } from '../users/user.type.js';

export enum OrderEventKind {
  PLACED = 'PLACED',
  PAID = 'PAID',
  CANCELLED = 'CANCELLED',
  EXPIRED = 'EXPIRED',
  REFUNDED = 'REFUNDED',
  PAYMENT = 'PAYMENT',
  REFUND_REQUESTED = 'REFUND_REQUESTED',
  REFUND_RETURNED = 'REFUND_RETURNED',
  DISPUTE_OPENED = 'DISPUTE_OPENED',
  DISPUTE_ENDED = 'DISPUTE_ENDED',
  PRIZE_WON = 'PRIZE_WON',
  MESSAGE = 'MESSAGE',
  ACT = 'ACT',
}
describeEnum('OrderEventKind', OrderEventKind, 'What happened to an order.', {
  PLACED: 'It was placed, for `amount`.',
  PAID: 'It was paid: its quotas are its own.',
  CANCELLED: 'It was cancelled.',
  EXPIRED: 'Its time to pay ended.',
  REFUNDED: 'It was refunded in full.',
  PAYMENT: 'A payment for it was received: `text` is its end-to-end id.',
  REFUND_REQUESTED: 'Somebody asked for `amount` to go back.',
  REFUND_RETURNED: '`amount` went back.',
  DISPUTE_OPENED: 'A claim on a payment for it was opened.',
  DISPUTE_ENDED: 'A claim on a payment for it ended: `text` is its state.',
  PRIZE_WON: 'It won the prize `text`, which its buyer knows. A prize in a closed box is not told.',
  MESSAGE: 'A message about it was sent to its buyer: `text` is its kind.',
  ACT:
    'Somebody did `action` to it, or to its payments, refunds and prizes: an operator, its buyer or the service. Of a cancellation `text` is '
    + 'why, where an operator said it.',
});

@ObjectType({ description: 'Something that happened to an order.' })
export class OrderEvent {
  @Field(() => Date, { description: 'When (ISO 8601 UTC).' })
  at: Date;

  @Field(() => OrderEventKind, { description: 'What.' })
  kind: OrderEventKind;

  @Field(() => Money, { nullable: true, description: 'Of how much, in reais. Null where it is about no sum.' })
  amount: bigint | null;

  @Field(() => String, { nullable: true, description: 'See the values of `kind`. Null where they say nothing of it.' })
  text: string | null;

  @Field(() => String, { nullable: true, description: 'Of an ACT, as `AuditLogEntry.action` has it. Null for others.' })
  action: string | null;

  @Field(() => User, {
    nullable: true,
    description:
      'Who did an ACT. Null for others, and when that was no user: an API client, the service or a person at a command line.',
  })
  actor?: User | null;
}

@ObjectType({ description: 'The history of an order.' })
export class OrderHistory {
  @Field(() => User, { nullable: true, description: 'Who gets the commission for it. Null where nobody does.' })
  referrer?: User | null;

  @Field(() => [OrderEvent], { description: 'What happened, the newest first; at most 200.', complexity: 400 })
  events: OrderEvent[];
}
