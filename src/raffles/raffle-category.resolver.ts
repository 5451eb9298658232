import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { CreateRaffleCategoryInput, UpdateRaffleCategoryInput } from './raffle-category.input.js';
import * as categories from './raffle-category.service.js';
import { RaffleCategory } from './raffle-category.type.js';

@Resolver(() => RaffleCategory)
export class RaffleCategoryResolver {
  @Query(() => [RaffleCategory], { description: 'All categories by name, at most 200.' })
  @Roles('PUBLIC')
  raffleCategories(@Ctx() ctx: Context) {
    return categories.listRaffleCategories(ctx);
  }

  @Mutation(() => RaffleCategory, { description: 'Makes a category. BAD_USER_INPUT when the name is taken.' })
  @Roles('ADMIN')
  createRaffleCategory(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateRaffleCategoryInput, { description: 'The category.' }) input: CreateRaffleCategoryInput,
  ) {
    return categories.createRaffleCategory(ctx, input);
  }

  @Mutation(() => RaffleCategory, { description: 'Renames a category. BAD_USER_INPUT when the name is taken.' })
  @Roles('ADMIN')
  updateRaffleCategory(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Which category.' }) id: string,
    @Arg('input', () => UpdateRaffleCategoryInput, { description: 'What changes.' }) input: UpdateRaffleCategoryInput,
  ) {
    return categories.updateRaffleCategory(ctx, id, input);
  }

  @Mutation(() => RaffleCategory, { description: 'Deletes a category and answers what it was. CONFLICT while a raffle uses it.' })
  @Roles('ADMIN')
  deleteRaffleCategory(@Ctx() ctx: Context, @Arg('id', () => ID, { description: 'Which category.' }) id: string) {
    return categories.deleteRaffleCategory(ctx, id);
  }
}
