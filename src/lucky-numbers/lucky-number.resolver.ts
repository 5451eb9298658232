import { Arg, Args, Ctx, Field, FieldResolver, ID, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { pageOfRows } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import type { ReadOrder } from '../orders/order-page.js';
import { Order } from '../orders/order.type.js';
import * as luckyNumbers from './lucky-number.service.js';
import { LuckyNumberConnection } from './lucky-number.type.js';

@ObjectType({ description: 'A lucky number and the order that owns it.' })
class LuckyNumberOwner {
  @Field(() => String, {
    description: "The lucky number as text, padded with leading zeros to the width of the raffle's numbers.",
  })
  number: string;

  @Field(() => Order, { nullable: true, description: 'The paid order that owns the number. Null when no paid order owns it.' })
  order: Order | null;
}

const BLOCK = 15;
const numbers = pageOfRows(0);

@Resolver()
export class LuckyNumberResolver {
  @Query(() => LuckyNumberConnection, {
    description: 'The lucky numbers of one order, in the sequence they were assigned. Empty until the order is paid.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  luckyNumbersByOrder(
    @Ctx() ctx: Context,
    @IdArg('order', { name: 'orderId', isNumber: true }) orderId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return luckyNumbers.listNumbersByOrder(ctx, orderId, page);
  }

  @Query(() => LuckyNumberConnection, {
    description: 'The lucky numbers of a buyer in one raffle, in the sequence they were assigned.',
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  luckyNumbersByRaffle(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('userId', () => ID, {
      nullable: true,
      description: "The buyer's UUID. Required from operators; buyers see only their own numbers.",
    })
    userId: string | null | undefined,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return luckyNumbers.listNumbersByRaffle(ctx, raffleId, userId, page);
  }

  @Query(() => LuckyNumberOwner, { description: 'The owner of a lucky number of a raffle.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  luckyNumberOwner(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('number', () => String, { description: 'The lucky number as printed. Leading zeros may be left out.' }) number: string,
  ) {
    return luckyNumbers.findOrderOfNumber(ctx, raffleId, number);
  }

  @Query(() => LuckyNumberOwner, {
    description:
      "Whether a lucky number of a raffle is the calling buyer's: the order that owns it, or null when it is somebody else's, nobody's, or not told yet.",
  })
  @Roles('USER')
  @Refuses('NOT_FOUND')
  myLuckyNumber(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Arg('number', () => String, { description: 'The lucky number as printed. Leading zeros may be left out.' }) number: string,
  ) {
    return luckyNumbers.findMyOrderOfNumber(ctx, raffleId, number);
  }
}

@Resolver(() => Order)
export class OrderLuckyNumbersResolver {
  @FieldResolver(() => LuckyNumberConnection, {
    description:
      'The lucky numbers of the order, in the sequence they were assigned. Empty until it is paid; a refunded order keeps '
      + 'its list.',
    complexity: (options) => BLOCK + Number(numbers(options)),
  })
  luckyNumbers(@Root() order: ReadOrder, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return luckyNumbers.listNumbersOfOrder(ctx, order, page);
  }
}
