import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Roles } from '../graphql/roles.js';
import { reportReconciliation } from './reconciliation.service.js';
import { ReconciliationReport } from './reconciliation.type.js';

@Resolver()
export class ReconciliationResolver {
  @Query(() => ReconciliationReport, {
    description:
      "What is open between the service and its payment providers, what is nobody's, and what of the books disagrees. It reads "
      + 'every order: whoever asks while it is made shares it. `npm run reconcile` asks the providers first.',
  })
  @Roles('ADMIN')
  reconciliation(@Ctx() ctx: Context) {
    return reportReconciliation(ctx);
  }
}
