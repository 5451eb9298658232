import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import { blockReason } from '../users/user-admin.service.js';
import { BULK_ACT_KINDS } from './bulk-act-kinds.js';
import {
  BlockUsersInput,
  CancelOrdersInput,
  ContactPrizeWinnersInput,
  MOST_AT_ONCE,
  RefundOrdersInput,
} from './bulk-act.input.js';
import * as service from './bulk-act.service.js';
import type { BulkActRow } from './bulk-act.sql.js';
import { BulkAct, BulkActFailure } from './bulk-act.type.js';

const IN_THE_BACKGROUND =
  'It is done in the background, to one after the other; what refuses it does not stop the rest. The same call again answers the same act, '
  + 'until that is over. CONFLICT: five acts of the caller wait or run. Audited, and each of them as by the operation of one.';

@Resolver(() => BulkAct)
export class BulkActResolver {
  @Query(() => [BulkAct], {
    description:
      'The acts on many of all operators, newest first, at most 100. The last 50 of each operator are kept, for 30 days after their end.',
    complexity: listOf(service.MOST_LISTED),
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  bulkActs(@Ctx() ctx: Context) {
    return service.listBulkActs(ctx);
  }

  @Query(() => BulkAct, { description: 'An act on many: how far it is.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  bulkAct(@Ctx() ctx: Context, @IdArg('act') id: string) {
    return service.findBulkAct(ctx, id);
  }

  @Query(() => [BulkActFailure], {
    description: 'Those that refused an act, and why, in the order in which they were tried, at most 500.',
    complexity: listOf(MOST_AT_ONCE),
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  bulkActFailures(@Ctx() ctx: Context, @IdArg('act', { name: 'bulkActId' }) id: string) {
    return service.listFailures(ctx, id);
  }

  @Mutation(() => BulkAct, { description: `Cancels many unpaid orders, as by \`cancelOrder\`. ${IN_THE_BACKGROUND}` })
  @Roles('ADMIN', BULK_ACT_KINDS.CANCEL_ORDERS.operators)
  @Refuses('CONFLICT')
  @StepUp()
  cancelOrders(@Ctx() ctx: Context, @InputArg(() => CancelOrdersInput) { orderIds: ids, force, reason }: CancelOrdersInput) {
    return service.startBulkAct(ctx, 'CANCEL_ORDERS', { ids, force, reason });
  }

  @Mutation(() => BulkAct, { description: `Refunds many paid orders whole, as by \`refundOrder\`. ${IN_THE_BACKGROUND}` })
  @Roles('ADMIN', BULK_ACT_KINDS.REFUND_ORDERS.operators)
  @Refuses('CONFLICT')
  @StepUp()
  refundOrders(@Ctx() ctx: Context, @InputArg(() => RefundOrdersInput) { orderIds: ids, reason }: RefundOrdersInput) {
    return service.startBulkAct(ctx, 'REFUND_ORDERS', { ids, reason });
  }

  @Mutation(() => BulkAct, { description: `Blocks many users, as by \`blockUser\`. ${IN_THE_BACKGROUND}` })
  @Roles('ADMIN', BULK_ACT_KINDS.BLOCK_USERS.operators)
  @Refuses('CONFLICT')
  @StepUp()
  blockUsers(@Ctx() ctx: Context, @InputArg(() => BlockUsersInput) { userIds: ids, reason }: BlockUsersInput) {
    return service.startBulkAct(ctx, 'BLOCK_USERS', { ids, reason: blockReason(reason) });
  }

  @Mutation(() => BulkAct, {
    description: `Records that the winners of many prizes were told, as by \`contactPrizeWinner\`. ${IN_THE_BACKGROUND}`,
  })
  @Roles('ADMIN', BULK_ACT_KINDS.CONTACT_PRIZE_WINNERS.operators)
  @Refuses('CONFLICT')
  contactPrizeWinners(
    @Ctx() ctx: Context,
    @InputArg(() => ContactPrizeWinnersInput) { wonPrizeIds: ids }: ContactPrizeWinnersInput,
  ) {
    return service.startBulkAct(ctx, 'CONTACT_PRIZE_WINNERS', { ids });
  }

  @Mutation(() => BulkAct, {
    description:
      'Stops an act that waits or runs: the one under way is done to its end, the rest stays as it is. By who may do it to one. Safe to '
      + 'repeat. CONFLICT: it was over. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  stopBulkAct(@Ctx() ctx: Context, @IdArg('act') id: string) {
    return service.stopBulkAct(ctx, id);
  }

  @FieldResolver()
  done(@Root() { tried, failed }: BulkActRow) {
    return tried - failed;
  }

  @FieldResolver()
  creator(@Root() { createdBy }: BulkActRow, @Ctx() ctx: Context) {
    return ctx.loaders.user.load(createdBy);
  }
}
