import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root, ID } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { listOf } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { historyOfPrize, MOST_EVENTS, MOST_OF_EACH } from '../prizes/prize-history.js';
import { PrizeEvent } from '../prizes/prize-history.type.js';
import { AwardedBoxesArgs, CreateAwardedBoxInput, MyAwardedBoxesArgs } from './awarded-box.input.js';
import * as boxes from './awarded-box.service.js';
import type { AwardedBoxRow } from './held-box.sql.js';
import {
  AwardedBox,
  AwardedBoxConnection,
  AwardedBoxWinnerConnection,
  BoxesOfOrder,
  HeldBox,
  HeldBoxConnection,
} from './awarded-box.type.js';
import { listAwardedBoxes, listBoxesOfRaffle, listBoxWinners, setStanding } from './awarded-box.service.js';
import type { ReadOrder } from '../orders/order-page.js';
import { Order } from '../orders/order.type.js';
import { listMyBoxes, openAwardedBox } from './held-box.service.js';

@Resolver(() => AwardedBox)
export class AwardedBoxResolver {
  @Query(() => AwardedBoxConnection, { description: 'The awarded boxes of all raffles, newest first, or of one raffle.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  awardedBoxes(@Ctx() ctx: Context, @Args(() => AwardedBoxesArgs) args: AwardedBoxesArgs) {
    return listAwardedBoxes(ctx, args);
  }

  @Query(() => AwardedBoxConnection, {
    description: 'The awarded boxes of a raffle in order of creation. Public while `showAwardedBoxes` is true.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  awardedBoxesByRaffle(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return listBoxesOfRaffle(ctx, raffleId, page);
  }

  @Query(() => AwardedBoxWinnerConnection, {
    description: 'Who opened a box with a prize, latest first. Public while `showAwardedBoxesWinners` is true.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  awardedBoxWinners(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return listBoxWinners(ctx, raffleId, page);
  }

  @Mutation(() => AwardedBox, {
    description:
      'Adds an awarded box to a raffle without unpaid and paid orders, up to 100. A problem of `quantityTitles`: too few '
      + 'quotas. Not safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  createAwardedBox(@Ctx() ctx: Context, @InputArg(() => CreateAwardedBoxInput) input: CreateAwardedBoxInput) {
    return boxes.createAwardedBox(ctx, input);
  }

  @Mutation(() => AwardedBox, {
    description: 'Deletes an awarded box of a raffle without unpaid and paid orders, and returns it. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  deleteAwardedBox(@Ctx() ctx: Context, @IdArg('awarded box') id: string) {
    return boxes.deleteAwardedBox(ctx, id);
  }

  @Mutation(() => AwardedBox, {
    description:
      'Sends what is left of an awarded box to the close, where it is drawn among all who paid. From the moment the raffle can be '
      + 'bought this is one way, and public in `prizeLog`. Refused once the raffle is frozen or cancelled. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  lockAwardedBox(@Ctx() ctx: Context, @IdArg('awarded box') id: string) {
    return setStanding(ctx, id, 'LOCKED');
  }

  @Mutation(() => AwardedBox, {
    description: 'Puts an awarded box into play. Refused once the raffle can be bought. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  unlockAwardedBox(@Ctx() ctx: Context, @IdArg('awarded box') id: string) {
    return setStanding(ctx, id, 'UNLOCKED');
  }

  @FieldResolver()
  percentage(@Root() { percentage }: AwardedBoxRow) {
    return percentage === null ? null : percentage / 100;
  }

  @FieldResolver()
  releaseAtPercentage(@Root() { releaseAt }: AwardedBoxRow) {
    return releaseAt / 100;
  }

  @FieldResolver()
  unitsLeft(@Root() { quantity, given }: AwardedBoxRow) {
    return quantity - given;
  }

  @FieldResolver()
  isLocked(@Root() { standing }: AwardedBoxRow) {
    return standing === 'LOCKED';
  }

  @FieldResolver()
  beganLocked(@Root() { isLocked }: AwardedBoxRow) {
    return isLocked;
  }

  @FieldResolver(() => [PrizeEvent], {
    description: `What happened to it, in order of time: at most ${MOST_EVENTS} events, of wins the last ${MOST_OF_EACH}.`,
    complexity: listOf(MOST_OF_EACH),
  })
  history(@Root() { id }: AwardedBoxRow, @Ctx() ctx: Context) {
    return historyOfPrize(ctx, id);
  }
}

@Resolver(() => HeldBox)
export class HeldBoxResolver {
  @Query(() => HeldBoxConnection, { description: 'The boxes of the calling buyer, those of the newest order first.' })
  @Roles('USER')
  @Refuses('NOT_FOUND')
  myAwardedBoxes(@Ctx() ctx: Context, @Args(() => MyAwardedBoxesArgs) args: MyAwardedBoxesArgs) {
    return listMyBoxes(ctx, args);
  }

  @Mutation(() => HeldBox, {
    description: 'Opens a box of a paid order of the caller. A prize in it makes the order not refundable. Safe to repeat.',
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
