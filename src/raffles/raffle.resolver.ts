import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { adminOnly } from '../graphql/admin-only.js';
import { listOf, pageOfRows } from '../graphql/cost.js';
import { Roles } from '../graphql/roles.js';
import { selectionOf, selectionOfNodes } from '../graphql/selected-fields.js';
import { IdArg } from '../graphql/id.js';
import * as changes from './raffle-change.service.js';
import { PromotionType, ReservationType } from './raffle-enums.type.js';
import type { ReadRaffle } from './raffle-row.js';
import { CreateRaffleInput, UpdateRaffleInput } from './raffle.input.js';
import { RafflesArgs } from './raffle-list.input.js';
import * as raffles from './raffle.service.js';
import { Raffle, RaffleConnection } from './raffle.type.js';

/** A raffle is by far the largest row: its texts are read whether they are asked for or not. */
const RAFFLE_ROW = 20;
/** All of a raffle is checked, written and read again, with its prizes and its audit entry. */
const RAFFLE_WRITE = 3_000;

@Resolver(() => Raffle)
export class RaffleResolver {
  @Query(() => Raffle, {
    nullable: true,
    description:
      'One raffle by its id or its slug: send exactly one of them (BAD_USER_INPUT). A PRIVATE raffle is found too; a '
      + 'DRAFT only by operators. NOT_FOUND: there is no such raffle.',
  })
  @Roles('PUBLIC')
  raffle(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { nullable: true, description: "The raffle's UUID." }) id?: string | null,
    @Arg('slug', () => String, { nullable: true, description: "The raffle's slug." }) slug?: string | null,
  ) {
    return raffles.getRaffle(ctx, { id, slug }, selectionOf(info));
  }

  @Query(() => RaffleConnection, {
    description: 'Raffles, newest first. Operators get all of them; others get those that are PUBLIC and not DRAFT.',
    complexity: pageOfRows(RAFFLE_ROW),
  })
  @Roles('PUBLIC')
  raffles(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => RafflesArgs) args: RafflesArgs) {
    return raffles.listRaffles(ctx, args, selectionOfNodes(info));
  }

  @Mutation(() => Raffle, {
    description:
      'Creates a raffle; audited. Only title, quotaPrice and quotaQuantity are required. BAD_USER_INPUT names every problem by '
      + 'its field, a slug that is taken included. Not safe to repeat: each call creates another raffle unless a slug is '
      + 'sent.',
    complexity: RAFFLE_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  createRaffle(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateRaffleInput, { description: 'The raffle to create.' }) input: CreateRaffleInput,
  ) {
    return raffles.createRaffle(ctx, input);
  }

  @Mutation(() => Raffle, {
    description:
      'Changes a raffle and moves its status; audited. Safe to repeat. NOT_FOUND: no such raffle. BAD_USER_INPUT by field: an '
      + 'invalid value. CONFLICT by field: a move that is not possible, or a field that cannot change because an order is '
      + 'unpaid or was paid.',
    complexity: RAFFLE_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  updateRaffle(
    @Ctx() ctx: Context,
    @IdArg('raffle') id: string,
    @Arg('input', () => UpdateRaffleInput, { description: 'The fields to change.' }) input: UpdateRaffleInput,
  ) {
    return changes.updateRaffle(ctx, id, input);
  }

  @Mutation(() => Raffle, {
    description:
      'Deletes a raffle, returns it as it was and frees its slug; audited. CONFLICT: an order is unpaid or was ever paid, '
      + 'refunded ones included, or it is frozen for its draw. NOT_FOUND: there is no such raffle, as when it is deleted again.',
  })
  @Roles('ADMIN', ['MANAGER'])
  deleteRaffle(@Ctx() ctx: Context, @IdArg('raffle') id: string) {
    return changes.deleteRaffle(ctx, id);
  }

  @FieldResolver()
  category(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    if (raffle.category !== undefined) return raffle.category;
    return raffle.categoryId && ctx.loaders.raffleCategory.load(raffle.categoryId);
  }

  @FieldResolver({ complexity: listOf(10) })
  prizes(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return raffle.prizes ?? ctx.loaders.rafflePrizes.load(raffle.id);
  }

  @FieldResolver()
  secretHash(@Root() raffle: ReadRaffle) {
    return Buffer.from(raffle.secretHash).toString('hex');
  }

  @FieldResolver()
  reservationType() {
    return ReservationType.AUTO;
  }

  @FieldResolver()
  promotionType() {
    return PromotionType.BY_QUOTA_QUANTITY;
  }

  @FieldResolver()
  version(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return adminOnly(ctx, raffle.version);
  }

  @FieldResolver()
  enableAntiSpam(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return adminOnly(ctx, raffle.enableAntiSpam);
  }

  @FieldResolver()
  antiSpamMaxQuota(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return adminOnly(ctx, raffle.antiSpamMaxQuota);
  }

  @FieldResolver()
  antiSpamTimeout(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return adminOnly(ctx, raffle.antiSpamTimeout);
  }

  @FieldResolver()
  enableNotification(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return adminOnly(ctx, raffle.enableNotification);
  }
}
