import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { IdArg } from '../graphql/id.js';
import { InputArg } from '../graphql/input-arg.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import * as filters from './saved-filter.service.js';
import { SavedFilter, SaveFilterInput } from './saved-filter.type.js';

@Resolver(() => SavedFilter)
export class SavedFilterResolver {
  @Query(() => [SavedFilter], {
    description: 'The filters that the caller keeps, of all lists, by name: at most 60.',
    complexity: listOf(60),
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  savedFilters(@Ctx() ctx: Context) {
    return filters.listFilters(ctx);
  }

  @Mutation(() => SavedFilter, {
    description:
      'Keeps a filter of a list, up to 20 of each list, for the caller alone. Two of a list have different names. Audited, without what '
      + 'it says.',
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND', 'CONFLICT')
  saveFilter(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { nullable: true, description: "The UUID of the caller's filter to change. Left out: a new one." })
    id: string | null | undefined,
    @InputArg(() => SaveFilterInput) input: SaveFilterInput,
  ) {
    return filters.saveFilter(ctx, id, input);
  }

  @Mutation(() => SavedFilter, { description: "Deletes one of the caller's filters and returns it as it was. Audited." })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  deleteSavedFilter(@Ctx() ctx: Context, @IdArg('filter') id: string) {
    return filters.deleteFilter(ctx, id);
  }
}
