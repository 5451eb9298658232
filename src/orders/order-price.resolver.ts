import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { findOrderPrice } from './order-price.js';
import { OrderPrice } from './order-price.type.js';

@Resolver(() => OrderPrice)
export class OrderPriceResolver {
  @Query(() => OrderPrice, {
    description:
      'What an order of so many quotas would cost, at most 100 milliseconds old. Nothing is reserved, and the raffle need not be on '
      + 'sale. NOT_FOUND: there is no such raffle, or it is a DRAFT and the caller is not an operator. BAD_USER_INPUT: no order of the '
      + 'raffle may have this quantity.',
  })
  @Roles('PUBLIC')
  orderPrice(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { description: "The raffle's UUID." }) raffleId: string,
    @Arg('quotaQuantity', () => Int, { description: 'The quotas to order, a bonus not counted.' }) quotaQuantity: number,
  ) {
    return findOrderPrice(ctx, raffleId, quotaQuantity);
  }
}
