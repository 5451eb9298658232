import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import { adminOnly } from '../graphql/admin-only.js';
import { listOf, pageOfRows } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { selectionOf, selectionOfNodes } from '../graphql/selected-fields.js';
import { IdArg } from '../graphql/id.js';
import * as changes from './raffle-change.service.js';
import * as copies from './raffle-copy.service.js';
import { PromotionType, ReservationType } from './raffle-enums.type.js';
import type { ReadRaffle } from './raffle-row.js';
import { CreateRaffleInput, DuplicateRaffleInput, UpdateRaffleInput, RafflesArgs } from './raffle.input.js';
import * as raffles from './raffle.service.js';
import { Raffle, RaffleConnection, RAFFLE_ROW } from './raffle.type.js';

const RAFFLE_WRITE = 3_000;

@Resolver(() => Raffle)
export class RaffleResolver {
  @Query(() => Raffle, {
    nullable: true,
    description: 'One raffle by its id or its slug: send exactly one. PRIVATE raffles are found too, DRAFTs only by operators.',
  })
  @Roles('PUBLIC')
  @Refuses('NOT_FOUND')
  raffle(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { nullable: true, description: "The raffle's UUID." }) id?: string | null,
    @Arg('slug', () => String, { nullable: true, description: "The raffle's slug." }) slug?: string | null,
  ) {
    return raffles.getRaffle(ctx, { id, slug }, selectionOf(info));
  }

  @Query(() => RaffleConnection, {
    description: 'Raffles, newest first. Operators get all of them, others those that are PUBLIC and not DRAFT.',
    complexity: pageOfRows(RAFFLE_ROW),
  })
  @Roles('PUBLIC')
  @Refuses()
  raffles(@Ctx() ctx: Context, @Info() info: GraphQLResolveInfo, @Args(() => RafflesArgs) args: RafflesArgs) {
    return raffles.listRaffles(ctx, args, selectionOfNodes(info));
  }

  @Mutation(() => Raffle, {
    description: 'Creates a raffle. Without a slug each call creates another raffle. Audited.',
    complexity: RAFFLE_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('CONFLICT')
  createRaffle(@Ctx() ctx: Context, @InputArg(() => CreateRaffleInput) input: CreateRaffleInput) {
    return raffles.createRaffle(ctx, input);
  }

  @Mutation(() => Raffle, {
    description:
      'Changes a raffle and moves its status. Some fields cannot change once an order was placed. STEP_UP_REQUIRED: only '
      + 'to call it off, and to change price, commission or promotions of one that is public. Safe to repeat. Audited.',
    complexity: RAFFLE_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED')
  updateRaffle(@Ctx() ctx: Context, @IdArg('raffle') id: string, @InputArg(() => UpdateRaffleInput) input: UpdateRaffleInput) {
    return changes.updateRaffle(ctx, id, input);
  }

  @Mutation(() => Raffle, {
    description:
      'Makes a DRAFT with the settings, prizes, promotions, boxes, combos and quota prizes of another raffle: not its orders, dates, '
      + 'draw or authorisation. Quota prizes whose numbers were drawn get new numbers. Each call makes another raffle. Audited.',
    complexity: RAFFLE_WRITE,
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  duplicateRaffle(
    @Ctx() ctx: Context,
    @IdArg('raffle') id: string,
    @InputArg(() => DuplicateRaffleInput) input: DuplicateRaffleInput,
  ) {
    return copies.duplicateRaffle(ctx, id, input);
  }

  @Mutation(() => Raffle, { description: 'Deletes a raffle that has no unpaid and no paid orders, and frees its slug. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
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
  certificateStanding(@Root() raffle: ReadRaffle, @Ctx() ctx: Context) {
    return raffles.certificateStandingOf(ctx, raffle);
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
