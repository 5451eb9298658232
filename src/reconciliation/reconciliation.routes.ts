import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of reconciliation. */
export const reconciliationRoutes: readonly Route[] = [
  route('GET /v1/payments/reconciliation', run.ReconciliationDocument, 200, (data) => data.reconciliation),
  route(
    'PATCH /v1/payments/reconciliation/entries/:id/resolve',
    run.ResolveUnsettledEntryDocument,
    200,
    (data) => data.resolveUnsettledEntry,
  ),
];
