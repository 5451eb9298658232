import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { reportReconciliation } from './reconciliation.service.js';
import { ReconciliationReport } from './reconciliation.type.js';

@Resolver()
export class ReconciliationResolver {
  @Query(() => ReconciliationReport, {
    description:
      'A report of unfinished work with the payment providers, of money and callbacks that match nothing, and of stored '
      + 'records that contradict each other. It reads every order; requests made meanwhile share the report. `npm run '
      + 'reconcile` asks the providers first.',
  })
  @Roles('ADMIN')
  reconciliation(@Ctx() ctx: Context) {
    return reportReconciliation(ctx);
  }
}
