import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { IdArg } from '../graphql/id.js';
import { CreateRaffleCategoryInput, UpdateRaffleCategoryInput } from './raffle.input.js';
import * as categories from './raffle-category.service.js';
import { RaffleCategory } from './raffle.type.js';

@Resolver(() => RaffleCategory)
export class RaffleCategoryResolver {
  @Query(() => [RaffleCategory], { description: 'All raffle categories, sorted by name, at most 200.', complexity: listOf(200) })
  @Roles('PUBLIC')
  @Refuses()
  raffleCategories(@Ctx() ctx: Context) {
    return categories.listRaffleCategories(ctx);
  }

  @Mutation(() => RaffleCategory, { description: 'Creates a category, up to 200. Names are unique, capitals ignored. Audited.' })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('CONFLICT')
  createRaffleCategory(@Ctx() ctx: Context, @InputArg(() => CreateRaffleCategoryInput) input: CreateRaffleCategoryInput) {
    return categories.createRaffleCategory(ctx, input);
  }

  @Mutation(() => RaffleCategory, {
    description: 'Renames a category. Names are unique, capitals ignored. Safe to repeat. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND')
  updateRaffleCategory(
    @Ctx() ctx: Context,
    @IdArg('category') id: string,
    @InputArg(() => UpdateRaffleCategoryInput) input: UpdateRaffleCategoryInput,
  ) {
    return categories.updateRaffleCategory(ctx, id, input);
  }

  @Mutation(() => RaffleCategory, {
    description: 'Deletes a category and returns it as it was. Refused while a raffle uses it. Audited.',
  })
  @Roles('ADMIN', ['MANAGER'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  deleteRaffleCategory(@Ctx() ctx: Context, @IdArg('category') id: string) {
    return categories.deleteRaffleCategory(ctx, id);
  }
}
