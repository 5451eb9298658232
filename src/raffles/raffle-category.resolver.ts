import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { CreateRaffleCategoryInput, UpdateRaffleCategoryInput } from './raffle-category.input.js';
import * as categories from './raffle-category.service.js';
import { RaffleCategory } from './raffle-category.type.js';

@Resolver(() => RaffleCategory)
export class RaffleCategoryResolver {
  @Query(() => [RaffleCategory], {
    description: 'All raffle categories, sorted by name, at most 200.',
    complexity: listOf(200),
  })
  @Roles('PUBLIC')
  raffleCategories(@Ctx() ctx: Context) {
    return categories.listRaffleCategories(ctx);
  }

  @Mutation(() => RaffleCategory, {
    description:
      'Creates a category; audited. BAD_USER_INPUT: the name is blank, or taken whatever its capitals. CONFLICT: there are 200 categories already.',
  })
  @Roles('ADMIN', ['MANAGER'])
  createRaffleCategory(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateRaffleCategoryInput, { description: 'The category to create.' }) input: CreateRaffleCategoryInput,
  ) {
    return categories.createRaffleCategory(ctx, input);
  }

  @Mutation(() => RaffleCategory, {
    description:
      'Renames a category; audited. Safe to repeat. BAD_USER_INPUT: the name is blank, or taken whatever its capitals. NOT_FOUND: there is no such category.',
  })
  @Roles('ADMIN', ['MANAGER'])
  updateRaffleCategory(
    @Ctx() ctx: Context,
    @IdArg('category') id: string,
    @Arg('input', () => UpdateRaffleCategoryInput, { description: 'The new name.' }) input: UpdateRaffleCategoryInput,
  ) {
    return categories.updateRaffleCategory(ctx, id, input);
  }

  @Mutation(() => RaffleCategory, {
    description:
      'Deletes a category and returns it as it was; audited. CONFLICT: a raffle uses it. NOT_FOUND: there is no such category, '
      + 'as when it is deleted again.',
  })
  @Roles('ADMIN', ['MANAGER'])
  deleteRaffleCategory(@Ctx() ctx: Context, @IdArg('category') id: string) {
    return categories.deleteRaffleCategory(ctx, id);
  }
}
