import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { Roles } from '../graphql/roles.js';
import type { OrderRow } from '../orders/order.sql.js';
import { Order } from '../orders/order.type.js';
import * as luckyNumbers from './lucky-number.service.js';
import { LuckyNumberConnection, LuckyNumberOwner } from './lucky-number.type.js';

@Resolver()
export class LuckyNumberResolver {
  @Query(() => LuckyNumberConnection, {
    description: 'The numbers of one order, in the order they were given; none until it is paid.',
  })
  @Roles('USER', 'ADMIN')
  luckyNumbersByOrder(
    @Ctx() ctx: Context,
    @Arg('orderId', () => ID, { description: 'Which order.' }) orderId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return luckyNumbers.listNumbersByOrder(ctx, orderId, page);
  }

  @Query(() => LuckyNumberConnection, { description: "A buyer's numbers of one raffle, over all paid orders." })
  @Roles('USER', 'ADMIN')
  luckyNumbersByRaffle(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { description: 'Which raffle.' }) raffleId: string,
    @Arg('userId', () => ID, { nullable: true, description: 'Whose, for an operator; a buyer sees only their own.' })
    userId: string | null | undefined,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return luckyNumbers.listNumbersByRaffle(ctx, raffleId, userId, page);
  }

  @Query(() => LuckyNumberOwner, { description: 'Who holds a number. BAD_USER_INPUT when the raffle has no such number.' })
  @Roles('ADMIN')
  luckyNumberOwner(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { description: 'Which raffle.' }) raffleId: string,
    @Arg('number', () => String, { description: 'The number as printed; leading zeros may be left out.' }) number: string,
  ) {
    return luckyNumbers.findOwner(ctx, raffleId, number);
  }
}

@Resolver(() => Order)
export class OrderLuckyNumbersResolver {
  @FieldResolver(() => LuckyNumberConnection, { description: 'Its lucky numbers; none until it is paid.' })
  luckyNumbers(@Root() order: OrderRow, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return luckyNumbers.listNumbersOfOrder(ctx, order, page);
  }
}
