import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import type { ReadOrder } from '../orders/order-page.js';
import { Order } from '../orders/order.type.js';
import { MyAwardedBoxesArgs } from './held-box.input.js';
import { listMyBoxes, openAwardedBox } from './held-box.service.js';
import { BoxesOfOrder, HeldBox, HeldBoxConnection } from './held-box.type.js';

@Resolver(() => HeldBox)
export class HeldBoxResolver {
  @Query(() => HeldBoxConnection, {
    description:
      'The boxes of the calling buyer, those of the newest order first. Empty for an order that does not exist or belongs to '
      + 'another buyer. A DRAFT raffle counts as not found.',
  })
  @Roles('USER')
  @Refuses('NOT_FOUND')
  myAwardedBoxes(@Ctx() ctx: Context, @Args(() => MyAwardedBoxesArgs) args: MyAwardedBoxesArgs) {
    return listMyBoxes(ctx, args);
  }

  @Mutation(() => HeldBox, {
    description:
      'Opens a box of the calling buyer and returns what it holds. The order of the box must be paid and not refunded. An '
      + 'order with an opened box that holds a prize cannot be refunded. Safe to repeat: the answer is the same.',
  })
  @Roles('USER')
  @Refuses('NOT_FOUND', 'CONFLICT')
  openAwardedBox(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: "The box's id, as `myAwardedBoxes` returns it." }) id: string,
  ) {
    return openAwardedBox(ctx, id);
  }
}

@Resolver(() => Order)
export class OrderBoxesResolver {
  @FieldResolver(() => BoxesOfOrder, {
    description: 'How many boxes the order received. `myAwardedBoxes` lists them.',
    complexity: 5,
  })
  async awardedBoxes(@Root() order: ReadOrder, @Ctx() ctx: Context): Promise<BoxesOfOrder> {
    return (await ctx.loaders.boxesOfOrder.load(order.id)) ?? { count: 0, opened: 0, isVoid: false };
  }
}
