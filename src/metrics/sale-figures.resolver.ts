import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { saleFigures } from './sale-figures.service.js';
import { SaleFigures, SaleFiguresArgs } from './sale-figures.type.js';

@Resolver()
export class SaleFiguresResolver {
  @Query(() => SaleFigures, {
    description:
      'The sales of all raffles or of one in a period, beside the period before, and how the sale stands. All of one moment.',
    complexity: 100,
  })
  @Roles('ADMIN', ['FINANCE', 'MANAGER', 'SUPPORT'])
  @Refuses('NOT_FOUND')
  saleFigures(@Ctx() ctx: Context, @Args(() => SaleFiguresArgs) args: SaleFiguresArgs) {
    return saleFigures(ctx, args);
  }
}
