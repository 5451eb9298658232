import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { IdArg } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { historyOf } from './order-history.service.js';
import { OrderEvent, OrderHistory } from './order-history.type.js';

/** One statement over nine tables. */
const HISTORY = 100;

@Resolver(() => OrderHistory)
export class OrderHistoryResolver {
  @Query(() => OrderHistory, {
    description: 'What happened to an order, and who did it.',
    complexity: ({ childComplexity }) => HISTORY + childComplexity,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  orderHistory(@Ctx() ctx: Context, @IdArg('order', { name: 'orderId', isNumber: true }) orderId: string) {
    return historyOf(ctx, orderId);
  }

  @FieldResolver()
  referrer(@Root() { referrerId }: { referrerId: string | null }, @Ctx() ctx: Context) {
    return referrerId === null ? null : ctx.loaders.user.load(referrerId);
  }
}

@Resolver(() => OrderEvent)
export class OrderEventResolver {
  @FieldResolver()
  actor(@Root() { actorId }: { actorId: string | null }, @Ctx() ctx: Context) {
    return actorId === null ? null : ctx.loaders.user.load(actorId);
  }
}
