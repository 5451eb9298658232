import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { adminOnly } from '../graphql/admin-only.js';
import { PageArgs } from '../graphql/connection.js';
import { listOf } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import type { ReadOrder } from '../orders/order-page.js';
import { Order } from '../orders/order.type.js';
import { maskName } from '../platform/masking.js';
import { formatLuckyNumber } from '../proof/permutation.js';
import { historyOfPrize, MOST_EVENTS, MOST_OF_EACH } from '../prizes/prize-history.js';
import { PrizeEvent } from '../prizes/prize-history.type.js';
import type { ReadRaffle } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';
import * as quotaPrizes from './quota-prize.service.js';
import { CreateQuotaPrizesInput } from './quota-prize.input.js';
import type { QuotaPrizeRow } from './quota-prize.sql.js';
import { CreatedQuotaPrizes, QuotaPrize, QuotaPrizeConnection, QuotaPrizeStanding } from './quota-prize.type.js';

/** It reads and hashes a list of up to ten thousand. */
const QUOTA_PRIZES_WRITE = 9_000;

@Resolver(() => QuotaPrize)
export class QuotaPrizeResolver {
  @Query(() => QuotaPrizeConnection, {
    description: 'The quota prizes of a raffle in order of creation. Only operators see those of a DRAFT.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  quotaPrizes(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return quotaPrizes.listQuotaPrizes(ctx, raffleId, page);
  }

  @Query(() => QuotaPrizeConnection, {
    description:
      'The quota prizes that were won and not refunded, latest first, of one raffle or of all. Only operators see those '
      + 'of DRAFT and PRIVATE raffles.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  quotaPrizeWinners(
    @Ctx() ctx: Context,
    @Arg('raffleId', () => ID, { nullable: true, description: "The raffle's UUID. Left out: all raffles." })
    raffleId: string | null | undefined,
    @Args(() => PageArgs) page: PageArgs,
  ) {
    return quotaPrizes.listWinners(ctx, raffleId, page);
  }

  @Mutation(() => CreatedQuotaPrizes, {
    description:
      'Adds quota prizes to a raffle without unpaid and paid orders, all or none, up to 10,000. Not safe to repeat. '
      + 'Audited.',
    complexity: QUOTA_PRIZES_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  createQuotaPrizes(
    @Ctx() ctx: Context,
    @IdArg('raffle', { name: 'raffleId' }) raffleId: string,
    @InputArg(() => CreateQuotaPrizesInput) { prizes }: CreateQuotaPrizesInput,
  ) {
    return quotaPrizes.createQuotaPrizes(ctx, raffleId, prizes);
  }

  @Mutation(() => QuotaPrize, {
    description: 'Deletes a quota prize of a raffle without unpaid and paid orders, and returns it. Audited.',
    complexity: QUOTA_PRIZES_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  deleteQuotaPrize(@Ctx() ctx: Context, @IdArg('quota prize') id: string) {
    return quotaPrizes.deleteQuotaPrize(ctx, id);
  }

  @Mutation(() => QuotaPrize, {
    description:
      'Sends a quota prize to the close, where it is drawn among all who paid; its number is not sold. From the moment the raffle can '
      + 'be bought this is one way, and public in `prizeLog`. Refused when the prize was won, when no quota is left, and once the '
      + 'raffle is frozen or over. Safe to repeat. Audited.',
    complexity: QUOTA_PRIZES_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  lockQuotaPrize(@Ctx() ctx: Context, @IdArg('quota prize') id: string) {
    return quotaPrizes.setQuotaPrizeLock(ctx, id, true);
  }

  @Mutation(() => QuotaPrize, {
    description:
      'Puts a quota prize into play, and its number on sale. Refused once the raffle can be bought. Safe to repeat. Audited.',
    complexity: QUOTA_PRIZES_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  unlockQuotaPrize(@Ctx() ctx: Context, @IdArg('quota prize') id: string) {
    return quotaPrizes.setQuotaPrizeLock(ctx, id, false);
  }

  @FieldResolver()
  luckyNumber(@Root() { number, size, numberSeenBy }: QuotaPrizeRow, @Ctx() { principal }: Context) {
    const isTold = numberSeenBy === 'EVERYBODY' || (numberSeenBy === 'OPERATORS' && principal.role === 'ADMIN');
    return isTold ? formatLuckyNumber(number, size) : null;
  }

  @FieldResolver()
  standing(@Root() { isLocked, wonAt, voidedAt }: QuotaPrizeRow) {
    if (voidedAt) return QuotaPrizeStanding.VOID;
    if (wonAt) return QuotaPrizeStanding.WON;
    return isLocked ? QuotaPrizeStanding.LOCKED : QuotaPrizeStanding.AVAILABLE;
  }

  @FieldResolver()
  releaseAtPercentage(@Root() { releaseAt }: QuotaPrizeRow) {
    return releaseAt / 100;
  }

  @FieldResolver()
  winnerName(@Root() { winnerName }: QuotaPrizeRow, @Ctx() { principal }: Context) {
    return winnerName === null || principal.role === 'ADMIN' ? winnerName : maskName(winnerName);
  }

  @FieldResolver()
  winnerId(@Root() { winnerId }: QuotaPrizeRow, @Ctx() ctx: Context) {
    return adminOnly(ctx, winnerId);
  }

  @FieldResolver()
  orderId(@Root() { orderId }: QuotaPrizeRow, @Ctx() ctx: Context) {
    return adminOnly(ctx, orderId);
  }

  @FieldResolver(() => [PrizeEvent], {
    description: `What happened to it, in order of time: at most ${MOST_EVENTS} events, of wins the last ${MOST_OF_EACH}.`,
    complexity: listOf(MOST_OF_EACH),
  })
  history(@Root() { id }: QuotaPrizeRow, @Ctx() ctx: Context) {
    return historyOfPrize(ctx, id);
  }
}

@Resolver(() => Raffle)
export class RaffleQuotaPrizesResolver {
  @FieldResolver(() => QuotaPrizeConnection, { description: 'The quota prizes in order of creation.' })
  quotaPrizes(@Root() raffle: ReadRaffle, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return quotaPrizes.pageOfRaffle(ctx, raffle.id, page);
  }

  @FieldResolver(() => Int, {
    description: 'How many quota prizes nobody has won yet, those at the close included.',
    complexity: 5,
  })
  async quotaPrizesLeft(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    const { total, won } = await ctx.loaders.quotaPrizeCounts.load(raffle.id);
    return total - won;
  }
}

@Resolver(() => Order)
export class OrderQuotaPrizesResolver {
  @FieldResolver(() => QuotaPrizeConnection, {
    description: 'The quota prizes that the order won, in order of creation. They are VOID once its money was taken back.',
  })
  quotaPrizes(@Root() order: ReadOrder, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return quotaPrizes.pageOfOrder(ctx, order.id, page);
  }
}
