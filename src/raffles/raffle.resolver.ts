import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../context.js';
import type { Raffle as RaffleRow } from '../generated/prisma/client.js';
import { Roles } from '../graphql/roles.js';
import * as changes from './raffle-change.service.js';
import { PromotionType, ReservationType } from './raffle-enums.type.js';
import { CreateRaffleInput, RafflesArgs, UpdateRaffleInput } from './raffle.input.js';
import * as raffles from './raffle.service.js';
import { Raffle, RaffleConnection } from './raffle.type.js';

@Resolver(() => Raffle)
export class RaffleResolver {
  @Query(() => Raffle, {
    nullable: true,
    description:
      'A raffle by id or by slug: give exactly one. A PRIVATE one is found too, a DRAFT by an ADMIN only. NOT_FOUND without one.',
  })
  @Roles('PUBLIC')
  raffle(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { nullable: true, description: 'Its id.' }) id?: string | null,
    @Arg('slug', () => String, { nullable: true, description: 'Its slug.' }) slug?: string | null,
  ) {
    return raffles.getRaffle(ctx, { id, slug });
  }

  @Query(() => RaffleConnection, {
    description: 'Raffles, newest first: for an ADMIN all of them, for others those that are PUBLIC and no DRAFT.',
  })
  @Roles('PUBLIC')
  raffles(@Ctx() ctx: Context, @Args(() => RafflesArgs) args: RafflesArgs) {
    return raffles.listRaffles(ctx, args);
  }

  @Mutation(() => Raffle, {
    description: 'Makes a raffle; title, quotaPrice and quotaQuantity suffice. BAD_USER_INPUT tells every problem by its field.',
  })
  @Roles('ADMIN')
  createRaffle(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateRaffleInput, { description: 'The raffle.' }) input: CreateRaffleInput,
  ) {
    return raffles.createRaffle(ctx, input);
  }

  @Mutation(() => Raffle, {
    description:
      'Changes a raffle and moves its status. CONFLICT by field on a move that is not possible and on what the first sale froze.',
  })
  @Roles('ADMIN')
  updateRaffle(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which raffle.' }) id: string,
    @Arg('input', () => UpdateRaffleInput, { description: 'What changes.' }) input: UpdateRaffleInput,
  ) {
    return changes.updateRaffle(ctx, id, input);
  }

  @Mutation(() => Raffle, {
    description:
      'Deletes a raffle, answers it and frees its slug. CONFLICT while an order waits for payment or once one was paid.',
  })
  @Roles('ADMIN')
  deleteRaffle(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which raffle.' }) id: string) {
    return changes.deleteRaffle(ctx, id);
  }

  @FieldResolver()
  category(@Root() raffle: RaffleRow, @Ctx() ctx: Context) {
    return raffle.categoryId && ctx.loaders.raffleCategory.load(raffle.categoryId);
  }

  @FieldResolver()
  prizes(@Root() raffle: RaffleRow, @Ctx() ctx: Context) {
    return ctx.loaders.rafflePrizes.load(raffle.id);
  }

  @FieldResolver()
  secretHash(@Root() raffle: RaffleRow) {
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
}
