import type { ReconciliationQuery } from '../../../generated/client/operations.js';

export type Report = ReconciliationQuery['reconciliation'];

/** What an operator is about to do with a refund. */
export type Doing = { what: 'retry' | 'confirm'; id: string; amount: string | undefined };
