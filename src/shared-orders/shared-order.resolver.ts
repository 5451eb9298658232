import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { BoxesOfOrder } from '../awarded-boxes/awarded-box.type.js';
import { MOST_RECEIPTS, receiptsOfOrder } from '../book/book.service.js';
import { BookReceipt, PROOF } from '../book/book.type.js';
import type { Context } from '../context.js';
import { PageArgs } from '../graphql/connection.js';
import { pageOfRows } from '../graphql/cost.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { selectionOf } from '../graphql/selected-fields.js';
import { listNumbersOfOrder } from '../lucky-numbers/lucky-number.service.js';
import { LuckyNumberConnection } from '../lucky-numbers/lucky-number.type.js';
import { secondsLeftOf, shareUrlOf } from '../orders/order.service.js';
import { QR_CODE_IMAGE_COST, qrCodeImage } from '../platform/qr-code-image.js';
import { raffleColumns } from '../raffles/raffle-row.js';
import { Raffle } from '../raffles/raffle.type.js';
import { acceptedRegulationOf } from '../regulations/regulation.service.js';
import { AcceptedRegulation } from '../regulations/regulation.type.js';
import * as shared from './shared-order.service.js';
import type { FoundOrder } from './shared-order.service.js';
import { SharedNumber, SharedOrder, SharedPrize } from './shared-order.type.js';

/** Some statements. */
const ORDER = 30;
const PRIZES = 60;
const NUMBER = 100;
const BLOCK = 15;
const numbers = pageOfRows(0);

@Resolver(() => SharedOrder)
export class SharedOrderResolver {
  @Query(() => SharedOrder, {
    nullable: true,
    description:
      'An order by the token of its link (`Order.shareUrl`), with what its buyer shares by sending the link on. It is not found any more '
      + 'once the account of the buyer is deleted.',
    complexity: ({ childComplexity }) => ORDER + childComplexity,
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  orderByLink(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: 'The token: 32 characters, after `/pedido/` in the link.' }) token: string,
  ) {
    return shared.findSharedOrder(ctx, token);
  }

  @Query(() => SharedNumber, {
    nullable: true,
    description: 'A lucky number by the link of its order. Null when the order does not have it, and while it is not told yet.',
    complexity: ({ childComplexity }) => NUMBER + childComplexity,
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  luckyNumberByLink(
    @Ctx() ctx: Context,
    @Arg('token', () => String, { description: "The token of the order's link, as in `orderByLink`." }) token: string,
    @Arg('number', () => String, { description: 'The lucky number as printed. Leading zeros may be left out.' }) number: string,
  ) {
    return shared.findSharedNumber(ctx, token, number);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The PIX code as a QR code image: a PNG as a data URL. Null whenever `pixCode` is null.',
    complexity: QR_CODE_IMAGE_COST,
  })
  pixCodeImage(@Root() { pixCode }: FoundOrder) {
    return pixCode === null ? null : qrCodeImage(pixCode);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The seconds left until `expiresAt`, never below 0. Null unless the order is PENDING.',
  })
  secondsLeft(@Root() { order }: FoundOrder) {
    return secondsLeftOf(order);
  }

  @FieldResolver(() => String, { description: 'The link of the order, an absolute URL.' })
  shareUrl(@Root() { order }: FoundOrder, @Ctx() ctx: Context) {
    return shareUrlOf(ctx, order.id);
  }

  @FieldResolver(() => String, {
    description: 'The link as a QR code image, for a printed receipt: a PNG as a data URL.',
    complexity: QR_CODE_IMAGE_COST,
  })
  shareUrlImage(@Root() { order }: FoundOrder, @Ctx() ctx: Context) {
    return qrCodeImage(shareUrlOf(ctx, order.id));
  }

  @FieldResolver(() => Raffle, { nullable: true, description: 'The raffle that the quotas belong to, a deleted one too.' })
  raffle(@Root() { order }: FoundOrder, @Ctx() ctx: Context, @Info() info: GraphQLResolveInfo) {
    return ctx.loaders.raffle.load({ id: order.raffleId, columns: raffleColumns(selectionOf(info)) });
  }

  @FieldResolver(() => AcceptedRegulation, {
    nullable: true,
    description: 'The regulation that the buyer accepted. Null when the order named none.',
  })
  acceptedRegulation(@Root() { order }: FoundOrder, @Ctx() ctx: Context) {
    return acceptedRegulationOf(ctx, order);
  }

  @FieldResolver(() => LuckyNumberConnection, {
    description:
      'The lucky numbers, in the sequence they were assigned. Empty until the order is paid; a refunded one keeps them.',
    complexity: (options) => BLOCK + Number(numbers(options)),
  })
  luckyNumbers(@Root() { order }: FoundOrder, @Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return listNumbersOfOrder(ctx, order, page);
  }

  @FieldResolver(() => BoxesOfOrder, { description: 'How many boxes the order received, and how many are open.', complexity: 5 })
  async awardedBoxes(@Root() { order }: FoundOrder, @Ctx() ctx: Context): Promise<BoxesOfOrder> {
    return (await ctx.loaders.boxesOfOrder.load(order.id)) ?? { count: 0, opened: 0, isVoid: false };
  }

  @FieldResolver(() => [SharedPrize], {
    description: `What the order won and its buyer may know, the oldest first, at most ${shared.MOST_PRIZES} prizes.`,
    complexity: PRIZES,
  })
  prizes(@Root() { order }: FoundOrder, @Ctx() ctx: Context) {
    return shared.findPrizesOf(ctx, order.id);
  }

  @FieldResolver(() => [BookReceipt], {
    description:
      `The receipts of the order in the public book, one for each of its blocks, at most ${MOST_RECEIPTS}. Empty until it is paid, and `
      + 'about a second longer.',
    complexity: PROOF,
  })
  bookReceipts(@Root() { order }: FoundOrder, @Ctx() ctx: Context) {
    return receiptsOfOrder(ctx, order, { fromIndex: 0 });
  }
}
