import { IsUUID, Max, Min } from 'class-validator';
import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDate } from 'graphql-scalars';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  Float,
  ID,
  Info,
  InputType,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { InputArg } from '../graphql/input-arg.js';
import { IdArg, IdField } from '../graphql/id.js';
import { IsHundredths } from '../graphql/is-hundredths.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { selectionOf } from '../graphql/selected-fields.js';
import { SameForRole } from '../graphql/shared-results.js';
import { listOrders } from '../orders/order-list.service.js';
import { orderPageShape } from '../orders/order-page.js';
import { Order } from '../orders/order.type.js';
import { textOf } from '../platform/domain-error.js';
import * as bars from './sell-bar.service.js';
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
  TopBuyersOrder,
} from './sales.type.js';

@ArgsType()
export class SalesByDayArgs {
  @IdField('raffle')
  raffleId: string;

  @Field(() => GraphQLDate, { nullable: true, description: 'The first day. Left out: 29 days before the last one.' })
  from?: Date | null;

  @Field(() => GraphQLDate, { nullable: true, description: 'The last day, at most 365 days after the first. Left out: today.' })
  to?: Date | null;
}

@ArgsType()
export class CountArgs {
  @Field(() => Int, { defaultValue: 20, description: 'How many, 1 to 100.' })
  @Min(1)
  @Max(100)
  first: number;
}

@ArgsType()
export class TopBuyersArgs extends CountArgs {
  @IdField('raffle')
  raffleId: string;

  @Field(() => GraphQLDate, { nullable: true, description: 'The day whose payments count. Left out: the whole sale.' })
  day?: Date | null;

  @Field(() => TopBuyersOrder, { defaultValue: TopBuyersOrder.QUOTAS, description: 'What they are ranked by.' })
  by: TopBuyersOrder;
}

@InputType({ description: 'What a raffle displays as sold at the least.' })
export class FakeSoldQuotasPercentageInput {
  @IdField('raffle')
  @IsUUID('all', { context: textOf('raffles.uuid') })
  raffleId: string;

  @Field(() => Float, { description: 'The percentage, 0 to 100, with at most two decimals.' })
  @IsHundredths()
  @Min(0)
  @Max(100)
  percentage: number;
}

@Resolver()
export class SalesResolver {
  @Query(() => [SalesDay], {
    description: 'The paid orders of a raffle by day, earliest first, at most 366 days. Days without sales are listed too.',
    complexity: 50,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  salesByDay(@Ctx() ctx: Context, @Args(() => SalesByDayArgs) args: SalesByDayArgs) {
    return sales.salesByDay(ctx, args);
  }

  @Query(() => [TopBuyer], {
    description:
      'The buyers with the most quotas or the highest value in a raffle, at most 100, by rank. Empty while `showRank` is '
      + 'false, unless the caller is an operator.',
    complexity: 50,
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  topBuyers(@Ctx() ctx: Context, @Args(() => TopBuyersArgs) args: TopBuyersArgs) {
    return sales.topBuyers(ctx, args);
  }

  @Query(() => GeneralMetrics, { description: 'All sales of all raffles, as they are now.', complexity: 50 })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  generalMetrics(@Ctx() ctx: Context) {
    return sales.generalMetrics(ctx);
  }

  @Query(() => [Order], {
    description: 'The latest orders of all raffles, at most 100, newest first. `orders` lists all of them.',
    complexity: ({ args, childComplexity }) => 1 + (args as { first: number }).first * childComplexity,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  async lastOrders(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => CountArgs) { first }: CountArgs) {
    const page = await listOrders(ctx, { first, shape: orderPageShape(selectionOf(info)) });
    return page.nodes;
  }

  @Query(() => [OrdersOfStatus], {
    description: 'The orders of each status, of all raffles or of one: at most 5 items, also for a status without orders.',
    complexity: 20,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  ordersSummary(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { nullable: true, description: "The raffle's UUID. Left out: all raffles." })
    raffleId?: string | null,
  ) {
    return sales.ordersSummary(ctx, raffleId);
  }

  @Query(() => RaffleShareConnection, {
    description: 'The sales of each raffle, in percent of its quotas and of all revenue, newest raffle first.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  rafflePercentageOfSales(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return sales.raffleShares(ctx, page);
  }

  @Query(() => Badges, { description: 'What waits for the calling operator, counted for a menu.', complexity: 50 })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  badges(@Ctx() ctx: Context) {
    return sales.badges(ctx);
  }

  @Mutation(() => Badges, { description: 'Sets `unseenWinners` of the calling operator to 0. Safe to repeat.', complexity: 50 })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  markWinnersSeen(@Ctx() ctx: Context) {
    return sales.markWinnersSeen(ctx);
  }

  @Query(() => SalesMetrics, {
    description: 'The sales of a raffle at this moment. The subscription `salesMetrics` follows them.',
    complexity: 20,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  salesMetrics(@Ctx() ctx: Context, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return sales.findSalesMetrics(ctx, raffleId);
  }

  @Subscription(() => SalesMetrics, {
    name: 'salesMetrics',
    description:
      'Sends the sales of a raffle at once and then after each change, at most twice a second. A slow reader gets the latest only.',
    subscribe: ({ args, context }) => sales.watchSalesMetrics(context as Context, (args as { raffleId: string }).raffleId),
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  @SameForRole()
  salesMetricsChanges(@Root() metrics: SalesMetrics, @IdArg('raffle', { name: 'raffleId' }) _raffleId: string) {
    return metrics;
  }

  @Query(() => FakeSoldQuotasPercentage, {
    nullable: true,
    description:
      'The lowest percentage that a raffle displays as sold. Null until it is set, and for a raffle with a `certificateCode`.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  fakeSoldQuotasPercentage(@Ctx() ctx: Context, @IdArg('raffle', { name: 'raffleId' }) raffleId: string) {
    return bars.findFakePercentage(ctx, raffleId);
  }

  @Mutation(() => FakeSoldQuotasPercentage, {
    description:
      'Sets the lowest percentage that a raffle displays as sold. Refused when one is set, and for a raffle with a `certificateCode`. '
      + 'Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  createFakeSoldQuotasPercentage(
    @Ctx() ctx: Context,
    @InputArg(() => FakeSoldQuotasPercentageInput) input: FakeSoldQuotasPercentageInput,
  ) {
    return bars.createFakePercentage(ctx, input);
  }

  @Mutation(() => FakeSoldQuotasPercentage, {
    description:
      'Changes the lowest percentage that a raffle displays as sold; 0 displays the real one. Refused when none is set, and for a '
      + 'raffle with a `certificateCode`. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  updateFakeSoldQuotasPercentage(
    @Ctx() ctx: Context,
    @InputArg(() => FakeSoldQuotasPercentageInput) input: FakeSoldQuotasPercentageInput,
  ) {
    return bars.updateFakePercentage(ctx, input);
  }
}
