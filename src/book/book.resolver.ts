import { IsOptional, Max, Min } from 'class-validator';
import { Args, ArgsType, Ctx, Field, ID, Int, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../context.js';
import { TwoWayPageArgs } from '../graphql/connection.js';
import { IdArg } from '../graphql/id.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { SameForRole } from '../graphql/shared-results.js';
import * as book from './book.service.js';
import { BookConsistency, BookHead, BookHeadConnection, BookLeaves, BookReceipt, PROOF } from './book.type.js';

const MOST_LEAVES = 1024;
const MOST_INDEX = 2 ** 31 - 1;

const LEAVES = 1_600;

@ArgsType()
class BookHeadArgs {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Returns the first head that held so many leaves. Left out: the last head.',
  })
  @IsOptional()
  @Min(0)
  size?: number | null;
}

@ArgsType()
class BookHeadsArgs extends TwoWayPageArgs {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;
}

@ArgsType()
class BookConsistencyArgs {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => Int, { description: 'The leaves of the earlier head, 0 to `to`.' })
  @Min(0)
  from: number;

  @Field(() => Int, { description: 'The leaves of the later head. Not more than are published.' })
  @Min(0)
  to: number;
}

@ArgsType()
class BookLeavesArgs {
  @Field(() => ID, { description: "The raffle's UUID." })
  raffleId: string;

  @Field(() => Int, { description: 'The index of the first leaf, starting at 0.' })
  @Min(0)
  @Max(MOST_INDEX)
  from: number;

  @Field(() => Int, { defaultValue: MOST_LEAVES, description: `How many leaves to return, 1 to ${MOST_LEAVES}.` })
  @Min(1)
  @Max(MOST_LEAVES)
  count: number;
}

@ArgsType()
class BookReceiptArgs {
  @Field(() => ID, { description: "The order's id, a whole number." })
  orderId: string;

  @Field(() => Int, {
    defaultValue: 0,
    description:
      'Leaves out the blocks whose leaves have a lower index: for an order with more blocks than are returned at once.',
  })
  @Min(0)
  @Max(MOST_INDEX)
  fromIndex: number;
}

@Resolver(() => BookHead)
export class BookResolver {
  @Query(() => BookHead, {
    description:
      'A head of the public book of a raffle, in which each paid block of quotas is a leaf, each block that was given back, and each prize '
      + 'that an operator sends to the close. New leaves are published each second. Only operators see the book of a DRAFT.',
    complexity: 10,
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  bookHead(@Ctx() ctx: Context, @Args(() => BookHeadArgs) { raffleId, size }: BookHeadArgs) {
    return book.findHead(ctx, raffleId, size);
  }

  @Query(() => BookHeadConnection, {
    description:
      'All heads of the public book of a raffle. None is ever changed or deleted. Only operators see the book of a DRAFT.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  bookHeads(@Ctx() ctx: Context, @Args(() => BookHeadsArgs) { raffleId, ...page }: BookHeadsArgs) {
    return book.listHeads(ctx, raffleId, page);
  }

  @Query(() => BookConsistency, {
    description:
      'Shows that nothing was changed or taken out between two heads of the public book of a raffle. Only operators see the book of a DRAFT.',
    complexity: PROOF,
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  bookConsistency(@Ctx() ctx: Context, @Args(() => BookConsistencyArgs) { raffleId, from, to }: BookConsistencyArgs) {
    return book.findConsistency(ctx, raffleId, { from, to });
  }

  @Query(() => BookLeaves, {
    description:
      'The published leaves of the public book of a raffle. They name nobody: only the holder of a receipt can tell whose block one is. '
      + 'Only operators see the book of a DRAFT.',
    complexity: LEAVES,
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  bookLeaves(@Ctx() ctx: Context, @Args(() => BookLeavesArgs) { raffleId, from, count }: BookLeavesArgs) {
    return book.findLeaves(ctx, raffleId, { from, count });
  }

  @Query(() => [BookReceipt], {
    description:
      `The receipts of an order, one for each of its blocks in the public book, at most ${book.MOST_RECEIPTS}. Empty for an order that was `
      + 'never paid, and until its head is published, about a second after the payment. Buyers see their own orders, operators all.',
    complexity: PROOF,
  })
  @Roles('USER', 'ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  bookReceipt(@Ctx() ctx: Context, @Args(() => BookReceiptArgs) { orderId, fromIndex }: BookReceiptArgs) {
    return book.findReceipts(ctx, orderId, { fromIndex });
  }

  @Subscription(() => BookHead, {
    name: 'bookHead',
    description:
      'Sends the last head of the public book of a raffle at once and then each new one, about one a second while it is sold. A slow '
      + 'reader gets the latest only. Only operators see the book of a DRAFT.',
    subscribe: ({ args, context }) => book.watchHead(context as Context, (args as { raffleId: string }).raffleId),
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  @SameForRole()
  bookHeadChanges(@Root() head: BookHead, @IdArg('raffle', { name: 'raffleId' }) _raffleId: string) {
    return head;
  }
}
