import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { Roles } from '../graphql/roles.js';
import { selectionOf } from '../graphql/selected-fields.js';
import { SameForRole } from '../graphql/shared-results.js';
import { IdArg } from '../graphql/id.js';
import { orderPageShape } from '../orders/order-page.js';
import { listOrders } from '../orders/order-list.service.js';
import { Order } from '../orders/order.type.js';
import * as fake from './fake-percentage.service.js';
import { findSalesMetrics, watchSalesMetrics } from './sales-watch.js';
import { FakeSoldQuotasPercentageInput, LastOrdersArgs, SalesByDayArgs, TopBuyersArgs } from './sales.input.js';
import * as sales from './sales.service.js';
import {
  Badges,
  FakeSoldQuotasPercentage,
  GeneralMetrics,
  OrdersOfStatus,
  RaffleShareConnection,
  SalesDay,
  SalesMetrics,
  TopBuyer,
} from './sales.type.js';

@Resolver()
export class SalesResolver {
  @Query(() => [SalesDay], {
    description:
      'The paid orders of a raffle by day, at most 366 days, those without sales too, the earliest first. NOT_FOUND: there is no such '
      + 'raffle. BAD_USER_INPUT: the days are more, or in the wrong order.',
    complexity: 50,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  salesByDay(@Ctx() ctx: Context, @Args(() => SalesByDayArgs) args: SalesByDayArgs) {
    return sales.salesByDay(ctx, args);
  }

  @Query(() => [TopBuyer], {
    description:
      'Those who bought most of a raffle, at most 100, the first ranks first. Empty while the raffle’s `showRank` is false, unless the '
      + 'caller is an operator. NOT_FOUND: there is no such raffle.',
    complexity: 50,
  })
  @Roles('PUBLIC')
  topBuyers(@Ctx() ctx: Context, @Args(() => TopBuyersArgs) args: TopBuyersArgs) {
    return sales.topBuyers(ctx, args);
  }

  @Query(() => GeneralMetrics, { description: 'All sales of all raffles, as they stand now.', complexity: 50 })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  generalMetrics(@Ctx() ctx: Context) {
    return sales.generalMetrics(ctx);
  }

  @Query(() => [Order], {
    description: 'The latest orders of all raffles, at most 100, the newest first. `orders` has them all.',
    complexity: ({ args, childComplexity }) => 1 + (args as { first: number }).first * childComplexity,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  async lastOrders(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => LastOrdersArgs) { first }: LastOrdersArgs) {
    const page = await listOrders(ctx, { first, shape: orderPageShape(selectionOf(info)) });
    return page.nodes;
  }

  @Query(() => [OrdersOfStatus], {
    description:
      'Count, quotas and value of the orders of each status, at most 5, those without orders too: of all raffles or of one. '
      + 'NOT_FOUND: there is no such raffle.',
    complexity: 20,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  ordersSummary(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { nullable: true, description: "The raffle's UUID. Left out: all raffles." })
    raffleId?: string | null,
  ) {
    return sales.ordersSummary(ctx, raffleId);
  }

  @Query(() => RaffleShareConnection, {
    description: 'How far the sale of each raffle has come, and what it makes of all revenue. The newest raffles first.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  rafflePercentageOfSales(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return sales.raffleShares(ctx, page);
  }

  @Query(() => Badges, { description: 'What waits for the calling operator, counted for a menu.', complexity: 50 })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  badges(@Ctx() ctx: Context) {
    return sales.badges(ctx);
  }

  @Mutation(() => Badges, {
    description:
      'Notes that the calling operator has seen all that was won until now, so that `unseenWinners` begins at 0. Safe to repeat.',
    complexity: 50,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  markWinnersSeen(@Ctx() ctx: Context) {
    return sales.markWinnersSeen(ctx);
  }

  @Query(() => SalesMetrics, {
    description:
      'The sale of a raffle at this moment. The subscription `salesMetrics` follows it. NOT_FOUND: there is no such raffle.',
    complexity: 20,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  salesMetrics(@Ctx() ctx: Context, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return findSalesMetrics(ctx, raffleId);
  }

  @Subscription(() => SalesMetrics, {
    name: 'salesMetrics',
    description:
      'Sends the sale of a raffle at once and then after each change, at most twice a second, whichever process of the service made it. '
      + 'A slow reader misses values in between and gets the latest one. NOT_FOUND: there is no such raffle.',
    subscribe: ({ args, context }) => watchSalesMetrics(context as Context, (args as { raffleId: string }).raffleId),
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @SameForRole()
  salesMetricsChanges(@Root() metrics: SalesMetrics, @IdArg('raffle', { name: 'raffleId' }) _raffleId: string) {
    return metrics;
  }

  @Query(() => FakeSoldQuotasPercentage, {
    nullable: true,
    description:
      'The least percentage that a raffle displays as sold. Null while none was set. NOT_FOUND: there is no such raffle.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  fakeSoldQuotasPercentage(@Ctx() ctx: Context, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return fake.findFakePercentage(ctx, raffleId);
  }

  @Mutation(() => FakeSoldQuotasPercentage, {
    description:
      'Sets the least percentage that a raffle displays as sold, which its sell bar marks by `displayedIsAdjusted`. Audited. CONFLICT: one '
      + 'is set already. NOT_FOUND: there is no such raffle.',
  })
  @Roles('ADMIN', ['MANAGER'])
  createFakeSoldQuotasPercentage(
    @Ctx() ctx: Context,
    @Arg('input', () => FakeSoldQuotasPercentageInput, { description: 'What is to be displayed.' })
    input: FakeSoldQuotasPercentageInput,
  ) {
    return fake.createFakePercentage(ctx, input);
  }

  @Mutation(() => FakeSoldQuotasPercentage, {
    description:
      'Changes the least percentage that a raffle displays as sold; 0 displays the real one. Audited. Safe to repeat. CONFLICT: none is set '
      + 'yet. NOT_FOUND: there is no such raffle.',
  })
  @Roles('ADMIN', ['MANAGER'])
  updateFakeSoldQuotasPercentage(
    @Ctx() ctx: Context,
    @Arg('input', () => FakeSoldQuotasPercentageInput, { description: 'What is to be displayed.' })
    input: FakeSoldQuotasPercentageInput,
  ) {
    return fake.updateFakePercentage(ctx, input);
  }
}
