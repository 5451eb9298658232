import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { AwardedBoxesArgs, CreateAwardedBoxInput } from './awarded-box.input.js';
import * as boxes from './awarded-box.service.js';
import type { AwardedBoxRow } from './awarded-box.sql.js';
import { AwardedBox, AwardedBoxConnection } from './awarded-box.type.js';
import { listAwardedBoxes, listBoxesOfRaffle, listBoxWinners } from './awarded-box-lists.js';
import { setStanding } from './box-lock.service.js';
import { AwardedBoxWinnerConnection } from './held-box.type.js';

@Resolver(() => AwardedBox)
export class AwardedBoxResolver {
  @Query(() => AwardedBoxConnection, {
    description: 'The awarded boxes of all raffles, newest first, or of one. NOT_FOUND: there is no such raffle.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  awardedBoxes(@Ctx() ctx: Context, @Args(() => AwardedBoxesArgs) args: AwardedBoxesArgs) {
    return listAwardedBoxes(ctx, args);
  }

  @Query(() => AwardedBoxConnection, {
    description:
      'The awarded boxes of a raffle in order of creation, which is the order of their chances. Empty while `showAwardedBoxes` is false, '
      + 'unless the caller is an operator. NOT_FOUND: there is no such raffle.',
  })
  @Roles('PUBLIC')
  awardedBoxesByRaffle(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return listBoxesOfRaffle(ctx, raffleId, page);
  }

  @Query(() => AwardedBoxWinnerConnection, {
    description:
      'Who opened a box of a raffle that holds a prize, the latest first. Empty while `showAwardedBoxesWinners` is false, unless the '
      + 'caller is an operator. NOT_FOUND: there is no such raffle.',
  })
  @Roles('PUBLIC')
  awardedBoxWinners(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return listBoxWinners(ctx, raffleId, page);
  }

  @Mutation(() => AwardedBox, {
    description:
      'Adds an awarded box to a raffle, which publishes a new hash of its boxes. Audited. Not safe to repeat. BAD_USER_INPUT by field; '
      + '`quantityTitles` stands for what the raffle is too small for. NOT_FOUND: no such raffle. CONFLICT: the raffle has sold a quota, '
      + 'an order waits for payment, or there are 100.',
  })
  @Roles('ADMIN', ['MANAGER'])
  createAwardedBox(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateAwardedBoxInput, { description: 'The awarded box.' }) input: CreateAwardedBoxInput,
  ) {
    return boxes.createAwardedBox(ctx, input);
  }

  @Mutation(() => AwardedBox, {
    description:
      'Deletes an awarded box and returns it as it was. Audited. CONFLICT: it was won, the raffle has sold a quota, an order waits for '
      + 'payment, or it was locked or unlocked while one did. NOT_FOUND: there is no such awarded box, as when it is deleted again.',
  })
  @Roles('ADMIN', ['MANAGER'])
  deleteAwardedBox(@Ctx() ctx: Context, @IdArg('awarded box') id: string) {
    return boxes.deleteAwardedBox(ctx, id);
  }

  @Mutation(() => AwardedBox, {
    description:
      'Locks an awarded box: no order that is paid from now on wins it. Since the first sale that is a line of the public `prizeLog`. '
      + 'Safe to repeat: a locked one is returned as it is. Audited. NOT_FOUND: no such awarded box. CONFLICT: the raffle is frozen for '
      + 'its draw, or called off.',
  })
  @Roles('ADMIN', ['MANAGER'])
  lockAwardedBox(@Ctx() ctx: Context, @IdArg('awarded box') id: string) {
    return setStanding(ctx, id, 'LOCKED');
  }

  @Mutation(() => AwardedBox, {
    description:
      'Unlocks an awarded box: orders that are paid from now on can win it. Since the first sale that is a line of the public '
      + '`prizeLog`. Safe to repeat: an unlocked one is returned as it is. Audited. NOT_FOUND: no such awarded box. CONFLICT: the raffle '
      + 'is frozen for its draw, or called off.',
  })
  @Roles('ADMIN', ['MANAGER'])
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
  isLocked(@Root() { standing }: AwardedBoxRow) {
    return standing === 'LOCKED';
  }

  @FieldResolver()
  beganLocked(@Root() { isLocked }: AwardedBoxRow) {
    return isLocked;
  }
}
