import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../context.js';
import { Refuses } from '../graphql/refuses.js';
import { Roles } from '../graphql/roles.js';
import { reportReconciliation } from './reconciliation.service.js';
import { ReconciliationReport, UnsettledEntry } from './reconciliation.type.js';
import { resolveUnsettledEntry } from './unsettled-entries.js';

@Resolver()
export class ReconciliationResolver {
  @Query(() => ReconciliationReport, {
    description:
      'A report of unfinished work with the payment providers, of money and callbacks that match nothing, and of records that '
      + 'contradict each other. It checks the latest changes for a moment and shows what was found before of all others; '
      + '`npm run reconcile` asks the providers and checks every record first.',
  })
  @Roles('ADMIN', ['FINANCE', 'SUPPORT'])
  @Refuses()
  reconciliation(@Ctx() ctx: Context) {
    return reportReconciliation(ctx);
  }

  @Mutation(() => UnsettledEntry, {
    description:
      "Takes an entry of a provider's list off the reconciliation report, when its money was dealt with by hand. Safe to "
      + 'repeat. Audited.',
  })
  @Roles('ADMIN', ['FINANCE'])
  @Refuses('NOT_FOUND')
  resolveUnsettledEntry(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: "The entry's UUID." }) id: string,
    @Arg('note', () => String, { description: 'What became of the money, 1 to 500 characters. It is kept in the audit log.' })
    note: string,
  ) {
    return resolveUnsettledEntry(ctx, id, note);
  }
}
