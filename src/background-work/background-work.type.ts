import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../graphql/describe-enum.js';

export const BackgroundWorkKind = {
  EXPORT: 'EXPORT',
  REFUNDS: 'REFUNDS',
  FREEZE: 'FREEZE',
  DRAW: 'DRAW',
  PROOF: 'PROOF',
  CANCEL_ORDERS: 'CANCEL_ORDERS',
  REFUND_ORDERS: 'REFUND_ORDERS',
  BLOCK_USERS: 'BLOCK_USERS',
  CONTACT_PRIZE_WINNERS: 'CONTACT_PRIZE_WINNERS',
} as const;
export type BackgroundWorkKind = keyof typeof BackgroundWorkKind;

describeEnum('BackgroundWorkKind', BackgroundWorkKind, 'What the service works on.', {
  EXPORT: 'A file of orders is made. `stopExport` stops it.',
  REFUNDS: 'The orders of a raffle that was called off are refunded. It cannot be stopped: the money is owed to the buyers.',
  FREEZE:
    'The book of a frozen raffle is closed and the manifest of its draw is computed. It cannot be stopped: nothing is sold any more.',
  DRAW: 'A draw is due, and waits for its round or for the instant prizes. It cannot be stopped: it was published.',
  PROOF: 'The proof of a draw is made. It cannot be stopped: it was promised.',
  CANCEL_ORDERS: 'Orders that were chosen are cancelled. `stopBulkAct` stops it.',
  REFUND_ORDERS: 'Orders that were chosen are refunded. `stopBulkAct` stops it.',
  BLOCK_USERS: 'Users that were chosen are blocked. `stopBulkAct` stops it.',
  CONTACT_PRIZE_WINNERS: 'Winners that were chosen are recorded as told. `stopBulkAct` stops it.',
});

@ObjectType({
  description:
    'A long task that waits or runs. It goes on when its operator leaves the page, and another process goes on with it after a crash.',
})
export class BackgroundWork {
  @Field(() => ID, { description: 'The UUID of the export or of the act on many, or that of the raffle. Unique with `kind`.' })
  id: string;

  @Field(() => BackgroundWorkKind, { description: 'What is done.' })
  kind: BackgroundWorkKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The raffle that it is of. Null: an export of all raffles, or an act on many.',
  })
  raffleId: string | null;

  @Field(() => String, { nullable: true, description: 'The title of that raffle.' })
  raffleTitle: string | null;

  @Field(() => Int, { nullable: true, description: 'How many orders, users or prizes are done. Null where none are counted.' })
  done: number | null;

  @Field(() => Int, { nullable: true, description: 'How many there are. Null: it is not known.' })
  total: number | null;

  @Field(() => Float, { nullable: true, description: 'The part that is done, 0 to 1. Null: it cannot be said.' })
  progress: number | null;

  @Field(() => Date, { nullable: true, description: 'When it began (ISO 8601 UTC). Null: it waits.' })
  startedAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When it will be done (ISO 8601 UTC), if it goes on as fast as until now. Null: it cannot be said.',
  })
  estimatedEnd: Date | null;

  @Field(() => Boolean, { description: 'Whether it can be stopped, by who may do it. If not, `kind` says why.' })
  canStop: boolean;
}
