import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { urlOf } from '../files/file.service.js';
import { PageArgs } from '../graphql/connection.js';
import { IdArg } from '../graphql/id.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { StepUp } from '../graphql/step-up.js';
import type { WonPrizeRow } from '../prizes/won-prize.sql.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { User } from '../users/user.type.js';
import { DeliverPrizeInput, MyWonPrizesArgs, WonPrizesArgs } from './won-prize.input.js';
import * as prizes from './won-prize.service.js';
import { OwedPrizes, WonPrize, WonPrizeConnection, type WonPrizeReceipt } from './won-prize.type.js';

@Resolver(() => WonPrize)
export class WonPrizeResolver {
  @Query(() => WonPrizeConnection, {
    description:
      'The register: every prize that was won, of draws, awarded boxes and lucky numbers, by the time of the win. Boxes that '
      + 'their buyers have not opened are in it, with a null `shownAt`: do not tell anybody what is in them.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  wonPrizes(@Ctx() ctx: Context, @Args(() => WonPrizesArgs) args: WonPrizesArgs) {
    return prizes.listWonPrizes(ctx, args);
  }

  @Query(() => WonPrizeConnection, {
    description: 'The prizes of the calling buyer, the newest first. A prize in a box is in it when the box was opened.',
  })
  @Roles('USER')
  @Refuses('NOT_FOUND')
  myWonPrizes(@Ctx() ctx: Context, @Args(() => MyWonPrizesArgs) args: MyWonPrizesArgs) {
    return prizes.listMyWonPrizes(ctx, args);
  }

  @Query(() => WonPrizeConnection, { description: 'The prizes of a buyer that the buyer knows of, the newest first.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  wonPrizesOfUser(@Ctx() ctx: Context, @IdArg('user', { name: 'userId' }) userId: string, @Args(() => PageArgs) page: PageArgs) {
    return prizes.listWonPrizesOf(ctx, userId, page);
  }

  @Query(() => WonPrize, { description: 'One prize that was won. Buyers see their own, operators all.' })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  wonPrize(@Ctx() ctx: Context, @IdArg('won prize') id: string) {
    return prizes.findWonPrize(ctx, id);
  }

  @Query(() => OwedPrizes, { description: 'What is owed to winners, of one raffle or of all.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  owedPrizes(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { nullable: true, description: "The raffle's UUID. Left out: all raffles." })
    raffleId: string | null | undefined,
  ) {
    return prizes.owedPrizes(ctx, raffleId);
  }

  @Mutation(() => WonPrize, {
    description: 'The winner claims a prize, which then does not lapse. Refused once it lapsed. Safe to repeat. Audited.',
  })
  @Roles('USER')
  @Refuses('NOT_FOUND', 'CONFLICT')
  claimWonPrize(@Ctx() ctx: Context, @IdArg('won prize') id: string) {
    return prizes.claimWonPrize(ctx, id);
  }

  @Mutation(() => WonPrize, { description: 'Records that the winner was told of a prize. Safe to repeat. Audited.' })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  contactPrizeWinner(@Ctx() ctx: Context, @IdArg('won prize') id: string) {
    return prizes.contactPrizeWinner(ctx, id);
  }

  @Mutation(() => WonPrize, {
    description:
      'Records that a prize was delivered, with its receipt, which the winner sees. Refused once it lapsed. Safe to repeat with '
      + 'the same input. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  deliverPrize(@Ctx() ctx: Context, @IdArg('won prize') id: string, @InputArg(() => DeliverPrizeInput) input: DeliverPrizeInput) {
    return prizes.deliverPrize(ctx, id, input);
  }

  @Mutation(() => WonPrize, {
    description:
      'Takes back what was recorded by mistake: the prize is WON again, without its receipt, which the audit log keeps. A prize '
      + 'that lapsed counts as claimed then. Refused when it went back to the close. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  reopenWonPrize(
    @Ctx() ctx: Context,
    @IdArg('won prize') id: string,
    @Arg('reason', () => String, { description: 'Why, 1 to 500 characters.' }) reason: string,
  ) {
    return prizes.reopenWonPrize(ctx, id, reason);
  }

  @Mutation(() => WonPrize, {
    description:
      'Ends a prize without delivering it: only while its `withheld` is MONEY_RETURNED. It becomes DENIED, and `reopenWonPrize` takes '
      + 'that back. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @StepUp()
  @Refuses('NOT_FOUND', 'CONFLICT')
  denyPrize(
    @Ctx() ctx: Context,
    @IdArg('won prize') id: string,
    @Arg('reason', () => String, { description: 'Why, 1 to 500 characters.' }) reason: string,
  ) {
    return prizes.denyPrize(ctx, id, reason);
  }

  @FieldResolver({ complexity: 3 })
  withheld(@Root() prize: WonPrizeRow, @Ctx() ctx: Context) {
    return prizes.withheldBecause(ctx, prize);
  }

  @FieldResolver()
  position(@Root() { kind, unit }: WonPrizeRow) {
    return kind === 'DRAW' ? unit : null;
  }

  @FieldResolver()
  luckyNumber(@Root() { number, size }: WonPrizeRow) {
    return number === null ? null : formatLuckyNumber(number, size);
  }

  @FieldResolver()
  boxNumber(@Root() { boxIndex }: WonPrizeRow) {
    return boxIndex === null ? null : boxIndex + 1;
  }

  @FieldResolver()
  receipt(@Root() prize: WonPrizeRow, @Ctx() { files }: Context): WonPrizeReceipt | null {
    const { deliveredAt, receiptNote: note, pictureName: name, pictureWidth: width } = prize;
    if (deliveredAt === null) return null;
    return { note, pictureUrl: name === null || width === null ? null : urlOf(files, { name, width }) };
  }

  @FieldResolver(() => User, { nullable: true, description: 'The winner.' })
  winner(@Root() { userId }: WonPrizeRow, @Ctx() ctx: Context) {
    return ctx.loaders.user.load(userId);
  }
}
