import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { listOf } from '../graphql/cost.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { listWork } from './background-work.service.js';
import { BackgroundWork } from './background-work.type.js';

@Resolver()
export class BackgroundWorkResolver {
  @Query(() => [BackgroundWork], {
    description:
      'The long work that waits or runs now, at most 200. An operator who may not export sees no exports. Ask again every few seconds.',
    complexity: listOf(200),
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses()
  backgroundWork(@Ctx() ctx: Context) {
    return listWork(ctx);
  }
}
