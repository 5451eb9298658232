import { Field, Int, ObjectType } from 'type-graphql';
import { BulkActKind, BulkActState } from '../generated/prisma/enums.js';
import { describeEnum } from '../graphql/describe-enum.js';
import { IdField } from '../graphql/id.js';
import { User } from '../users/user.type.js';

describeEnum('BulkActKind', BulkActKind, 'What is done to each of many.', {
  CANCEL_ORDERS: 'Orders are cancelled, as by `cancelOrder`.',
  REFUND_ORDERS: 'Orders are refunded whole, as by `refundOrder`.',
  BLOCK_USERS: 'Users are blocked, as by `blockUser`.',
  CONTACT_PRIZE_WINNERS: 'Winners are recorded as told, as by `contactPrizeWinner`.',
});

describeEnum('BulkActState', BulkActState, 'How far an act on many is.', {
  WAITING: 'No process has begun yet.',
  RUNNING: 'One after the other is done. It goes on after a crash where it was.',
  DONE: 'All were tried. `failed` says how many were not done.',
  STOPPED: 'An operator stopped it, or who asked for it may not do it any more. Those behind `done` and `failed` were not tried.',
});

@ObjectType({ description: 'An act on many orders, users or won prizes, done in the background to one after the other.' })
export class BulkAct {
  @IdField('act')
  id: string;

  @Field(() => BulkActKind, { description: 'What is done to each.' })
  kind: BulkActKind;

  @Field(() => BulkActState, { description: 'How far it is.' })
  state: BulkActState;

  @Field(() => Int, { description: 'How many there are.' })
  total: number;

  @Field(() => Int, { description: 'To how many it was done; also to those to which it had been done before.' })
  done?: number;

  @Field(() => Int, { description: 'How many refused it. `bulkActFailures` says why.' })
  failed: number;

  @Field(() => User, { nullable: true, description: 'The operator who asked for it.' })
  creator?: User | null;

  @Field(() => Date, { description: 'When it was asked for (ISO 8601 UTC).' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'When a process began with it (ISO 8601 UTC). Null: not yet.' })
  startedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'When it was over or stopped (ISO 8601 UTC). Null: not yet.' })
  endedAt: Date | null;
}

@ObjectType({ description: 'One of many to which an act was not done.' })
export class BulkActFailure {
  @Field(() => String, { description: "The order's id, or the UUID of the user or of the won prize." })
  subjectId: string;

  @Field(() => String, { description: 'The code of the refusal, as `extensions.code` of the operation of one has it.' })
  code: string;

  @Field(() => String, { description: "The reason, in the caller's language." })
  message: string;
}
