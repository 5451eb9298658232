import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { findOrderPrice } from './order-price.js';
import { OrderPrice } from './order-price.type.js';

@Resolver(() => OrderPrice)
export class OrderPriceResolver {
  @Query(() => OrderPrice, {
    description:
      'The price of an order of that many quotas, at most 100 milliseconds old. Nothing is reserved, and the raffle need not '
      + 'be on sale. Only operators see that of a DRAFT.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  orderPrice(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { description: "The raffle's UUID." }) raffleId: string,
    @Arg('quotaQuantity', () => Int, { description: 'The quotas to order, a bonus not counted.' }) quotaQuantity: number,
  ) {
    return findOrderPrice(ctx, raffleId, quotaQuantity);
  }
}
